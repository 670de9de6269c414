// The runtime's functions. Device code may call those that dynamic parallelism has.
#ifndef CUDALS_CUDA_RUNTIME_API_H
#define CUDALS_CUDA_RUNTIME_API_H

// Other headers ask by this name whether this one was read.
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

// The version is what the command is for.
#if defined(__CUDALS_CUDA_VERSION__)
#define CUDART_VERSION __CUDALS_CUDA_VERSION__
#else
#define CUDART_VERSION 12040
#endif
#define __CUDART_API_VERSION CUDART_VERSION
#if !defined(CUDART_DEVICE)
#define CUDART_DEVICE __device__
#endif

// A default argument, for C++.
#if defined(__cplusplus)
#define CUDALS_ELSE(value) = value
extern "C" {
#else
#define CUDALS_ELSE(value)
#endif
#define CUDALS_HOST __host__ cudaError_t
#define CUDALS_OLD CUDALS_DEPRECATED __host__ cudaError_t
#define CUDALS_BOTH __host__ __device__ cudaError_t

// Errors and versions.
CUDALS_BOTH cudaGetLastError(void);
CUDALS_BOTH cudaPeekAtLastError(void);
__host__ __device__ const char *cudaGetErrorName(cudaError_t);
__host__ __device__ const char *cudaGetErrorString(cudaError_t);
CUDALS_HOST cudaDriverGetVersion(int *version);
CUDALS_BOTH cudaRuntimeGetVersion(int *version);

// Devices.
CUDALS_BOTH cudaGetDeviceCount(int *count);
CUDALS_BOTH cudaGetDevice(int *device);
CUDALS_HOST cudaSetDevice(int device);
CUDALS_HOST cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
CUDALS_HOST cudaGetDeviceProperties(struct cudaDeviceProp *, int device);
CUDALS_BOTH cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr, int device);
CUDALS_HOST cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr, int from, int to);
CUDALS_HOST cudaChooseDevice(int *device, const struct cudaDeviceProp *);
CUDALS_HOST cudaSetValidDevices(int *devices, int count);
CUDALS_HOST cudaSetDeviceFlags(unsigned int flags);
CUDALS_HOST cudaGetDeviceFlags(unsigned int *flags);
CUDALS_HOST cudaDeviceReset(void);
CUDALS_BOTH cudaDeviceSynchronize(void);
CUDALS_HOST cudaDeviceSetLimit(enum cudaLimit, size_t value);
CUDALS_BOTH cudaDeviceGetLimit(size_t *value, enum cudaLimit);
CUDALS_BOTH cudaDeviceGetCacheConfig(enum cudaFuncCache *);
CUDALS_HOST cudaDeviceSetCacheConfig(enum cudaFuncCache);
CUDALS_DEPRECATED CUDALS_BOTH cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *);
CUDALS_OLD cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig);
CUDALS_HOST cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
CUDALS_HOST cudaDeviceGetByPCIBusId(int *device, const char *id);
CUDALS_HOST cudaDeviceGetPCIBusId(char *id, int size, int device);
CUDALS_HOST cudaDeviceCanAccessPeer(int *can, int device, int peer);
CUDALS_HOST cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
CUDALS_HOST cudaDeviceDisablePeerAccess(int peer);
CUDALS_OLD cudaThreadSynchronize(void);
CUDALS_OLD cudaThreadExit(void);
CUDALS_HOST cudaProfilerStart(void);
CUDALS_HOST cudaProfilerStop(void);

// Sharing between processes.
CUDALS_HOST cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t);
CUDALS_HOST cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t);
CUDALS_HOST cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *);
CUDALS_HOST cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned int flags);
CUDALS_HOST cudaIpcCloseMemHandle(void *);

// Streams.
CUDALS_HOST cudaStreamCreate(cudaStream_t *);
CUDALS_BOTH cudaStreamCreateWithFlags(cudaStream_t *, unsigned int flags);
CUDALS_HOST cudaStreamCreateWithPriority(cudaStream_t *, unsigned int flags, int priority);
CUDALS_BOTH cudaStreamDestroy(cudaStream_t);
CUDALS_HOST cudaStreamSynchronize(cudaStream_t);
CUDALS_HOST cudaStreamQuery(cudaStream_t);
CUDALS_BOTH cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *data, unsigned int flags);
CUDALS_HOST cudaStreamAttachMemAsync(cudaStream_t, void *, size_t length CUDALS_ELSE(0),
    unsigned int flags CUDALS_ELSE(cudaMemAttachSingle));
