package toolchain

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/cudaspace"
)

// macros executes a text of #define and #undef lines.
func macros(t *testing.T, text string) map[string]string {
	t.Helper()
	defined := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "#undef "); ok {
			delete(defined, name)
			continue
		}
		rest, ok := strings.CutPrefix(line, "#define ")
		if !ok {
			t.Fatalf("not a directive: %q", line)
		}
		name, value, _ := strings.Cut(rest, " ")
		defined[name] = strings.TrimSpace(value)
	}
	return defined
}

// TestNvccMacros has what nvcc 12.4 -dryrun prints of -D for each pass.
func TestNvccMacros(t *testing.T) {
	m := linux(nil)
	host := Parse(m, flagsOf("-arch=sm_80 -x cu"))
	host.HostOnly, host.Dialect = true, DialectUnknown
	plain := macros(t, predefined(host, HostPass, 0))
	always := map[string]string{
		"__NVCC__": "1", "__CUDACC__": "1", "__CUDACC_VER_MAJOR__": "12", "__CUDACC_VER_MINOR__": "4",
		"__CUDACC_VER_BUILD__": "131", "__CUDA_API_VER_MAJOR__": "12", "__CUDA_API_VER_MINOR__": "4",
		"__NVCC_DIAG_PRAGMA_SUPPORT__": "1", "__NV_LEGACY_LAUNCH": "1",
	}
	for _, tt := range []struct {
		flags string
		pass  Pass
		arch  int
		want  map[string]string
	}{
		{"", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520"}},
		{"", DevicePass, 52, map[string]string{
			"__CUDA_ARCH_LIST__": "520", "__CUDA_ARCH__": "520",
			"CUDA_DOUBLE_MATH_FUNCTIONS": "1",
		}},
		{"-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a", DevicePass, 90, map[string]string{
			"__CUDA_ARCH_LIST__": "800,900", "__CUDA_ARCH__": "900", "__CUDA_ARCH_FEAT_SM90_ALL": "1",
			"CUDA_DOUBLE_MATH_FUNCTIONS": "1",
		}},
		{"-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a", DevicePass, 80, map[string]string{
			"__CUDA_ARCH_LIST__": "800,900", "__CUDA_ARCH__": "800", "CUDA_DOUBLE_MATH_FUNCTIONS": "1",
		}},
		{"-arch=all-major", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "500,600,700,800,900"}},
		{"-rdc=true --extended-lambda --expt-relaxed-constexpr", HostPass, 0, map[string]string{
			"__CUDA_ARCH_LIST__": "520", "__CUDACC_RDC__": "1", "__CUDACC_EXTENDED_LAMBDA__": "1",
			"__CUDACC_RELAXED_CONSTEXPR__": "1",
		}},
		{"-dc", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520", "__CUDACC_RDC__": "1"}},
		{"-dlto", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520", "__CUDACC_RDC__": "1"}},
		{"-ewp", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520", "__CUDACC_EWP__": "1"}},
		{"-G -g", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520", "__CUDACC_DEBUG__": "1"}},
		{"-G -dopt=on", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520"}},
		{"-lineinfo -use_fast_math -restrict", HostPass, 0, map[string]string{"__CUDA_ARCH_LIST__": "520"}},
		{"-default-stream per-thread", HostPass, 0, map[string]string{
			"__CUDA_ARCH_LIST__":                 "520",
			"CUDA_API_PER_THREAD_DEFAULT_STREAM": "1",
		}},
		{"-DA=1 -UA -DB -D 'C=x y' -DF(x)=x", HostPass, 0, map[string]string{
			"__CUDA_ARCH_LIST__": "520", "B": "1",
			"C": "x y", "F(x)": "x",
		}},
		{"-D__CUDA_ARCH__=3", DevicePass, 52, map[string]string{
			"__CUDA_ARCH_LIST__": "520", "__CUDA_ARCH__": "3",
			"CUDA_DOUBLE_MATH_FUNCTIONS": "1",
		}},
		{"-Xcompiler -fopenmp", HostPass, 0, map[string]string{
			"__CUDA_ARCH_LIST__": "520", "_OPENMP": "201511",
			"_REENTRANT": "1",
		}},
	} {
		got := macros(t, predefined(Parse(m, flagsOf(tt.flags)), tt.pass, tt.arch))
		for name, value := range plain {
			if got[name] != value {
				t.Errorf("%q: %s is %q, want the host compiler's %q", tt.flags, name, got[name], value)
			}
			delete(got, name)
		}
		want := maps.Clone(always)
		maps.Copy(want, tt.want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q, %v pass (-want +got):\n%s", tt.flags, tt.pass, diff)
		}
	}

	for _, tt := range []struct {
		version         cudaspace.Version
		arch            int
		defined, absent string
	}{
		{11080, 80, "__CUDA_ARCH_LIST__", "__NV_LEGACY_LAUNCH"},
		{12050, 80, "__NV_LEGACY_LAUNCH", "__CUDACC_DEVICE_ATOMIC_BUILTINS__"},
		{12080, 80, "__CUDACC_DEVICE_ATOMIC_BUILTINS__", "__CUDA_ARCH_SPECIFIC__"},
		{12080, 52, "__NV_LEGACY_LAUNCH", "__CUDACC_DEVICE_ATOMIC_BUILTINS__"},
		{13000, 80, "__CUDACC_DEVICE_ATOMIC_BUILTINS__", "__NV_LEGACY_LAUNCH"},
	} {
		in := flagsOf(fmt.Sprintf("-arch=sm_%d", tt.arch))
		in.Version = tt.version
		got := macros(t, predefined(Parse(m, in), DevicePass, tt.arch))
		if _, ok := got[tt.defined]; !ok || got["__CUDACC_VER_MAJOR__"] != fmt.Sprint(tt.version.Major()) {
			t.Errorf("CUDA %v: %s is %q, __CUDACC_VER_MAJOR__ %s", tt.version, tt.defined, got[tt.defined], got["__CUDACC_VER_MAJOR__"])
		}
		if _, ok := got[tt.absent]; ok {
			t.Errorf("CUDA %v defines %s for sm_%d", tt.version, tt.absent, tt.arch)
		}
	}

	in := flagsOf("")
	in.File = "/p/a.cpp"
	got := macros(t, predefined(Parse(m, in), HostPass, 0))
	if _, ok := got["__CUDACC__"]; ok || got["__NVCC__"] != "1" {
		t.Error("nvcc defines __NVCC__ for a plain C++ file, and not __CUDACC__")
	}
}

func TestGCCMacros(t *testing.T) {
	m := linux(nil)
	for _, tt := range []struct {
		flags string
		want  map[string]string // "" means not defined
	}{
		{"", map[string]string{
			"__cplusplus": "201703L", "__GNUC__": "12", "linux": "1", "__STRICT_ANSI__": "",
			"__NO_INLINE__": "1", "__OPTIMIZE__": "",
		}},
		{"-std=c++17", map[string]string{
			"__cplusplus": "201703L", "linux": "", "__linux__": "1",
			"__STRICT_ANSI__": "1",
		}},
		{"-std=c++14", map[string]string{"__cplusplus": "201402L", "__cpp_if_constexpr": ""}},
		{"-std=c++20", map[string]string{"__cplusplus": "202002L", "__cpp_concepts": "202002L"}},
		{"-std=c++11", map[string]string{"__cplusplus": "201103L", "__cpp_generic_lambdas": ""}},
		{"-O2", map[string]string{"__NO_INLINE__": "", "__OPTIMIZE__": "1"}},
		{"-Xcompiler -fno-exceptions", map[string]string{"__EXCEPTIONS": ""}},
		{"-Xcompiler -mavx2", map[string]string{"__AVX2__": "1", "__AVX512F__": "", "__SSE3__": "1"}},
	} {
		got := macros(t, predefined(Parse(m, flagsOf(tt.flags)), HostPass, 0))
		for name, want := range tt.want {
			if got[name] != want {
				t.Errorf("%q: %s is %q, want %q", tt.flags, name, got[name], want)
			}
		}
	}
	other := Parse(m, flagsOf(""))
	other.Host.Version = 9
	if got := macros(t, predefined(other, HostPass, 0)); got["__GNUC__"] != "9" || !strings.HasPrefix(got["__VERSION__"], `"9.`) {
		t.Errorf("gcc 9 says it is %s, %s", got["__GNUC__"], got["__VERSION__"])
	}
	arm := Parse(m, flagsOf(""))
	arm.Host.Triple = "aarch64-linux-gnu"
	if got := macros(t, predefined(arm, HostPass, 0)); got["__x86_64__"] != "" || got["__SSE2__"] != "" || got["__aarch64__"] != "1" {
		t.Error("an ARM compiler says it is for x86-64")
	}
}

func TestOtherDialects(t *testing.T) {
	for _, tt := range []struct {
		edit      func(*Command)
		pass      Pass
		have, not []string
	}{
		{func(c *Command) { c.Dialect = Clang }, DevicePass, []string{
			"__clang__", "__CUDA__", "__CUDACC__",
			"__CUDA_ARCH__",
		}, []string{"__NVCC__"}},
		{
			func(c *Command) { c.Dialect = HIP }, DevicePass,
			[]string{"__HIPCC__", "__HIP_DEVICE_COMPILE__"},
			[]string{"__CUDA_ARCH__", "__CUDACC__"},
		},
		{func(c *Command) { c.Dialect = NVRTC }, DevicePass, []string{"__CUDACC_RTC__", "__CUDA_ARCH__"}, nil},
		{
			func(c *Command) { c.Dialect, c.HostOnly = DialectUnknown, true }, HostPass,
			[]string{"__GNUC__"},
			[]string{"__CUDACC__", "__NVCC__"},
		},
		{
			func(c *Command) { c.Windows = true }, HostPass,
			[]string{"_MSC_VER", "_WIN32", "__CUDACC__"},
			[]string{"__GNUC__", "__linux__"},
		},
	} {
		c := Parse(linux(nil), flagsOf("-arch=sm_80"))
		tt.edit(c)
		got := macros(t, predefined(c, tt.pass, 80))
		for _, name := range tt.have {
			if _, ok := got[name]; !ok {
				t.Errorf("%v: %s is not defined", c.Dialect, name)
			}
		}
		for _, name := range tt.not {
			if _, ok := got[name]; ok {
				t.Errorf("%v: %s is defined", c.Dialect, name)
			}
		}
	}
}

// A definition cannot smuggle in another directive.
func TestDefineStaysOnItsLine(t *testing.T) {
	in := flagsOf("")
	in.Args = []string{"-DA=1\n#define B 2"}
	got := macros(t, predefined(Parse(linux(nil), in), HostPass, 0))
	if _, ok := got["B"]; ok {
		t.Error("a newline in -D begins a directive")
	}
}

// TestRecordedMacros compares the record with the compiler where there is one.
func TestRecordedMacros(t *testing.T) {
	gcc, err := exec.LookPath("g++-12")
	if err != nil {
		t.Skip("no g++-12")
	}
	for _, std := range []int{11, 14, 17, 20, 23} {
		for _, gnu := range []bool{false, true} {
			name := fmt.Sprintf("c++%d", std)
			if gnu {
				name = fmt.Sprintf("gnu++%d", std)
			}
			out, err := exec.Command(gcc, "-std="+name, "-dM", "-E", "-x", "c++", os.DevNull).Output()
			if err != nil {
				t.Fatal(err)
			}
			want := macros(t, string(out))
			if want["__x86_64__"] == "" || want["__linux__"] == "" {
				t.Skip("not a compiler for x86-64 Linux")
			}
			got := macros(t, gccMacros(&Command{Std: std, GNU: gnu, Host: HostCompiler{Version: 12}}))
			// Distributions differ in their defaults and in the patch level, which brings macros of features as well.
			for _, vary := range []string{
				"__VERSION__", "__GNUC_PATCHLEVEL__", "__GNUC_MINOR__", "__PIE__", "__pie__", "__PIC__", "__pic__",
				"__CET__", "__SSP_STRONG__", "__cpp_auto_cast", "_FORTIFY_SOURCE",
			} {
				delete(want, vary)
				delete(got, vary)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-compiler +recorded):\n%s", name, diff)
			}
		}
	}
}

func TestParseArch(t *testing.T) {
	for spelling, want := range map[string]int{
		"sm_80": 80, "compute_75": 75, "sm_90a": 90, "lto_70": 70,
	} {
		if got, _, err := parseArch(spelling); err != nil || got != want {
			t.Errorf("parseArch(%q) = %d, %v, want %d", spelling, got, err, want)
		}
	}
	for _, spelling := range []string{
		"", "86", "8.6", "sm_", "sm_x", "80a0", "sm_80b", "gfx906", "sm_1", "sm_10000", "sm_-1", "sm_+80", "a",
	} {
		if got, _, err := parseArch(spelling); err == nil {
			t.Errorf("parseArch(%q) = %d, want an error", spelling, got)
		}
	}
	if got := cudaspace.Of(12080).MajorArchs(); !slices.Equal(got, []int{50, 60, 70, 80, 90, 100, 120}) {
		t.Errorf("all-major of 12.8: %v", got)
	}
}
