// Intrinsics and synchronisation.
#include "cudals/arithmetic.h"
#include "cudals/threads.h"
