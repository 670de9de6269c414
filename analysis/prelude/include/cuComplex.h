// Complex numbers in C.
#ifndef CUDALS_CUCOMPLEX_H
#define CUDALS_CUCOMPLEX_H

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// R is the type of the parts, C of the number; the names of the functions end in f or in nothing.
#define CUDALS_COMPLEX(R, C, s) \
  __host__ __device__ R cuCreal##s(C); \
  __host__ __device__ R cuCimag##s(C); \
  __host__ __device__ R cuCabs##s(C); \
  __host__ __device__ C cuConj##s(C); \
  __host__ __device__ C make_##C(R re, R im); \
  __host__ __device__ C cuCadd##s(C, C); \
  __host__ __device__ C cuCsub##s(C, C); \
  __host__ __device__ C cuCmul##s(C, C); \
  __host__ __device__ C cuCdiv##s(C, C); \
  __host__ __device__ C cuCfma##s(C, C, C);
CUDALS_COMPLEX(float, cuFloatComplex, f)
CUDALS_COMPLEX(double, cuDoubleComplex, )
#undef CUDALS_COMPLEX
__host__ __device__ cuComplex make_cuComplex(float re, float im);
__host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);
__host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);

#endif
