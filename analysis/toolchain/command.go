// Package toolchain knows how a file is compiled: compile_commands.json, nvcc-style flags, the toolkits and gcc include
// folders of the machine, and what nvcc and gcc predefine for each pass. It runs no program.
package toolchain

// Dialect is the compiler a command is for. Outside NVCC only rules that hold everywhere speak.
type Dialect uint8

// The dialects.
const (
	DialectUnknown Dialect = iota
	NVCC
	Clang
	HIP
	NVRTC
)

// Flag is a switch of the command that changes what is accepted.
type Flag struct {
	On bool
	// Given: the command said so. A rule whose verdict would change with a flag that is not given is silent.
	Given bool
}

// Command is a normalised compile command for one file. It is immutable.
type Command struct {
	File string // absolute
	Dir  string // absolute; relative paths of the command are resolved against it already

	Dialect Dialect
	// Given: a command for this file (or one that it borrows) was found; otherwise everything here is a default.
	Given bool
	// BorrowedFrom is the file whose command a header borrows, or "".
	BorrowedFrom string

	Std      int  // 11, 14, 17, 20, 23
	GNU      bool // gnu++NN instead of c++NN
	StdGiven bool
	// Archs are the real and virtual architectures asked for, ascending, as 10*major+minor (sm_90a counts as 90); never empty.
	Archs      []int
	ArchsGiven bool

	ExtendedLambda               Flag // --extended-lambda
	RelaxedConstexpr             Flag // --expt-relaxed-constexpr
	RDC                          Flag // -rdc=true, -dc
	NoHostDeviceInitializerList  Flag // --no-host-device-initializer-list
	NoHostDeviceMoveForward      Flag // --no-host-device-move-forward
	FastMath, Debug, DeviceDebug bool
	Windows                      bool // the target platform or host compiler is Windows'

	// Defines holds -D and -U in order: "NAME", "NAME=VALUE", or "-NAME" for -U.
	Defines []string
	// Quote, Include, System and After are -iquote, -I, -isystem and -idirafter folders, absolute, in order.
	Quote, Include, System, After []string
	// Forced are -include files, as written (searched like a quoted include from Dir).
	Forced []string

	// Suppress, AsError and AsWarning are -diag-suppress, -diag-error and -diag-warn: numbers or tags.
	Suppress, AsError, AsWarning []string
	// WarningsAsErrors is -Werror all-warnings.
	WarningsAsErrors bool

	// Toolkit is the CUDA toolkit whose headers are used, nil for the embedded prelude.
	Toolkit *Toolkit
	// CompilerInclude are the host compiler's own include folders, in order; empty when none was found.
	CompilerInclude []string

	// Problems are what could not be understood of the command, a clear line each.
	Problems []string
}

// Toolkit is an installed CUDA toolkit.
type Toolkit struct {
	Include string // the folder that holds cuda_runtime.h
	Version int    // CUDART_VERSION, e.g. 12040; 0 when unknown
}

// Pass is one of the compilations that nvcc makes of a file.
type Pass uint8

// The passes.
const (
	HostPass Pass = iota
	DevicePass
)

// String is "host" or "device".
func (p Pass) String() string {
	if p == HostPass {
		return "host"
	}
	return "device"
}
