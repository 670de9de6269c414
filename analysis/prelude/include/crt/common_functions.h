// Functions of the C library, and allocation operators, that device code may call too.
#ifndef CUDALS_CRT_COMMON_FUNCTIONS_H
#define CUDALS_CRT_COMMON_FUNCTIONS_H

#include "crt/cudals_std.h"

#if defined(__CUDACC__)

extern "C" {
__host__ __device__ clock_t clock() noexcept;
__host__ __device__ void *memcpy(void *, const void *, size_t) noexcept;
__host__ __device__ void *memset(void *, int, size_t) noexcept;
}

#if defined(__CUDA_ARCH__)
extern "C" {
__host__ __device__ int printf(const char *, ...);
__host__ __device__ void *malloc(size_t) noexcept;
__host__ __device__ void free(void *) noexcept;
__host__ __device__ void __assert_fail(const char *, const char *, unsigned int, const char *) noexcept;
}

__host__ __device__ void *operator new(size_t);
__host__ __device__ void *operator new[](size_t);
__host__ __device__ void operator delete(void *) noexcept;
__host__ __device__ void operator delete[](void *) noexcept;
__host__ __device__ void operator delete(void *, size_t) noexcept;
__host__ __device__ void operator delete[](void *, size_t) noexcept;
__host__ __device__ void *operator new(size_t, void *) noexcept;
__host__ __device__ void *operator new[](size_t, void *) noexcept;
__host__ __device__ void operator delete(void *, void *) noexcept;
__host__ __device__ void operator delete[](void *, void *) noexcept;
#if defined(__cpp_aligned_new) && !defined(CUDALS_NO_CMATH)
__host__ __device__ void *operator new(size_t, std::align_val_t);
__host__ __device__ void *operator new[](size_t, std::align_val_t);
__host__ __device__ void operator delete(void *, std::align_val_t) noexcept;
__host__ __device__ void operator delete[](void *, std::align_val_t) noexcept;
__host__ __device__ void operator delete(void *, size_t, std::align_val_t) noexcept;
__host__ __device__ void operator delete[](void *, size_t, std::align_val_t) noexcept;
#endif
#endif

#endif

#endif
