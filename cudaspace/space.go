// Package cudaspace is the CUDA domain itself, as small functions: execution spaces and memory spaces as sets, and what is on
// which side. It knows no C++ text; whoever knows CUDA and no compilers reads and edits here.
package cudaspace

// Space is the set of sides a function runs on. Global is a kernel: it runs on the device and is launched by the host.
type Space uint8

// The elements of a Space. The zero Space means that nothing was written, which makes a function a host function.
const (
	Host Space = 1 << iota
	Device
	Global
)

// HostDevice is __host__ __device__.
const HostDevice = Host | Device

// OnHost reports whether a function of this space is compiled for the host.
func (s Space) OnHost() bool { return s&Host != 0 || s == 0 }

// OnDevice reports whether a function of this space is compiled for the device.
func (s Space) OnDevice() bool { return s&(Device|Global) != 0 }

// Effective is the space a function has by what was written: nothing means Host.
func (s Space) Effective() Space {
	if s == 0 {
		return Host
	}
	return s
}

// String is the space as it is written in source.
func (s Space) String() string {
	switch {
	case s&Global != 0:
		return "__global__"
	case s&HostDevice == HostDevice:
		return "__host__ __device__"
	case s&Device != 0:
		return "__device__"
	default:
		return "__host__"
	}
}

// Memory is where a variable lives.
type Memory uint8

// The memory spaces, a set as written: __device__ __constant__ is Constant with Device.
const (
	DeviceMemory Memory = 1 << iota
	Constant
	Shared
	Managed
)

// String is the memory space as it is written in source.
func (m Memory) String() string {
	switch {
	case m&Constant != 0:
		return "__constant__"
	case m&Shared != 0:
		return "__shared__"
	case m&Managed != 0:
		return "__managed__"
	case m&DeviceMemory != 0:
		return "__device__"
	default:
		return "host"
	}
}
