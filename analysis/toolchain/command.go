// Package toolchain knows how a file is compiled: compile_commands.json, nvcc-style flags, the toolkits and gcc include
// folders of the machine, and what nvcc and gcc predefine for each pass. It runs no program and writes no file.
package toolchain

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/infer"
	"cudals/cudaspace"
)

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

// String is the dialect's name as .cudals.yaml spells it.
func (d Dialect) String() string {
	switch d {
	case NVCC:
		return "nvcc"
	case Clang:
		return "clang"
	case HIP:
		return "hip"
	case NVRTC:
		return "nvrtc"
	}
	return "unknown"
}

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

	// Dialect is the compiler's; DialectGiven: the command names a compiler, or a configuration says which it is.
	Dialect      Dialect
	DialectGiven bool
	// HostOnly: the file is compiled as plain C or C++, so that there is no device pass and no CUDA keyword is defined.
	HostOnly bool
	// DeviceOnly: the compiler makes code for the device and no other, so that it does not check the host pass.
	DeviceOnly bool
	// DeviceDefault: functions that say nothing of where they run may run on the device (--device-as-default-execution-space).
	DeviceDefault bool
	// Given: a command for this file (or one that it borrows) was found; otherwise everything here is a default.
	Given bool
	// BorrowedFrom is the file whose command a header borrows, or "".
	BorrowedFrom string
	// Through is the file that includes this one and behind whose text it is to be read, if that can be had (preprocess.Unit.Through);
	// "" where the file is read by itself.
	Through string

	Std      int  // 11, 14, 17, 20, 23
	GNU      bool // gnu++NN instead of c++NN
	StdGiven bool
	// Std03: the command asks for C++98 or C++03, for which Std is 11.
	Std03 bool
	// Archs are the real and virtual architectures asked for, ascending, as 10*major+minor (sm_90a counts as 90);
	// never empty.
	Archs      []int
	ArchsGiven bool
	// ArchsWritten: the command, or a configuration, names Archs; else they are the toolkit's default, which differs from
	// toolkit to toolkit.
	ArchsWritten bool
	// WrittenArchs are what Archs would be without Settings.Arch.
	WrittenArchs []int
	// ArchFeatures tells which of Archs were asked for with the letter of an architecture-specific ('a', as in
	// sm_90a) or a family-specific ('f') feature set.
	ArchFeatures map[int]byte

	ExtendedLambda              Flag // --extended-lambda
	RelaxedConstexpr            Flag // --expt-relaxed-constexpr
	RDC                         Flag // -rdc=true, -dc
	NoHostDeviceInitializerList Flag // --no-host-device-initializer-list
	NoHostDeviceMoveForward     Flag // --no-host-device-move-forward
	// StaticStubs is -static-global-template-stub: what launches a kernel template's instance is local to the file.
	StaticStubs Flag
	DeviceDebug bool
	// CheckMitigations is -drive-os-5.2.39-check-mitigations-subset: look for code that met with faults of older compilers.
	CheckMitigations bool
	// FrontEndGNU is the gcc version that -Xcudafe=--gnu_version makes the front end imitate, such as 60300; 0 where it takes
	// the host compiler's.
	FrontEndGNU            int
	ExtensibleWholeProgram bool // -ewp
	PerThreadStream        bool // -default-stream per-thread
	Windows                bool // the target platform or host compiler is Windows'
	// Bits32: the command asks for a 32-bit target, whose sizes nobody here knows.
	Bits32 bool

	// HostMacros are what host compiler flags (-O2, -fopenmp, -mavx2, …) define and undefine, spelled as in Defines.
	// They stand before Defines.
	HostMacros []string
	// Defines holds -D and -U in order: "NAME", "NAME=VALUE", or "-NAME" for -U.
	Defines []string
	// Quote, Include, System and After are -iquote, -I, -isystem and -idirafter folders, absolute, in order.
	Quote, Include, System, After []string
	// Forced are -include files: absolute when the file stands in Dir, else as written (searched like any other
	// include, but not beside the main file).
	Forced []string

	// Suppress, AsError and AsWarning are -diag-suppress, -diag-error and -diag-warn: numbers or tags.
	Suppress, AsError, AsWarning []string
	// HostSilent are the warnings of the host compiler that are switched off, without -Wno-: "deprecated-declarations".
	HostSilent []string
	// WarningsAsErrors is -Werror all-warnings.
	WarningsAsErrors bool
	// NoWarnings is -w.
	NoWarnings bool

	// Inferred is what the project's own shape tells, where nothing else says how the file is compiled; nil until Resolver.Infer.
	Inferred *infer.Project
	// Likely are definitions, spelled as in Defines, that the project's build files make likely. They stand before Defines, and a
	// condition that they decide is a guess.
	Likely []string

	// Toolkit is the CUDA toolkit whose headers are used, nil for the embedded prelude.
	Toolkit *Toolkit
	// Asked is the version of CUDA that is asked for, 0 for none: what a person says goes before what a toolkit tells.
	Asked cudaspace.Version
	// ByText is the version that a file's text is certainly for, where nothing tells one: 0 for none.
	ByText cudaspace.Version
	// Host is the host compiler as far as the command and the disk tell.
	Host HostCompiler
	// CompilerInclude are the folders of the environment and those of the host compiler itself, in order; empty when none was found.
	CompilerInclude []string

	// Problems are what could not be understood of the command, a clear line each.
	Problems []string
	// Faults are what is wrong with the .cudals.yaml and the database that hold for the file, for each that cannot be understood.
	Faults []*FileError
	// Responses are the files that hold a part of the command, whether they are there or not.
	Responses []string
}

