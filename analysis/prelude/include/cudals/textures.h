// Reads through texture objects, reads and writes through surface objects.
#ifndef CUDALS_TEXTURES_H
#define CUDALS_TEXTURES_H

#include "../driver_types.h"
#include "texture_references.h"

#if defined(__CUDACC__) && defined(__cplusplus)

// Each read either returns T or stores it through a pointer.
#define CUDALS_FETCH(f, ...) \
  template <class T> __device__ T f(cudaTextureObject_t, __VA_ARGS__); \
  template <class T> __device__ void f(T *, cudaTextureObject_t, __VA_ARGS__);
CUDALS_FETCH(tex1Dfetch, int)
CUDALS_FETCH(tex1D, float x)
CUDALS_FETCH(tex2D, float x, float y)
CUDALS_FETCH(tex2D, float x, float y, bool *resident)
CUDALS_FETCH(tex3D, float x, float y, float z)
CUDALS_FETCH(tex3D, float x, float y, float z, bool *resident)
CUDALS_FETCH(texCubemap, float x, float y, float z)
CUDALS_FETCH(tex1DLayered, float x, int layer)
CUDALS_FETCH(tex2DLayered, float x, float y, int layer)
CUDALS_FETCH(tex2DLayered, float x, float y, int layer, bool *resident)
CUDALS_FETCH(texCubemapLayered, float x, float y, float z, int layer)
CUDALS_FETCH(tex2Dgather, float x, float y, int component = 0)
CUDALS_FETCH(tex2Dgather, float x, float y, bool *resident, int component = 0)
CUDALS_FETCH(tex1DLod, float x, float level)
CUDALS_FETCH(tex2DLod, float x, float y, float level)
CUDALS_FETCH(tex2DLod, float x, float y, float level, bool *resident)
CUDALS_FETCH(tex3DLod, float x, float y, float z, float level)
CUDALS_FETCH(tex3DLod, float x, float y, float z, float level, bool *resident)
CUDALS_FETCH(texCubemapLod, float x, float y, float z, float level)
CUDALS_FETCH(tex1DLayeredLod, float x, int layer, float level)
CUDALS_FETCH(tex2DLayeredLod, float x, float y, int layer, float level)
CUDALS_FETCH(tex2DLayeredLod, float x, float y, int layer, float level, bool *resident)
CUDALS_FETCH(texCubemapLayeredLod, float x, float y, float z, int layer, float level)
CUDALS_FETCH(tex1DGrad, float x, float dx, float dy)
CUDALS_FETCH(tex2DGrad, float x, float y, float2 dx, float2 dy)
CUDALS_FETCH(tex2DGrad, float x, float y, float2 dx, float2 dy, bool *resident)
CUDALS_FETCH(tex3DGrad, float x, float y, float z, float4 dx, float4 dy)
CUDALS_FETCH(tex3DGrad, float x, float y, float z, float4 dx, float4 dy, bool *resident)
CUDALS_FETCH(texCubemapGrad, float x, float y, float z, float4 dx, float4 dy)
CUDALS_FETCH(tex1DLayeredGrad, float x, int layer, float dx, float dy)
CUDALS_FETCH(tex2DLayeredGrad, float x, float y, int layer, float2 dx, float2 dy)
CUDALS_FETCH(tex2DLayeredGrad, float x, float y, int layer, float2 dx, float2 dy, bool *resident)
CUDALS_FETCH(texCubemapLayeredGrad, float x, float y, float z, int layer, float4 dx, float4 dy)
#undef CUDALS_FETCH

#define CUDALS_SURFACE(shape, ...) \
  template <class T> \
  __device__ T surf##shape##read(cudaSurfaceObject_t, __VA_ARGS__, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class T> \
  __device__ void surf##shape##read(T *, cudaSurfaceObject_t, __VA_ARGS__, \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class T> \
  __device__ void surf##shape##write(T, cudaSurfaceObject_t, __VA_ARGS__, \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
CUDALS_SURFACE(1D, int x)
CUDALS_SURFACE(2D, int x, int y)
CUDALS_SURFACE(3D, int x, int y, int z)
CUDALS_SURFACE(1DLayered, int x, int layer)
CUDALS_SURFACE(2DLayered, int x, int y, int layer)
CUDALS_SURFACE(Cubemap, int x, int y, int face)
CUDALS_SURFACE(CubemapLayered, int x, int y, int face)
#undef CUDALS_SURFACE

#endif

#endif
