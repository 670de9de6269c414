// Random numbers on the device.
#ifndef CUDALS_CURAND_KERNEL_H
#define CUDALS_CURAND_KERNEL_H

#include "cuda_runtime.h"

// A state's contents are its generator's own affair: only size and alignment are true.
#define CUDALS_STATE(name, T, count) \
  struct name { \
    T cudals_state[count]; \
  };
CUDALS_STATE(curandStateXORWOW, double, 6)
CUDALS_STATE(curandStateMRG32k3a, double, 6)
struct __align__(16) curandStatePhilox4_32_10 {
  unsigned int cudals_state[16];
};
CUDALS_STATE(curandStateMtgp32, unsigned long long, 514)
CUDALS_STATE(curandStateSobol32, unsigned int, 35)
CUDALS_STATE(curandStateScrambledSobol32, unsigned int, 35)
CUDALS_STATE(curandStateSobol64, unsigned long long, 67)
CUDALS_STATE(curandStateScrambledSobol64, unsigned long long, 67)
#undef CUDALS_STATE
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMtgp32 curandStateMtgp32_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandState_t;
typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef struct curandDiscreteDistribution_st *curandDiscreteDistribution_t;

#if defined(__CUDACC__)

// It takes its place in constant memory.
#if defined(__CUDACC_RDC__) && __cplusplus >= 201703L
inline __constant__ double __cr_lgamma_table[9] = {};
#else
static __constant__ double __cr_lgamma_table[9] = {};
#endif

// Every generator: numbers one at a time. B is what one draw has: 32 or 64 random bits.
#define CUDALS_GENERATOR(S, B) \
  __device__ B curand(S *); \
  __device__ float curand_uniform(S *); \
  __device__ double curand_uniform_double(S *); \
  __device__ float curand_normal(S *); \
  __device__ double curand_normal_double(S *); \
  __device__ float curand_log_normal(S *, float mean, float deviation); \
  __device__ double curand_log_normal_double(S *, double mean, double deviation); \
  __device__ unsigned int curand_poisson(S *, double lambda); \
  __device__ unsigned int curand_discrete(S *, curandDiscreteDistribution_t);
CUDALS_GENERATOR(curandStateXORWOW, unsigned int)
CUDALS_GENERATOR(curandStateMRG32k3a, unsigned int)
CUDALS_GENERATOR(curandStatePhilox4_32_10, unsigned int)
CUDALS_GENERATOR(curandStateMtgp32, unsigned int)
CUDALS_GENERATOR(curandStateSobol32, unsigned int)
CUDALS_GENERATOR(curandStateScrambledSobol32, unsigned int)
CUDALS_GENERATOR(curandStateSobol64, unsigned long long)
CUDALS_GENERATOR(curandStateScrambledSobol64, unsigned long long)
#undef CUDALS_GENERATOR

// Pseudo-random generators: seeds, pairs of normal numbers.
#define CUDALS_SEEDED(S) \
  __device__ void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, S *); \
  __device__ void skipahead(unsigned long long, S *); \
  __device__ void skipahead_sequence(unsigned long long, S *); \
  __device__ float2 curand_normal2(S *); \
  __device__ double2 curand_normal2_double(S *); \
  __device__ float2 curand_log_normal2(S *, float mean, float deviation); \
  __device__ double2 curand_log_normal2_double(S *, double mean, double deviation);
CUDALS_SEEDED(curandStateXORWOW)
CUDALS_SEEDED(curandStateMRG32k3a)
CUDALS_SEEDED(curandStatePhilox4_32_10)
#undef CUDALS_SEEDED
__device__ void skipahead_subsequence(unsigned long long, curandStateMRG32k3a *);

// Philox draws four at a time.
__device__ uint4 curand4(curandStatePhilox4_32_10 *);
__device__ float4 curand_uniform4(curandStatePhilox4_32_10 *);
__device__ double2 curand_uniform2_double(curandStatePhilox4_32_10 *);
__device__ double4 curand_uniform4_double(curandStatePhilox4_32_10 *);
__device__ float4 curand_normal4(curandStatePhilox4_32_10 *);
__device__ double4 curand_normal4_double(curandStatePhilox4_32_10 *);
__device__ float4 curand_log_normal4(curandStatePhilox4_32_10 *, float mean, float deviation);
__device__ double4 curand_log_normal4_double(curandStatePhilox4_32_10 *, double mean, double deviation);
__device__ uint4 curand_poisson4(curandStatePhilox4_32_10 *, double lambda);
__device__ uint4 curand_discrete4(curandStatePhilox4_32_10 *, curandDiscreteDistribution_t);

// Quasi-random generators: a direction for each dimension, and a scramble.
#define CUDALS_SOBOL(bits, V) \
  __device__ void curand_init(curandDirectionVectors##bits##_t, unsigned int offset, curandStateSobol##bits *); \
  __device__ void curand_init(curandDirectionVectors##bits##_t, V scramble, unsigned int offset, \
      curandStateScrambledSobol##bits *); \
  __device__ void skipahead(V, curandStateSobol##bits *); \
  __device__ void skipahead(V, curandStateScrambledSobol##bits *);
CUDALS_SOBOL(32, unsigned int)
CUDALS_SOBOL(64, unsigned long long)
#undef CUDALS_SOBOL

#endif

#endif
