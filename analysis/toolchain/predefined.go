package toolchain

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// gcc12 holds what g++ 12.2 predefines on x86-64 Linux for each -std, one definition a line.
//
//go:generate sh -c "go run ./internal/genmacros > gcc12.txt"
//go:embed gcc12.txt
var gcc12 string

// predefined is the text that is preprocessed before the file's first line: what the host compiler and nvcc define of
// themselves for one pass, then what the command's flags define. arch is the architecture of a device pass as
// 10*major+minor; a host pass does not look at it.
func predefined(c *Command, pass Pass, arch int) string {
	var b strings.Builder
	if c.Windows {
		b.WriteString(msvcMacros(c))
	} else {
		b.WriteString(gccMacros(c))
	}
	switch c.Dialect {
	case Clang:
		b.WriteString("#define __clang__ 1\n#define __clang_major__ 18\n#define __clang_minor__ 0\n" +
			"#define __clang_patchlevel__ 0\n" +
			// clang never reads the toolkit's check of the host compiler, which knows no newer clang.
			"#define __NV_NO_HOST_COMPILER_CHECK 1\n")
		if !c.HostOnly {
			b.WriteString("#define __CUDA__ 1\n#define __CUDACC__ 1\n")
			if c.RDC.On {
				b.WriteString("#define __CLANG_RDC__ 1\n")
			}
		}
	case HIP:
		b.WriteString("#define __clang__ 1\n#define __clang_major__ 18\n#define __HIP_PLATFORM_AMD__ 1\n")
		if !c.HostOnly {
			b.WriteString("#define __HIP__ 1\n#define __HIPCC__ 1\n")
			if pass == DevicePass {
				b.WriteString("#define __HIP_DEVICE_COMPILE__ 1\n")
			}
		}
	case NVCC, NVRTC:
		b.WriteString(nvccMacros(c, pass, arch))
	}
	if pass == DevicePass && !c.HostOnly && c.Dialect != HIP {
		fmt.Fprintf(&b, "#define __CUDA_ARCH__ %d0\n", arch)
		if feature := c.ArchFeatures[arch]; feature != 0 && c.Dialect != Clang {
			if feature == 'a' {
				fmt.Fprintf(&b, "#define __CUDA_ARCH_FEAT_SM%d_ALL 1\n", arch)
			}
			if strings.Contains(c.Release().Features, "f") {
				if feature == 'a' {
					fmt.Fprintf(&b, "#define __CUDA_ARCH_SPECIFIC__ %d0\n", arch)
				}
				fmt.Fprintf(&b, "#define __CUDA_ARCH_FAMILY_SPECIFIC__ %d0\n", arch)
			}
		}
	}
	writeDefines(&b, c.Likely)
	if c.Toolkit == nil {
		fmt.Fprintf(&b, "#define __CUDALS_CUDA_VERSION__ %d\n", int(c.Version())) // asked by the embedded prelude
	}
	writeDefines(&b, c.HostMacros)
	writeDefines(&b, c.Defines)
	return b.String()
}

// nvccMacros are what nvcc defines of itself.
func nvccMacros(c *Command, pass Pass, arch int) string {
	var b strings.Builder
	v, release := c.Version(), c.Release()
	build := release.Build
	if c.Toolkit != nil && c.Toolkit.Version == v {
		build = c.Toolkit.Build
	}
	def := func(name, value string) { fmt.Fprintf(&b, "#define %s %s\n", name, value) }
	def("__NVCC__", "1")
	def("__CUDACC_VER_MAJOR__", strconv.Itoa(v.Major()))
	def("__CUDACC_VER_MINOR__", strconv.Itoa(v.Minor()))
	def("__CUDACC_VER_BUILD__", strconv.Itoa(build))
	if v.Major() >= 11 {
		def("__CUDA_API_VER_MAJOR__", strconv.Itoa(v.Major()))
		def("__CUDA_API_VER_MINOR__", strconv.Itoa(v.Minor()))
		def("__NVCC_DIAG_PRAGMA_SUPPORT__", "1")
	}
	if release.ArchList {
		var archs []string
		for _, arch := range c.Archs {
			archs = append(archs, strconv.Itoa(arch)+"0")
		}
		def("__CUDA_ARCH_LIST__", strings.Join(archs, ","))
	}
	if release.LegacyLaunch {
		def("__NV_LEGACY_LAUNCH", "1")
	}
	if release.AtomicBuiltins && (pass == HostPass || arch >= 60) {
		def("__CUDACC_DEVICE_ATOMIC_BUILTINS__", "1")
	}
	if c.HostOnly {
		return b.String()
	}
	def("__CUDACC__", "1")
	if c.Dialect == NVRTC {
		def("__CUDACC_RTC__", "1")
	}
	if pass == DevicePass {
		def("CUDA_DOUBLE_MATH_FUNCTIONS", "1")
	}
	for _, f := range []struct {
		on   bool
		name string
	}{
		{c.RDC.On, "__CUDACC_RDC__"},
		{c.ExtensibleWholeProgram, "__CUDACC_EWP__"},
		{c.ExtendedLambda.On, "__CUDACC_EXTENDED_LAMBDA__"},
		{c.RelaxedConstexpr.On, "__CUDACC_RELAXED_CONSTEXPR__"},
		{c.DeviceDebug, "__CUDACC_DEBUG__"},
		{c.PerThreadStream, "CUDA_API_PER_THREAD_DEFAULT_STREAM"},
	} {
		if f.on {
			def(f.name, "1")
		}
	}
	return b.String()
}