CUDALS_HOST cudaStreamGetPriority(cudaStream_t, int *priority);
CUDALS_HOST cudaStreamGetFlags(cudaStream_t, unsigned int *flags);
CUDALS_HOST cudaStreamGetId(cudaStream_t, unsigned long long *id);
CUDALS_HOST cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
CUDALS_HOST cudaStreamGetAttribute(cudaStream_t, cudaLaunchAttributeID, cudaLaunchAttributeValue *);
CUDALS_HOST cudaStreamSetAttribute(cudaStream_t, cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
CUDALS_HOST cudaCtxResetPersistingL2Cache(void);
CUDALS_HOST cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
CUDALS_HOST cudaStreamBeginCaptureToGraph(cudaStream_t, cudaGraph_t, const cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *, size_t count, enum cudaStreamCaptureMode);
// From 13.0 on edges of graphs carry data.
#if CUDART_VERSION >= 13000
#define CUDALS_EDGES(constness) constness cudaGraphEdgeData *,
#define CUDALS_CAPTURED const cudaGraphEdgeData **CUDALS_ELSE(0),
#else
#define CUDALS_EDGES(constness)
#define CUDALS_CAPTURED
#endif
CUDALS_HOST cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus *,
    unsigned long long *id CUDALS_ELSE(0), cudaGraph_t *CUDALS_ELSE(0),
    const cudaGraphNode_t **dependencies CUDALS_ELSE(0), CUDALS_CAPTURED size_t *count CUDALS_ELSE(0));
CUDALS_HOST cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *dependencies, CUDALS_EDGES(const)
    size_t count, unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
CUDALS_HOST cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus *);
CUDALS_HOST cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *);
CUDALS_HOST cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *data);

// Events.
CUDALS_HOST cudaEventCreate(cudaEvent_t *);
CUDALS_BOTH cudaEventCreateWithFlags(cudaEvent_t *, unsigned int flags);
CUDALS_BOTH cudaEventRecord(cudaEvent_t, cudaStream_t CUDALS_ELSE(0));
CUDALS_BOTH cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t CUDALS_ELSE(0), unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaEventQuery(cudaEvent_t);
CUDALS_HOST cudaEventSynchronize(cudaEvent_t);
CUDALS_BOTH cudaEventDestroy(cudaEvent_t);
CUDALS_HOST cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

// Launches.
CUDALS_HOST cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared, cudaStream_t);
CUDALS_HOST cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *kernel, void **args);
CUDALS_HOST cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **args, size_t shared,
    cudaStream_t);
CUDALS_OLD cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *, unsigned int count,
    unsigned int flags CUDALS_ELSE(0));
CUDALS_BOTH cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *kernel);
CUDALS_HOST cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute, int value);
CUDALS_HOST cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache);
CUDALS_OLD cudaFuncSetSharedMemConfig(const void *kernel, enum cudaSharedMemConfig);
CUDALS_HOST cudaGetFuncBySymbol(cudaFunction_t *, const void *kernel);
CUDALS_HOST cudaGetKernel(cudaKernel_t *, const void *kernel);

// Occupancy.
CUDALS_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int blockSize,
    size_t shared);
CUDALS_BOTH cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel, int blockSize,
    size_t shared, unsigned int flags);
CUDALS_HOST cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel, int blocks, int blockSize);
CUDALS_HOST cudaOccupancyMaxPotentialClusterSize(int *size, const void *kernel, const cudaLaunchConfig_t *);
CUDALS_HOST cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const cudaLaunchConfig_t *);

