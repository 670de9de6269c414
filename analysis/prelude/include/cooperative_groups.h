// Groups of threads that synchronise and exchange values. Everything here runs on the device.
#ifndef CUDALS_COOPERATIVE_GROUPS_H
#define CUDALS_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#if defined(__CUDACC__)

namespace cooperative_groups {
inline namespace __v1 {

namespace cudals {
template <class T> struct plain { typedef T type; };
template <class T> struct plain<T &> { typedef typename plain<T>::type type; };
template <class T> struct plain<T &&> { typedef typename plain<T>::type type; };
template <class T> struct plain<const T> { typedef typename plain<T>::type type; };
template <class T> struct plain<volatile T> { typedef typename plain<T>::type type; };
template <class T> struct plain<const volatile T> { typedef typename plain<T>::type type; };
}

class thread_group {
public:
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ void sync() const;
  __device__ unsigned int get_type() const;

protected:
  __device__ thread_group(unsigned int type);
  unsigned long long cudals_state[2];
};

class multi_grid_group : public thread_group {
public:
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long thread_rank() const;
  __device__ unsigned int grid_rank() const;
  __device__ unsigned int num_grids() const;
};

class grid_group : public thread_group {
public:
  struct arrival_token {
    unsigned int token;
  };
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&token) const;
  __device__ static unsigned long long size();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_threads();
  __device__ static unsigned long long num_threads();
  __device__ static dim3 thread_index();
  __device__ static unsigned long long thread_rank();
  __device__ static dim3 dim_blocks();
  __device__ static unsigned long long num_blocks();
  __device__ static dim3 block_index();
  __device__ static unsigned long long block_rank();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  __device__ static dim3 dim_clusters();
  __device__ static unsigned long long num_clusters();
  __device__ static dim3 cluster_index();
  __device__ static unsigned long long cluster_rank();
#endif

private:
  __device__ grid_group(unsigned int *workspace);
  friend __device__ grid_group this_grid();
};

__device__ grid_group this_grid();
__device__ multi_grid_group this_multi_grid();

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group : public thread_group {
public:
  struct arrival_token {};
  __device__ static void sync();
  __device__ static arrival_token barrier_arrive();
  __device__ static void barrier_wait();
  __device__ static void barrier_wait(arrival_token &&);
  __device__ static unsigned int query_shared_rank(const void *addr);
  template <typename T> __device__ static T *map_shared_rank(T *addr, int rank);
  __device__ static dim3 block_index();
  __device__ static unsigned int block_rank();
  __device__ static dim3 thread_index();
  __device__ static unsigned int thread_rank();
  __device__ static dim3 dim_blocks();
  __device__ static unsigned int num_blocks();
  __device__ static dim3 dim_threads();
  __device__ static unsigned int num_threads();
  __device__ static unsigned int size();

private:
  __device__ cluster_group();
  friend __device__ cluster_group this_cluster();
};

__device__ cluster_group this_cluster();
#endif

// Scratch memory for tiles of more than a warp.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned char cudals_scratch[(MaxBlockSize / 32 + 1) * 16];
};

class thread_block : public thread_group {
public:
  struct arrival_token {};
  __device__ static void sync();
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  __device__ static unsigned int size();
  __device__ static unsigned int thread_rank();
  __device__ static dim3 group_index();
  __device__ static dim3 thread_index();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_threads();
  __device__ static unsigned int num_threads();

private:
  __device__ thread_block();
  unsigned long long cudals_place;
  friend __device__ thread_block this_thread_block();
};

__device__ thread_block this_thread_block();
template <unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &scratch);

class coalesced_group : public thread_group {
public:
  __device__ unsigned int num_threads() const;
  __device__ unsigned int size() const;
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
  __device__ void sync() const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl(T &&elem, int src_rank) const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl_down(T &&elem, unsigned int delta) const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl_up(T &&elem, int delta) const;
  __device__ int any(int predicate) const;
  __device__ int all(int predicate) const;
  __device__ unsigned int ballot(int predicate) const;
  template <typename T> __device__ unsigned int match_any(T val) const;
  template <typename T> __device__ unsigned int match_all(T val, int &pred) const;

private:
  __device__ coalesced_group(unsigned int mask);
  friend __device__ coalesced_group coalesced_threads();
};

__device__ coalesced_group coalesced_threads();

namespace cudals {
// A tile that does not say what it is a part of knows more of itself.
template <typename ParentT> class tile_state {};
template <> class tile_state<void> {
  unsigned long long state[2];
};
}

template <unsigned int Size, typename ParentT = void>
class thread_block_tile : cudals::tile_state<ParentT> {
public:
  __device__ thread_block_tile(const thread_block &parent);
  template <unsigned int OtherSize, typename OtherParentT>
  __device__ thread_block_tile(const thread_block_tile<OtherSize, OtherParentT> &other);
  __device__ operator thread_group() const;
  __device__ static unsigned int thread_rank();
  __device__ static constexpr unsigned int num_threads() { return Size; }
  __device__ static constexpr unsigned int size() { return Size; }
  __device__ static unsigned int meta_group_rank();
  __device__ static unsigned int meta_group_size();
  __device__ void sync() const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl(T &&elem, int src_rank) const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl_down(T &&elem, unsigned int delta) const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl_up(T &&elem, unsigned int delta) const;
  template <typename T> __device__ typename cudals::plain<T>::type shfl_xor(T &&elem, unsigned int mask) const;
  __device__ int any(int predicate) const;
  __device__ int all(int predicate) const;
  __device__ unsigned int ballot(int predicate) const;
  template <typename T> __device__ unsigned int match_any(T val) const;
  template <typename T> __device__ unsigned int match_all(T val, int &pred) const;
};

template <class GroupT> __device__ void sync(const GroupT &group);
template <class GroupT> __device__ auto thread_rank(const GroupT &group) -> decltype(group.thread_rank());
template <class GroupT> __device__ auto group_size(const GroupT &group) -> decltype(group.num_threads());

__device__ thread_group tiled_partition(const thread_group &parent, unsigned int tilesz);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int tilesz);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int tilesz);
template <unsigned int Size, typename ParentT>
__device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent);
__device__ coalesced_group labeled_partition(const coalesced_group &group, int label);
template <unsigned int Size, typename ParentT>
__device__ coalesced_group labeled_partition(const thread_block_tile<Size, ParentT> &group, int label);
__device__ coalesced_group binary_partition(const coalesced_group &group, bool predicate);
template <unsigned int Size, typename ParentT>
__device__ coalesced_group binary_partition(const thread_block_tile<Size, ParentT> &group, bool predicate);

}
}

#endif

#endif
