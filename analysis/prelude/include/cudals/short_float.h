// A floating-point type of 16 bits and its pair, once for each format. The includer defines the types' names CUDALS_T
// and CUDALS_T2, those of their plain forms CUDALS_RAW and CUDALS_RAW2, and CUDALS_WORD, which stands for the format in
// the names of conversions, and CUDALS_FROM_INTEGER, the spaces of the conversions that round otherwise than to the
// nearest, and the first architectures with fused arithmetic (CUDALS_FUSED_ARCH) and with sines and the like
// (CUDALS_MATH_ARCH). All are undefined at the end.

#if defined(CUDALS_WORD)

#define CUDALS_BOTH __host__ __device__

struct CUDALS_RAW { unsigned short x; };
struct __align__(4) CUDALS_RAW2 { unsigned short x, y; };

struct CUDALS_T {
  CUDALS_T() = default;
  CUDALS_BOTH constexpr CUDALS_T(const CUDALS_RAW &raw) : cudals_bits(raw.x) {}
  CUDALS_BOTH CUDALS_T(float);
  CUDALS_BOTH CUDALS_T(double);
  CUDALS_BOTH CUDALS_T(short);
  CUDALS_BOTH CUDALS_T(unsigned short);
  CUDALS_BOTH CUDALS_T(int);
  CUDALS_BOTH CUDALS_T(unsigned int);
  CUDALS_BOTH CUDALS_T(long);
  CUDALS_BOTH CUDALS_T(unsigned long);
  CUDALS_BOTH CUDALS_T(long long);
  CUDALS_BOTH CUDALS_T(unsigned long long);
  CUDALS_BOTH CUDALS_T &operator=(const CUDALS_RAW &);
  CUDALS_BOTH CUDALS_T &operator=(float);
  CUDALS_BOTH CUDALS_T &operator=(double);
  CUDALS_BOTH CUDALS_T &operator=(short);
  CUDALS_BOTH CUDALS_T &operator=(unsigned short);
  CUDALS_BOTH CUDALS_T &operator=(int);
  CUDALS_BOTH CUDALS_T &operator=(unsigned int);
  CUDALS_BOTH CUDALS_T &operator=(long long);
  CUDALS_BOTH CUDALS_T &operator=(unsigned long long);
  CUDALS_BOTH operator CUDALS_RAW() const;
  CUDALS_BOTH operator float() const;
  CUDALS_BOTH operator char() const;
  CUDALS_BOTH operator signed char() const;
  CUDALS_BOTH operator unsigned char() const;
  CUDALS_BOTH operator short() const;
  CUDALS_BOTH operator unsigned short() const;
  CUDALS_BOTH operator int() const;
  CUDALS_BOTH operator unsigned int() const;
  CUDALS_BOTH operator long() const;
  CUDALS_BOTH operator unsigned long() const;
  CUDALS_BOTH operator long long() const;
  CUDALS_BOTH operator unsigned long long() const;
  CUDALS_BOTH constexpr operator bool() const { return (cudals_bits & 0x7fff) != 0; }

protected:
  unsigned short cudals_bits;
};

struct __align__(4) CUDALS_T2 {
  CUDALS_T x, y;
  CUDALS_T2() = default;
  CUDALS_BOTH CUDALS_T2(const CUDALS_T2 &);
  CUDALS_BOTH CUDALS_T2(CUDALS_T2 &&);
  CUDALS_BOTH constexpr CUDALS_T2(const CUDALS_T &first, const CUDALS_T &second) : x(first), y(second) {}
  CUDALS_BOTH CUDALS_T2(const CUDALS_RAW2 &);
  CUDALS_BOTH CUDALS_T2 &operator=(const CUDALS_T2 &);
  CUDALS_BOTH CUDALS_T2 &operator=(CUDALS_T2 &&);
  CUDALS_BOTH CUDALS_T2 &operator=(const CUDALS_RAW2 &);
  CUDALS_BOTH operator CUDALS_RAW2() const;
};

// Operators, of numbers and of pairs.
#define CUDALS_OPERATORS(T) \
  CUDALS_BOTH T operator+(const T &, const T &); \
  CUDALS_BOTH T operator-(const T &, const T &); \
  CUDALS_BOTH T operator*(const T &, const T &); \
  CUDALS_BOTH T operator/(const T &, const T &); \
  CUDALS_BOTH T &operator+=(T &, const T &); \
  CUDALS_BOTH T &operator-=(T &, const T &); \
  CUDALS_BOTH T &operator*=(T &, const T &); \
  CUDALS_BOTH T &operator/=(T &, const T &); \
  CUDALS_BOTH T &operator++(T &); \
  CUDALS_BOTH T &operator--(T &); \
  CUDALS_BOTH T operator++(T &, int); \
  CUDALS_BOTH T operator--(T &, int); \
  CUDALS_BOTH T operator+(const T &); \
  CUDALS_BOTH T operator-(const T &); \
  CUDALS_BOTH bool operator==(const T &, const T &); \
  CUDALS_BOTH bool operator!=(const T &, const T &); \
  CUDALS_BOTH bool operator<(const T &, const T &); \
  CUDALS_BOTH bool operator<=(const T &, const T &); \
  CUDALS_BOTH bool operator>(const T &, const T &); \
  CUDALS_BOTH bool operator>=(const T &, const T &);
