// The driver's functions, all of the host.
#ifndef CUDALS_CUDA_H
#define CUDALS_CUDA_H

// Other headers ask by this name whether this one was read.
#define __cuda_cuda_h__

#include "cudals/uuid.h"
#include "crt/host_defines.h"

#if defined(__CUDALS_CUDA_VERSION__)
#define CUDA_VERSION __CUDALS_CUDA_VERSION__
#else
#define CUDA_VERSION 12040
#endif
#if defined(_WIN32)
#define CUDAAPI __stdcall
#else
#define CUDAAPI
#endif
#define CUDA_CB CUDAAPI

typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUextMemory_st *CUexternalMemory;
typedef struct CUextSemaphore_st *CUexternalSemaphore;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUipcEventHandle_st { char reserved[64]; } CUipcEventHandle;
typedef struct CUipcMemHandle_st { char reserved[64]; } CUipcMemHandle;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_PROFILER_DISABLED = 5, CUDA_ERROR_STUB_LIBRARY = 34,
  CUDA_ERROR_DEVICE_UNAVAILABLE = 46, CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_DEVICE_NOT_LICENSED = 102, CUDA_ERROR_INVALID_IMAGE = 200, CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_CONTEXT_ALREADY_CURRENT = 202, CUDA_ERROR_MAP_FAILED = 205, CUDA_ERROR_UNMAP_FAILED = 206,
  CUDA_ERROR_ARRAY_IS_MAPPED = 207, CUDA_ERROR_ALREADY_MAPPED = 208, CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_ALREADY_ACQUIRED = 210, CUDA_ERROR_NOT_MAPPED = 211, CUDA_ERROR_ECC_UNCORRECTABLE = 214,
  CUDA_ERROR_UNSUPPORTED_LIMIT = 215, CUDA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
  CUDA_ERROR_PEER_ACCESS_UNSUPPORTED = 217, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_INVALID_SOURCE = 300,
  CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
  CUDA_ERROR_SHARED_OBJECT_INIT_FAILED = 303, CUDA_ERROR_OPERATING_SYSTEM = 304, CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_ILLEGAL_STATE = 401, CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701, CUDA_ERROR_LAUNCH_TIMEOUT = 702,
  CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708, CUDA_ERROR_CONTEXT_IS_DESTROYED = 709, CUDA_ERROR_ASSERT = 710,
  CUDA_ERROR_TOO_MANY_PEERS = 711, CUDA_ERROR_MISALIGNED_ADDRESS = 716, CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720, CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

typedef enum CUdevice_attribute_enum {
  CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9, CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
  CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17, CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
  CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31, CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
  CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34, CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
  CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40, CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
  CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115
} CUdevice_attribute;
typedef enum CUfunction_attribute_enum {
  CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, CU_FUNC_ATTRIBUTE_NUM_REGS, CU_FUNC_ATTRIBUTE_PTX_VERSION,
  CU_FUNC_ATTRIBUTE_BINARY_VERSION, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
  CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
} CUfunction_attribute;
typedef enum CUfunc_cache_enum {
  CU_FUNC_CACHE_PREFER_NONE, CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1, CU_FUNC_CACHE_PREFER_EQUAL
} CUfunc_cache;
typedef enum CUlimit_enum {
  CU_LIMIT_STACK_SIZE, CU_LIMIT_PRINTF_FIFO_SIZE, CU_LIMIT_MALLOC_HEAP_SIZE
} CUlimit;
typedef enum CUmemorytype_enum {
  CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED
} CUmemorytype;
typedef enum CUpointer_attribute_enum {
  CU_POINTER_ATTRIBUTE_CONTEXT = 1, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
  CU_POINTER_ATTRIBUTE_HOST_POINTER
} CUpointer_attribute;
typedef enum CUctx_flags_enum {
  CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4,
  CU_CTX_BLOCKING_SYNC = 4, CU_CTX_SCHED_MASK = 7, CU_CTX_MAP_HOST = 8, CU_CTX_LMEM_RESIZE_TO_MAX = 16
} CUctx_flags;
typedef enum CUstream_flags_enum { CU_STREAM_DEFAULT, CU_STREAM_NON_BLOCKING } CUstream_flags;
typedef enum CUevent_flags_enum {
  CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2, CU_EVENT_INTERPROCESS = 4
} CUevent_flags;
typedef enum CUmemAttach_flags_enum {
  CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2, CU_MEM_ATTACH_SINGLE = 4
} CUmemAttach_flags;
typedef enum CUjit_option_enum {
  CU_JIT_MAX_REGISTERS, CU_JIT_THREADS_PER_BLOCK, CU_JIT_WALL_TIME, CU_JIT_INFO_LOG_BUFFER,
  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
  CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_TARGET_FROM_CUCONTEXT, CU_JIT_TARGET, CU_JIT_FALLBACK_STRATEGY,
  CU_JIT_GENERATE_DEBUG_INFO, CU_JIT_LOG_VERBOSE, CU_JIT_GENERATE_LINE_INFO, CU_JIT_CACHE_MODE
} CUjit_option;
typedef enum CUjitInputType_enum {
  CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX, CU_JIT_INPUT_FATBINARY, CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY
} CUjitInputType;
typedef enum CUarray_format_enum {
  CU_AD_FORMAT_UNSIGNED_INT8 = 1, CU_AD_FORMAT_UNSIGNED_INT16 = 2, CU_AD_FORMAT_UNSIGNED_INT32 = 3,
  CU_AD_FORMAT_SIGNED_INT8 = 8, CU_AD_FORMAT_SIGNED_INT16 = 9, CU_AD_FORMAT_SIGNED_INT32 = 10,
  CU_AD_FORMAT_HALF = 16, CU_AD_FORMAT_FLOAT = 32
} CUarray_format;
typedef enum CUcomputemode_enum {
  CU_COMPUTEMODE_DEFAULT = 0, CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} CUcomputemode;
