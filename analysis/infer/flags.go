package infer

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Flags are what build files say of the commands of some files.
type Flags struct {
	Std   int   // 0 where nothing says
	cxx   int   // what C++ has, which CMake takes for CUDA where nothing says
	Archs []int // ascending, 90 for sm_90
	// ExtendedLambda, RelaxedConstexpr, RDC: the switch stands somewhere.
	ExtendedLambda, RelaxedConstexpr, RDC bool
	// DeviceOnly: of some files code for the device is made and no other.
	DeviceOnly bool
	// Silences are nvcc's warnings that are switched off somewhere, by number or tag.
	Silences []string
	// NoDeprecated: the host compiler is told somewhere to say nothing of what is deprecated.
	NoDeprecated bool
	// Defines are what the command likely defines, as with -D.
	Defines []string
}

// arch adds an architecture, "90".
func (f *Flags) arch(text string) {
	arch, err := strconv.Atoi(text)
	if at, known := slices.BinarySearch(f.Archs, arch); err == nil && !known && arch >= 50 && arch < 200 {
		f.Archs = slices.Insert(f.Archs, at, arch)
	}
}

// silence adds a warning that is switched off.
func (f *Flags) silence(warning string) {
	if at, known := slices.BinarySearch(f.Silences, warning); !known && len(f.Silences) < maxSaid {
		f.Silences = slices.Insert(f.Silences, at, warning)
	}
}

func (f Flags) equal(o Flags) bool {
	return f.Std == o.Std && f.cxx == o.cxx && slices.Equal(f.Archs, o.Archs) && f.ExtendedLambda == o.ExtendedLambda && f.RelaxedConstexpr == o.RelaxedConstexpr &&
		f.RDC == o.RDC && f.DeviceOnly == o.DeviceOnly && slices.Equal(f.Silences, o.Silences) && f.NoDeprecated == o.NoDeprecated &&
		slices.Equal(f.Defines, o.Defines)
}

// add takes what another build file says of the same files. The newest language version counts: it has what the others have.
func (f *Flags) add(o Flags) {
	f.Std, f.cxx = max(f.Std, o.Std), max(f.cxx, o.cxx)
	for _, arch := range o.Archs {
		if at, known := slices.BinarySearch(f.Archs, arch); !known {
			f.Archs = slices.Insert(f.Archs, at, arch)
		}
	}
	for _, warning := range o.Silences {
		f.silence(warning)
	}
	f.NoDeprecated = f.NoDeprecated || o.NoDeprecated
	f.ExtendedLambda = f.ExtendedLambda || o.ExtendedLambda
	f.RelaxedConstexpr = f.RelaxedConstexpr || o.RelaxedConstexpr
	f.RDC = f.RDC || o.RDC
	f.DeviceOnly = f.DeviceOnly || o.DeviceOnly
}

// Flags are what the build files that hold for a file of the folder dir say.
func (p *Project) Flags(dir string) Flags {
	var flags, others Flags
	likely := map[string]define{}
	var order []string
	for i := range p.facts {
		f := &p.facts[i]
		holds := Below(dir, f.dir)
		if holds || strings.HasSuffix(strings.ToLower(f.dir), "cmake") {
			flags.add(f.flags)
		} else if !p.foreign(f.dir) {
			others.add(f.flags)
		}
		for _, d := range f.defines {
			if !holds && !(d.made && !p.foreign(f.dir)) {
				d.how = maybe
			}
			old, known := likely[d.name]
			if !known {
				order = append(order, d.name)
			}
			if !known || old.how < d.how {
				likely[d.name] = d
			}
		}
	}
	flags.Std, others.Std = cmp.Or(flags.Std, flags.cxx), cmp.Or(others.Std, others.cxx)
	if flags.Std == 0 { // a folder of headers, which others compile
		flags.Std, flags.ExtendedLambda = others.Std, flags.ExtendedLambda || others.ExtendedLambda
		flags.RelaxedConstexpr = flags.RelaxedConstexpr || others.RelaxedConstexpr
	}
	// A project that names nothing of CUDA, but HIP, compiles that for NVIDIA's devices too.
	ported := !slices.ContainsFunc(order, func(name string) bool { return side(name) > 0 })
	for _, name := range order {
		if ported && side(strings.ReplaceAll(strings.ToLower(name), "hip", "cuda")) > 0 || side(name) > 0 ||
			side(name) == 0 && likely[name].how > maybe || likely[name].how == always {
			flags.Defines = append(flags.Defines, name+"="+likely[name].value)
		}
	}
	return flags
}

// foreign reports whether a folder of the project holds other people's code.
func (p *Project) foreign(dir string) bool {
	rel, err := filepath.Rel(p.Root, dir)
	return err != nil || apart(parts(filepath.ToSlash(rel)), nil, foreign)
}

// side is 1 for a name by which a build tells that there is CUDA, -1 for one that tells of something else.
func side(name string) int {
	cuda := 0
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' }) {
		switch {
		case slices.Contains(otherWords, word):
			return -1
		case strings.Contains(word, "cuda") || word == "gpu" || word == "nvcc":
			cuda = 1
		}
	}
	return cuda
}

// ofAMD reports whether a name tells of AMD's tools.
func ofAMD(name string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(name), "_"), func(word string) bool {
		return strings.HasPrefix(word, "hip") || strings.HasPrefix(word, "rocm")
	})
}

// otherWords are those of names that the usual build for CUDA does not define, or that tell more than yes.
var otherWords = []string{
	"hip", "rocm", "amd", "sycl", "opencl", "metal", "xpu", "musa", "npu", "cpu", "windows", "win32", "msvc", "apple", "android", "no",
	"not", "without", "disable", "disabled", "debug", "test", "testing", "tests", "profile", "profiling", "trace", "dll", "shared",
	"exports", "export", "clang", "rtc", "nvrtc", "only", "skip", "coverage", "sanitize", "static", "version", "major", "minor", "home",
	"path", "root", "dir", "arch", "archs", "architectures", "fake", "mock", "stub", "error", "asan", "nvtx", "mpi", "nvshmem", "fp64",
	"double", "legacy", "emulation", "emulate", "unit",
}
