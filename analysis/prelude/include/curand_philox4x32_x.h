// Another name of curand_kernel.h.
#include "curand_kernel.h"