// Memory.
CUDALS_BOTH cudaMalloc(void **, size_t);
CUDALS_BOTH cudaFree(void *);
CUDALS_HOST cudaMallocHost(void **, size_t);
CUDALS_HOST cudaHostAlloc(void **, size_t, unsigned int flags);
CUDALS_HOST cudaFreeHost(void *);
CUDALS_HOST cudaMallocManaged(void **, size_t, unsigned int flags CUDALS_ELSE(cudaMemAttachGlobal));
CUDALS_HOST cudaMallocPitch(void **, size_t *pitch, size_t width, size_t height);
CUDALS_HOST cudaMalloc3D(struct cudaPitchedPtr *, struct cudaExtent);
CUDALS_HOST cudaMallocArray(cudaArray_t *, const struct cudaChannelFormatDesc *, size_t width,
    size_t height CUDALS_ELSE(0), unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaMalloc3DArray(cudaArray_t *, const struct cudaChannelFormatDesc *, struct cudaExtent,
    unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaMallocMipmappedArray(cudaMipmappedArray_t *, const struct cudaChannelFormatDesc *, struct cudaExtent,
    unsigned int levels, unsigned int flags CUDALS_ELSE(0));
CUDALS_HOST cudaGetMipmappedArrayLevel(cudaArray_t *, cudaMipmappedArray_const_t, unsigned int level);
CUDALS_HOST cudaArrayGetInfo(struct cudaChannelFormatDesc *, struct cudaExtent *, unsigned int *flags, cudaArray_t);
CUDALS_HOST cudaFreeArray(cudaArray_t);
CUDALS_HOST cudaFreeMipmappedArray(cudaMipmappedArray_t);
CUDALS_HOST cudaHostRegister(void *, size_t, unsigned int flags);
CUDALS_HOST cudaHostUnregister(void *);
CUDALS_HOST cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
CUDALS_HOST cudaHostGetFlags(unsigned int *flags, void *host);
CUDALS_HOST cudaPointerGetAttributes(struct cudaPointerAttributes *, const void *);
CUDALS_HOST cudaMemGetInfo(size_t *free, size_t *total);
CUDALS_HOST cudaGetSymbolAddress(void **, const void *symbol);
CUDALS_HOST cudaGetSymbolSize(size_t *, const void *symbol);
#if CUDART_VERSION >= 13000
CUDALS_HOST cudaMemPrefetchAsync(const void *, size_t, struct cudaMemLocation, unsigned int flags,
    cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, struct cudaMemLocation);
#else
CUDALS_HOST cudaMemPrefetchAsync(const void *, size_t, int device, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int device);
#endif
CUDALS_HOST cudaMemRangeGetAttribute(void *data, size_t dataSize, enum cudaMemRangeAttribute, const void *, size_t);

// Copies. The asynchronous ones end in Async and a stream.
CUDALS_HOST cudaMemcpy(void *to, const void *from, size_t, enum cudaMemcpyKind);
CUDALS_BOTH cudaMemcpyAsync(void *to, const void *from, size_t, enum cudaMemcpyKind, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpyPeer(void *to, int toDevice, const void *from, int fromDevice, size_t);
CUDALS_HOST cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t,
    cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
    enum cudaMemcpyKind);
CUDALS_BOTH cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
    size_t height, enum cudaMemcpyKind, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
    size_t height, enum cudaMemcpyKind);
CUDALS_HOST cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
    size_t height, enum cudaMemcpyKind, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
    size_t height, enum cudaMemcpyKind);
CUDALS_HOST cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
    size_t width, size_t height, enum cudaMemcpyKind, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpy2DArrayToArray(cudaArray_t to, size_t toX, size_t toY, cudaArray_const_t from, size_t fromX,
    size_t fromY, size_t width, size_t height, enum cudaMemcpyKind CUDALS_ELSE(cudaMemcpyDeviceToDevice));
CUDALS_OLD cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t, enum cudaMemcpyKind);
CUDALS_OLD cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t, enum cudaMemcpyKind);
CUDALS_HOST cudaMemcpy3D(const struct cudaMemcpy3DParms *);
CUDALS_BOTH cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *);
CUDALS_HOST cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpyToSymbol(const void *symbol, const void *from, size_t, size_t offset CUDALS_ELSE(0),
    enum cudaMemcpyKind CUDALS_ELSE(cudaMemcpyHostToDevice));
CUDALS_HOST cudaMemcpyFromSymbol(void *to, const void *symbol, size_t, size_t offset CUDALS_ELSE(0),
    enum cudaMemcpyKind CUDALS_ELSE(cudaMemcpyDeviceToHost));
CUDALS_HOST cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t, size_t offset, enum cudaMemcpyKind,
    cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t, size_t offset, enum cudaMemcpyKind,
    cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemset(void *, int value, size_t);
