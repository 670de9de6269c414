// Another name of crt/math_functions.h.
#include "crt/math_functions.h"