typedef enum CUmemLocationType_enum {
  CU_MEM_LOCATION_TYPE_INVALID, CU_MEM_LOCATION_TYPE_DEVICE, CU_MEM_LOCATION_TYPE_HOST, CU_MEM_LOCATION_TYPE_HOST_NUMA,
  CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
} CUmemLocationType;
typedef enum CUmemAllocationType_enum {
  CU_MEM_ALLOCATION_TYPE_INVALID, CU_MEM_ALLOCATION_TYPE_PINNED
} CUmemAllocationType;
typedef enum CUmemAllocationHandleType_enum {
  CU_MEM_HANDLE_TYPE_NONE = 0, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 1, CU_MEM_HANDLE_TYPE_WIN32 = 2
} CUmemAllocationHandleType;
typedef enum CUmemAccess_flags_enum {
  CU_MEM_ACCESS_FLAGS_PROT_NONE = 0, CU_MEM_ACCESS_FLAGS_PROT_READ = 1, CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3
} CUmemAccess_flags;
typedef enum CUmemAllocationGranularity_flags_enum {
  CU_MEM_ALLOC_GRANULARITY_MINIMUM, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
} CUmemAllocationGranularity_flags;
typedef struct CUmemLocation_st {
  CUmemLocationType type;
  int id;
} CUmemLocation;
typedef struct CUmemAllocationProp_st {
  CUmemAllocationType type;
  CUmemAllocationHandleType requestedHandleTypes;
  CUmemLocation location;
  void *win32HandleMetaData;
  struct { unsigned char compressionType, gpuDirectRDMACapable; unsigned short usage; } allocFlags;
} CUmemAllocationProp;
typedef struct CUmemAccessDesc_st {
  CUmemLocation location;
  CUmemAccess_flags flags;
} CUmemAccessDesc;

// What a tensor in global memory looks like to the copy engine.
typedef struct CUtensorMap_st {
#if defined(__cplusplus)
  alignas(64)
#endif
  unsigned long long opaque[16];
} CUtensorMap;

#define CU_LAUNCH_PARAM_END ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define CU_MEMHOSTALLOC_PORTABLE 1
#define CU_MEMHOSTALLOC_DEVICEMAP 2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4

typedef struct CUDA_ARRAY_DESCRIPTOR_st {
  size_t Width, Height;
  CUarray_format Format;
  unsigned int NumChannels;
} CUDA_ARRAY_DESCRIPTOR;
typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
  size_t Width, Height, Depth;
  CUarray_format Format;
  unsigned int NumChannels, Flags;
} CUDA_ARRAY3D_DESCRIPTOR;
typedef struct CUDA_MEMCPY2D_st {
  size_t srcXInBytes, srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch, dstXInBytes, dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch, WidthInBytes, Height;
} CUDA_MEMCPY2D;

