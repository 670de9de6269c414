package cudaspace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Version is a version of the CUDA toolkit as CUDART_VERSION has it: 12040 is 12.4. The zero Version is none that is known.
type Version int

// Embedded is the version that is taken where nothing tells one: that whose declarations are built in first of all.
const Embedded Version = 12040

// Major is the first part of a version.
func (v Version) Major() int { return int(v) / 1000 }

// Minor is the second part of a version.
func (v Version) Minor() int { return int(v) % 1000 / 10 }

// String is the version as people write it: 12.4.
func (v Version) String() string {
	if v == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%d.%d", v.Major(), v.Minor())
}

// ParseVersion reads a version as people write it, 13.0 or 13; what follows a second point (12.4.1, 13.0.88) is left out.
func ParseVersion(s string) (Version, error) {
	parts := strings.Split(s, ".")
	var n [2]int
	for i, part := range parts {
		digits, err := strconv.Atoi(part)
		if err != nil || digits < 0 || digits > 99 || len(parts) > 4 {
			if i < len(n) {
				return 0, fmt.Errorf("%q is no version of CUDA such as %s", s, Embedded)
			}
			continue
		}
		if i < len(n) {
			n[i] = digits
		}
	}
	v := Version(1000*n[0] + 10*n[1])
	if v < releases[0].First {
		return 0, fmt.Errorf("CUDA %s is not known: %s is the first that is", s, releases[0].First)
	}
	return v, nil
}

// Release is what a version of the toolkit has that others have otherwise.
type Release struct {
	// First is the first version that is so.
	First Version
	// Build is the third part of nvcc's version, as the last update of First has it; 0 where it is not known.
	Build int
	// Archs are the architectures that nvcc takes, ascending, as 10*major+minor.
	Archs []int
	// DefaultArch is what nvcc compiles for when nothing is said.
	DefaultArch int
	// Features are the letters that an architecture may carry: a from 9.0 on, f from 10.0 on.
	Features string
	// LastStd is the newest language version that nvcc takes.
	LastStd int
	// LegacyLaunch: nvcc defines __NV_LEGACY_LAUNCH.
	LegacyLaunch bool
	// ArchList: nvcc defines __CUDA_ARCH_LIST__.
	ArchList bool
	// AtomicBuiltins: there are the functions __nv_atomic_*, and a macro that says so.
	AtomicBuiltins bool
	// ABIPragma: the compiler knows #pragma nv_abi.
	ABIPragma bool
	// StaticStubs is the default of -static-global-template-stub.
	StaticStubs bool
	// PlainPragmas: #pragma diag_* and diagnostic are read as those with nv_ before them are.
	PlainPragmas bool
	// LargeParams: the parameters of a kernel may take 32,764 bytes from sm_70 on.
	LargeParams bool
	// Cccl: Thrust, CUB and libcu++ lie in a folder of their own below the toolkit's include folder.
	Cccl bool
	// DefaultedVirtuals: what is written on a virtual function counts although its class defaults it.
	DefaultedVirtuals bool
	// QuietLifetimes: the warnings about calls of inline functions (20014, 20015) leave constructors, destructors and what new and
	// delete call out, but for destructors that are called by name.
	QuietLifetimes bool
	// PlainCopies: a copy constructor from objects that are not const counts no other than one from const objects.
	PlainCopies bool
	// QuietInstances: the bounds of a kernel template's instances are not compared with each other.
	QuietInstances bool
	// HostFloat128: the host pass does not look for __float128 in device code.
	HostFloat128 bool
	// InitCaptures: what an init-capture declares is looked at where an extended lambda inside captures it.
	InitCaptures bool
	// StaticTemplates: a static inline variable template in device memory is as local as another static variable.
	StaticTemplates bool
}

var (
	archs110 = []int{35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80}
	archs111 = append(archs110[:len(archs110):len(archs110)], 86)
	archs114 = append(archs111[:len(archs111):len(archs111)], 87)
	archs118 = append(archs114[:len(archs114):len(archs114)], 89, 90)
	archs120 = archs118[2:]
	archs128 = append(archs120[:len(archs120):len(archs120)], 100, 101, 120)
	archs129 = append(archs120[:len(archs120):len(archs120)], 100, 101, 103, 120, 121)
	archs130 = []int{75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121}
)

// releases is the table of versions, ascending; a version that stands between two rows is as the row before it. Those of 11.8,
// 12.4, 12.5 and 13.0 were read off nvcc -dryrun, --help and --list-gpu-arch, the others off NVIDIA's documentation.
var releases = []Release{
	{First: 10000, Archs: []int{30, 32, 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75}, DefaultArch: 30, LastStd: 14, PlainPragmas: true},
	{First: 11000, Archs: archs110, DefaultArch: 52, LastStd: 17, PlainPragmas: true},
	{First: 11010, Archs: archs111, DefaultArch: 52, LastStd: 17, PlainPragmas: true},
	{First: 11040, Archs: archs114, DefaultArch: 52, LastStd: 17, PlainPragmas: true},
	{First: 11050, Archs: archs114, DefaultArch: 52, LastStd: 17, PlainPragmas: true, ArchList: true},
	{First: 11080, Build: 89, Archs: archs118, DefaultArch: 52, LastStd: 17, PlainPragmas: true, ArchList: true},
	{First: 12000, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true},
	{First: 12010, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true},
	{First: 12030, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true},
	{First: 12040, Build: 131, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true},
	{First: 12050, Build: 40, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true},
	{First: 12060, Archs: archs120, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true},
	{
		First: 12080, Archs: archs128, DefaultArch: 52, Features: "a", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true,
		AtomicBuiltins: true,
	},
	{
		First: 12090, Archs: archs129, DefaultArch: 52, Features: "af", LastStd: 20, ArchList: true, LargeParams: true, LegacyLaunch: true,
		AtomicBuiltins: true, ABIPragma: true,
	},
	{
		First: 13000, Build: 88, Archs: archs130, DefaultArch: 75, Features: "af", LastStd: 20, ArchList: true, LargeParams: true,
		AtomicBuiltins: true, ABIPragma: true, StaticStubs: true, Cccl: true,
		DefaultedVirtuals: true, QuietLifetimes: true, PlainCopies: true, QuietInstances: true, HostFloat128: true, InitCaptures: true,
		StaticTemplates: true,
	},
}

// KnownArch reports whether some version of CUDA compiles for an architecture.
func KnownArch(arch int) bool {
	return slices.ContainsFunc(releases, func(r Release) bool { return slices.Contains(r.Archs, arch) })
}

// Of is what a version has; of none that is known, what the embedded declarations are for.
func Of(v Version) *Release {
	if v == 0 {
		v = Embedded
	}
	n, found := slices.BinarySearchFunc(releases, v, func(r Release, v Version) int { return int(r.First - v) })
	if !found && n > 0 {
		n--
	}
	return &releases[n]
}

// MajorArchs is what -arch=all-major means: the first of each generation, and the oldest of all.
func (r *Release) MajorArchs() []int {
	var list []int
	for i, arch := range r.Archs {
		if i == 0 || arch%10 == 0 {
			list = append(list, arch)
		}
	}
	return list
}

// Takes reports whether nvcc takes an architecture with the letter of a feature set, 0 for none.
func (r *Release) Takes(arch int, feature byte) bool {
	if !slices.Contains(r.Archs, arch) {
		return false
	}
	switch feature {
	case 0:
		return true
	case 'a':
		return arch >= 90 && strings.IndexByte(r.Features, feature) >= 0
	}
	return arch >= 100 && strings.IndexByte(r.Features, feature) >= 0
}
