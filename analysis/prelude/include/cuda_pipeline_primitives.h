// Copies into shared memory that a thread makes while it goes on, in C's style.
#ifndef CUDALS_CUDA_PIPELINE_PRIMITIVES_H
#define CUDALS_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"

#if defined(__CUDACC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

__device__ void __pipeline_memcpy_async(void *__restrict__ dst_shared, const void *__restrict__ src_global,
    size_t size_and_align, size_t zfill = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t prior);
__device__ void __pipeline_arrive_on(__mbarrier_t *barrier);
#endif

#endif
