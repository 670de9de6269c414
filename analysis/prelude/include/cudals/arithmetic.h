// Arithmetic that has an instruction of its own: rounding by name, integers bit by bit, conversions.
#ifndef CUDALS_ARITHMETIC_H
#define CUDALS_ARITHMETIC_H

#include "../vector_types.h"

#if defined(__CUDACC__) && defined(__cplusplus)

// The four directions of rounding, each a function of its own.
#define CUDALS_ROUNDED(T, f, ...) \
  __device__ T f##_rn(__VA_ARGS__); \
  __device__ T f##_rz(__VA_ARGS__); \
  __device__ T f##_ru(__VA_ARGS__); \
  __device__ T f##_rd(__VA_ARGS__);

CUDALS_ROUNDED(float, __fadd, float, float)
CUDALS_ROUNDED(float, __fsub, float, float)
CUDALS_ROUNDED(float, __fmul, float, float)
CUDALS_ROUNDED(float, __fdiv, float, float)
CUDALS_ROUNDED(float, __fmaf, float, float, float)
CUDALS_ROUNDED(float, __fmaf_ieee, float, float, float)
CUDALS_ROUNDED(float, __frcp, float)
CUDALS_ROUNDED(float, __fsqrt, float)
CUDALS_ROUNDED(double, __dadd, double, double)
CUDALS_ROUNDED(double, __dsub, double, double)
CUDALS_ROUNDED(double, __dmul, double, double)
CUDALS_ROUNDED(double, __ddiv, double, double)
CUDALS_ROUNDED(double, __fma, double, double, double)
CUDALS_ROUNDED(double, __drcp, double)
CUDALS_ROUNDED(double, __dsqrt, double)
__device__ float __frsqrt_rn(float);

CUDALS_ROUNDED(int, __float2int, float)
CUDALS_ROUNDED(unsigned int, __float2uint, float)
CUDALS_ROUNDED(long long, __float2ll, float)
CUDALS_ROUNDED(unsigned long long, __float2ull, float)
CUDALS_ROUNDED(int, __double2int, double)
CUDALS_ROUNDED(unsigned int, __double2uint, double)
CUDALS_ROUNDED(long long, __double2ll, double)
CUDALS_ROUNDED(unsigned long long, __double2ull, double)
CUDALS_ROUNDED(float, __double2float, double)
CUDALS_ROUNDED(float, __int2float, int)
CUDALS_ROUNDED(float, __uint2float, unsigned int)
CUDALS_ROUNDED(float, __ll2float, long long)
CUDALS_ROUNDED(float, __ull2float, unsigned long long)
CUDALS_ROUNDED(double, __ll2double, long long)
CUDALS_ROUNDED(double, __ull2double, unsigned long long)
__device__ double __int2double_rn(int);
__device__ double __uint2double_rn(unsigned int);
#undef CUDALS_ROUNDED

// A number's bits, as a number of another type.
__device__ int __float_as_int(float);
__device__ unsigned int __float_as_uint(float);
__device__ float __int_as_float(int);
__device__ float __uint_as_float(unsigned int);
__device__ long long __double_as_longlong(double);
__device__ double __longlong_as_double(long long);
__device__ int __double2hiint(double);
__device__ int __double2loint(double);
__device__ double __hiloint2double(int hi, int lo);

// Fast and inexact.
#define CUDALS_FAST(f) __device__ float f(float) noexcept;
CUDALS_FAST(__sinf) CUDALS_FAST(__cosf) CUDALS_FAST(__tanf) CUDALS_FAST(__expf) CUDALS_FAST(__exp10f)
CUDALS_FAST(__logf) CUDALS_FAST(__log2f) CUDALS_FAST(__log10f) CUDALS_FAST(__saturatef)
#undef CUDALS_FAST
__device__ float __powf(float, float) noexcept;
__device__ float __fdividef(float, float) noexcept;
__device__ double fdivide(double, double);
__device__ float fdividef(float, float) noexcept;
__device__ void __sincosf(float, float *sine, float *cosine) noexcept;

// Integers.
__device__ unsigned int __brev(unsigned int);
__device__ unsigned int __byte_perm(unsigned int, unsigned int, unsigned int selector);
__device__ int __clz(int);
__device__ int __clzll(long long);
__device__ int __ffs(int);
__device__ int __ffsll(long long);
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
__device__ int __popc(unsigned int);
__device__ int __popcll(unsigned long long);
__device__ unsigned long long __brevll(unsigned long long);
__device__ unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift);
__device__ unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift);
__device__ unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift);
__device__ unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift);
#define CUDALS_PAIR(f, uf) \
  __device__ int f(int, int); \
  __device__ unsigned int uf(unsigned int, unsigned int);
CUDALS_PAIR(__hadd, __uhadd)
CUDALS_PAIR(__rhadd, __urhadd)
CUDALS_PAIR(__mul24, __umul24)
CUDALS_PAIR(__mulhi, __umulhi)
#undef CUDALS_PAIR
__device__ long long __mul64hi(long long, long long);
__device__ unsigned long long __umul64hi(unsigned long long, unsigned long long);
__device__ unsigned int __sad(int, int, unsigned int);
__device__ unsigned int __usad(unsigned int, unsigned int, unsigned int);

