// Another name of cudals/atomics.h.
#include "cudals/atomics.h"