CUDALS_OPERATORS(CUDALS_T)
CUDALS_OPERATORS(CUDALS_T2)
#undef CUDALS_OPERATORS

// Conversions, where w is the format's word.
#define CUDALS_INTEGER(w, T, name, I) \
  CUDALS_BOTH T __##name##2##w##_rn(I); \
  CUDALS_FROM_INTEGER T __##name##2##w##_rz(I); \
  CUDALS_FROM_INTEGER T __##name##2##w##_rd(I); \
  CUDALS_FROM_INTEGER T __##name##2##w##_ru(I); \
  __device__ I __##w##2##name##_rn(T); \
  CUDALS_BOTH I __##w##2##name##_rz(T); \
  __device__ I __##w##2##name##_rd(T); \
  __device__ I __##w##2##name##_ru(T);
#define CUDALS_CONVERSIONS(w, T, T2) \
  CUDALS_INTEGER(w, T, short, short) \
  CUDALS_INTEGER(w, T, ushort, unsigned short) \
  CUDALS_INTEGER(w, T, int, int) \
  CUDALS_INTEGER(w, T, uint, unsigned int) \
  CUDALS_INTEGER(w, T, ll, long long) \
  CUDALS_INTEGER(w, T, ull, unsigned long long) \
  CUDALS_BOTH T __float2##w(float); \
  CUDALS_BOTH T __float2##w##_rn(float); \
  CUDALS_BOTH T __float2##w##_rz(float); \
  CUDALS_BOTH T __float2##w##_rd(float); \
  CUDALS_BOTH T __float2##w##_ru(float); \
  CUDALS_BOTH T __double2##w(double); \
  CUDALS_BOTH float __##w##2float(T); \
  CUDALS_BOTH signed char __##w##2char_rz(T); \
  CUDALS_BOTH unsigned char __##w##2uchar_rz(T); \
  CUDALS_BOTH short __##w##_as_short(T); \
  CUDALS_BOTH unsigned short __##w##_as_ushort(T); \
  CUDALS_BOTH T __short_as_##w(short); \
  CUDALS_BOTH T __ushort_as_##w(unsigned short); \
  CUDALS_BOTH T2 __float2##w##2_rn(float); \
  CUDALS_BOTH T2 __floats2##w##2_rn(float, float); \
  CUDALS_BOTH T2 __float22##w##2_rn(float2); \
  CUDALS_BOTH float2 __##w##22float2(T2); \
  CUDALS_BOTH T2 __##w##2##w##2(T); \
  CUDALS_BOTH T2 __halves2##w##2(T low, T high); \
  CUDALS_BOTH T __low2##w(T2); \
  CUDALS_BOTH T __high2##w(T2); \
  CUDALS_BOTH T2 __low2##w##2(T2); \
  CUDALS_BOTH T2 __high2##w##2(T2); \
  CUDALS_BOTH T2 __lows2##w##2(T2, T2); \
  CUDALS_BOTH T2 __highs2##w##2(T2, T2);
// One more level, so that the words themselves are replaced before they are joined.
#define CUDALS_EXPAND(w, T, T2) CUDALS_CONVERSIONS(w, T, T2)
CUDALS_EXPAND(CUDALS_WORD, CUDALS_T, CUDALS_T2)
#undef CUDALS_EXPAND
#undef CUDALS_CONVERSIONS
#undef CUDALS_INTEGER
CUDALS_BOTH CUDALS_T2 __lowhigh2highlow(CUDALS_T2);
CUDALS_BOTH float __low2float(CUDALS_T2);
CUDALS_BOTH float __high2float(CUDALS_T2);

// Arithmetic by name, on numbers and, ending in 2, on pairs.
#define CUDALS_LANES(where, f) \
  where CUDALS_T f(CUDALS_T, CUDALS_T); \
  where CUDALS_T2 f##2(CUDALS_T2, CUDALS_T2);
CUDALS_LANES(CUDALS_BOTH, __hadd) CUDALS_LANES(CUDALS_BOTH, __hsub) CUDALS_LANES(CUDALS_BOTH, __hmul)
CUDALS_LANES(CUDALS_BOTH, __hmax) CUDALS_LANES(CUDALS_BOTH, __hmin)
#undef CUDALS_LANES
#define CUDALS_VARIANT(where, f, end) \
  where CUDALS_T f##end(CUDALS_T, CUDALS_T); \
  where CUDALS_T2 f##2##end(CUDALS_T2, CUDALS_T2);