CUDALS_BOTH cudaMemsetAsync(void *, int value, size_t, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemset2D(void *, size_t pitch, int value, size_t width, size_t height);
CUDALS_BOTH cudaMemset2DAsync(void *, size_t pitch, int value, size_t width, size_t height,
    cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaMemset3D(struct cudaPitchedPtr, int value, struct cudaExtent);
CUDALS_BOTH cudaMemset3DAsync(struct cudaPitchedPtr, int value, struct cudaExtent, cudaStream_t CUDALS_ELSE(0));

// Memory in the order of a stream.
CUDALS_HOST cudaMallocAsync(void **, size_t, cudaStream_t);
CUDALS_HOST cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t, cudaStream_t);
CUDALS_HOST cudaFreeAsync(void *, cudaStream_t);
CUDALS_HOST cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int device);
CUDALS_HOST cudaDeviceGetMemPool(cudaMemPool_t *, int device);
CUDALS_HOST cudaDeviceSetMemPool(int device, cudaMemPool_t);
CUDALS_HOST cudaMemPoolCreate(cudaMemPool_t *, const struct cudaMemPoolProps *);
CUDALS_HOST cudaMemPoolDestroy(cudaMemPool_t);
CUDALS_HOST cudaMemPoolTrimTo(cudaMemPool_t, size_t keep);
CUDALS_HOST cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *value);
CUDALS_HOST cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *value);
CUDALS_HOST cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc *, size_t count);
CUDALS_HOST cudaMemPoolGetAccess(enum cudaMemAccessFlags *, cudaMemPool_t, struct cudaMemLocation *);
CUDALS_HOST cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *, void *);
CUDALS_HOST cudaMemPoolImportPointer(void **, cudaMemPool_t, struct cudaMemPoolPtrExportData *);
CUDALS_HOST cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t, enum cudaMemAllocationHandleType,
    unsigned int flags);
CUDALS_HOST cudaMemPoolImportFromShareableHandle(cudaMemPool_t *, void *handle, enum cudaMemAllocationHandleType,
    unsigned int flags);

// Textures, surfaces, graphics.
CUDALS_HOST cudaGetChannelDesc(struct cudaChannelFormatDesc *, cudaArray_const_t);
__host__ struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind);
CUDALS_HOST cudaCreateTextureObject(cudaTextureObject_t *, const struct cudaResourceDesc *,
    const struct cudaTextureDesc *, const struct cudaResourceViewDesc *);
CUDALS_HOST cudaDestroyTextureObject(cudaTextureObject_t);
CUDALS_HOST cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *, cudaTextureObject_t);
CUDALS_HOST cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *, cudaTextureObject_t);
CUDALS_HOST cudaCreateSurfaceObject(cudaSurfaceObject_t *, const struct cudaResourceDesc *);
CUDALS_HOST cudaDestroySurfaceObject(cudaSurfaceObject_t);
CUDALS_HOST cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *, cudaSurfaceObject_t);
CUDALS_HOST cudaGraphicsMapResources(int count, cudaGraphicsResource_t *, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaGraphicsUnregisterResource(cudaGraphicsResource_t);
CUDALS_HOST cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned int flags);
CUDALS_HOST cudaGraphicsResourceGetMappedPointer(void **, size_t *size, cudaGraphicsResource_t);
CUDALS_HOST cudaGraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource_t, unsigned int index,
    unsigned int level);
CUDALS_HOST cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *, cudaGraphicsResource_t);
CUDALS_HOST cudaImportExternalMemory(cudaExternalMemory_t *, const struct cudaExternalMemoryHandleDesc *);
CUDALS_HOST cudaExternalMemoryGetMappedBuffer(void **, cudaExternalMemory_t,
    const struct cudaExternalMemoryBufferDesc *);
CUDALS_HOST cudaExternalMemoryGetMappedMipmappedArray(cudaMipmappedArray_t *, cudaExternalMemory_t,
    const struct cudaExternalMemoryMipmappedArrayDesc *);
CUDALS_HOST cudaDestroyExternalMemory(cudaExternalMemory_t);
CUDALS_HOST cudaImportExternalSemaphore(cudaExternalSemaphore_t *, const struct cudaExternalSemaphoreHandleDesc *);
CUDALS_HOST cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *,
    const struct cudaExternalSemaphoreSignalParams *, unsigned int count, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *,
    const struct cudaExternalSemaphoreWaitParams *, unsigned int count, cudaStream_t CUDALS_ELSE(0));
CUDALS_HOST cudaDestroyExternalSemaphore(cudaExternalSemaphore_t);

// Graphs.
CUDALS_HOST cudaGraphCreate(cudaGraph_t *, unsigned int flags);
CUDALS_HOST cudaGraphDestroy(cudaGraph_t);
CUDALS_HOST cudaGraphClone(cudaGraph_t *, cudaGraph_t);
#define CUDALS_ADD(kind, ...) \
  CUDALS_HOST cudaGraphAdd##kind##Node(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *dependencies, \
      size_t count, __VA_ARGS__);
