// What the compiler itself declares, whatever headers there are: the atomic functions of CUDA 12.8 and later. They are the
// device's alone; a rule of their own says so, and not those about calls. Those without parameters stand for a call without
// arguments and for a name that is not called, which rules of their own speak of.
#ifndef CUDALS_BUILTINS_H
#define CUDALS_BUILTINS_H

#if defined(__cplusplus) && defined(__CUDACC__)

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

template <class T> struct __cudals_value { typedef T type; };
template <class T> struct __cudals_value<const T> { typedef T type; };
template <class T> struct __cudals_value<volatile T> { typedef T type; };
template <class T> struct __cudals_value<const volatile T> { typedef T type; };
#define CUDALS_VALUE typename __cudals_value<T>::type
#define CUDALS_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

template <class T> __host__ __device__ CUDALS_VALUE __nv_atomic_load_n(T *, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ void __nv_atomic_load(T *, CUDALS_VALUE *result, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ void __nv_atomic_store_n(T *, CUDALS_VALUE, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ void __nv_atomic_store(T *, CUDALS_VALUE *, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ CUDALS_VALUE __nv_atomic_exchange_n(T *, CUDALS_VALUE, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ void __nv_atomic_exchange(T *, CUDALS_VALUE *, CUDALS_VALUE *result, int order, CUDALS_SCOPE);
template <class T> __host__ __device__ bool __nv_atomic_compare_exchange_n(T *, CUDALS_VALUE *expected, CUDALS_VALUE desired,
    bool weak, int success, int failure, CUDALS_SCOPE);
template <class T> __host__ __device__ bool __nv_atomic_compare_exchange(T *, CUDALS_VALUE *expected, CUDALS_VALUE *desired,
    bool weak, int success, int failure, CUDALS_SCOPE);

__host__ __device__ void __nv_atomic_load_n();
__host__ __device__ void __nv_atomic_load();
__host__ __device__ void __nv_atomic_store_n();
__host__ __device__ void __nv_atomic_store();
__host__ __device__ void __nv_atomic_exchange_n();
__host__ __device__ void __nv_atomic_exchange();
__host__ __device__ void __nv_atomic_compare_exchange_n();
__host__ __device__ void __nv_atomic_compare_exchange();

#define CUDALS_UPDATE(name) \
  __host__ __device__ void __nv_atomic_fetch_##name(); \
  __host__ __device__ void __nv_atomic_##name(); \
  template <class T> __host__ __device__ CUDALS_VALUE __nv_atomic_fetch_##name(T *, CUDALS_VALUE, int order, CUDALS_SCOPE); \
  template <class T> __host__ __device__ void __nv_atomic_##name(T *, CUDALS_VALUE, int order, CUDALS_SCOPE);
CUDALS_UPDATE(add)
CUDALS_UPDATE(sub)
CUDALS_UPDATE(and)
CUDALS_UPDATE(or)
CUDALS_UPDATE(xor)
CUDALS_UPDATE(min)
CUDALS_UPDATE(max)
#undef CUDALS_UPDATE

__host__ __device__ void __nv_atomic_thread_fence(int order = 0, CUDALS_SCOPE);

// Matrix multiplication by warp groups: the shape, constants, the result, both factors.
__host__ __device__ void __wgmma_mma_async_f16(...);
__host__ __device__ void __wgmma_mma_async_bf16(...);
__host__ __device__ void __wgmma_mma_async_tf32(...);
__host__ __device__ void __wgmma_mma_async_f8(...);

#undef CUDALS_VALUE
#undef CUDALS_SCOPE

#endif

#endif
