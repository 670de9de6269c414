// Another name of cudals/arithmetic.h.
#include "cudals/arithmetic.h"