CUDALS_ADD(Kernel, const struct cudaKernelNodeParams *)
CUDALS_ADD(Memcpy, const struct cudaMemcpy3DParms *)
CUDALS_ADD(Memset, const struct cudaMemsetParams *)
CUDALS_ADD(Host, const struct cudaHostNodeParams *)
CUDALS_ADD(ChildGraph, cudaGraph_t)
CUDALS_ADD(EventRecord, cudaEvent_t)
CUDALS_ADD(EventWait, cudaEvent_t)
CUDALS_ADD(MemAlloc, struct cudaMemAllocNodeParams *)
CUDALS_ADD(MemFree, void *)
CUDALS_ADD(, struct cudaGraphNodeParams *)
#undef CUDALS_ADD
CUDALS_HOST cudaGraphAddEmptyNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *dependencies, size_t count);
CUDALS_HOST cudaGraphAddMemcpyNode1D(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *dependencies, size_t count,
    void *to, const void *from, size_t, enum cudaMemcpyKind);
#define CUDALS_PARAMS(kind, T) \
  CUDALS_HOST cudaGraph##kind##NodeGetParams(cudaGraphNode_t, struct T *); \
  CUDALS_HOST cudaGraph##kind##NodeSetParams(cudaGraphNode_t, const struct T *); \
  CUDALS_HOST cudaGraphExec##kind##NodeSetParams(cudaGraphExec_t, cudaGraphNode_t, const struct T *);
CUDALS_PARAMS(Kernel, cudaKernelNodeParams)
CUDALS_PARAMS(Memcpy, cudaMemcpy3DParms)
CUDALS_PARAMS(Memset, cudaMemsetParams)
CUDALS_PARAMS(Host, cudaHostNodeParams)
#undef CUDALS_PARAMS
CUDALS_HOST cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    CUDALS_EDGES(const) size_t count);
CUDALS_HOST cudaGraphRemoveDependencies(cudaGraph_t, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    CUDALS_EDGES(const) size_t count);
CUDALS_HOST cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *count);
CUDALS_HOST cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t *, size_t *count);
CUDALS_HOST cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t *from, cudaGraphNode_t *to, CUDALS_EDGES() size_t *count);
CUDALS_HOST cudaGraphNodeGetType(cudaGraphNode_t, enum cudaGraphNodeType *);
CUDALS_HOST cudaGraphNodeGetDependencies(cudaGraphNode_t, cudaGraphNode_t *, CUDALS_EDGES() size_t *count);
CUDALS_HOST cudaGraphNodeGetDependentNodes(cudaGraphNode_t, cudaGraphNode_t *, CUDALS_EDGES() size_t *count);
#undef CUDALS_EDGES
#undef CUDALS_CAPTURED
CUDALS_HOST cudaGraphDestroyNode(cudaGraphNode_t);
CUDALS_HOST cudaGraphNodeSetEnabled(cudaGraphExec_t, cudaGraphNode_t, unsigned int enabled);
CUDALS_HOST cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags CUDALS_ELSE(0));
CUDALS_HOST cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags CUDALS_ELSE(0));
CUDALS_HOST cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
CUDALS_HOST cudaGraphUpload(cudaGraphExec_t, cudaStream_t);
CUDALS_BOTH cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
CUDALS_HOST cudaGraphExecDestroy(cudaGraphExec_t);
CUDALS_HOST cudaGraphDebugDotPrint(cudaGraph_t, const char *path, unsigned int flags);
CUDALS_HOST cudaDeviceGraphMemTrim(int device);
CUDALS_HOST cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType, void *value);
CUDALS_HOST cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType, void *value);
CUDALS_HOST cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *, cudaGraph_t,
    unsigned int initial CUDALS_ELSE(0), unsigned int flags CUDALS_ELSE(0));

// The driver's functions by name.
CUDALS_HOST cudaGetDriverEntryPoint(const char *name, void **, unsigned long long flags,
    enum cudaDriverEntryPointQueryResult *CUDALS_ELSE(0));

#if defined(__cplusplus)
}
#endif
#undef CUDALS_BOTH
#undef CUDALS_HOST
#undef CUDALS_OLD
#undef CUDALS_ELSE

#endif
