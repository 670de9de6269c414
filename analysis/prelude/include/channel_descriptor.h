// Which format of texture fits a type.
#ifndef CUDALS_CHANNEL_DESCRIPTOR_H
#define CUDALS_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime_api.h"

#if defined(__cplusplus)
template <class T> __host__ cudaChannelFormatDesc cudaCreateChannelDesc();
__host__ cudaChannelFormatDesc cudaCreateChannelDescHalf();
__host__ cudaChannelFormatDesc cudaCreateChannelDescHalf1();
__host__ cudaChannelFormatDesc cudaCreateChannelDescHalf2();
__host__ cudaChannelFormatDesc cudaCreateChannelDescHalf4();
#endif

#endif
