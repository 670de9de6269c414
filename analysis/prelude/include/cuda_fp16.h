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
#define CUDALS_FUSED_ARCH 530
#define CUDALS_MATH_ARCH 530
#define CUDALS_FROM_INTEGER __host__ __device__
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

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)

__host__ __device__ __half2 make_half2(__half, __half);

#endif

#endif