// writeDefines turns "NAME", "NAME=VALUE" and "-NAME" into directives.
func writeDefines(b *strings.Builder, defines []string) {
	for _, d := range defines {
		// A newline would begin a line of its own, perhaps another directive.
		d = strings.Map(func(r rune) rune {
			if r == '\n' || r == '\r' {
				return ' '
			}
			return r
		}, d)
		if name, ok := strings.CutPrefix(d, "-"); ok {
			fmt.Fprintf(b, "#undef %s\n", name)
			continue
		}
		name, value, hasValue := strings.Cut(d, "=")
		if !hasValue {
			value = "1"
		}
		fmt.Fprintf(b, "#define %s %s\n", name, value)
	}
}

// x86Only are the prefixes of macros that say the processor is an x86-64.
var x86Only = []string{
	"__x86_64", "__amd64", "__SSE", "__MMX", "__k8", "__FXSR__", "__SEG_", "__code_model", "__GCC_ASM_FLAG_OUTPUTS__",
	"__CET__",
}

// gccTables maps a -std to its definitions.
var gccTables = sync.OnceValue(func() map[string]string {
	builders := map[string]*strings.Builder{}
	for _, std := range []string{"11", "14", "17", "20", "23"} {
		builders["c++"+std] = new(strings.Builder)
		builders["gnu++"+std] = new(strings.Builder)
	}
	for line := range strings.Lines(gcc12) {
		stds, definition, _ := strings.Cut(line, "|")
		for std, b := range builders {
			if stds == "*" || slices.Contains(strings.Split(stds, ","), std) {
				b.WriteString("#define ")
				b.WriteString(definition)
			}
		}
	}
	tables := map[string]string{}
	for std, b := range builders {
		tables[std] = b.String()
	}
	return tables
})

// gccMacros are the host compiler's own macros.
func gccMacros(c *Command) string {
	std := "c++" + strconv.Itoa(c.Std)
	if c.GNU {
		std = "gnu++" + strconv.Itoa(c.Std)
	}
	text := gccTables()[std]
	other := c.Host.Version != 0 && c.Host.Version != 12
	arm := strings.HasPrefix(c.Host.Triple, "aarch64")
	if !other && !arm {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "#define "), " ")
		switch {
		case other && (name == "__GNUC__" || name == "__GNUG__"):
			fmt.Fprintf(&b, "#define %s %d\n", name, c.Host.Version)
		case other && name == "__VERSION__":
			fmt.Fprintf(&b, "#define __VERSION__ \"%d.2.0\"\n", c.Host.Version)
		case arm && slices.ContainsFunc(x86Only, func(p string) bool { return strings.HasPrefix(name, p) }):
		default:
			b.WriteString(line)
		}
	}
	if arm {
		b.WriteString("#define __aarch64__ 1\n#define __AARCH64EL__ 1\n#define __ARM_64BIT_STATE 1\n" +
			"#define __ARM_ARCH 8\n#define __ARM_NEON 1\n#define __ARM_FEATURE_FMA 1\n#define __CHAR_UNSIGNED__ 1\n")
	}
	return b.String()
}

// msvcMacros are what Visual C++ 2022 predefines for x64.
func msvcMacros(c *Command) string {
	cplusplus := map[int]string{11: "201103L", 14: "201402L", 17: "201703L", 20: "202002L", 23: "202302L"}[c.Std]
	return "#define __cplusplus " + cplusplus + "\n" +
		"#define _MSVC_LANG " + cplusplus + "\n" + `#define _MSC_VER 1939
#define _MSC_FULL_VER 193933519
#define _MSC_BUILD 0
#define _MSC_EXTENSIONS 1
#define _WIN32 1
#define _WIN64 1
#define _M_X64 100
#define _M_AMD64 100
#define _MT 1
#define _INTEGRAL_MAX_BITS 64
#define _NATIVE_WCHAR_T_DEFINED 1
#define _WCHAR_T_DEFINED 1
#define _CPPRTTI 1
#define _CPPUNWIND 1
#define __STDCPP_DEFAULT_NEW_ALIGNMENT__ 16ull
#define __STDCPP_THREADS__ 1
#define __BOOL_DEFINED 1
`
}
