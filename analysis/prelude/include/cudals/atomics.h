// Atomic functions. The plain ones hold for the device, _block and _system for less and for more.
#ifndef CUDALS_ATOMICS_H
#define CUDALS_ATOMICS_H

#include "../vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)

// CUDALS_SCOPED declares f(address, value...) at the scopes that the architecture has.
#define CUDALS_ATOMIC(T, f, ...) __device__ T f(T *, __VA_ARGS__);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#define CUDALS_WIDER(T, f, ...) \
  CUDALS_ATOMIC(T, f##_block, __VA_ARGS__) \
  CUDALS_ATOMIC(T, f##_system, __VA_ARGS__)
#else
#define CUDALS_WIDER(T, f, ...)
#endif
#define CUDALS_SCOPED(T, f, ...) \
  CUDALS_ATOMIC(T, f, __VA_ARGS__) \
  CUDALS_WIDER(T, f, __VA_ARGS__)

#define CUDALS_EACH(T) \
  CUDALS_SCOPED(T, atomicAdd, T) \
  CUDALS_SCOPED(T, atomicExch, T) \
  CUDALS_SCOPED(T, atomicMin, T) \
  CUDALS_SCOPED(T, atomicMax, T) \
  CUDALS_SCOPED(T, atomicAnd, T) \
  CUDALS_SCOPED(T, atomicOr, T) \
  CUDALS_SCOPED(T, atomicXor, T) \
  CUDALS_SCOPED(T, atomicCAS, T, T)
CUDALS_EACH(int)
CUDALS_EACH(unsigned int)
CUDALS_EACH(unsigned long long)
#undef CUDALS_EACH

CUDALS_SCOPED(int, atomicSub, int)
CUDALS_SCOPED(unsigned int, atomicSub, unsigned int)
CUDALS_SCOPED(unsigned int, atomicInc, unsigned int)
CUDALS_SCOPED(unsigned int, atomicDec, unsigned int)
CUDALS_SCOPED(float, atomicAdd, float)
CUDALS_SCOPED(float, atomicExch, float)
CUDALS_SCOPED(long long, atomicMin, long long)
CUDALS_SCOPED(long long, atomicMax, long long)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
CUDALS_SCOPED(double, atomicAdd, double)
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
CUDALS_ATOMIC(unsigned short, atomicCAS, unsigned short, unsigned short)
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
CUDALS_SCOPED(float2, atomicAdd, float2)
CUDALS_SCOPED(float4, atomicAdd, float4)
// Anything of 16 bytes.
template <class T> __device__ T atomicCAS(T *, T, T);
template <class T> __device__ T atomicCAS_block(T *, T, T);
template <class T> __device__ T atomicCAS_system(T *, T, T);
template <class T> __device__ T atomicExch(T *, T);
template <class T> __device__ T atomicExch_block(T *, T);
template <class T> __device__ T atomicExch_system(T *, T);
#endif

#undef CUDALS_SCOPED
#undef CUDALS_WIDER
#undef CUDALS_ATOMIC

#endif

#endif
