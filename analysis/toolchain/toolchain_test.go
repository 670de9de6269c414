package toolchain

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// fakeMachine is a machine whose disk is a map from absolute paths to texts. A text that begins with "->" is a symbolic
// link to what follows.
func fakeMachine(files map[string]string, env map[string]string) *Machine {
	disk := fstest.MapFS{}
	links := map[string]string{}
	for name, text := range files {
		if target, ok := strings.CutPrefix(text, "->"); ok {
			links[name] = target
			continue
		}
		if rest, ok := strings.CutSuffix(name, "/"); ok {
			disk[strings.TrimPrefix(rest, "/")] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
			continue
		}
		disk[strings.TrimPrefix(name, "/")] = &fstest.MapFile{Data: []byte(text)}
	}
	follow := func(p string) string {
		for range 10 {
			changed := false
			for _, link := range slices.Sorted(maps.Keys(links)) {
				if p == link || strings.HasPrefix(p, link+"/") {
					p, changed = path.Join(links[link], strings.TrimPrefix(p, link)), true
				}
			}
			if !changed {
				break
			}
		}
		return p
	}
	inside := func(p string) string {
		if p = strings.TrimPrefix(follow(path.Clean(filepath.ToSlash(p))), "/"); p == "" {
			return "."
		}
		return p
	}
	return &Machine{
		Getenv:  func(name string) string { return env[name] },
		Stat:    func(p string) (fs.FileInfo, error) { return fs.Stat(disk, inside(p)) },
		ReadDir: func(p string) ([]fs.DirEntry, error) { return fs.ReadDir(disk, inside(p)) },
		Open:    func(p string) (io.ReadCloser, error) { return disk.Open(inside(p)) },
		Realpath: func(p string) (string, error) {
			target := follow(p)
			if _, err := fs.Stat(disk, inside(target)); err != nil {
				return "", err
			}
			return target, nil
		},
	}
}

// linux is a disk with gcc 12 and a toolkit.
func linux(more map[string]string) *Machine {
	files := map[string]string{
		"/usr/include/stdio.h":                                  "",
		"/usr/include/c++/12/vector":                            "",
		"/usr/include/c++/12/backward/hash_map":                 "",
		"/usr/include/x86_64-linux-gnu/c++/12/bits/c++config.h": "",
		"/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h":     "",
		"/usr/local/include/":                                   "",
		"/usr/local/cuda-12.4/include/cuda_runtime.h":           "",
		"/usr/local/cuda-12.4/include/cuda_runtime_api.h":       "/* */\n#define CUDART_VERSION  12040\n",
		"/usr/local/cuda-12.4/bin/nvcc":                         "",
		"/usr/local/cuda":                                       "->/usr/local/cuda-12.4",
	}
	maps.Copy(files, more)
	return fakeMachine(files, nil)
}

