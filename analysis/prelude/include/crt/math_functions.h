// Mathematical functions. Host and device call the same names; a few exist on the device alone.
#ifndef CUDALS_CRT_MATH_FUNCTIONS_H
#define CUDALS_CRT_MATH_FUNCTIONS_H

#include "cudals_std.h"
#include "host_defines.h"

#if defined(__CUDACC__) && defined(__cplusplus)

#define CUDALS_BOTH __host__ __device__

// The C library's names: with f at the end for float, without for double.
extern "C" {

#define CUDALS_UNARY(name) \
  CUDALS_BOTH double name(double) noexcept; \
  CUDALS_BOTH float name##f(float) noexcept;
CUDALS_UNARY(acos) CUDALS_UNARY(acosh) CUDALS_UNARY(asin) CUDALS_UNARY(asinh) CUDALS_UNARY(atan) CUDALS_UNARY(atanh)
CUDALS_UNARY(cos) CUDALS_UNARY(cosh) CUDALS_UNARY(sin) CUDALS_UNARY(sinh) CUDALS_UNARY(tan) CUDALS_UNARY(tanh)
CUDALS_UNARY(exp) CUDALS_UNARY(exp2) CUDALS_UNARY(exp10) CUDALS_UNARY(expm1)
CUDALS_UNARY(log) CUDALS_UNARY(log2) CUDALS_UNARY(log10) CUDALS_UNARY(log1p) CUDALS_UNARY(logb)
CUDALS_UNARY(sqrt) CUDALS_UNARY(cbrt) CUDALS_UNARY(fabs)
CUDALS_UNARY(ceil) CUDALS_UNARY(floor) CUDALS_UNARY(trunc) CUDALS_UNARY(round) CUDALS_UNARY(rint)
CUDALS_UNARY(nearbyint)
CUDALS_UNARY(erf) CUDALS_UNARY(erfc) CUDALS_UNARY(lgamma) CUDALS_UNARY(tgamma)
CUDALS_UNARY(j0) CUDALS_UNARY(j1) CUDALS_UNARY(y0) CUDALS_UNARY(y1)
// Not in the C library.
CUDALS_UNARY(rsqrt) CUDALS_UNARY(rcbrt) CUDALS_UNARY(sinpi) CUDALS_UNARY(cospi)
CUDALS_UNARY(erfinv) CUDALS_UNARY(erfcinv) CUDALS_UNARY(erfcx) CUDALS_UNARY(normcdf) CUDALS_UNARY(normcdfinv)
#undef CUDALS_UNARY

#define CUDALS_BINARY(name) \
  CUDALS_BOTH double name(double, double) noexcept; \
  CUDALS_BOTH float name##f(float, float) noexcept;
CUDALS_BINARY(atan2) CUDALS_BINARY(copysign) CUDALS_BINARY(fdim) CUDALS_BINARY(fmax) CUDALS_BINARY(fmin)
CUDALS_BINARY(fmod) CUDALS_BINARY(hypot) CUDALS_BINARY(nextafter) CUDALS_BINARY(pow) CUDALS_BINARY(remainder)
#undef CUDALS_BINARY

// Other shapes, given with T for the floating-point type.
#define CUDALS_SHAPE(T, s) \
  CUDALS_BOTH T fma##s(T, T, T) noexcept; \
  CUDALS_BOTH T frexp##s(T, int *) noexcept; \
  CUDALS_BOTH T jn##s(int, T) noexcept; \
  CUDALS_BOTH T ldexp##s(T, int) noexcept; \
  CUDALS_BOTH T modf##s(T, T *) noexcept; \
  CUDALS_BOTH T nan##s(const char *) noexcept; \
  CUDALS_BOTH T remquo##s(T, T, int *) noexcept; \
  CUDALS_BOTH T scalbln##s(T, long) noexcept; \
  CUDALS_BOTH T scalbn##s(T, int) noexcept; \
  CUDALS_BOTH T yn##s(int, T) noexcept; \
  CUDALS_BOTH int ilogb##s(T) noexcept; \
  CUDALS_BOTH long lrint##s(T) noexcept; \
  CUDALS_BOTH long lround##s(T) noexcept; \
  CUDALS_BOTH long long llrint##s(T) noexcept; \
  CUDALS_BOTH long long llround##s(T) noexcept; \
  CUDALS_BOTH void sincos##s(T, T *, T *) noexcept; \
  CUDALS_BOTH void sincospi##s(T, T *, T *) noexcept; \
  __device__ T cyl_bessel_i0##s(T) noexcept; \
  __device__ T cyl_bessel_i1##s(T) noexcept; \
  __device__ T rhypot##s(T, T) noexcept; \
  __device__ T norm##s(int, const T *) noexcept; \
  __device__ T rnorm##s(int, const T *) noexcept; \
  __device__ T norm3d##s(T, T, T) noexcept; \
  __device__ T rnorm3d##s(T, T, T) noexcept; \
  __device__ T norm4d##s(T, T, T, T) noexcept; \
  __device__ T rnorm4d##s(T, T, T, T) noexcept;
CUDALS_SHAPE(double, )
CUDALS_SHAPE(float, f)
#undef CUDALS_SHAPE

// What glibc's classifications are made of, for host code too.
#define CUDALS_CLASS(n) CUDALS_BOTH int n(double) noexcept; CUDALS_BOTH int n##f(float) noexcept; CUDALS_BOTH int n##l(long double) noexcept;
CUDALS_CLASS(__finite) CUDALS_CLASS(__isinf) CUDALS_CLASS(__isnan) CUDALS_CLASS(__signbit)
#undef CUDALS_CLASS

CUDALS_BOTH int abs(int) noexcept;
CUDALS_BOTH long labs(long) noexcept;
CUDALS_BOTH long long llabs(long long) noexcept;
CUDALS_BOTH int min(int, int);
CUDALS_BOTH int max(int, int);
CUDALS_BOTH unsigned int umin(unsigned int, unsigned int);
CUDALS_BOTH unsigned int umax(unsigned int, unsigned int);
CUDALS_BOTH long long llmin(long long, long long);
CUDALS_BOTH long long llmax(long long, long long);
CUDALS_BOTH unsigned long long ullmin(unsigned long long, unsigned long long);
CUDALS_BOTH unsigned long long ullmax(unsigned long long, unsigned long long);

}

