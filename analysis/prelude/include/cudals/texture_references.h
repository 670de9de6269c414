// Texture and surface references, which CUDA 12 has no more.
#ifndef CUDALS_TEXTURE_REFERENCES_H
#define CUDALS_TEXTURE_REFERENCES_H

#include "../driver_types.h"

#if defined(__cplusplus) && defined(__CUDALS_CUDA_VERSION__) && __CUDALS_CUDA_VERSION__ < 12000

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

struct __device_builtin__ textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int __cudaReserved[14];
};
struct __device_builtin__ surfaceReference { struct cudaChannelFormatDesc channelDesc; };

extern "C" {
__host__ cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *, const void *,
    const struct cudaChannelFormatDesc *, size_t = ~0u);
__host__ cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *, const void *,
    const struct cudaChannelFormatDesc *, size_t width, size_t height, size_t pitch);
__host__ cudaError_t cudaBindTextureToArray(const struct textureReference *, cudaArray_const_t,
    const struct cudaChannelFormatDesc *);
__host__ cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *, cudaMipmappedArray_const_t,
    const struct cudaChannelFormatDesc *);
__host__ cudaError_t cudaUnbindTexture(const struct textureReference *);
__host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *);
__host__ cudaError_t cudaGetTextureReference(const struct textureReference **, const void *symbol);
__host__ cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *, cudaArray_const_t,
    const struct cudaChannelFormatDesc *);
__host__ cudaError_t cudaGetSurfaceReference(const struct surfaceReference **, const void *symbol);
}

#if defined(__CUDACC__)

template <class T, int shape = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __device_builtin_texture_type__ texture : textureReference {
  texture(int normalized = 0, enum cudaTextureFilterMode = cudaFilterModePoint,
      enum cudaTextureAddressMode = cudaAddressModeClamp);
  texture(int normalized, enum cudaTextureFilterMode, enum cudaTextureAddressMode, struct cudaChannelFormatDesc);
};
template <class T, int shape = 1> struct __device_builtin_surface_type__ surface : surfaceReference {};
template <int shape> struct __device_builtin_surface_type__ surface<void, shape> : surfaceReference { surface(); };

// What a read yields.
template <class T, enum cudaTextureReadMode> struct cudals_fetched { typedef T type; };
#define CUDALS_NORMALIZED(T, F) \
  template <> struct cudals_fetched<T, cudaReadModeNormalizedFloat> { typedef F type; };