#if defined(__cplusplus)
extern "C" {
#endif
#define CUDALS_DRIVER CUresult CUDAAPI

// Errors, devices, contexts.
CUDALS_DRIVER cuInit(unsigned int flags);
CUDALS_DRIVER cuDriverGetVersion(int *);
CUDALS_DRIVER cuGetErrorName(CUresult, const char **);
CUDALS_DRIVER cuGetErrorString(CUresult, const char **);
CUDALS_DRIVER cuDeviceGet(CUdevice *, int ordinal);
CUDALS_DRIVER cuDeviceGetCount(int *);
CUDALS_DRIVER cuDeviceGetName(char *, int room, CUdevice);
CUDALS_DRIVER cuDeviceGetUuid(CUuuid *, CUdevice);
CUDALS_DRIVER cuDeviceTotalMem(size_t *, CUdevice);
CUDALS_DRIVER cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice);
CUDALS_DEPRECATED CUDALS_DRIVER cuDeviceComputeCapability(int *major, int *minor, CUdevice);
CUDALS_DRIVER cuDeviceCanAccessPeer(int *can, CUdevice, CUdevice peer);
CUDALS_DRIVER cuDeviceGetByPCIBusId(CUdevice *, const char *);
CUDALS_DRIVER cuDevicePrimaryCtxRetain(CUcontext *, CUdevice);
CUDALS_DRIVER cuDevicePrimaryCtxRelease(CUdevice);
CUDALS_DRIVER cuDevicePrimaryCtxReset(CUdevice);
CUDALS_DRIVER cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int flags);
CUDALS_DRIVER cuCtxCreate(CUcontext *, unsigned int flags, CUdevice);
CUDALS_DRIVER cuCtxDestroy(CUcontext);
CUDALS_DRIVER cuCtxGetCurrent(CUcontext *);
CUDALS_DRIVER cuCtxSetCurrent(CUcontext);
CUDALS_DRIVER cuCtxPushCurrent(CUcontext);
CUDALS_DRIVER cuCtxPopCurrent(CUcontext *);
CUDALS_DRIVER cuCtxGetDevice(CUdevice *);
CUDALS_DRIVER cuCtxSynchronize(void);
CUDALS_DRIVER cuCtxGetLimit(size_t *, CUlimit);
CUDALS_DRIVER cuCtxSetLimit(CUlimit, size_t);
CUDALS_DRIVER cuCtxSetCacheConfig(CUfunc_cache);
CUDALS_DRIVER cuCtxEnablePeerAccess(CUcontext, unsigned int flags);
CUDALS_DRIVER cuCtxDisablePeerAccess(CUcontext);

// Modules and kernels.
CUDALS_DRIVER cuModuleLoad(CUmodule *, const char *path);
CUDALS_DRIVER cuModuleLoadData(CUmodule *, const void *image);
CUDALS_DRIVER cuModuleLoadDataEx(CUmodule *, const void *image, unsigned int count, CUjit_option *, void **values);
CUDALS_DRIVER cuModuleLoadFatBinary(CUmodule *, const void *);
CUDALS_DRIVER cuModuleUnload(CUmodule);
CUDALS_DRIVER cuModuleGetFunction(CUfunction *, CUmodule, const char *name);
CUDALS_DRIVER cuModuleGetGlobal(CUdeviceptr *, size_t *, CUmodule, const char *name);
CUDALS_DRIVER cuLinkCreate(unsigned int count, CUjit_option *, void **values, CUlinkState *);
CUDALS_DRIVER cuLinkAddData(CUlinkState, CUjitInputType, void *data, size_t, const char *name, unsigned int count,
    CUjit_option *, void **values);
CUDALS_DRIVER cuLinkAddFile(CUlinkState, CUjitInputType, const char *path, unsigned int count, CUjit_option *,
    void **values);
CUDALS_DRIVER cuLinkComplete(CUlinkState, void **image, size_t *);
CUDALS_DRIVER cuLinkDestroy(CUlinkState);
CUDALS_DRIVER cuFuncGetAttribute(int *, CUfunction_attribute, CUfunction);
CUDALS_DRIVER cuFuncSetAttribute(CUfunction, CUfunction_attribute, int);
CUDALS_DRIVER cuFuncSetCacheConfig(CUfunction, CUfunc_cache);
CUDALS_DRIVER cuLaunchKernel(CUfunction, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
    unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int shared, CUstream, void **args,
    void **extra);
CUDALS_DRIVER cuLaunchCooperativeKernel(CUfunction, unsigned int gridX, unsigned int gridY, unsigned int gridZ,
    unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int shared, CUstream, void **args);
CUDALS_DRIVER cuLaunchHostFunc(CUstream, void (CUDA_CB *)(void *), void *data);
CUDALS_DRIVER cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, CUfunction, int blockSize, size_t shared);
CUDALS_DRIVER cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction,
    size_t (CUDA_CB *sharedOfBlockSize)(int), size_t shared, int blockSizeLimit);