// Overloads of C++. libstdc++ has them in std as constexpr functions, other libraries in the global namespace first.
#if defined(__GLIBCXX__) && !defined(CUDALS_NO_CMATH)
#define CUDALS_OVERLOAD CUDALS_BOTH constexpr
namespace std {
#else
#define CUDALS_OVERLOAD CUDALS_BOTH
#endif
#define CUDALS_UNARY(f) CUDALS_OVERLOAD float f(float);
CUDALS_UNARY(acos) CUDALS_UNARY(asin) CUDALS_UNARY(atan) CUDALS_UNARY(cos) CUDALS_UNARY(cosh) CUDALS_UNARY(sin)
CUDALS_UNARY(sinh) CUDALS_UNARY(tan) CUDALS_UNARY(tanh) CUDALS_UNARY(exp) CUDALS_UNARY(log) CUDALS_UNARY(log10)
CUDALS_UNARY(sqrt) CUDALS_UNARY(fabs) CUDALS_UNARY(ceil) CUDALS_UNARY(floor)
CUDALS_UNARY(acosh) CUDALS_UNARY(asinh) CUDALS_UNARY(atanh) CUDALS_UNARY(exp2) CUDALS_UNARY(expm1) CUDALS_UNARY(log2)
CUDALS_UNARY(log1p) CUDALS_UNARY(logb) CUDALS_UNARY(cbrt) CUDALS_UNARY(trunc) CUDALS_UNARY(round) CUDALS_UNARY(rint)
CUDALS_UNARY(nearbyint) CUDALS_UNARY(erf) CUDALS_UNARY(erfc) CUDALS_UNARY(lgamma) CUDALS_UNARY(tgamma)
#undef CUDALS_UNARY
#define CUDALS_BINARY(f) CUDALS_OVERLOAD float f(float, float);
CUDALS_BINARY(atan2) CUDALS_BINARY(fmod) CUDALS_BINARY(pow) CUDALS_BINARY(copysign) CUDALS_BINARY(fdim)
CUDALS_BINARY(fmax) CUDALS_BINARY(fmin) CUDALS_BINARY(hypot) CUDALS_BINARY(nextafter) CUDALS_BINARY(remainder)
#undef CUDALS_BINARY
#if defined(__GLIBCXX__) && !defined(CUDALS_NO_CMATH)
template <class T, class U>
CUDALS_OVERLOAD typename __gnu_cxx::__promote_2<T, U>::__type pow(T, U);
#endif
CUDALS_OVERLOAD float fma(float, float, float);
CUDALS_OVERLOAD float ldexp(float, int);
CUDALS_OVERLOAD float scalbn(float, int);
CUDALS_OVERLOAD float scalbln(float, long);
CUDALS_OVERLOAD int ilogb(float);
CUDALS_OVERLOAD long lrint(float);
CUDALS_OVERLOAD long lround(float);
CUDALS_OVERLOAD long long llrint(float);
CUDALS_OVERLOAD long long llround(float);
CUDALS_OVERLOAD bool isinf(float);
CUDALS_OVERLOAD bool isinf(double);
CUDALS_OVERLOAD bool isnan(float);
CUDALS_OVERLOAD bool isnan(double);
CUDALS_OVERLOAD bool isfinite(float);
CUDALS_OVERLOAD bool isfinite(double);
CUDALS_OVERLOAD bool signbit(float);
CUDALS_OVERLOAD bool signbit(double);
CUDALS_OVERLOAD float abs(float);
CUDALS_OVERLOAD double abs(double);
#undef CUDALS_OVERLOAD
CUDALS_BOTH float frexp(float, int *);
CUDALS_BOTH float modf(float, float *);
CUDALS_BOTH float remquo(float, float, int *);
CUDALS_BOTH long abs(long);
CUDALS_BOTH long long abs(long long);
#if defined(__GLIBCXX__) && !defined(CUDALS_NO_CMATH)
}
#endif

