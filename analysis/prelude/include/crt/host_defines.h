// The keywords of CUDA C++. A CUDA compiler knows them; any other compiler is to overlook them.
#ifndef CUDALS_CRT_HOST_DEFINES_H
#define CUDALS_CRT_HOST_DEFINES_H

#if defined(__cplusplus)
#define CUDALS_DEPRECATED [[deprecated]]
#else
#define CUDALS_DEPRECATED
#endif

#if defined(_MSC_VER)
#define __align__(n) __declspec(align(n))
#define __forceinline__ __forceinline
#define __inline__ __inline
#define __restrict__ __restrict
#define CUDARTAPI __stdcall
#else
#define __align__(n) __attribute__((aligned(n)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __cdecl
#define CUDARTAPI
#endif
#if defined(__CUDACC__) || defined(__HIPCC__)
#define __inline_hint__ __attribute__((nv_inline_hint))
#else
#define __inline_hint__
#endif
#define __builtin_align__(n) __align__(n)
#define CUDART_CB

#if defined(__CUDACC__) || defined(__HIPCC__)
#ifndef __host__
// Defined as themselves: the toolkit has them as macros, and much code asks #ifndef __host__ before it defines them away.
#define __host__ __host__
#define __device__ __device__
#define __global__ __global__
#define __shared__ __shared__
#define __constant__ __constant__
#define __managed__ __managed__
#define __grid_constant__ __grid_constant__
#define __noinline__ __noinline__
#endif
#if defined(__CUDALS_CUDA_VERSION__) && __CUDALS_CUDA_VERSION__ >= 12090
#define __block_size__(...) __attribute__((block_size(__VA_ARGS__)))
#endif
#if defined(__CUDALS_CUDA_VERSION__) && __CUDALS_CUDA_VERSION__ >= 13000
#define __local_maxnreg__(n) __attribute__((local_maxnreg(n)))
#define __tile_global__ __attribute__((tile_global))
#define __tile__
#define __tile_builtin__
#endif
#define __device_builtin__ __attribute__((device_builtin))
#define __cudart_builtin__ __attribute__((cudart_builtin))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __noinline__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __local_maxnreg__(n)
#define __device_builtin__
#define __cudart_builtin__
#define __device_builtin_surface_type__
#define __device_builtin_texture_type__
#endif

#endif