// HostCompiler is the compiler that nvcc hands the host code to.
type HostCompiler struct {
	// Name is what -ccbin or the command names, or "".
	Name string
	// Version is gcc's major version, 0 when it is not known.
	Version int
	// Triple is the target as gcc's folders spell it, such as "x86_64-linux-gnu", or "".
	Triple string
}

// IsHeader reports whether a file is by its name one that others include.
func IsHeader(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cuh", ".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp", ".inc":
		return true
	}
	return false
}

// Certain reports whether a flag of the command is on or off for certain, and not by default alone.
func (c *Command) Certain(f Flag) bool { return f.Given || c.Given }

// Version is the version of CUDA whose compiler the command is for.
func (c *Command) Version() cudaspace.Version {
	switch {
	case c.Asked != 0:
		return c.Asked
	case c.VersionKnown():
		return c.Toolkit.Version
	case c.ByText != 0:
		return c.ByText
	}
	return cudaspace.Embedded
}

// VersionKnown reports whether anything tells the version.
func (c *Command) VersionKnown() bool {
	return c.Asked != 0 || c.Toolkit != nil && c.Toolkit.Version != 0
}

// CUDA names the version and tells where the declarations are from, in one line.
func (c *Command) CUDA() string {
	switch t := c.Toolkit; {
	case t != nil && t.Version == c.Version():
		return fmt.Sprintf("CUDA %v, headers in %s", t, t.Include)
	case t != nil && c.VersionKnown():
		return fmt.Sprintf("CUDA %v as asked for, with the headers of %v in %s", c.Version(), t.Version, t.Include)
	case t != nil:
		return fmt.Sprintf("CUDA %v is assumed: the headers in %s tell no version", c.Version(), t.Include)
	case c.VersionKnown():
		return fmt.Sprintf("CUDA %v as asked for, with built-in declarations", c.Version())
	case c.ByText != 0:
		return fmt.Sprintf("CUDA %v is assumed for texture references, which later versions lack; with built-in declarations", c.Version())
	}
	return fmt.Sprintf("CUDA %v is assumed: no toolkit was found; with built-in declarations", c.Version())
}

// Release is what that version has.
func (c *Command) Release() *cudaspace.Release { return cudaspace.Of(c.Version()) }

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

// OtherArchs are the architectures besides the first of Archs that a person may have in mind, the newest first: all that the command
// compiles for, and where it names none, the newest and the oldest that its version of CUDA knows.
func (c *Command) OtherArchs() []int {
	if c.HostOnly || c.Dialect == HIP || len(c.Archs) == 0 {
		return nil
	}
	list := slices.Clone(c.Archs)
	if c.ArchsWritten {
		list = append(list, c.WrittenArchs...)
	} else {
		list = append(list, slices.Min(c.Release().Archs), slices.Max(c.Release().Archs))
	}
	list = slices.DeleteFunc(list, func(arch int) bool { return arch == c.Archs[0] })
	slices.Sort(list)
	list = slices.Compact(list)
	slices.Reverse(list)
	return list
}

// Compiles reports whether the command compiles for an architecture, whichever is chosen to look at.
func (c *Command) Compiles(arch int) bool {
	return slices.Contains(c.Archs, arch) || c.ArchsWritten && slices.Contains(c.WrittenArchs, arch)
}

// For is the command as it would be for one of OtherArchs: for one that it does not name, with all features of that.
func (c *Command) For(arch int) *Command {
	other := *c
	other.ArchsGiven, other.ArchsWritten = true, true
	if !c.Compiles(arch) && c.Release().Takes(arch, 'a') {
		other.ArchFeatures = map[int]byte{arch: 'a'}
	}
	return &other
}

// usualArch stands in for the toolkit's default architecture, which is one that hardly anybody's machine has any more.
const usualArch = 80

// ShownArch is the architecture to show numbers for where arch, one of Archs, is compiled for: arch itself, unless nothing names
// an architecture.
func (c *Command) ShownArch(arch int) int {
	if c.ArchsWritten {
		return arch
	}
	return usualArch
}