CUDALS_NORMALIZED(char, float)
CUDALS_NORMALIZED(signed char, float)
CUDALS_NORMALIZED(unsigned char, float)
CUDALS_NORMALIZED(short, float)
CUDALS_NORMALIZED(unsigned short, float)
#define CUDALS_NORMALIZED_VECTOR(n) \
  CUDALS_NORMALIZED(char##n, float##n) \
  CUDALS_NORMALIZED(uchar##n, float##n) \
  CUDALS_NORMALIZED(short##n, float##n) \
  CUDALS_NORMALIZED(ushort##n, float##n)
CUDALS_NORMALIZED_VECTOR(1)
CUDALS_NORMALIZED_VECTOR(2)
CUDALS_NORMALIZED_VECTOR(4)
#undef CUDALS_NORMALIZED_VECTOR
#undef CUDALS_NORMALIZED

#define CUDALS_FETCH(f, shape, ...) \
  template <class T, enum cudaTextureReadMode mode> \
  __device__ typename cudals_fetched<T, mode>::type f(texture<T, cudaTextureType##shape, mode>, __VA_ARGS__);
CUDALS_FETCH(tex1Dfetch, 1D, int)
CUDALS_FETCH(tex1D, 1D, float x)
CUDALS_FETCH(tex2D, 2D, float x, float y)
CUDALS_FETCH(tex3D, 3D, float x, float y, float z)
CUDALS_FETCH(texCubemap, Cubemap, float x, float y, float z)
CUDALS_FETCH(tex1DLayered, 1DLayered, float x, int layer)
CUDALS_FETCH(tex2DLayered, 2DLayered, float x, float y, int layer)
CUDALS_FETCH(texCubemapLayered, CubemapLayered, float x, float y, float z, int layer)
CUDALS_FETCH(tex2Dgather, 2D, float x, float y, int component = 0)
CUDALS_FETCH(tex1DLod, 1D, float x, float level)
CUDALS_FETCH(tex2DLod, 2D, float x, float y, float level)
CUDALS_FETCH(tex3DLod, 3D, float x, float y, float z, float level)
CUDALS_FETCH(texCubemapLod, Cubemap, float x, float y, float z, float level)
CUDALS_FETCH(tex1DLayeredLod, 1DLayered, float x, int layer, float level)
CUDALS_FETCH(tex2DLayeredLod, 2DLayered, float x, float y, int layer, float level)
CUDALS_FETCH(texCubemapLayeredLod, CubemapLayered, float x, float y, float z, int layer, float level)
CUDALS_FETCH(tex1DGrad, 1D, float x, float dx, float dy)
CUDALS_FETCH(tex2DGrad, 2D, float x, float y, float2 dx, float2 dy)
CUDALS_FETCH(tex3DGrad, 3D, float x, float y, float z, float4 dx, float4 dy)
CUDALS_FETCH(texCubemapGrad, Cubemap, float x, float y, float z, float4 dx, float4 dy)
CUDALS_FETCH(tex1DLayeredGrad, 1DLayered, float x, int layer, float dx, float dy)
CUDALS_FETCH(tex2DLayeredGrad, 2DLayered, float x, float y, int layer, float2 dx, float2 dy)
CUDALS_FETCH(texCubemapLayeredGrad, CubemapLayered, float x, float y, float z, int layer, float4 dx, float4 dy)
#undef CUDALS_FETCH

#define CUDALS_SURFACE(shape, ...) \
  template <class T> \
  __device__ T surf##shape##read(surface<void, cudaSurfaceType##shape>, __VA_ARGS__, \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class T> \
  __device__ void surf##shape##read(T *, surface<void, cudaSurfaceType##shape>, __VA_ARGS__, \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap); \
  template <class T> \
  __device__ void surf##shape##write(T, surface<void, cudaSurfaceType##shape>, __VA_ARGS__, \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
CUDALS_SURFACE(1D, int x)
CUDALS_SURFACE(2D, int x, int y)
CUDALS_SURFACE(3D, int x, int y, int z)
CUDALS_SURFACE(1DLayered, int x, int layer)
CUDALS_SURFACE(2DLayered, int x, int y, int layer)
CUDALS_SURFACE(Cubemap, int x, int y, int face)
CUDALS_SURFACE(CubemapLayered, int x, int y, int face)
#undef CUDALS_SURFACE

template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTexture(size_t *offset, const texture<T, shape, mode> &, const void *,
    const cudaChannelFormatDesc &, size_t = ~0u);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTexture(size_t *offset, const texture<T, shape, mode> &, const void *, size_t = ~0u);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, shape, mode> &, const void *,
    const cudaChannelFormatDesc &, size_t width, size_t height, size_t pitch);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, shape, mode> &, const void *,
    size_t width, size_t height, size_t pitch);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTextureToArray(const texture<T, shape, mode> &, cudaArray_const_t,
    const cudaChannelFormatDesc &);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTextureToArray(const texture<T, shape, mode> &, cudaArray_const_t);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTextureToMipmappedArray(const texture<T, shape, mode> &, cudaMipmappedArray_const_t,
    const cudaChannelFormatDesc &);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaBindTextureToMipmappedArray(const texture<T, shape, mode> &, cudaMipmappedArray_const_t);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaUnbindTexture(const texture<T, shape, mode> &);
template <class T, int shape, enum cudaTextureReadMode mode>
__host__ cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const texture<T, shape, mode> &);
template <class T, int shape>
__host__ cudaError_t cudaBindSurfaceToArray(const surface<T, shape> &, cudaArray_const_t,
    const cudaChannelFormatDesc &);
template <class T, int shape>
__host__ cudaError_t cudaBindSurfaceToArray(const surface<T, shape> &, cudaArray_const_t);

#endif

#endif

#endif
