// Short vectors of numbers, and dim3.
#ifndef CUDALS_VECTOR_TYPES_H
#define CUDALS_VECTOR_TYPES_H

// Other headers ask by this name whether this one was read.
#define __VECTOR_TYPES_H__

#include "crt/host_defines.h"

// Vectors of two and four elements are aligned as a whole, to at most 16 bytes.
#define CUDALS_VECTORS(prefix, T, align2, align4) \
  struct __device_builtin__ prefix##1 { T x; }; \
  struct __device_builtin__ __align__(align2) prefix##2 { T x, y; }; \
  struct __device_builtin__ prefix##3 { T x, y, z; }; \
  struct __device_builtin__ __align__(align4) prefix##4 { T x, y, z, w; };

CUDALS_VECTORS(char, signed char, 2, 4)
CUDALS_VECTORS(uchar, unsigned char, 2, 4)
CUDALS_VECTORS(short, short, 4, 8)
CUDALS_VECTORS(ushort, unsigned short, 4, 8)
CUDALS_VECTORS(int, int, 8, 16)
CUDALS_VECTORS(uint, unsigned int, 8, 16)
#if defined(_WIN32)
CUDALS_VECTORS(long, long, 8, 16)
CUDALS_VECTORS(ulong, unsigned long, 8, 16)
#else
CUDALS_VECTORS(long, long, 16, 16)
CUDALS_VECTORS(ulong, unsigned long, 16, 16)
#endif
CUDALS_VECTORS(longlong, long long, 16, 16)
CUDALS_VECTORS(ulonglong, unsigned long long, 16, 16)
CUDALS_VECTORS(float, float, 8, 16)
CUDALS_VECTORS(double, double, 16, 16)
#undef CUDALS_VECTORS

// From 13.0 on vectors of 32 bytes come in two alignments.
#if defined(__CUDALS_CUDA_VERSION__) && __CUDALS_CUDA_VERSION__ >= 13000
#define CUDALS_ALIGNED(prefix, T) \
  struct __device_builtin__ __align__(16) prefix##4_16a { T x, y, z, w; }; \
  struct __device_builtin__ __align__(32) prefix##4_32a { T x, y, z, w; };
CUDALS_ALIGNED(long, long)
CUDALS_ALIGNED(ulong, unsigned long)
CUDALS_ALIGNED(longlong, long long)
CUDALS_ALIGNED(ulonglong, unsigned long long)
CUDALS_ALIGNED(double, double)
#undef CUDALS_ALIGNED
#endif

struct __device_builtin__ dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
  __host__ __device__ constexpr dim3(unsigned int nx = 1, unsigned int ny = 1, unsigned int nz = 1)
      : x(nx), y(ny), z(nz) {}
  __host__ __device__ constexpr dim3(uint3 n) : x(n.x), y(n.y), z(n.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};

#endif
