package spaces

import (
	"cudals/cudaspace"
)

// OneSided is a space in which a kernel counts as device code.
func OneSided(s cudaspace.Space) cudaspace.Space {
	if s&cudaspace.Global != 0 {
		return cudaspace.Device
	}
	return s.Effective()
}
