// Another name of cudals/threads.h.
#include "cudals/threads.h"
