// Barriers in shared memory as objects.
#ifndef CUDALS_CUDA_AWBARRIER_H
#define CUDALS_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#if defined(__CUDACC__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700)
namespace nvcuda {
namespace experimental {
class awbarrier {
public:
  class arrival_token {
  public:
    arrival_token() = default;
    ~arrival_token() = default;
    __device__ uint32_t pending_count() const;

  private:
    __device__ arrival_token(uint64_t token);
    uint64_t token;
    friend awbarrier;
  };

  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;
  ~awbarrier() = default;

  __device__ arrival_token arrive();
  __device__ arrival_token arrive_and_drop();
  __device__ void arrive_and_wait();
  __device__ void wait(arrival_token token);
  __device__ bool timed_wait(arrival_token token, uint32_t hint_cycles);
  __device__ bool timed_wait_parity(bool phase, uint32_t hint_cycles);
  __device__ bool try_wait(arrival_token token, uint32_t maxSleepNanosec);
  __device__ bool try_wait_parity(bool phase, uint32_t maxSleepNanosec);
  static __host__ __device__ constexpr uint32_t max() { return (1u << 20) - 1; }

private:
  uint64_t barrier;
  friend __device__ void init(awbarrier *barrier, uint32_t expected_count);
  friend __device__ void inval(awbarrier *barrier);
  friend class pipeline;
};

__device__ void init(awbarrier *barrier, uint32_t expected_count);
__device__ void inval(awbarrier *barrier);
}
}
#endif

#endif
