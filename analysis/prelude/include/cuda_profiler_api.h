// Another name of cuda_runtime_api.h.
#include "cuda_runtime_api.h"