// Without a host library the overloads above are global; std has them too.
#if defined(CUDALS_NO_CMATH)
namespace std {
#define CUDALS_USING(a, b, c, d) using ::a; using ::b; using ::c; using ::d;
CUDALS_USING(acos, acosh, asin, asinh) CUDALS_USING(atan, atanh, atan2, cos) CUDALS_USING(cosh, sin, sinh, tan)
CUDALS_USING(tanh, exp, exp2, expm1) CUDALS_USING(log, log2, log10, log1p) CUDALS_USING(logb, sqrt, cbrt, fabs)
CUDALS_USING(ceil, floor, trunc, round) CUDALS_USING(rint, nearbyint, erf, erfc) CUDALS_USING(lgamma, tgamma, fmod, pow)
CUDALS_USING(copysign, fdim, fmax, fmin) CUDALS_USING(hypot, nextafter, remainder, remquo)
CUDALS_USING(fma, ldexp, scalbn, scalbln) CUDALS_USING(ilogb, lrint, lround, llrint)
CUDALS_USING(llround, isinf, isnan, isfinite) CUDALS_USING(signbit, frexp, modf, abs)
#undef CUDALS_USING
}
#endif

// Overloads for float of what the C++ library lacks.
#define CUDALS_UNARY(f) CUDALS_BOTH float f(float);
CUDALS_UNARY(rsqrt) CUDALS_UNARY(rcbrt) CUDALS_UNARY(sinpi) CUDALS_UNARY(cospi) CUDALS_UNARY(exp10)
CUDALS_UNARY(erfinv) CUDALS_UNARY(erfcinv) CUDALS_UNARY(erfcx) CUDALS_UNARY(normcdf) CUDALS_UNARY(normcdfinv)
CUDALS_UNARY(j0) CUDALS_UNARY(j1) CUDALS_UNARY(y0) CUDALS_UNARY(y1)
#undef CUDALS_UNARY
__device__ float cyl_bessel_i0(float);
__device__ float cyl_bessel_i1(float);
CUDALS_BOTH float jn(int, float);
CUDALS_BOTH float yn(int, float);
CUDALS_BOTH void sincos(float, float *, float *);
CUDALS_BOTH void sincospi(float, float *, float *);
CUDALS_BOTH double copysign(double, float);
CUDALS_BOTH double copysign(float, double);

// The smaller and the larger of two numbers; of different types, the common one.
#define CUDALS_ORDER(R, A, B) \
  CUDALS_BOTH R min(A, B); \
  CUDALS_BOTH R max(A, B);
#define CUDALS_ORDERS(S, U) \
  CUDALS_ORDER(U, U, U) \
  CUDALS_ORDER(U, S, U) \
  CUDALS_ORDER(U, U, S)
CUDALS_ORDERS(int, unsigned int)
CUDALS_ORDER(long, long, long)
CUDALS_ORDERS(long, unsigned long)
CUDALS_ORDER(long long, long long, long long)
CUDALS_ORDERS(long long, unsigned long long)
CUDALS_ORDER(float, float, float)
CUDALS_ORDER(double, double, double)
CUDALS_ORDER(double, float, double)
CUDALS_ORDER(double, double, float)
#undef CUDALS_ORDERS
#undef CUDALS_ORDER

#undef CUDALS_BOTH

#endif

#endif
