// Loads and stores that say how caches treat them, and questions about addresses.
#ifndef CUDALS_MEMORY_H
#define CUDALS_MEMORY_H

#include "../crt/cudals_std.h"
#include "../vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)

#define CUDALS_CACHED(T) \
  __device__ T __ldg(const T *); \
  __device__ T __ldcg(const T *); \
  __device__ T __ldca(const T *); \
  __device__ T __ldcs(const T *); \
  __device__ T __ldlu(const T *); \
  __device__ T __ldcv(const T *); \
  __device__ void __stwb(T *, T); \
  __device__ void __stcg(T *, T); \
  __device__ void __stcs(T *, T); \
  __device__ void __stwt(T *, T);
CUDALS_CACHED(char) CUDALS_CACHED(signed char) CUDALS_CACHED(unsigned char)
CUDALS_CACHED(short) CUDALS_CACHED(unsigned short)
CUDALS_CACHED(int) CUDALS_CACHED(unsigned int)
CUDALS_CACHED(long) CUDALS_CACHED(unsigned long)
CUDALS_CACHED(long long) CUDALS_CACHED(unsigned long long)
CUDALS_CACHED(float) CUDALS_CACHED(double)
CUDALS_CACHED(char2) CUDALS_CACHED(char4) CUDALS_CACHED(uchar2) CUDALS_CACHED(uchar4)
CUDALS_CACHED(short2) CUDALS_CACHED(short4) CUDALS_CACHED(ushort2) CUDALS_CACHED(ushort4)
CUDALS_CACHED(int2) CUDALS_CACHED(int4) CUDALS_CACHED(uint2) CUDALS_CACHED(uint4)
CUDALS_CACHED(longlong2) CUDALS_CACHED(ulonglong2)
CUDALS_CACHED(float2) CUDALS_CACHED(float4) CUDALS_CACHED(double2)
#undef CUDALS_CACHED

__device__ unsigned int __isGlobal(const void *);
__device__ unsigned int __isShared(const void *);
__device__ unsigned int __isConstant(const void *);
__device__ unsigned int __isLocal(const void *);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ unsigned int __isGridConstant(const void *);
#endif

// Addresses within one memory space, and back.
__device__ size_t __cvta_generic_to_global(const void *);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_constant(const void *);
__device__ size_t __cvta_generic_to_local(const void *);
__device__ void *__cvta_global_to_generic(size_t);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ void *__cvta_constant_to_generic(size_t);
__device__ void *__cvta_local_to_generic(size_t);

#endif

#endif
