// Sharing of buffers and images with OpenGL.
#ifndef CUDALS_CUDA_GL_INTEROP_H
#define CUDALS_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"

typedef unsigned int GLenum;
typedef unsigned int GLuint;

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame };
enum cudaGLMapFlags { cudaGLMapFlagsNone, cudaGLMapFlagsReadOnly, cudaGLMapFlagsWriteDiscard };

extern "C" {
__host__ cudaError_t cudaGLGetDevices(unsigned int *found, int *devices, unsigned int room, enum cudaGLDeviceList);
__host__ cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t *, GLuint, unsigned int flags);
__host__ cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t *, GLuint, GLenum target, unsigned int flags);
// Before there were graphics resources.
[[deprecated]] __host__ cudaError_t cudaGLSetGLDevice(int device);
[[deprecated]] __host__ cudaError_t cudaGLRegisterBufferObject(GLuint);
[[deprecated]] __host__ cudaError_t cudaGLUnregisterBufferObject(GLuint);
[[deprecated]] __host__ cudaError_t cudaGLSetBufferObjectMapFlags(GLuint, unsigned int flags);
[[deprecated]] __host__ cudaError_t cudaGLMapBufferObject(void **, GLuint);
[[deprecated]] __host__ cudaError_t cudaGLMapBufferObjectAsync(void **, GLuint, cudaStream_t);
[[deprecated]] __host__ cudaError_t cudaGLUnmapBufferObject(GLuint);
[[deprecated]] __host__ cudaError_t cudaGLUnmapBufferObjectAsync(GLuint, cudaStream_t);
}

#endif
