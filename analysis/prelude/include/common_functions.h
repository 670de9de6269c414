// Another name of crt/common_functions.h.
#ifndef CUDALS_COMMON_FUNCTIONS_H
#define CUDALS_COMMON_FUNCTIONS_H

#include "crt/common_functions.h"

#endif