// Bytes and half-words of a word, side by side.
#define CUDALS_BOTH_LANES(f) CUDALS_LANES(f##2) CUDALS_LANES(f##4)
#define CUDALS_LANES(f) __device__ unsigned int f(unsigned int, unsigned int);
CUDALS_BOTH_LANES(__vabsdiffs) CUDALS_BOTH_LANES(__vabsdiffu) CUDALS_BOTH_LANES(__vadd) CUDALS_BOTH_LANES(__vaddss)
CUDALS_BOTH_LANES(__vaddus) CUDALS_BOTH_LANES(__vavgs) CUDALS_BOTH_LANES(__vavgu) CUDALS_BOTH_LANES(__vhaddu)
CUDALS_BOTH_LANES(__vmaxs) CUDALS_BOTH_LANES(__vmaxu) CUDALS_BOTH_LANES(__vmins) CUDALS_BOTH_LANES(__vminu)
CUDALS_BOTH_LANES(__vsads) CUDALS_BOTH_LANES(__vsadu) CUDALS_BOTH_LANES(__vsub) CUDALS_BOTH_LANES(__vsubss)
CUDALS_BOTH_LANES(__vsubus)
CUDALS_BOTH_LANES(__vcmpeq) CUDALS_BOTH_LANES(__vcmpne) CUDALS_BOTH_LANES(__vcmpges) CUDALS_BOTH_LANES(__vcmpgeu)
CUDALS_BOTH_LANES(__vcmpgts) CUDALS_BOTH_LANES(__vcmpgtu) CUDALS_BOTH_LANES(__vcmples) CUDALS_BOTH_LANES(__vcmpleu)
CUDALS_BOTH_LANES(__vcmplts) CUDALS_BOTH_LANES(__vcmpltu)
CUDALS_BOTH_LANES(__vseteq) CUDALS_BOTH_LANES(__vsetne) CUDALS_BOTH_LANES(__vsetges) CUDALS_BOTH_LANES(__vsetgeu)
CUDALS_BOTH_LANES(__vsetgts) CUDALS_BOTH_LANES(__vsetgtu) CUDALS_BOTH_LANES(__vsetles) CUDALS_BOTH_LANES(__vsetleu)
CUDALS_BOTH_LANES(__vsetlts) CUDALS_BOTH_LANES(__vsetltu)
#undef CUDALS_LANES
#define CUDALS_LANES(f) __device__ unsigned int f(unsigned int);
CUDALS_BOTH_LANES(__vabs) CUDALS_BOTH_LANES(__vabsss) CUDALS_BOTH_LANES(__vneg) CUDALS_BOTH_LANES(__vnegss)
#undef CUDALS_LANES
#undef CUDALS_BOTH_LANES

// Dot products of bytes.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 610
#define CUDALS_DOT(f, S, U) \
  __device__ int f(int, int, int); \
  __device__ unsigned int f(unsigned int, unsigned int, unsigned int); \
  __device__ int f(S, char4, int); \
  __device__ unsigned int f(U, uchar4, unsigned int);
CUDALS_DOT(__dp4a, char4, uchar4)
CUDALS_DOT(__dp2a_lo, short2, ushort2)
CUDALS_DOT(__dp2a_hi, short2, ushort2)
#undef CUDALS_DOT
#endif

// Several additions, minima and maxima at once. Host code may call them too.
#define CUDALS_THREE(f) \
  __host__ __device__ int f##_s32(int, int, int); \
  __host__ __device__ unsigned int f##_u32(unsigned int, unsigned int, unsigned int); \
  __host__ __device__ unsigned int f##_s16x2(unsigned int, unsigned int, unsigned int); \
  __host__ __device__ unsigned int f##_u16x2(unsigned int, unsigned int, unsigned int);
CUDALS_THREE(__vimax3) CUDALS_THREE(__vimin3) CUDALS_THREE(__viaddmax) CUDALS_THREE(__viaddmin)
#undef CUDALS_THREE
#define CUDALS_THREE(f) \
  __host__ __device__ int f##_s32_relu(int, int, int); \
  __host__ __device__ unsigned int f##_s16x2_relu(unsigned int, unsigned int, unsigned int);
CUDALS_THREE(__vimax3) CUDALS_THREE(__vimin3) CUDALS_THREE(__viaddmax) CUDALS_THREE(__viaddmin)
#undef CUDALS_THREE
#define CUDALS_TWO(end) \
  __host__ __device__ int __vi##end##_s32_relu(int, int); \
  __host__ __device__ unsigned int __vi##end##_s16x2_relu(unsigned int, unsigned int); \
  __host__ __device__ int __vib##end##_s32(int, int, bool *); \
  __host__ __device__ unsigned int __vib##end##_u32(unsigned int, unsigned int, bool *); \
  __host__ __device__ unsigned int __vib##end##_s16x2(unsigned int, unsigned int, bool *, bool *); \
  __host__ __device__ unsigned int __vib##end##_u16x2(unsigned int, unsigned int, bool *, bool *);
CUDALS_TWO(max) CUDALS_TWO(min)
#undef CUDALS_TWO

#endif

#endif
