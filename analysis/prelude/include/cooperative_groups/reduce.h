// Reductions over a group.
#ifndef CUDALS_COOPERATIVE_GROUPS_REDUCE_H
#define CUDALS_COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

#if defined(__CUDACC__)

namespace cooperative_groups {
inline namespace __v1 {

template <class T> struct plus {
  __device__ T operator()(T a, T b) const;
};
template <class T> struct less {
  __device__ T operator()(T a, T b) const;
};
template <class T> struct greater {
  __device__ T operator()(T a, T b) const;
};
template <class T> struct bit_and {
  __device__ T operator()(T a, T b) const;
};
template <class T> struct bit_or {
  __device__ T operator()(T a, T b) const;
};
template <class T> struct bit_xor {
  __device__ T operator()(T a, T b) const;
};

template <typename GroupT, typename T, typename Op>
__device__ typename cudals::plain<T>::type reduce(const GroupT &group, T &&val, Op &&op);
template <typename GroupT, typename T>
__device__ typename cudals::plain<T>::type reduce(const GroupT &group, T &&val);
template <typename GroupT, typename U, typename T, typename Op>
__device__ void reduce_update_async(const GroupT &group, U &atomic, T &&val, Op &&op);
template <typename GroupT, typename U, typename T, typename Op>
__device__ void reduce_store_async(const GroupT &group, U &atomic, T &&val, Op &&op);

}
}

#endif

#endif
