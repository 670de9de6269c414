// Numbers of 16 bits with the range of float.
#ifndef CUDALS_CUDA_BF16_H
#define CUDALS_CUDA_BF16_H

#include "cuda_runtime.h"

#if defined(__cplusplus)

#define CUDALS_T __nv_bfloat16
#define CUDALS_T2 __nv_bfloat162
#define CUDALS_RAW __nv_bfloat16_raw
#define CUDALS_RAW2 __nv_bfloat162_raw
#define CUDALS_WORD bfloat16
#define CUDALS_FUSED_ARCH 800
#define CUDALS_MATH_ARCH 0
#define CUDALS_FROM_INTEGER __device__
#include "cudals/short_float.h"

#if !defined(CUDA_NO_BFLOAT16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)

__host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);

#endif

#endif
