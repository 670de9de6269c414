// Another name of driver_types.h.
#include "driver_types.h"
