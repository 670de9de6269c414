// Scans over a group.
#ifndef CUDALS_COOPERATIVE_GROUPS_SCAN_H
#define CUDALS_COOPERATIVE_GROUPS_SCAN_H

#include "cooperative_groups/reduce.h"

#if defined(__CUDACC__)

namespace cooperative_groups {
inline namespace __v1 {

template <typename GroupT, typename T, typename Op>
__device__ typename cudals::plain<T>::type inclusive_scan(const GroupT &group, T &&val, Op &&op);
template <typename GroupT, typename T>
__device__ typename cudals::plain<T>::type inclusive_scan(const GroupT &group, T &&val);
template <typename GroupT, typename T, typename Op>
__device__ typename cudals::plain<T>::type exclusive_scan(const GroupT &group, T &&val, Op &&op);
template <typename GroupT, typename T>
__device__ typename cudals::plain<T>::type exclusive_scan(const GroupT &group, T &&val);
template <typename GroupT, typename U, typename T, typename Op>
__device__ typename cudals::plain<T>::type inclusive_scan_update(const GroupT &group, U &atomic, T &&val, Op &&op);
template <typename GroupT, typename U, typename T, typename Op>
__device__ typename cudals::plain<T>::type exclusive_scan_update(const GroupT &group, U &atomic, T &&val, Op &&op);

}
}

#endif

#endif
