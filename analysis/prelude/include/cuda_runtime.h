// What nvcc includes before a CUDA file's first line.
#ifndef CUDALS_CUDA_RUNTIME_H
#define CUDALS_CUDA_RUNTIME_H

// Other headers ask by this name whether this one was read.
#define __CUDA_RUNTIME_H__

#include "crt/cudals_std.h"
#include "crt/host_defines.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "driver_functions.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "crt/common_functions.h"
#include "crt/math_functions.h"
#include "cudals/arithmetic.h"
#include "cudals/threads.h"
#include "cudals/atomics.h"
#include "cudals/memory.h"
#include "cudals/textures.h"
#include "channel_descriptor.h"
#if defined(__CUDACC__)
#include "cuda_device_runtime_api.h"
#endif

// The runtime's functions in C++, for pointers, variables and kernels of any type.
#if defined(__cplusplus)

#define CUDALS_HOST __host__ cudaError_t
#define CUDALS_BOTH __host__ __device__ cudaError_t

template <class T> CUDALS_BOTH cudaMalloc(T **, size_t);
template <class T> CUDALS_HOST cudaMallocHost(T **, size_t, unsigned int flags = 0);
template <class T> CUDALS_HOST cudaHostAlloc(T **, size_t, unsigned int flags);
template <class T> CUDALS_HOST cudaMallocManaged(T **, size_t, unsigned int flags = cudaMemAttachGlobal);
template <class T> CUDALS_HOST cudaMallocPitch(T **, size_t *pitch, size_t width, size_t height);
template <class T> CUDALS_HOST cudaMallocAsync(T **, size_t, cudaStream_t);
template <class T> CUDALS_HOST cudaMallocAsync(T **, size_t, cudaMemPool_t, cudaStream_t);
template <class T> CUDALS_HOST cudaMallocFromPoolAsync(T **, size_t, cudaMemPool_t, cudaStream_t);
template <class T> CUDALS_HOST cudaHostGetDevicePointer(T **device, void *host, unsigned int flags);
template <class T> CUDALS_HOST cudaStreamAttachMemAsync(cudaStream_t, T *, size_t length = 0,
    unsigned int flags = cudaMemAttachSingle);
CUDALS_HOST cudaMallocHost(void **, size_t, unsigned int flags);
CUDALS_HOST cudaMallocAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
CUDALS_HOST cudaEventCreate(cudaEvent_t *, unsigned int flags);

template <class T> CUDALS_HOST cudaMemcpyToSymbol(const T &symbol, const void *from, size_t, size_t offset = 0,
    enum cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T> CUDALS_HOST cudaMemcpyFromSymbol(void *to, const T &symbol, size_t, size_t offset = 0,
    enum cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> CUDALS_HOST cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t, size_t offset = 0,
    enum cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0);
template <class T> CUDALS_HOST cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t, size_t offset = 0,
    enum cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = 0);
template <class T> CUDALS_HOST cudaGetSymbolAddress(void **, const T &symbol);
template <class T> CUDALS_HOST cudaGetSymbolSize(size_t *, const T &symbol);
template <class T> CUDALS_HOST cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *,
    size_t count, const T &symbol, const void *from, size_t, size_t offset, enum cudaMemcpyKind);
template <class T> CUDALS_HOST cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *, cudaGraph_t,
    const cudaGraphNode_t *, size_t count, void *to, const T &symbol, size_t, size_t offset, enum cudaMemcpyKind);
CUDALS_HOST cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, cudaGraphNode_t *error, char *log, size_t size);

template <class K> CUDALS_HOST cudaLaunchKernel(const K *kernel, dim3 grid, dim3 block, void **args,
    size_t shared = 0, cudaStream_t = 0);
template <class K> CUDALS_HOST cudaLaunchCooperativeKernel(const K *kernel, dim3 grid, dim3 block, void **args,
    size_t shared = 0, cudaStream_t = 0);
template <class... Params, class... Args>
CUDALS_HOST cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*kernel)(Params...), Args &&...args);
template <class K> CUDALS_HOST cudaFuncGetAttributes(struct cudaFuncAttributes *, K *kernel);
template <class K> CUDALS_HOST cudaFuncSetAttribute(K *kernel, enum cudaFuncAttribute, int value);
template <class K> CUDALS_HOST cudaFuncSetCacheConfig(K *kernel, enum cudaFuncCache);
template <class K> CUDALS_HOST cudaFuncSetSharedMemConfig(K *kernel, enum cudaSharedMemConfig);
template <class K> CUDALS_HOST cudaGetFuncBySymbol(cudaFunction_t *, const K *kernel);
template <class K> CUDALS_HOST cudaGetKernel(cudaKernel_t *, const K *kernel);

template <class K> CUDALS_HOST cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, K kernel, int blockSize,
    size_t shared);
template <class K> CUDALS_HOST cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, K kernel,
    int blockSize, size_t shared, unsigned int flags);
template <class K> CUDALS_HOST cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, K kernel,
    size_t shared = 0, int blockSizeLimit = 0);
template <class K> CUDALS_HOST cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, K kernel,
    size_t shared = 0, int blockSizeLimit = 0, unsigned int flags = 0);
template <class F, class K> CUDALS_HOST cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize,
    int *blockSize, K kernel, F sharedOfBlockSize, int blockSizeLimit = 0);
template <class F, class K> CUDALS_HOST cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize,
    int *blockSize, K kernel, F sharedOfBlockSize, int blockSizeLimit = 0, unsigned int flags = 0);
template <class K> CUDALS_HOST cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, K *kernel, int blocks,
    int blockSize);
template <class K> CUDALS_HOST cudaOccupancyMaxPotentialClusterSize(int *size, K *kernel, const cudaLaunchConfig_t *);
template <class K> CUDALS_HOST cudaOccupancyMaxActiveClusters(int *clusters, K *kernel, const cudaLaunchConfig_t *);

#undef CUDALS_BOTH
#undef CUDALS_HOST

#endif

#endif
