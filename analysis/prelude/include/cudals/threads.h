// What threads of a block or a warp do together: barriers, fences, votes, exchanges; and the clocks.
#ifndef CUDALS_THREADS_H
#define CUDALS_THREADS_H

#include "../crt/cudals_std.h"
#include "../vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)

__device__ void __syncthreads();
__device__ int __syncthreads_count(int predicate);
__device__ int __syncthreads_and(int predicate);
__device__ int __syncthreads_or(int predicate);
__device__ void __syncwarp(unsigned int mask = 0xffffffff);
__device__ void __barrier_sync(unsigned int id);
__device__ void __barrier_sync_count(unsigned int id, unsigned int cnt);
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();

__device__ __attribute__((noreturn)) void __trap();
__device__ void __brkpt();
__device__ void __prof_trigger(int);
__device__ long long clock64();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ void __nanosleep(unsigned int ns);
#endif

// Votes.
__device__ unsigned int __activemask();
__device__ int __all_sync(unsigned int mask, int predicate);
__device__ int __any_sync(unsigned int mask, int predicate);
__device__ int __uni_sync(unsigned int mask, int predicate);
__device__ unsigned int __ballot_sync(unsigned int mask, int predicate);

// Exchanges within a warp, for T in each type that a register or two can hold.
#define CUDALS_EXCHANGE(T) \
  __device__ T __shfl_sync(unsigned int mask, T value, int lane, int width = 32); \
  __device__ T __shfl_up_sync(unsigned int mask, T value, unsigned int distance, int width = 32); \
  __device__ T __shfl_down_sync(unsigned int mask, T value, unsigned int distance, int width = 32); \
  __device__ T __shfl_xor_sync(unsigned int mask, T value, int bits, int width = 32);
CUDALS_EXCHANGE(int)
CUDALS_EXCHANGE(unsigned int)
CUDALS_EXCHANGE(long)
CUDALS_EXCHANGE(unsigned long)
CUDALS_EXCHANGE(long long)
CUDALS_EXCHANGE(unsigned long long)
CUDALS_EXCHANGE(float)
CUDALS_EXCHANGE(double)
#undef CUDALS_EXCHANGE

// The same without a mask. The exchanges are gone since compute capability 7.0.
#define CUDALS_OLD [[deprecated("takes no mask")]] __device__
CUDALS_OLD int __all(int predicate);
CUDALS_OLD int __any(int predicate);
CUDALS_OLD unsigned int __ballot(int predicate);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 700
#define CUDALS_EXCHANGE(T) \
  CUDALS_OLD T __shfl(T value, int lane, int width = 32); \
  CUDALS_OLD T __shfl_up(T value, unsigned int distance, int width = 32); \
  CUDALS_OLD T __shfl_down(T value, unsigned int distance, int width = 32); \
  CUDALS_OLD T __shfl_xor(T value, int bits, int width = 32);
CUDALS_EXCHANGE(int)
CUDALS_EXCHANGE(unsigned int)
CUDALS_EXCHANGE(long)
CUDALS_EXCHANGE(unsigned long)
CUDALS_EXCHANGE(long long)
CUDALS_EXCHANGE(unsigned long long)
CUDALS_EXCHANGE(float)
CUDALS_EXCHANGE(double)
#undef CUDALS_EXCHANGE
#endif
#undef CUDALS_OLD

// Which lanes hold the same value.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
#define CUDALS_MATCH(T) \
  __device__ unsigned int __match_any_sync(unsigned int mask, T value); \
  __device__ unsigned int __match_all_sync(unsigned int mask, T value, int *all);
CUDALS_MATCH(int)
CUDALS_MATCH(unsigned int)
CUDALS_MATCH(long)
CUDALS_MATCH(unsigned long)
CUDALS_MATCH(long long)
CUDALS_MATCH(unsigned long long)
CUDALS_MATCH(float)
CUDALS_MATCH(double)
#undef CUDALS_MATCH
#endif

// One result from all lanes.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define CUDALS_REDUCE(T) \
  __device__ T __reduce_add_sync(unsigned int mask, T value); \
  __device__ T __reduce_min_sync(unsigned int mask, T value); \
  __device__ T __reduce_max_sync(unsigned int mask, T value);
CUDALS_REDUCE(int)
CUDALS_REDUCE(unsigned int)
#undef CUDALS_REDUCE
__device__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);
#endif

// Clusters of blocks.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ unsigned int __clusterRelativeBlockRank();
__device__ unsigned int __clusterSizeInBlocks();
__device__ dim3 __clusterDim();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ dim3 __clusterRelativeBlockIdx();
#endif

#endif

#endif
