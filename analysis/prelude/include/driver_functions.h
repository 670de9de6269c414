// make_ functions for shapes of memory.
#ifndef CUDALS_DRIVER_FUNCTIONS_H
#define CUDALS_DRIVER_FUNCTIONS_H

#include "driver_types.h"

__host__ struct cudaPitchedPtr make_cudaPitchedPtr(void *, size_t pitch, size_t width, size_t height);
__host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z);
__host__ struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);

#endif
