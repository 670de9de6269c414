// Another name of cudals/textures.h.
#include "cudals/textures.h"