// Memory.
CUDALS_DRIVER cuMemAlloc(CUdeviceptr *, size_t);
CUDALS_DRIVER cuMemAllocPitch(CUdeviceptr *, size_t *pitch, size_t width, size_t height, unsigned int elementSize);
CUDALS_DRIVER cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int flags);
CUDALS_DRIVER cuMemAllocHost(void **, size_t);
CUDALS_DRIVER cuMemAllocAsync(CUdeviceptr *, size_t, CUstream);
CUDALS_DRIVER cuMemHostAlloc(void **, size_t, unsigned int flags);
CUDALS_DRIVER cuMemHostGetDevicePointer(CUdeviceptr *, void *, unsigned int flags);
CUDALS_DRIVER cuMemHostRegister(void *, size_t, unsigned int flags);
CUDALS_DRIVER cuMemHostUnregister(void *);
CUDALS_DRIVER cuMemFree(CUdeviceptr);
CUDALS_DRIVER cuMemFreeAsync(CUdeviceptr, CUstream);
CUDALS_DRIVER cuMemFreeHost(void *);
CUDALS_DRIVER cuMemGetInfo(size_t *free, size_t *total);
CUDALS_DRIVER cuMemGetAddressRange(CUdeviceptr *, size_t *, CUdeviceptr);
CUDALS_DRIVER cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t);
CUDALS_DRIVER cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t, CUstream);
CUDALS_DRIVER cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t);
CUDALS_DRIVER cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t, CUstream);
CUDALS_DRIVER cuMemcpyDtoH(void *to, CUdeviceptr from, size_t);
CUDALS_DRIVER cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t, CUstream);
CUDALS_DRIVER cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t);
CUDALS_DRIVER cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t, CUstream);
CUDALS_DRIVER cuMemcpy2D(const CUDA_MEMCPY2D *);
CUDALS_DRIVER cuMemcpy2DAsync(const CUDA_MEMCPY2D *, CUstream);
CUDALS_DRIVER cuMemsetD8(CUdeviceptr, unsigned char, size_t);
CUDALS_DRIVER cuMemsetD16(CUdeviceptr, unsigned short, size_t);
CUDALS_DRIVER cuMemsetD32(CUdeviceptr, unsigned int, size_t);
CUDALS_DRIVER cuMemsetD8Async(CUdeviceptr, unsigned char, size_t, CUstream);
CUDALS_DRIVER cuMemsetD32Async(CUdeviceptr, unsigned int, size_t, CUstream);
CUDALS_DRIVER cuArrayCreate(CUarray *, const CUDA_ARRAY_DESCRIPTOR *);
CUDALS_DRIVER cuArrayDestroy(CUarray);
CUDALS_DRIVER cuArray3DCreate(CUarray *, const CUDA_ARRAY3D_DESCRIPTOR *);
CUDALS_DRIVER cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr);
CUDALS_DRIVER cuIpcGetMemHandle(CUipcMemHandle *, CUdeviceptr);
CUDALS_DRIVER cuIpcOpenMemHandle(CUdeviceptr *, CUipcMemHandle, unsigned int flags);
CUDALS_DRIVER cuIpcCloseMemHandle(CUdeviceptr);
CUDALS_DRIVER cuMemGetAllocationGranularity(size_t *, const CUmemAllocationProp *, CUmemAllocationGranularity_flags);
CUDALS_DRIVER cuMemCreate(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp *, unsigned long long);
CUDALS_DRIVER cuMemRelease(CUmemGenericAllocationHandle);
CUDALS_DRIVER cuMemAddressReserve(CUdeviceptr *, size_t, size_t alignment, CUdeviceptr hint, unsigned long long);
CUDALS_DRIVER cuMemAddressFree(CUdeviceptr, size_t);
CUDALS_DRIVER cuMemMap(CUdeviceptr, size_t, size_t offset, CUmemGenericAllocationHandle, unsigned long long);
CUDALS_DRIVER cuMemUnmap(CUdeviceptr, size_t);
CUDALS_DRIVER cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t count);
CUDALS_DRIVER cuMemExportToShareableHandle(void *, CUmemGenericAllocationHandle, CUmemAllocationHandleType,
    unsigned long long);
CUDALS_DRIVER cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *, void *, CUmemAllocationHandleType);

// Streams and events.
CUDALS_DRIVER cuStreamCreate(CUstream *, unsigned int flags);
CUDALS_DRIVER cuStreamCreateWithPriority(CUstream *, unsigned int flags, int priority);
CUDALS_DRIVER cuStreamDestroy(CUstream);
CUDALS_DRIVER cuStreamQuery(CUstream);
CUDALS_DRIVER cuStreamSynchronize(CUstream);
CUDALS_DRIVER cuStreamWaitEvent(CUstream, CUevent, unsigned int flags);
CUDALS_DRIVER cuEventCreate(CUevent *, unsigned int flags);
CUDALS_DRIVER cuEventRecord(CUevent, CUstream);
CUDALS_DRIVER cuEventQuery(CUevent);
CUDALS_DRIVER cuEventSynchronize(CUevent);
CUDALS_DRIVER cuEventElapsedTime(float *ms, CUevent start, CUevent end);
CUDALS_DRIVER cuEventDestroy(CUevent);

#undef CUDALS_DRIVER
#if defined(__cplusplus)
}
#endif

#endif
