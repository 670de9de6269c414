// The parts of the C and C++ libraries that CUDA's headers bring along. Where the host compiler's headers are not on
// the machine, the few names that the rest of the prelude needs are declared here.
#ifndef CUDALS_CRT_CUDALS_STD_H
#define CUDALS_CRT_CUDALS_STD_H

#if !defined(__CUDACC_RTC__) && __has_include(<stddef.h>)
#include <stddef.h>
#else
#if defined(__SIZE_TYPE__)
typedef __SIZE_TYPE__ size_t;
#else
typedef decltype(sizeof(0)) size_t;
#endif
typedef decltype(nullptr) nullptr_t;
#if !defined(NULL)
#define NULL 0
#endif
#endif

#if !defined(__CUDACC_RTC__) && __has_include(<limits.h>)
#include <limits.h>
#endif

#if !defined(__CUDACC_RTC__) && __has_include(<stdint.h>)
#include <stdint.h>
#elif !defined(__CUDACC_RTC__)
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
#if defined(__INT64_TYPE__)
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#else
typedef long long int64_t;
typedef unsigned long long uint64_t;
typedef long long intptr_t;
typedef unsigned long long uintptr_t;
#endif
#endif

#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#if __has_include(<string.h>)
#include <string.h>
#endif
#if __has_include(<time.h>)
#include <time.h>
#else
typedef long clock_t;
#endif
#if __has_include(<stdlib.h>)
#include <stdlib.h>
#endif
// As in the toolkit, device passes see a few headers more.
#if defined(__CUDA_ARCH__)
#if __has_include(<new>)
#include <new>
#endif
#if __has_include(<stdio.h>)
#include <stdio.h>
#endif
#if __has_include(<assert.h>)
#include <assert.h>
#else
#define assert(e) ((void)(e))
#endif
#endif
#if __has_include(<math.h>)
#include <math.h>
#endif
#if __has_include(<utility>)
#include <utility>
#endif
#if __has_include(<cstdlib>)
#include <cstdlib>
#endif
#if __has_include(<cmath>)
#include <cmath>
#else
#define CUDALS_NO_CMATH 1
#endif
#else
#define CUDALS_NO_CMATH 1
#if defined(__CUDACC_RTC__)
typedef long clock_t;
#define assert(e) ((void)(e))
#endif
#endif

#if defined(CUDALS_NO_CMATH) && defined(__cplusplus)
namespace std {
using ::size_t;
typedef decltype(nullptr) nullptr_t;
}
#endif

#endif
