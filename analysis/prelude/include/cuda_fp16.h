// Half precision.
#ifndef CUDALS_CUDA_FP16_H
#define CUDALS_CUDA_FP16_H

#include "cuda_runtime.h"

#if defined(__cplusplus)

#define CUDALS_T __half
#define CUDALS_T2 __half2
#define CUDALS_RAW __half_raw
#define CUDALS_RAW2 __half2_raw
#define CUDALS_WORD half
#include "cudals/short_float.h"

#if !defined(CUDA_NO_HALF)
typedef __half half;
typedef __half2 half2;
#endif
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;

__host__ __device__ __half2 make_half2(__half, __half);
__device__ __half2 __hcmadd(__half2, __half2, __half2);

#endif

#endif