CUDALS_VARIANT(CUDALS_BOTH, __hadd, _rn) CUDALS_VARIANT(CUDALS_BOTH, __hsub, _rn)
CUDALS_VARIANT(CUDALS_BOTH, __hmul, _rn) CUDALS_VARIANT(CUDALS_BOTH, __hadd, _sat)
CUDALS_VARIANT(CUDALS_BOTH, __hsub, _sat) CUDALS_VARIANT(CUDALS_BOTH, __hmul, _sat)
CUDALS_VARIANT(CUDALS_BOTH, __hmax, _nan) CUDALS_VARIANT(CUDALS_BOTH, __hmin, _nan)
#undef CUDALS_VARIANT
CUDALS_BOTH CUDALS_T __hdiv(CUDALS_T, CUDALS_T);
CUDALS_BOTH CUDALS_T2 __h2div(CUDALS_T2, CUDALS_T2);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= CUDALS_FUSED_ARCH
#define CUDALS_FUSED(end) \
  __device__ CUDALS_T __hfma##end(CUDALS_T, CUDALS_T, CUDALS_T); \
  __device__ CUDALS_T2 __hfma2##end(CUDALS_T2, CUDALS_T2, CUDALS_T2);
CUDALS_FUSED() CUDALS_FUSED(_sat) CUDALS_FUSED(_relu)
#undef CUDALS_FUSED
__device__ CUDALS_T2 __hcmadd(CUDALS_T2, CUDALS_T2, CUDALS_T2);
#endif
CUDALS_BOTH CUDALS_T __hneg(CUDALS_T);
CUDALS_BOTH CUDALS_T2 __hneg2(CUDALS_T2);
CUDALS_BOTH CUDALS_T __habs(CUDALS_T);
CUDALS_BOTH CUDALS_T2 __habs2(CUDALS_T2);
CUDALS_BOTH bool __hisnan(CUDALS_T);
CUDALS_BOTH CUDALS_T2 __hisnan2(CUDALS_T2);
CUDALS_BOTH int __hisinf(CUDALS_T);

// Comparisons: of numbers, of pairs lane by lane, and of whole pairs. The ones with u hold for what is not a number.
#define CUDALS_COMPARE(f) \
  CUDALS_BOTH bool __h##f(CUDALS_T, CUDALS_T); \
  CUDALS_BOTH CUDALS_T2 __h##f##2(CUDALS_T2, CUDALS_T2); \
  CUDALS_BOTH unsigned int __h##f##2_mask(CUDALS_T2, CUDALS_T2); \
  CUDALS_BOTH bool __hb##f##2(CUDALS_T2, CUDALS_T2);
CUDALS_COMPARE(eq) CUDALS_COMPARE(ne) CUDALS_COMPARE(lt) CUDALS_COMPARE(le) CUDALS_COMPARE(gt) CUDALS_COMPARE(ge)
CUDALS_COMPARE(equ) CUDALS_COMPARE(neu) CUDALS_COMPARE(ltu) CUDALS_COMPARE(leu) CUDALS_COMPARE(gtu)
CUDALS_COMPARE(geu)
#undef CUDALS_COMPARE

// Mathematical functions.
#define CUDALS_UNARY(f) \
  __device__ CUDALS_T h##f(CUDALS_T); \
  __device__ CUDALS_T2 h2##f(CUDALS_T2);
CUDALS_UNARY(ceil) CUDALS_UNARY(floor) CUDALS_UNARY(rint) CUDALS_UNARY(trunc) CUDALS_UNARY(sqrt) CUDALS_UNARY(rsqrt)
CUDALS_UNARY(rcp) CUDALS_UNARY(exp2)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= CUDALS_MATH_ARCH
CUDALS_UNARY(exp) CUDALS_UNARY(exp10) CUDALS_UNARY(log) CUDALS_UNARY(log2) CUDALS_UNARY(log10) CUDALS_UNARY(sin)
CUDALS_UNARY(cos)
#endif
#undef CUDALS_UNARY

// As for other types: warps, caches, atomics.
#define CUDALS_ANY(T) \
  __device__ T __shfl_sync(unsigned int mask, T, int lane, int width = 32); \
  __device__ T __shfl_up_sync(unsigned int mask, T, unsigned int distance, int width = 32); \
  __device__ T __shfl_down_sync(unsigned int mask, T, unsigned int distance, int width = 32); \
  __device__ T __shfl_xor_sync(unsigned int mask, T, int bits, int width = 32); \
  __device__ T __ldg(const T *); \
  __device__ T __ldcg(const T *); \
  __device__ T __ldca(const T *); \
  __device__ T __ldcs(const T *); \
  __device__ T __ldlu(const T *); \
  __device__ T __ldcv(const T *); \
  __device__ void __stwb(T *, T); \
  __device__ void __stcg(T *, T); \
  __device__ void __stcs(T *, T); \
  __device__ void __stwt(T *, T);
CUDALS_ANY(CUDALS_T)
CUDALS_ANY(CUDALS_T2)
#undef CUDALS_ANY
__device__ CUDALS_T2 atomicAdd(CUDALS_T2 *, CUDALS_T2);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
__device__ CUDALS_T atomicAdd(CUDALS_T *, CUDALS_T);
#endif

#undef CUDALS_BOTH
#undef CUDALS_T
#undef CUDALS_T2
#undef CUDALS_RAW
#undef CUDALS_RAW2
#undef CUDALS_WORD
#undef CUDALS_FUSED_ARCH
#undef CUDALS_MATH_ARCH
#undef CUDALS_FROM_INTEGER

#endif
