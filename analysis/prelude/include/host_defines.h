// Another name of crt/host_defines.h.
#ifndef CUDALS_HOST_DEFINES_H
#define CUDALS_HOST_DEFINES_H

#include "crt/host_defines.h"

#endif
