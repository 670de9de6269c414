// A device's identity, which the driver's and the runtime's headers name differently.
#ifndef CUDALS_UUID_H
#define CUDALS_UUID_H

#include "../crt/cudals_std.h"

typedef struct CUuuid_st {
  char bytes[16];
} CUuuid;
typedef CUuuid cudaUUID_t;

#endif
