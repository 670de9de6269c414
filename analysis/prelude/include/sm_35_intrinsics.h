// Another name of cudals/memory.h.
#include "cudals/memory.h"