func flagsOf(line string) Input {
	args, err := Split(line)
	if err != nil {
		panic(err)
	}
	return Input{File: "/p/a.cu", Dir: "/p", Args: args, Complete: true}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
		err  error
	}{
		{"", nil, nil},
		{"  a\t b\n", []string{"a", "b"}, nil},
		{`a "b c" 'd e'`, []string{"a", "b c", "d e"}, nil},
		{`-DX=\"s\"`, []string{`-DX="s"`}, nil},
		{`"-DX=\"a b\""`, []string{`-DX="a b"`}, nil},
		{`'-DX="a b"'`, []string{`-DX="a b"`}, nil},
		{`a\ b`, []string{"a b"}, nil},
		{`"a\nb"`, []string{`a\nb`}, nil},
		{`"" x`, []string{"", "x"}, nil},
		{`a"b"'c'd`, []string{"abcd"}, nil},
		{"a\\\nb", []string{"ab"}, nil},
		{`"\$HOME \\"`, []string{`$HOME \`}, nil},
		{`a "b`, []string{"a", "b"}, errUnterminatedQuote},
		{`a 'b`, []string{"a", "b"}, errUnterminatedQuote},
		{`a\`, []string{"a"}, errTrailingBackslash},
	} {
		got, err := Split(tt.line)
		if !errors.Is(err, tt.err) {
			t.Errorf("Split(%q) error = %v, want %v", tt.line, err, tt.err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Split(%q) (-want +got):\n%s", tt.line, diff)
		}
	}
}

func TestSplitWindows(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
	}{
		{`C:\cuda\bin\nvcc.exe -I"C:\a b" x.cu`, []string{`C:\cuda\bin\nvcc.exe`, `-IC:\a b`, "x.cu"}},
		{`"C:\a b\\" c`, []string{`C:\a b\`, "c"}},
		{`-DX=\"s\"`, []string{`-DX="s"`}},
		{`"a""b"`, []string{`a"b`}},
		{`a\\b`, []string{`a\\b`}},
	} {
		got, err := splitWindows(tt.line)
		if err != nil {
			t.Errorf("SplitWindows(%q): %v", tt.line, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("SplitWindows(%q) (-want +got):\n%s", tt.line, diff)
		}
	}
}

// TestFlags tells for many spellings what of the command they change. Each case is compared with the command without
// it.
func TestFlags(t *testing.T) {
	m := linux(map[string]string{
		"/p/all.opt": "-DQ=\"a b\" -I sub\n--extended-lambda", "/p/first.h": "",
		"/p/loop.opt": "-optf loop.opt -DL",
	})
	on := Flag{On: true, Given: true}
	off := Flag{Given: true}
	type edit = func(c *Command)
	archs := func(archs ...int) edit { return func(c *Command) { c.Archs, c.ArchsWritten = archs, true } }
	std := func(std int, gnu bool) edit { return func(c *Command) { c.Std, c.GNU = std, gnu } }
	define := func(d ...string) edit { return func(c *Command) { c.Defines = d } }
	include := func(d ...string) edit { return func(c *Command) { c.Include = d } }
	suppress := func(d ...string) edit { return func(c *Command) { c.Suppress = d } }
	macros := func(d ...string) edit { return func(c *Command) { c.HostMacros = d } }
	lambda := func(c *Command) { c.ExtendedLambda = on }
	rdc := func(c *Command) { c.RDC = on }
	nothing := func(*Command) {}
	bits32 := func(c *Command) {
		c.Bits32, c.HostMacros = true, macroFlags["-m32"]
		c.Problems = []string{"-m32: 32-bit targets are not supported, as they are not by CUDA 12: what depends on the sizes of types is unknown"}
	}
	for _, tt := range []struct {
		flags string
		want  edit
	}{
		{"", nothing},
		{"a.cu -c -o a.o", nothing},
		{"-std=c++14", std(14, false)},
		{"--std=c++20", std(20, false)},
		{"-std c++11", std(11, false)},
		{"--std c++20", std(20, false)},
		{"-std=c++2a", std(20, false)},
		{"-std=gnu++20", std(20, true)},
		{"-Xcompiler -std=gnu++20", std(20, true)},
		{"-Xcompiler=-std=c++14 -std=c++17", std(17, false)},
		{"-std=c++14 -std=c++17", std(17, false)},

		{"-arch=sm_80", archs(80)},
		{"-arch sm_80", archs(80)},
		{"--gpu-architecture=sm_80", archs(80)},
		{"--gpu-architecture compute_75", archs(75)},
		{"-arch=lto_80", archs(80)},
		{"-arch=sm_90a", func(c *Command) { archs(90)(c); c.ArchFeatures = map[int]byte{90: 'a'} }},
		{"-arch=sm_100f", func(c *Command) {
			archs(100)(c)
			c.ArchFeatures, c.Problems = map[int]byte{100: 'f'}, []string{"CUDA 12.4 does not know the architecture sm_100f"}
		}},
		{"-arch=all-major", archs(50, 60, 70, 80, 90)},
		{"-arch=all", archs(50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90)},
		{"-arch=native", func(c *Command) { c.ArchsGiven = false }},
		{"-arch=sm_80 -code=sm_80,sm_86", archs(80)},
		{"-gencode arch=compute_80,code=sm_80", archs(80)},
		{"-gencode=arch=compute_80,code=sm_80", archs(80)},
		{"--generate-code arch=compute_80,code=sm_80", archs(80)},
		{"--generate-code=arch=compute_80,code=sm_80", archs(80)},
		{"-gencode arch=compute_80,code=[sm_80,compute_80]", archs(80)},
		{"--generate-code=arch=compute_80,code=[compute_80,sm_80]", archs(80)},
		{`-gencode=arch=compute_80,code=\"sm_80,compute_80\"`, archs(80)},
		{`-gencode 'arch=compute_80,code="sm_80,compute_80"'`, archs(80)},
		{`"-gencode" "arch=compute_80, code=sm_86"`, archs(80)},
		{"-gencode code=sm_86,arch=compute_86", archs(86)},
		{"-gencode arch=compute_90a,code=sm_90a -gencode arch=compute_80,code=sm_80", func(c *Command) {
			archs(80, 90)(c)
			c.ArchFeatures = map[int]byte{90: 'a'}
		}},
		{"-gencode arch=compute_80,code=sm_80 -gencode arch=compute_80,code=compute_80", archs(80)},
		{"-gencode code=sm_80", func(c *Command) { c.Problems = []string{`no arch= in -gencode "code=sm_80"`} }},
		{"-arch=turing", func(c *Command) {
			c.ArchsGiven, c.Problems = false,
				[]string{`unknown architecture "turing"`}
		}},

		{"-m32", bits32},
		{"--m32", bits32},
		{"-m 32", bits32},
		{"--machine=32", bits32},
		{"-Xcompiler -m32", bits32},
		{"-m32 -m64", func(c *Command) { c.HostMacros = macroFlags["-m32"] }},
		{"-m64 --machine 64", nothing},

		{"-Xcudafe=--gnu_version=60300", func(c *Command) { c.FrontEndGNU = 60300 }},
		{"--extended-lambda", lambda},
		{"-extended-lambda", lambda},
		{"--expt-extended-lambda", lambda},
		{"-expt-extended-lambda", lambda},
		{"--expt-relaxed-constexpr", func(c *Command) { c.RelaxedConstexpr = on }},
		{"-expt-relaxed-constexpr", func(c *Command) { c.RelaxedConstexpr = on }},
		{"-rdc=true", rdc},
		{"-rdc true", rdc},
		{"--relocatable-device-code=true", rdc},
		{"--relocatable-device-code true", rdc},
		{"-dc", rdc},
		{"--device-c", rdc},
		{"-dlto", rdc},
		{"-rdc=false", func(c *Command) { c.RDC = off }},
		{"-dc -dw", func(c *Command) { c.RDC = off }},
		{"-nohdinitlist", func(c *Command) { c.NoHostDeviceInitializerList = on }},
		{"--no-host-device-initializer-list", func(c *Command) { c.NoHostDeviceInitializerList = on }},
		{"-nohdmoveforward", func(c *Command) { c.NoHostDeviceMoveForward = on }},
		{"--no-host-device-move-forward", func(c *Command) { c.NoHostDeviceMoveForward = on }},
		{"-G", func(c *Command) { c.DeviceDebug = true }},
		{"--device-debug -dopt=on", nothing},
		{"-g", nothing},
		{"-lineinfo", nothing},
		{"--use_fast_math", nothing},
		{"-use_fast_math", nothing},
		{"-default-stream per-thread", func(c *Command) { c.PerThreadStream = true }},
		{"--default-stream=legacy", nothing},
		{"-ewp", func(c *Command) { c.ExtensibleWholeProgram = true }},

		{"-DX", define("X")},
		{"-D X", define("X")},
		{"-D=X", define("X")},
		{"-DX=1", define("X=1")},
		{"-D X=1", define("X=1")},
		{"--define-macro=X=1", define("X=1")},
		{"--define-macro X=1 -UY", define("X=1", "-Y")},
		{"-U Y", define("-Y")},
		{"--undefine-macro=Y", define("-Y")},
		{"-DA,B=1", define("A", "B=1")},
		{`-DX=\"a,b\"`, define(`X="a,b"`)},
		{"-Xcompiler -DA=1 -DB", define("A=1", "B")},
		{"-DB -Xcompiler=-DA=1,-DC", define("A=1", "C", "B")},
		{`-Xcompiler "-DA -DB"`, define("A", "B")},
		{`-Xcompiler=\"-Wall,-fPIC\"`, nothing},
		{"--compiler-options -DA", define("A")},
		{"--compiler-options '-Wall -DA'", define("A")},

		{"-I sub", include("/p/sub")},
		{"-Isub", include("/p/sub")},
		{"-I=sub", include("/p/sub")},
		{"-I../x", include("/x")},
		{"-I/abs//y/", include("/abs/y")},
		{"--include-path=sub -I a,b", include("/p/sub", "/p/a", "/p/b")},
		{"-Xcompiler -I/h -I/n", include("/h", "/n")},
		{"-isystem sub", func(c *Command) { c.System = []string{"/p/sub"} }},
		{"-isystem=sub", func(c *Command) { c.System = []string{"/p/sub"} }},
		{"--system-include sub", func(c *Command) { c.System = []string{"/p/sub"} }},
		{"-isystem /x -Xcompiler -isystem -Xcompiler /y", func(c *Command) { c.System = []string{"/y", "/x"} }},
		{"-Xcompiler -iquote,q", func(c *Command) { c.Quote = []string{"/p/q"} }},
		{"-iquote q", func(c *Command) { c.Quote = []string{"/p/q"} }},
		{"-iquoteq", func(c *Command) { c.Quote = []string{"/p/q"} }},
		{"-idirafter q", func(c *Command) { c.After = []string{"/p/q"} }},
		{"-include first.h", func(c *Command) { c.Forced = []string{"/p/first.h"} }},
		{"--pre-include=first.h,far.h", func(c *Command) { c.Forced = []string{"/p/first.h", "far.h"} }},

		{"-diag-suppress 20012", suppress("20012")},
		{"-diag-suppress=20012,20014", suppress("20012", "20014")},
		{"--diag-suppress 20012,20014", suppress("20012", "20014")},
		{"--diag-error=1 --diag-warn=2", func(c *Command) { c.AsError, c.AsWarning = []string{"1"}, []string{"2"} }},
		{"-Xcudafe --diag_suppress=20011", suppress("20011")},
		{"-Xcudafe=--diag_suppress=20011", suppress("20011")},
		{`-Xcudafe "--diag_suppress=a_tag --display_error_number"`, suppress("a_tag")},
		{`-Xcudafe "--diag_suppress=20011,177 --diag_suppress=5"`, suppress("20011", "177", "5")},
		{`-Xcudafe --diag_suppress=1,--diag_error=2`, func(c *Command) {
			c.Suppress, c.AsError = []string{"1"},
				[]string{"2"}
		}},
		{"-Xcudafe --promote_warnings", func(c *Command) { c.WarningsAsErrors = true }},
		{"-Werror all-warnings", func(c *Command) { c.WarningsAsErrors = true }},
		{"-Werror=all-warnings", func(c *Command) { c.WarningsAsErrors = true }},
		{"--Werror=reorder,ext-lambda-captures-this", func(c *Command) { c.AsError = []string{"20178"} }},
		{"-Werror cross-execution-space-call", func(c *Command) {
			c.AsError = []string{"20011", "20014"}
		}},
		{"-Wext-lambda-captures-this", func(c *Command) { c.AsWarning = []string{"20178"} }},
		{"-Wno-deprecated-gpu-targets", nothing},
		{"-w", func(c *Command) { c.NoWarnings = true }},
		{"-Xcompiler -w", nothing},

		{"-O3", macros("__OPTIMIZE__=1", "-__NO_INLINE__")},
		{"-O 2", macros("__OPTIMIZE__=1", "-__NO_INLINE__")},
		{"--optimize 2", macros("__OPTIMIZE__=1", "-__NO_INLINE__")},
		{"-O0", macros("-__OPTIMIZE__", "__NO_INLINE__=1")},
		{"-Xcompiler -fopenmp", macros("_OPENMP=201511", "_REENTRANT=1")},
		{"-Xcompiler=-fPIC,-fopenmp", macros("-__PIE__", "-__pie__", "_OPENMP=201511", "_REENTRANT=1")},
		{"-forward-unknown-to-host-compiler -fopenmp", macros("_OPENMP=201511", "_REENTRANT=1")},
		{"-noeh", macros("-__EXCEPTIONS", "-__cpp_exceptions")},

		{"-optf all.opt", func(c *Command) {
			c.Responses = []string{"/p/all.opt"}
			c.Defines, c.Include, c.ExtendedLambda = []string{"Q=a b"},
				[]string{"/p/sub"}, on
		}},
		{"--options-file all.opt", func(c *Command) {
			c.Responses = []string{"/p/all.opt"}
			c.Defines, c.Include, c.ExtendedLambda = []string{"Q=a b"},
				[]string{"/p/sub"}, on
		}},
		{"@all.opt", func(c *Command) {
			c.Responses = []string{"/p/all.opt"}
			c.Defines, c.Include, c.ExtendedLambda = []string{"Q=a b"},
				[]string{"/p/sub"}, on
		}},
		{"-x cu", nothing},
		{"-x c++", func(c *Command) { c.HostOnly = true }},
		{"-MF dep.d -MT a.o -Xptxas -v -maxrregcount 32 --threads 4 -Xlinker --as-needed", nothing},
		{
			"-maxrregcount=32 -cudart shared -odir out -ccbin g++ -time log.csv",
			func(c *Command) { c.Host.Name = "g++" },
		},
		{"-some-new-flag --another=1 -lcublas -L/x -lineinfo -o -DNOT", nothing},
		{"-arch", func(c *Command) { c.Problems = []string{"-arch has no value"} }},
	} {
		want := Parse(m, flagsOf(""))
		tt.want(want)
		if strings.Contains(tt.flags, "std") && !want.StdGiven {
			t.Fatal("the standard is known from gcc's version")
		}
		got := Parse(m, flagsOf(tt.flags))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.flags, diff)
		}
	}
}

// TestEnvironment: what nvcc and its host compiler take from the environment.
func TestEnvironment(t *testing.T) {
	m := linux(nil)
	env := map[string]string{
		"NVCC_PREPEND_FLAGS": "-std=c++14 -DFIRST", "NVCC_APPEND_FLAGS": "--extended-lambda -Iown",
		"CPATH": "/modules/a/include::relative", "CPLUS_INCLUDE_PATH": "/modules/b/include",
	}
	m.Getenv = func(name string) string { return env[name] }
	c := Parse(m, Input{File: "/p/a.cu", Dir: "/p", Args: []string{"-std=c++17", "-Itheirs"}, Complete: true})
	if c.Std != 17 || !c.ExtendedLambda.On || !slices.Equal(c.Include, []string{"/p/theirs", "/p/own"}) || !slices.Contains(c.Defines, "FIRST") {
		t.Errorf("nvcc's own: std %d, extended lambdas %v, %q, %+v", c.Std, c.ExtendedLambda.On, c.Include, c.Defines)
	}
	if got := c.CompilerInclude; len(got) < 3 || got[0] != "/modules/a/include" || got[1] != "/modules/b/include" {
		t.Errorf("the host compiler's: %q", got)
	}
}
