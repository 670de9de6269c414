// The part of the runtime that only kernels call, to launch others.
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "cuda_runtime_api.h"

#if defined(__CUDACC__) && defined(__cplusplus)

#define cudaStreamTailLaunch ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)

extern "C" {
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int shared);
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *args, dim3 grid, dim3 block, unsigned int shared,
    cudaStream_t);
__device__ cudaError_t cudaLaunchDeviceV2(void *args, cudaStream_t);
__device__ cudaGraphExec_t cudaGetCurrentGraphExec();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
__device__ void cudaGridDependencySynchronize();
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned int value);
}

#endif

#endif
