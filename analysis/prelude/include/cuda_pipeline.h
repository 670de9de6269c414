// Copies into shared memory that a thread makes while it goes on, as objects.
#ifndef CUDALS_CUDA_PIPELINE_H
#define CUDALS_CUDA_PIPELINE_H

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

#if defined(__CUDACC__)
namespace nvcuda {
namespace experimental {
class pipeline {
public:
  pipeline(const pipeline &) = delete;
  pipeline(pipeline &&) = delete;
  pipeline &operator=(const pipeline &) = delete;
  pipeline &operator=(pipeline &&) = delete;

  __device__ pipeline();
  __device__ size_t commit();
  __device__ void commit_and_wait();
  __device__ void wait(size_t batch);
  template <unsigned N> __device__ void wait_prior();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  __device__ void arrive_on(awbarrier &barrier);
#endif

private:
  size_t current_batch;
};

template <class T> __device__ void memcpy_async(T &dst, const T &src, pipeline &pipe);
template <class T, size_t DstN, size_t SrcN> __device__ void memcpy_async(T (*dst)[DstN], const T (*src)[SrcN], pipeline &pipe);
template <size_t N, class T> __device__ auto segment(T *ptr) -> T (*)[N] { return (T (*)[N])ptr; }
}
}
#endif

#endif
