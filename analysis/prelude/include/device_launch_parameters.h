// The built-in variables of a running thread.
#ifndef CUDALS_DEVICE_LAUNCH_PARAMETERS_H
#define CUDALS_DEVICE_LAUNCH_PARAMETERS_H

#include "vector_types.h"

#if defined(__cplusplus)
extern "C" {
#endif
extern const __device__ __device_builtin__ uint3 threadIdx;
extern const __device__ __device_builtin__ uint3 blockIdx;
extern const __device__ __device_builtin__ dim3 blockDim;
extern const __device__ __device_builtin__ dim3 gridDim;
extern const __device__ __device_builtin__ int warpSize;
#if defined(__cplusplus)
}
#endif

#endif
