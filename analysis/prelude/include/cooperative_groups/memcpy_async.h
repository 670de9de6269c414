// Copies into shared memory that a group makes while it goes on.
#ifndef CUDALS_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define CUDALS_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cooperative_groups.h"

#if defined(__CUDACC__)

namespace cooperative_groups {
inline namespace __v1 {

template <class GroupT, class DstT, class SrcT>
__device__ void memcpy_async(const GroupT &group, DstT *dst, size_t dst_count, const SrcT *src, size_t src_count);
template <class GroupT, class T>
__device__ void memcpy_async(const GroupT &group, T *dst, const T *src, size_t size);
template <class GroupT> __device__ void wait(const GroupT &group);
template <unsigned int Stages, class GroupT> __device__ void wait_prior(const GroupT &group);

}
}

#endif

#endif
