// Starting and stopping a profiler.
#ifndef CUDALS_CUDAPROFILER_H
#define CUDALS_CUDAPROFILER_H

#include "cuda.h"

#if defined(__cplusplus)
extern "C" {
#endif
CUresult CUDAAPI cuProfilerStart(void);
CUresult CUDAAPI cuProfilerStop(void);
#if defined(__cplusplus)
}
#endif

#endif
