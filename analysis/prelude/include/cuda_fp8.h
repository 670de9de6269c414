// Numbers of 8 bits, their pairs and fours.
#ifndef CUDALS_CUDA_FP8_H
#define CUDALS_CUDA_FP8_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__cplusplus)

#define CUDALS_BOTH __host__ __device__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#define CUDALS_TO(from, to, name) \
  CUDALS_BOTH __nv_fp8##to##_storage_t __nv_cvt_##name(from, __nv_saturation_t, __nv_fp8_interpretation_t);
CUDALS_TO(double, , double_to_fp8)
CUDALS_TO(double2, x2, double2_to_fp8x2)
CUDALS_TO(float, , float_to_fp8)
CUDALS_TO(float2, x2, float2_to_fp8x2)
CUDALS_TO(__half_raw, , halfraw_to_fp8)
CUDALS_TO(__half2_raw, x2, halfraw2_to_fp8x2)
CUDALS_TO(__nv_bfloat16_raw, , bfloat16raw_to_fp8)
CUDALS_TO(__nv_bfloat162_raw, x2, bfloat16raw2_to_fp8x2)
#undef CUDALS_TO
CUDALS_BOTH __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
CUDALS_BOTH __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

#define CUDALS_FORMAT(T, T2, T4) \
  struct T { \
    __nv_fp8_storage_t __x; \
    T() = default; \
    CUDALS_BOTH explicit T(__half); \
    CUDALS_BOTH explicit T(__nv_bfloat16); \
    CUDALS_BOTH explicit T(float); \
    CUDALS_BOTH explicit T(double); \
    CUDALS_BOTH explicit T(unsigned short); \
    CUDALS_BOTH explicit T(unsigned int); \
    CUDALS_BOTH explicit T(unsigned long); \
    CUDALS_BOTH explicit T(unsigned long long); \
    CUDALS_BOTH explicit T(short); \
    CUDALS_BOTH explicit T(int); \
    CUDALS_BOTH explicit T(long); \
    CUDALS_BOTH explicit T(long long); \
    CUDALS_BOTH explicit operator __half() const; \
    CUDALS_BOTH explicit operator __nv_bfloat16() const; \
    CUDALS_BOTH explicit operator float() const; \
    CUDALS_BOTH explicit operator double() const; \
    CUDALS_BOTH explicit operator char() const; \
    CUDALS_BOTH explicit operator signed char() const; \
    CUDALS_BOTH explicit operator unsigned char() const; \
    CUDALS_BOTH explicit operator bool() const; \
    CUDALS_BOTH explicit operator unsigned short() const; \
    CUDALS_BOTH explicit operator unsigned int() const; \
    CUDALS_BOTH explicit operator unsigned long() const; \
    CUDALS_BOTH explicit operator unsigned long long() const; \
    CUDALS_BOTH explicit operator short() const; \
    CUDALS_BOTH explicit operator int() const; \
    CUDALS_BOTH explicit operator long() const; \
    CUDALS_BOTH explicit operator long long() const; \
  }; \
  struct T2 { \
    __nv_fp8x2_storage_t __x; \
    T2() = default; \
    CUDALS_BOTH explicit T2(__half2); \
    CUDALS_BOTH explicit T2(__nv_bfloat162); \
    CUDALS_BOTH explicit T2(float2); \
    CUDALS_BOTH explicit T2(double2); \
    CUDALS_BOTH explicit operator __half2() const; \
    CUDALS_BOTH explicit operator float2() const; \
  }; \
  struct T4 { \
    __nv_fp8x4_storage_t __x; \
    T4() = default; \
    CUDALS_BOTH explicit T4(__half2, __half2); \
    CUDALS_BOTH explicit T4(__nv_bfloat162, __nv_bfloat162); \
    CUDALS_BOTH explicit T4(float4); \
    CUDALS_BOTH explicit T4(double4); \
    CUDALS_BOTH explicit operator float4() const; \
  };
CUDALS_FORMAT(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3)
CUDALS_FORMAT(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2)
#undef CUDALS_FORMAT

#undef CUDALS_BOTH

#endif

#endif
