// make_T for each vector type T.
#ifndef CUDALS_VECTOR_FUNCTIONS_H
#define CUDALS_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define CUDALS_MAKE(prefix, T) \
  __host__ __device__ prefix##1 make_##prefix##1(T x); \
  __host__ __device__ prefix##2 make_##prefix##2(T x, T y); \
  __host__ __device__ prefix##3 make_##prefix##3(T x, T y, T z); \
  __host__ __device__ prefix##4 make_##prefix##4(T x, T y, T z, T w);

CUDALS_MAKE(char, signed char)
CUDALS_MAKE(uchar, unsigned char)
CUDALS_MAKE(short, short)
CUDALS_MAKE(ushort, unsigned short)
CUDALS_MAKE(int, int)
CUDALS_MAKE(uint, unsigned int)
CUDALS_MAKE(long, long)
CUDALS_MAKE(ulong, unsigned long)
CUDALS_MAKE(longlong, long long)
CUDALS_MAKE(ulonglong, unsigned long long)
CUDALS_MAKE(float, float)
CUDALS_MAKE(double, double)
#undef CUDALS_MAKE

#if defined(__CUDALS_CUDA_VERSION__) && __CUDALS_CUDA_VERSION__ >= 13000
#define CUDALS_MAKE(prefix, T) \
  __host__ __device__ prefix##4_16a make_##prefix##4_16a(T x, T y, T z, T w); \
  __host__ __device__ prefix##4_32a make_##prefix##4_32a(T x, T y, T z, T w);
CUDALS_MAKE(long, long)
CUDALS_MAKE(ulong, unsigned long)
CUDALS_MAKE(longlong, long long)
CUDALS_MAKE(ulonglong, unsigned long long)
CUDALS_MAKE(double, double)
#undef CUDALS_MAKE
#endif

#endif
