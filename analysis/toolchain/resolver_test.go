package toolchain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
)

const nvccDB = `[
  {"directory": "/p/build", "file": "../src/a.cu",
   "command": "/usr/local/cuda/bin/nvcc -Iinc -std=c++20 -arch=sm_90 --extended-lambda -x cu -c ../src/a.cu -o a.o"},
  {"directory": "/p/build", "file": "/p/src/b.cu",
   "arguments": ["ccache", "/usr/local/cuda/bin/nvcc", "-arch=sm_90", "-std=c++20", "-rdc=true", "-c", "/p/src/b.cu"]},
  {"directory": "/p/build", "file": "/p/src/main.cpp",
   "command": "/usr/bin/g++ -std=gnu++17 -O2 -fopenmp -c /p/src/main.cpp"}
]`

func TestResolverDatabase(t *testing.T) {
	m := linux(map[string]string{
		"/p/build/compile_commands.json": nvccDB,
		"/p/src/a.cu":                    "", "/p/src/b.cu": "", "/p/src/main.cpp": "", "/p/src/b.cuh": "",
		"/p/inc/x.h": "",
		"/link":      "->/p/src",
	})
	r := NewResolver(m, Settings{})

	a := r.Command("/p/src/a.cu", "")
	if !a.Given || a.BorrowedFrom != "" || a.Dialect != NVCC || a.HostOnly || a.Std != 20 || a.GNU || a.Dir != "/p/build" {
		t.Errorf("a.cu: %+v", a)
	}
	if got, want := a.ExtendedLambda, (Flag{On: true, Given: true}); got != want {
		t.Errorf("a.cu: extended lambda = %v, want %v", got, want)
	}
	if got, want := a.RDC, (Flag{Given: true}); got != want {
		t.Errorf("a.cu: a flag that a whole command does not have is known to be off: %v", got)
	}
	if diff := cmp.Diff([]string{"/p/build/inc"}, a.Include); diff != "" {
		t.Errorf("a.cu: include (-want +got):\n%s", diff)
	}
	if a.Toolkit == nil || a.Toolkit.Include != "/usr/local/cuda/include" || a.Toolkit.Version != 12040 {
		t.Errorf("a.cu: toolkit = %+v, want that of its nvcc", a.Toolkit)
	}
	if again := r.Command("/p/src/a.cu", ""); again != a {
		t.Error("the same question is answered by another command")
	}
	if got := r.Command("/link/a.cu", ""); got.Std != 20 || got.BorrowedFrom != "" {
		t.Errorf("a.cu through a link: %+v", got)
	}

	b := r.Command("/p/src/b.cu", "")
	if b.Dialect != NVCC || !b.RDC.On {
		t.Errorf("b.cu behind ccache: dialect %v, rdc %v", b.Dialect, b.RDC)
	}

	main := r.Command("/p/src/main.cpp", "")
	if main.Dialect != DialectUnknown || !main.HostOnly || main.Std != 17 || !main.GNU {
		t.Errorf("main.cpp: %+v", main)
	}
	if diff := cmp.Diff([]string{"__OPTIMIZE__=1", "-__NO_INLINE__", "_OPENMP=201511", "_REENTRANT=1"}, main.HostMacros); diff != "" {
		t.Errorf("main.cpp: macros (-want +got):\n%s", diff)
	}
}

func TestResolverBorrows(t *testing.T) {
	files := map[string]string{
		"/p/build/compile_commands.json": nvccDB, "/p/src/b.cuh": "", "/p/src/new.cu": "", "/p/src/main.h": "", "/p/src/a.cu": "",
	}
	r := NewResolver(linux(files), Settings{})

	near := r.Command("/p/src/b.cuh", "")
	if near.BorrowedFrom != "/p/src/b.cu" || near.HostOnly || !near.Given {
		t.Errorf("b.cuh: %+v", near)
	}
	// The two CUDA commands differ in these two flags and agree in the others.
	if near.RDC.Given || near.ExtendedLambda.Given {
		t.Errorf("b.cuh: a flag in which the project's commands differ is given: rdc %v, lambda %v", near.RDC,
			near.ExtendedLambda)
	}
	if !near.RelaxedConstexpr.Given || !near.StdGiven || !near.ArchsGiven {
		t.Errorf("b.cuh: a flag in which all commands agree is not given")
	}

	included := r.Command("/p/src/b.cuh", "/p/src/a.cu")
	if included.BorrowedFrom != "/p/src/a.cu" || !included.ExtendedLambda.Given || !included.ExtendedLambda.On {
		t.Errorf("b.cuh in a.cu: %+v", included)
	}
	if later := r.Command("/p/src/b.cuh", "/p/src/b.cu"); later.BorrowedFrom != "/p/src/a.cu" {
		t.Errorf("b.cuh changed its includer to %s", later.BorrowedFrom)
	}

	if c := r.Command("/p/src/new.cu", ""); c.HostOnly || c.Dialect != NVCC || c.BorrowedFrom == "" {
		t.Errorf("new.cu: %+v", c)
	}
	if c := r.Command("/p/src/main.h", "/p/src/main.cpp"); !c.HostOnly || c.BorrowedFrom != "/p/src/main.cpp" {
		t.Errorf("main.h in main.cpp: %+v", c)
	}
}

func TestCUDAHeaderDoesNotBorrowFromPlainCode(t *testing.T) {
	r := NewResolver(linux(map[string]string{
		"/p/compile_commands.json": `[{"directory": "/p", "file": "a.cpp", "command": "g++ -c a.cpp"}]`, "/p/a.cuh": "",
	}), Settings{})
	c := r.Command("/p/a.cuh", "")
	if c.Given || c.HostOnly || c.BorrowedFrom != "" || c.Dialect != NVCC {
		t.Errorf("%+v", c)
	}
}

func TestResolverDefaults(t *testing.T) {
	c := NewResolver(linux(map[string]string{"/p/a.cu": ""}), Settings{}).Command("/p/a.cu", "")
	if c.Given || c.StdGiven || c.ArchsGiven || c.ExtendedLambda.Given || c.RDC.Given {
		t.Errorf("without any command something is given: %+v", c)
	}
	if c.Std != 17 || !c.GNU || !cmp.Equal(c.Archs, []int{52}) || c.Dialect != NVCC || c.Toolkit == nil || len(c.Problems) != 0 {
		t.Errorf("defaults: %+v", c)
	}
	bare := NewResolver(fakeMachine(map[string]string{"/p/a.cu": ""}, nil), Settings{}).Command("/p/a.cu", "")
	if bare.Toolkit != nil || bare.CompilerInclude != nil || bare.Std != 17 {
		t.Errorf("on an empty machine: %+v", bare)
	}
}

func TestResolverFlags(t *testing.T) {
	m := linux(map[string]string{
		"/p/a.cu": "", "/p/compile_commands.json": nvccDB, "/tk/cuda_runtime.h": "",
		"/tk/cuda_runtime_api.h": "#define CUDART_VERSION 11080\n",
	})
	c := NewResolver(m, Settings{
		Flags: []string{"-I", "/tk", "-Iinc", "-arch=sm_80"},
		Dir:   "/w",
	}).Command("/p/a.cu", "")
	if !c.Given || !c.ExtendedLambda.Given || c.ExtendedLambda.On || !c.StdGiven || c.Std != 17 {
		t.Errorf("flags after -- are the whole command: %+v", c)
	}
	if c.Toolkit == nil || c.Toolkit.Include != "/tk" || c.Toolkit.Version != 11080 {
		t.Errorf("toolkit = %+v, want that of -I", c.Toolkit)
	}
	if diff := cmp.Diff([]string{"/tk", "/w/inc"}, c.Include); diff != "" {
		t.Errorf("include (-want +got):\n%s", diff)
	}
	relative := NewResolver(m, Settings{Toolkit: "../tk", Dir: "/w"}).Command("/q/a.cu", "")
	if relative.Toolkit == nil || relative.Toolkit.Include != "/tk" {
		t.Errorf("toolkit = %+v, want the one beside the settings' folder", relative.Toolkit)
	}
	none := NewResolver(m, Settings{Toolkit: "none", ExtraFlags: []string{"-Iextra"}, Dir: "/w"}).Command("/q/a.cu", "")
	if none.Toolkit != nil || !cmp.Equal(none.Include, []string{"/w/extra"}) {
		t.Errorf("without a toolkit: %+v", none)
	}
}

func TestBrokenDatabases(t *testing.T) {
	for _, tt := range []struct{ text, problem string }{
		{"", "/p/compile_commands.json:1: not a compilation database"},
		{"{}", "begins with '['"},
		{"[\n{\"file\": \"a.cu\",\n", "/p/compile_commands.json:"},
		{`[{"directory": "/p", "command": "nvcc a.cu"}]`, "entry 1: no file is named"},
		{`[{"file": "a.cu"}]`, "entry 1: a.cu has no command"},
		{`[{"file": 3}]`, "entry 1:"},
		{`[null, [], {"file": "x.cu", "command": "nvcc x.cu"}]`, "entry 2:"},
	} {
		r := NewResolver(linux(map[string]string{"/p/compile_commands.json": tt.text, "/p/a.cu": ""}), Settings{})
		c := r.Command("/p/a.cu", "")
		got := strings.Join(c.Problems, "\n")
		for _, fault := range c.Faults {
			got += fault.Error()
		}
		if !strings.Contains(got, tt.problem) {
			t.Errorf("%q: problems = %q, want %q in them", tt.text, got, tt.problem)
		}
		if len(c.Archs) == 0 || c.Std == 0 {
			t.Errorf("%q: no usable command: %+v", tt.text, c)
		}
	}
	c := NewResolver(linux(nil), Settings{CompileCommands: "/nowhere"}).Command("/p/a.cu", "")
	if got := strings.Join(c.Problems, "\n"); !strings.Contains(got, "/nowhere") {
		t.Errorf("problems = %q, want the database that does not exist", got)
	}
}

// A database may lie: its folders and response files need not exist.
func TestLyingDatabase(t *testing.T) {
	r := NewResolver(linux(map[string]string{"/p/compile_commands.json": `[
		{"directory": "/gone", "file": "/p/a.cu", "command": "nvcc --options-file flags.rsp -I x -arch=sm_80 /p/a.cu"},
		{"directory": "/gone", "file": "/p/a.cu", "command": "nvcc -arch=sm_90 /p/a.cu"}]`, "/p/a.cu": ""}), Settings{})
	c := r.Command("/p/a.cu", "")
	if !cmp.Equal(c.Archs, []int{80}) || !cmp.Equal(c.Include, []string{"/gone/x"}) || len(c.Problems) != 1 {
		t.Errorf("%+v", c)
	}
}

func TestResponseFileIsAPlainFile(t *testing.T) {
	r := NewResolver(linux(map[string]string{"/p/a.cu": "", "/p/folder/x": ""}), Settings{Flags: []string{
		"@folder",
		"-optf", "folder",
	}, Dir: "/p"})
	if c := r.Command("/p/a.cu", ""); len(c.Problems) != 2 || !strings.Contains(c.Problems[0], "not a plain file") {
		t.Errorf("problems = %q", c.Problems)
	}
}

func TestCompileFlagsFile(t *testing.T) {
	r := NewResolver(linux(map[string]string{
		"/p/compile_flags.txt": "-Iinc\n\n--extended-lambda\n",
		"/p/sub/a.cu":          "",
	}), Settings{})
	c := r.Command("/p/sub/a.cu", "")
	if !c.Given || !c.ExtendedLambda.On || !c.RDC.Given || !cmp.Equal(c.Include, []string{"/p/inc"}) {
		t.Errorf("%+v", c)
	}
}

func TestProject(t *testing.T) {
	const yaml = `
compile-commands: out
archs: [sm_80, "8.9"]
flags:
  add: [-Iproject, --expt-relaxed-constexpr]
  remove: [--extended-lambda, "-std*"]
rules:
  severity: {20011: error}
exclude: [third_party, "gen/*.cu"]
`
	if _, err := parseProject("/p/.cudals.yaml", []byte(yaml)); err == nil || !strings.Contains(err.Error(), `unknown architecture "8.9"`) {
		t.Errorf("error = %v", err)
	}
	m := linux(map[string]string{
		"/p/.cudals.yaml":              strings.Replace(yaml, `"8.9"`, "sm_89", 1),
		"/p/out/compile_commands.json": nvccDB, "/p/src/a.cu": "", "/p/third_party/x/y.cu": "",
	})
	r := NewResolver(m, Settings{})
	c := r.Command("/p/src/a.cu", "")
	if c.ExtendedLambda.On || !c.RelaxedConstexpr.On || !cmp.Equal(c.Archs, []int{80, 89}) {
		t.Errorf("%+v", c)
	}
	p, err := r.Project("/p/src/a.cu")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{
		"/p/src/a.cu": false, "/p/third_party/x/y.cu": true, "/p/src/third_party/y.cu": true, "/p/gen/a.cu": true,
		"/p/gen/sub/a.cu": false, "/q/third_party/a.cu": false,
	} {
		if got := p.Excluded(file); got != want {
			t.Errorf("Excluded(%s) = %v", file, got)
		}
	}
}

// TestProjectErrors: each fault is told at its place; the second column is the line and what stands there, the third the message.
func TestProjectErrors(t *testing.T) {
	const path = "/p/.cudals.yaml"
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"tolkit: /x", []string{"1 tolkit: unknown key `tolkit`; did you mean `toolkit`?"}},
		{"# ours\nexklude: [a]\nrules: {ignroe: [1], severity: {20011: fatal}}\n", []string{
			"2 exklude: unknown key `exklude`; did you mean `exclude`?",
			"3 ignroe: unknown key `ignroe`; did you mean `ignore`?",
			"3 fatal: rules: severity of 20011: \"fatal\" is none of error, warning, information, hint",
		}},
		{"compile_commands: x\nignore: [20011]\n", []string{
			"1 compile_commands: unknown key `compile_commands`; did you mean `compile-commands`?",
			"2 ignore: unknown key `ignore`; did you mean `rules.ignore`?",
		}},
		{"flags:\n  ürgh: 1\n  include: [x]\n", []string{
			"2 ürgh: unknown key `ürgh`, known are `add`, `remove`, `complete`",
			"3 include: unknown key `include`, known are `add`, `remove`, `complete`",
		}},
		{"flags: &f {add: [-DX], oops: 1}\nrules: *f\n", []string{
			"1 add: unknown key `add`; did you mean `flags.add`?",
			"1 oops: unknown key `oops`, known are `add`, `remove`, `complete`",
			"1 oops: unknown key `oops`, known are `select`, `enable`, `ignore`, `severity`",
		}},
		{"archs: sm_80\nflags: [-Ix]\ntolkit: x", []string{
			"1 archs: sm_80: text stands `sm_80` where a list is expected",
			"2 flags: [-Ix]: a list stands where a mapping is expected",
			"3 tolkit: unknown key `tolkit`; did you mean `toolkit`?",
		}},
		{"archs:\n  - sm_80\n  - volta\n", []string{"3 volta: archs: unknown architecture \"volta\""}},
		{"target-platform: macos", []string{"1 macos: target-platform: \"macos\" is none of linux, windows"}},
		{"toolkit: x\r\n  dialect: y\r\n", []string{"2 dialect: y: mapping values are not allowed in this context"}},
		{"toolkit: x\ndialect: msvc # ?", []string{"2 msvc: dialect: \"msvc\" is none of nvcc, clang, hip, nvrtc"}},
		{"exclude: ['a[']", []string{"1 'a[']: exclude: \"a[\" is not a valid pattern"}},
		{"a: b: c", []string{"1 a: b: c: mapping values are not allowed in this context"}},
		{"flags:\n  add: [-I.]\n remove: [x]\n", []string{"3 remove: [x]: did not find expected key"}},
		{"toolkit: x\ntoolkit: y\n", []string{"2 toolkit: y: mapping key \"toolkit\" already defined at line 1"}},
		{"toolkit: x\nexclude: [a, *b]\n", []string{"2 *b: unknown anchor 'b' referenced"}},
		{"{}\n---\n{}", []string{"2 ---: only one document is expected"}},
		{"toolkit: 'x\n", []string{"2 : found unexpected end of stream"}},
	} {
		_, err := parseProject(path, []byte(tt.text))
		var wrong *FileError
		if !errors.As(err, &wrong) {
			t.Errorf("%q: error = %v", tt.text, err)
			continue
		}
		var got []string
		for _, f := range wrong.Faults {
			got = append(got, fmt.Sprintf("%d %s: %s", wrong.File.LineOf(f.Span.Start)+1, wrong.File.Slice(f.Span), f.Message))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q: %s", tt.text, diff)
		}
	}
	_, err := parseProject(path, []byte("toolkit: x\ntolkit: /x\ndialect: y"))
	if want := path + ":2: unknown key `tolkit`; did you mean `toolkit`?; " + path + ":3: dialect"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error = %v", err)
	}
	for _, text := range []string{"", "# nothing\n", "{}", "flags: &f {add: [-DX]}\n", "flags: {<<: {add: [-DX]}}"} {
		if p, err := parseProject(path, []byte(text)); err != nil || p.dialect() != DialectUnknown {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestLastGoodProject: what cannot be understood means what it last meant, until it is gone.
func TestLastGoodProject(t *testing.T) {
	files := map[string]string{"/p/a.cu": "", "/p/.cudals.yaml": "archs: [sm_90]"}
	m := linux(files)
	r := NewResolver(m, Settings{})
	for _, step := range []struct {
		text  string // "" for no file
		arch  int
		fault string
	}{
		{"archs: [sm_90]", 90, ""},
		{"archs: [sm_90", 90, "/p/.cudals.yaml:1: "},
		{"archs: [sm_80]", 80, ""},
		{"arch: [sm_90]", 80, "did you mean `archs`?"},
		{"", 0, ""},
		{"arch: [sm_90]", 0, "did you mean `archs`?"},
	} {
		delete(files, "/p/.cudals.yaml")
		if step.text != "" {
			files["/p/.cudals.yaml"] = step.text
		}
		*m = *linux(files)
		r = r.Next(Settings{})
		c := r.Command("/p/a.cu", "")
		if got := c.Archs[0]; got != step.arch && c.ArchsWritten || c.ArchsWritten != (step.arch != 0) {
			t.Errorf("%q: sm_%d", step.text, got)
		}
		if fault := c.Faults; (len(fault) == 0) != (step.fault == "") || len(fault) > 0 && !strings.Contains(fault[0].Error(), step.fault) {
			t.Errorf("%q: %v", step.text, fault)
		}
	}
}

// TestTargetPlatform: the target is Windows where the host compiler is cl.exe, or where somebody says so.
func TestTargetPlatform(t *testing.T) {
	database := func(command string) map[string]string {
		return map[string]string{"/p/a.cu": "", "/p/compile_commands.json": `[{"directory": "/p", "file": "a.cu", "command": "` + command + `"}]`}
	}
	project := func(files map[string]string, text string) map[string]string {
		files["/p/.cudals.yaml"] = text
		return files
	}
	cases := []struct {
		name     string
		files    map[string]string
		settings Settings
		windows  bool
	}{
		{"nothing said", database("nvcc -c a.cu"), Settings{}, false},
		{"cl.exe", database("nvcc -ccbin cl.exe -c a.cu"), Settings{}, true},
		{"the flag", database("nvcc --target-platform=windows -c a.cu"), Settings{}, true},
		{"the setting", database("nvcc -c a.cu"), Settings{Platform: "windows"}, true},
		{"the setting against the command", database("nvcc -ccbin cl.exe -c a.cu"), Settings{Platform: "linux"}, false},
		{"the project", project(database("nvcc -c a.cu"), "target-platform: windows"), Settings{}, true},
		{"the setting against the project", project(database("nvcc -c a.cu"), "target-platform: windows"), Settings{Platform: "linux"}, false},
	}
	for _, c := range cases {
		if got := NewResolver(linux(c.files), c.settings).Command("/p/a.cu", "").Windows; got != c.windows {
			t.Errorf("%s: Windows is %v", c.name, got)
		}
	}
}

func TestProjectFlagsWithoutCommand(t *testing.T) {
	for _, complete := range []bool{false, true} {
		text := "flags: {add: [--extended-lambda]}"
		if complete {
			text = "flags: {add: [--extended-lambda], complete: true}"
		}
		c := NewResolver(linux(map[string]string{"/p/.cudals.yaml": text}), Settings{}).Command("/p/a.cu", "")
		if got, want := c.ExtendedLambda, (Flag{On: true, Given: true}); got != want {
			t.Errorf("complete %v: extended lambda = %v", complete, got)
		}
		if c.RDC.Given != complete || c.Given != complete {
			t.Errorf("complete %v: rdc given = %v", complete, c.RDC.Given)
		}
	}
}

func TestChanged(t *testing.T) {
	files := map[string]string{"/p/a.cu": ""}
	m := linux(files)
	r := NewResolver(m, Settings{})
	r.Command("/p/a.cu", "")
	*m = *linux(map[string]string{"/p/a.cu": "", "/p/.cudals.yaml": "toolkit: none"})
	if c := r.Next(Settings{}).Command("/p/a.cu", ""); c.Toolkit != nil {
		t.Error("the new configuration is not used")
	}
}

func TestDialects(t *testing.T) {
	m := linux(nil)
	for _, tt := range []struct {
		command, file string
		dialect       Dialect
		hostOnly      bool
	}{
		{"nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"nvcc -c a.cpp", "/p/a.cpp", NVCC, true},
		{"nvcc -x cu -c a.cpp", "/p/a.cpp", NVCC, false},
		{"nvcc --x=cu -c a.cpp", "/p/a.cpp", NVCC, false},
		{"/opt/cuda/bin/nvcc -forward-unknown-to-host-compiler -c a.cu", "/p/a.cu", NVCC, false},
		{"sccache /opt/cuda/bin/nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"env LANG=C nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"nvcc_wrapper -c a.cpp -x cu", "/p/a.cpp", NVCC, false},
		{"kokkos_launch_compiler /k/bin/nvcc_wrapper g++ g++ -c a.cpp", "/p/a.cpp", NVCC, false},
		{"ccache clang-cl -c -- a.cu", "/p/a.cu", Clang, false},
		{"PATH=/usr/bin LANG=C nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"cmake -E env CUDAHOSTCXX=/usr/bin/g++ ccache nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"ctest --launch --target-name g++ -- nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"/bin/sh ../libtool --tag=CXX --mode=compile nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"python3 tools/wrap.py --cache nvcc -c a.cu", "/p/a.cu", NVCC, false},
		{"crosstool/clang/bin/crosstool_wrapper_driver_is_not_gcc -x cuda -c a.cu.cc", "/p/a.cu.cc", NVCC, false},
		{"crosstool/clang/bin/crosstool_wrapper_driver_is_not_gcc -c a.cc", "/p/a.cc", NVCC, true},
		{"clang++ -x cuda --cuda-gpu-arch=sm_80 a.cc", "/p/a.cc", Clang, false},
		{"clang++-18 -c a.cu", "/p/a.cu", Clang, false},
		{"hipcc -c a.cpp", "/p/a.cpp", HIP, false},
		{"clang++ -x hip -c a.cpp", "/p/a.cpp", HIP, false},
		{"clang++ -c a.hip", "/p/a.hip", HIP, false},
		{"g++ -c a.cpp", "/p/a.cpp", DialectUnknown, true},
		{"x86_64-linux-gnu-g++-11 -c a.cpp", "/p/a.cpp", DialectUnknown, true},
		{"ccache c++ -c a.h", "/p/a.h", DialectUnknown, true},
		{"/weird/compiler -gencode arch=compute_80,code=sm_80 a.cu", "/p/a.cu", NVCC, false},
		{"/weird/compiler a.cu", "/p/a.cu", DialectUnknown, false},
	} {
		args, _ := Split(tt.command)
		c := Parse(m, Input{File: tt.file, Dir: "/p", Args: args, HasCompiler: true, Complete: true})
		if c.Dialect != tt.dialect || c.HostOnly != tt.hostOnly {
			t.Errorf("%s: %v, host only %v", tt.command, c.Dialect, c.HostOnly)
		}
	}
}

// TestHIPWithToolkit has CUDA's toolkit on the machine: HIP does not read it.
func TestHIPWithToolkit(t *testing.T) {
	m := linux(map[string]string{"/usr/local/cuda/include/cuda_runtime.h": "", "/usr/local/cuda/include/cuda.h": "#define CUDA_VERSION 12040\n"})
	for compiler, found := range map[string]bool{"nvcc": true, "hipcc": false} {
		c := Parse(m, Input{File: "/p/a.cpp", Dir: "/p", Args: []string{compiler, "-c", "a.cpp"}, HasCompiler: true, Complete: true})
		if (c.Toolkit != nil) != found {
			t.Errorf("%s: toolkit %v", compiler, c.Toolkit)
		}
	}
}

// TestWritten reads commands as build systems write them, of which the dialect, the language version, architectures, definitions, folders
// and switches are to be told.
func TestWritten(t *testing.T) {
	m := linux(map[string]string{
		"/p/CMakeFiles/x.dir/includes_CUDA.rsp": `-Iinclude -isystem "/opt/my libs/include"`,
		"/p/b/a.params":                         "-DX=1\n-Iinclude\n'-DY=\"two words\"'\n",
	})
	on := Flag{On: true, Given: true}
	type want struct {
		std           int
		archs         []int
		defines       []string
		include       []string
		system        []string
		lambda, exprs bool
	}
	for _, tt := range []struct {
		name, command, file string
		want                want
	}{
		{
			"CMake, make",
			`/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DX=1 -D"Y=\"a b\"" --options-file CMakeFiles/x.dir/includes_CUDA.rsp -O0 -std=c++17 "--generate-code=arch=compute_80,code=[compute_80,sm_80]" -Xcompiler=-fPIC --extended-lambda -MD -MT a.o -MF a.o.d -x cu -rdc=true -c /p/a.cu -o a.o`,
			"/p/a.cu",
			want{std: 17, archs: []int{80}, defines: []string{"X=1", `Y="a b"`}, include: []string{"/p/include"}, system: []string{"/opt/my libs/include"}, lambda: true},
		},
		{
			"CMake, Ninja, a launcher and a host compiler",
			`/usr/bin/sccache /usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -ccbin=/usr/bin/g++-12 -DX -I/p/include -isystem=/opt/x -std=c++20 -arch=native -c /p/a.cu -o a.o`,
			"/p/a.cu",
			want{std: 20, archs: []int{52}, defines: []string{"X"}, include: []string{"/p/include"}, system: []string{"/opt/x"}},
		},
		{
			"Visual Studio",
			`"C:\CUDA\bin\nvcc.exe" -gencode=arch=compute_86,code=\"sm_86,compute_86\" --use-local-env -ccbin "C:\VC\bin" -x cu -IC:\inc --keep-dir x64 -maxrregcount=0 --machine 64 --compile -cudart static -std=c++17 -Xcompiler "/EHsc /W3 /nologo /O2 /FS /MD /DHOST=1" -D_WINDOWS -o a.obj "C:\p\a.cu"`,
			`C:\p\a.cu`,
			want{std: 17, archs: []int{86}, defines: []string{"HOST=1", "_WINDOWS"}},
		},
		{
			"Bazel's toolchain of TensorFlow",
			`external/local_config_cuda/crosstool/clang/bin/crosstool_wrapper_driver_is_not_gcc -MD -MF a.d -DEIGEN_MPL2_ONLY -iquote . -isystem external/eigen -fPIC -Wno-all -x cuda -DGOOGLE_CUDA=1 -nvcc_options=relaxed-constexpr -nvcc_options=extended-lambda -nvcc_options=ftz=true --cuda-gpu-arch=sm_70 --cuda-gpu-arch=sm_80 -std=c++17 -c a.cu.cc -o a.o`,
			"/p/a.cu.cc",
			want{std: 17, archs: []int{70, 80}, defines: []string{"EIGEN_MPL2_ONLY", "GOOGLE_CUDA=1"}, system: []string{"/p/external/eigen"}, lambda: true, exprs: true},
		},
		{
			"Bazel's rules for CUDA",
			`/usr/local/cuda/bin/nvcc @b/a.params -Xcompiler -fPIC -x cu -rdc=false --generate-code arch=compute_90,code=sm_90 --generate-code arch=compute_90,code=compute_90 -std=c++17 -c a.cu -o a.o`,
			"/p/a.cu",
			want{std: 17, archs: []int{90}, defines: []string{"X=1", `Y="two words"`}, include: []string{"/p/include"}},
		},
		{
			"Meson",
			`nvcc -Ilib.p -I. -I.. '-DX="s"' -D_FILE_OFFSET_BITS=64 -std=c++14 -O0 -g -G -Xcompiler=-Wall,-Winvalid-pch,\"-DH=1,2\" -arch=sm_75 -x cu -o a.o -c ../a.cu`,
			"/p/a.cu",
			want{std: 14, archs: []int{75}, defines: []string{"H=1,2", `X="s"`, "_FILE_OFFSET_BITS=64"}, include: []string{"/p/lib.p", "/p", "/"}},
		},
		{
			"setup.py",
			`nvcc -I/p/csrc -I/usr/include/python3 -c -c /p/a.cu -o a.o -D__CUDA_NO_HALF_OPERATORS__ --expt-relaxed-constexpr --compiler-options ''"'"'-fPIC'"'"'' -DTORCH_API_INCLUDE_EXTENSION_H '-DPYBIND11_COMPILER_TYPE="_gcc"' -gencode=arch=compute_86,code=compute_86 -gencode=arch=compute_86,code=sm_86 -std=c++17`,
			"/p/a.cu",
			want{
				std: 17, archs: []int{86}, include: []string{"/p/csrc", "/usr/include/python3"}, exprs: true,
				defines: []string{"__CUDA_NO_HALF_OPERATORS__", "TORCH_API_INCLUDE_EXTENSION_H", `PYBIND11_COMPILER_TYPE="_gcc"`},
			},
		},
		{
			"a makefile",
			`/usr/local/cuda/bin/nvcc -ccbin g++ -I../../Common -m64 --threads 0 --std=c++11 -gencode arch=compute_70,code=sm_70 -gencode arch=compute_80,code=compute_80 -Xptxas -v --compiler-options "-Wall -DN=3" -o a.o -c a.cu`,
			"/p/a.cu",
			want{std: 11, archs: []int{70, 80}, defines: []string{"N=3"}, include: []string{"/Common"}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			split := Split
			if tt.file[0] == 'C' {
				split = splitWindows
			}
			args, err := split(tt.command)
			if err != nil {
				t.Fatal(err)
			}
			c := Parse(m, Input{File: tt.file, Dir: "/p", Args: args, HasCompiler: true, Complete: true})
			got := want{
				std: c.Std, archs: c.Archs, defines: c.Defines, include: c.Include, system: c.System,
				lambda: c.ExtendedLambda == on, exprs: c.RelaxedConstexpr == on,
			}
			if tt.file[0] == 'C' {
				got.include = nil // no path of this machine
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(want{})); diff != "" || c.Dialect != NVCC || c.HostOnly {
				t.Errorf("%v, host only %v, %q (-want +got):\n%s", c.Dialect, c.HostOnly, c.Problems, diff)
			}
		})
	}
}

func TestClangFlags(t *testing.T) {
	args, _ := Split("clang++ -x cuda --cuda-gpu-arch=sm_70 --offload-arch=sm_80,sm_90a -fgpu-rdc --cuda-path=/usr/local/cuda-12.4 -std=c++20 -nocudalib -o x a.cu")
	c := Parse(linux(nil), Input{File: "/p/a.cu", Dir: "/p", Args: args, HasCompiler: true, Complete: true})
	if !cmp.Equal(c.Archs, []int{70, 80, 90}) || !c.RDC.On || c.Std != 20 || c.Toolkit.Include != "/usr/local/cuda-12.4/include" {
		t.Errorf("%+v", c)
	}
}

func TestFindToolkit(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		env   map[string]string
		given string
		want  string
	}{
		{name: "none"},
		{
			name: "given root", files: map[string]string{"/a/include/cuda_runtime.h": ""}, given: "/a",
			want: "/a/include",
		},
		{
			name: "given include", files: map[string]string{"/a/include/cuda_runtime.h": ""}, given: "/a/include",
			want: "/a/include",
		},
		{
			name: "targets", files: map[string]string{"/a/targets/x86_64-linux/include/cuda_runtime.h": ""},
			given: "/a", want: "/a/targets/x86_64-linux/include",
		},
		{
			name: "CUDA_HOME", files: map[string]string{
				"/a/include/cuda_runtime.h":              "",
				"/usr/local/cuda/include/cuda_runtime.h": "",
			}, env: map[string]string{"CUDA_HOME": "/a"},
			want: "/a/include",
		},
		{
			name: "stale CUDA_HOME", files: map[string]string{"/usr/local/cuda/include/cuda_runtime.h": ""},
			env: map[string]string{"CUDA_HOME": "/a"}, want: "/usr/local/cuda/include",
		},
		{
			name: "PATH", files: map[string]string{
				"/usr/lib/ccache/nvcc": "->/usr/bin/ccache", "/usr/bin/ccache": "",
				"/home/p/bin/nvcc": "->/home/p/cuda/bin/nvcc", "/home/p/cuda/bin/nvcc": "", "/home/p/cuda/include/cuda_runtime.h": "",
				"/usr/local/cuda/include/cuda_runtime.h": "",
			}, env: map[string]string{"PATH": "bin:/usr/lib/ccache:/home/p/bin:/usr/bin"}, want: "/home/p/cuda/include",
		},
		{
			name: "newest", files: map[string]string{
				"/usr/local/cuda-9.2/include/cuda_runtime.h":  "",
				"/usr/local/cuda-12.1/include/cuda_runtime.h": "", "/usr/local/cuda-12.10/include/cuda_runtime.h": "",
			},
			want: "/usr/local/cuda-12.10/include",
		},
		{
			name: "arch linux", files: map[string]string{"/opt/cuda/targets/x86_64-linux/include/cuda_runtime.h": ""},
			want: "/opt/cuda/targets/x86_64-linux/include",
		},
		{name: "debian", files: map[string]string{"/usr/include/cuda_runtime.h": ""}, want: "/usr/include"},
		{
			name: "conda", files: map[string]string{"/c/targets/x86_64-linux/include/cuda_runtime.h": ""},
			env: map[string]string{"CONDA_PREFIX": "/c"}, want: "/c/targets/x86_64-linux/include",
		},
	} {
		got, err := FindToolkit(fakeMachine(tt.files, tt.env), tt.given)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		include := ""
		if got != nil {
			include = got.Include
		}
		if include != tt.want {
			t.Errorf("%s: found %q, want %q", tt.name, include, tt.want)
		}
	}
	if got, err := FindToolkit(linux(nil), NoToolkit); got != nil || err != nil {
		t.Errorf("asked for none: %+v, %v", got, err)
	}
	if _, err := FindToolkit(fakeMachine(nil, nil), "/nothing"); err == nil {
		t.Error("a folder given that has no toolkit is no error")
	}
}

func TestToolkitVersion(t *testing.T) {
	for _, tt := range []struct {
		files          map[string]string
		version, build int
	}{
		{map[string]string{}, 0, 0},
		{map[string]string{"/t/include/cuda_runtime_api.h": "// #define CUDART_VERSION 1\n#define CUDART_VERSION  12040\n"}, 12040, 131},
		{map[string]string{"/t/include/cuda.h": "#  define CUDA_VERSION 11080 /* x */"}, 11080, 89},
		{map[string]string{"/t/include/cuda.h": "#define CUDA_VERSION 12061"}, 12060, 0},
		{map[string]string{
			"/t/include/cuda_runtime_api.h": "#define CUDART_VERSION 12060",
			"/t/version.json":               `{"cuda": {"version": "12.6.3"}, "cuda_nvcc": {"name": "x", "version": "12.6.85"}}`,
		}, 12060, 85},
	} {
		tt.files["/t/include/cuda_runtime.h"] = ""
		got, err := FindToolkit(fakeMachine(tt.files, nil), "/t")
		if err != nil || int(got.Version) != tt.version || got.Build != tt.build {
			t.Errorf("%v: %+v, %v", tt.files, got, err)
		}
	}
}

func TestHostCompiler(t *testing.T) {
	files := map[string]string{
		"/usr/bin/g++":                     "->/usr/bin/x86_64-linux-gnu-g++-12",
		"/usr/bin/x86_64-linux-gnu-g++-12": "",
	}
	for _, v := range []string{"9", "11", "12", "13"} {
		files["/usr/lib/gcc/x86_64-linux-gnu/"+v+"/include/stddef.h"] = ""
		if v != "13" { // installed without its C++ library
			files["/usr/include/c++/"+v+"/vector"] = ""
		}
	}
	files["/usr/lib/gcc/aarch64-linux-gnu/14/include/stddef.h"] = ""
	files["/usr/include/c++/14/vector"] = ""
	m := fakeMachine(files, nil)
	for _, tt := range []struct {
		name    string
		version int
		triple  string
	}{
		{"", 12, "x86_64-linux-gnu"},
		{"g++", 12, "x86_64-linux-gnu"},
		{"g++-11", 11, "x86_64-linux-gnu"},
		{"/usr/bin/g++-9", 9, "x86_64-linux-gnu"},
		{"/usr/bin/g++", 12, "x86_64-linux-gnu"},
		{"aarch64-linux-gnu-g++", 14, "aarch64-linux-gnu"},
		{"clang++-15", 12, "x86_64-linux-gnu"},
	} {
		h, folders := findHost(m, HostCompiler{Name: tt.name})
		if h.Version != tt.version || h.Triple != tt.triple || len(folders) == 0 {
			t.Errorf("%q: %+v %q", tt.name, h, folders)
		}
	}
	if _, folders := findHost(m, HostCompiler{Name: "cl.exe"}); folders != nil {
		t.Errorf("cl.exe has gcc's folders %q", folders)
	}
}

func TestConfig(t *testing.T) {
	m := linux(map[string]string{"/tk/cuda_runtime.h": "", "/p/first.h": ""})
	folder := func(path string, system bool) preprocess.Folder { return preprocess.Folder{Path: path, System: system} }
	gcc := []preprocess.Folder{
		folder("/usr/include/c++/12", true),
		folder("/usr/include/x86_64-linux-gnu/c++/12", true),
		folder("/usr/include/c++/12/backward", true),
		folder("/usr/lib/gcc/x86_64-linux-gnu/12/include", true),
		folder("/usr/local/include", true),
		folder("/usr/include/x86_64-linux-gnu", true),
		folder("/usr/include", true),
	}
	for _, tt := range []struct {
		flags, toolkit string
		before, after  []preprocess.Folder
		forced         []string
	}{
		{
			flags: "-I/tk -Ia -isystem s -I/usr/include -idirafter z -include first.h -include far.h",
			before: []preprocess.Folder{
				folder("/tk", true), folder("/p/a", false), folder("/p/s", true),
			},
			after:  []preprocess.Folder{folder("/p/z", true)},
			forced: []string{"cuda_runtime.h", "/p/first.h", "far.h"},
		},
		{
			flags: "-Ia -Is -isystem s -Ia",
			before: []preprocess.Folder{
				folder("/p/a", false), folder("/usr/local/cuda/include", true), folder("/p/s", true),
			},
			forced: []string{"cuda_runtime.h"},
		},
		{
			flags: "-Ia", toolkit: "none",
			before: []preprocess.Folder{folder("/p/a", false), folder(PreludeDir, true)},
			forced: []string{"cuda_runtime.h"},
		},
	} {
		in := flagsOf(tt.flags)
		in.Toolkit = tt.toolkit
		cfg := Config(Parse(m, in), HostPass, 0)
		want := append(append(tt.before, gcc...), tt.after...)
		if diff := cmp.Diff(want, cfg.Include); diff != "" {
			t.Errorf("%s: folders (-want +got):\n%s", tt.flags, diff)
		}
		if diff := cmp.Diff(tt.forced, cfg.Forced); diff != "" {
			t.Errorf("%s: forced (-want +got):\n%s", tt.flags, diff)
		}
	}
}

// TestClangd looks what of a .clangd counts: flags where a file has no command or clang's, not where it has nvcc's.
func TestClangd(t *testing.T) {
	m := linux(map[string]string{
		"/p/.clangd": `
CompileFlags:
  Add: [-xcuda, -std=c++20, "--cuda-gpu-arch=sm_90", -Iinc, -DX=1, -Wno-unknown-cuda-version]
  Compiler: /opt/cuda-11/bin/nvcc
---
If:
  PathMatch: sub/.*\.cu
  PathExclude: [sub/not\.cu]
CompileFlags:
  Add: -DSUB
  Remove: [--expt-*, -DY]
---
If: {PathMatch: "("}
CompileFlags: {Add: [-DNEVER]}
`,
		"/p/a.cu": "", "/p/sub/a.cu": "", "/p/sub/not.cu": "",
		"/opt/cuda-11/include/cuda_runtime.h": "", "/opt/cuda-11/bin/nvcc": "",
		"/q/.clangd": "CompileFlags:\n  Add: -DQ\n  Remove: [--expt-*, -DY]\n  CompilationDatabase: out\n",
		"/q/out/compile_commands.json": `[
			{"directory": "/q", "file": "a.cu", "command": "nvcc --expt-relaxed-constexpr -DY -c a.cu"},
			{"directory": "/q", "file": "b.cu", "command": "clang++ -x cuda -DY -DZ -c b.cu"}]`,
		"/q/a.cu": "", "/q/b.cu": "",
		"/r/.clangd": ": no [ yaml", "/r/a.cu": "",
		"/s/.clangd": "CompileFlags: {Compiler: /opt/absent/bin/nvcc}", "/s/a.cu": "",
	})
	r := NewResolver(m, Settings{})
	for _, tt := range []struct {
		file     string
		defines  []string
		std      int
		archs    []int
		include  string
		constant bool
	}{
		{"/p/a.cu", []string{"X=1"}, 20, []int{90}, "/opt/cuda-11/include", false},
		{"/p/sub/a.cu", []string{"X=1", "SUB"}, 20, []int{90}, "/opt/cuda-11/include", false},
		{"/p/sub/not.cu", []string{"X=1"}, 20, []int{90}, "/opt/cuda-11/include", false},
		{"/q/a.cu", []string{"Y"}, 17, []int{52}, "/usr/local/cuda/include", true},
		{"/q/b.cu", []string{"Z", "Q"}, 17, []int{52}, "/usr/local/cuda/include", false},
		{"/r/a.cu", nil, 17, []int{52}, "/usr/local/cuda/include", false},
		{"/s/a.cu", nil, 17, []int{52}, "/usr/local/cuda/include", false},
	} {
		c := r.Command(tt.file, "")
		if !cmp.Equal(c.Defines, tt.defines) || c.Std != tt.std || !cmp.Equal(c.Archs, tt.archs) || c.Toolkit.Include != tt.include ||
			c.RelaxedConstexpr.On != tt.constant || c.HostOnly || len(c.Problems) > 0 {
			t.Errorf("%s: %q, C++%d, %v, %s, constexpr %v, host only %v, %q", tt.file, c.Defines, c.Std, c.Archs, c.Toolkit.Include,
				c.RelaxedConstexpr.On, c.HostOnly, c.Problems)
		}
		if (c.Dialect == NVCC) != (tt.file != "/q/b.cu") || c.Given != (tt.file[1] == 'q') {
			t.Errorf("%s: %v, given %v", tt.file, c.Dialect, c.Given)
		}
	}
}

// TestIncluder looks whose command a header borrows before anybody opened a file that includes it: not that of the file that looks
// likest, but of one that leads to it.
func TestIncluder(t *testing.T) {
	m := linux(map[string]string{
		"/p/compile_commands.json": `[
			{"directory": "/p", "file": "src/grid.cu", "command": "nvcc -DLIKE -c src/grid.cu"},
			{"directory": "/p", "file": "src/solve.cu", "command": "nvcc -DSOLVE -Iinclude -c src/solve.cu"},
			{"directory": "/p", "file": "src/plain.cpp", "command": "g++ -DPLAIN -Iinclude -c src/plain.cpp"},
			{"directory": "/p", "file": "src/loop.cu", "command": "nvcc -DLOOP -c src/loop.cu"}]`,
		"/p/src/grid.cu":       "#include <other/grid.cuh>\n",
		"/p/src/solve.cu":      "#include <lib/all.h>\n",
		"/p/src/plain.cpp":     "#include \"lib/plain.h\"\n#include <lib/tool.cuh>\n",
		"/p/src/loop.cu":       "#include \"loop.h\"\n",
		"/p/src/loop.h":        "#include \"loop.h\"\n  #  include \"deep.h\"\n",
		"/p/src/deep.h":        "",
		"/p/include/lib/all.h": "#include \"grid.cuh\"\n", "/p/include/lib/grid.cuh": "", "/p/include/lib/plain.h": "",
		"/p/include/lib/tool.cuh": "", "/p/include/lib/nobody.cuh": "",
	})
	r := NewResolver(m, Settings{})
	for file, want := range map[string]struct {
		define   string
		borrowed bool // from a file that is known to include it
	}{
		"/p/include/lib/grid.cuh":   {"SOLVE", true},
		"/p/include/lib/all.h":      {"SOLVE", true},
		"/p/include/lib/plain.h":    {"PLAIN", true},
		"/p/include/lib/tool.cuh":   {"LIKE", false},
		"/p/include/lib/nobody.cuh": {"LIKE", false},
		"/p/src/deep.h":             {"LOOP", true},
	} {
		c := r.Command(file, "")
		if !cmp.Equal(c.Defines, []string{want.define}) || c.BorrowedFrom == "" {
			t.Errorf("%s: %v from %q, want %s", file, c.Defines, c.BorrowedFrom, want.define)
		}
		if (r.sticky["/p/compile_commands.json\x00"+file] != "") != want.borrowed || (c.Through != "") != want.borrowed {
			t.Errorf("%s is borrowed from %s, read through %q", file, c.BorrowedFrom, c.Through)
		}
	}
}

// TestThroughSource looks through which file a header of a project without commands is read.
func TestThroughSource(t *testing.T) {
	m := linux(map[string]string{
		"/p/CMakeLists.txt": "project(p LANGUAGES CUDA)\n",
		"/p/src/grid.cu":    "#include <vector>\n", "/p/src/solve.cu": "#include <lib/all.h>\n", "/p/src/other.cu": "#include \"grid.cuh\"\n",
		"/p/src/plain.cpp": "#include \"lib/plain.h\"\n", "/p/include/lib/all.h": "#include \"grid.cuh\"\n", "/p/include/lib/grid.cuh": "",
		"/p/include/lib/plain.h": "", "/p/include/lib/nobody.cuh": "",
	})
	ctx := context.Background()
	through := func(r *Resolver, file, includer string) string {
		return r.Infer(ctx, r.Command(file, includer)).Through
	}
	r := NewResolver(m, Settings{})
	for file, want := range map[string]string{
		"/p/include/lib/grid.cuh": "/p/src/other.cu", "/p/include/lib/all.h": "/p/src/solve.cu", "/p/include/lib/plain.h": "",
		"/p/include/lib/nobody.cuh": "", "/p/src/solve.cu": "",
	} {
		if got := through(r, file, ""); got != want {
			t.Errorf("%s is read through %q, want %q", file, got, want)
		}
	}
	const header = "/p/include/lib/grid.cuh"
	if got := through(r, header, "/p/src/solve.cu"); got != "/p/src/solve.cu" {
		t.Errorf("with an includer that is open: %q", got)
	}
	if got, want := r.Lenders(ctx, header), []string{"/p/src/other.cu", "/p/src/solve.cu"}; !cmp.Equal(got, want) {
		t.Errorf("lenders %q, want %q", got, want)
	}
	for _, choice := range []string{"/p/src/solve.cu", header} {
		want := choice
		if choice == header {
			want = "" // by itself
		}
		if ok := r.Borrow(header, choice); !ok || through(r, header, "") != want {
			t.Errorf("%s chosen: %v, read through %q", choice, ok, through(r, header, ""))
		}
	}
}

// TestFragments looks which sources are read as parts of others.
func TestFragments(t *testing.T) {
	files := map[string]string{
		"/p/CMakeLists.txt": "project(p LANGUAGES CUDA)\nadd_executable(p main.cu)\n",
		"/p/main.cu":        "#include \"work.cu\"\n#include \"kernels/scan.cu\"\n",
		"/p/work.cu":        "#include \"solve.cu\"\n", "/p/solve.cu": "", "/p/kernels/scan.cu": "", "/p/alone.cu": "",
		"/p/a.cu": "#include \"b.cu\"\n", "/p/b.cu": "#include \"a.cu\"\n", "/p/self.cu": "#include \"self.cu\"\n",
		"/p/lib/sum.cu": "", "/p/tests/test_sum.cu": "#include \"../lib/sum.cu\"\n",
		"/p/sort.cu": "#include <vector>\n", "/p/test_sort.cu": "#define TESTING\n#include \"sort.cu\"\n",
	}
	ctx := context.Background()
	want := map[string]string{
		"/p/work.cu": "/p/main.cu", "/p/solve.cu": "/p/main.cu", "/p/kernels/scan.cu": "/p/main.cu",
		"/p/main.cu": "", "/p/alone.cu": "", "/p/a.cu": "", "/p/b.cu": "", "/p/self.cu": "", "/p/lib/sum.cu": "", "/p/sort.cu": "",
	}
	r := NewResolver(linux(files), Settings{})
	for file, want := range want {
		if got := r.Infer(ctx, r.Command(file, "")).Through; got != want || r.Fragment(ctx, file) != (want != "") {
			t.Errorf("%s is read through %q, want %q", file, got, want)
		}
	}
	const part = "/p/work.cu"
	if got, want := r.Lenders(ctx, part), []string{"/p/main.cu"}; !cmp.Equal(got, want) {
		t.Errorf("lenders %q, want %q", got, want)
	}
	for _, choice := range []string{"/p/alone.cu", part} {
		want := choice
		if choice == part {
			want = "" // by itself
		}
		if !r.Borrow(part, choice) {
			t.Fatalf("%s cannot be read through %s", part, choice)
		}
		if got := r.Infer(ctx, r.Command(part, "")).Through; got != want {
			t.Errorf("%s chosen: read through %q", choice, got)
		}
	}
	files["/p/compile_commands.json"] = `[{"directory": "/p", "file": "main.cu", "command": "nvcc -DWIDE -c main.cu"}]`
	r = NewResolver(linux(files), Settings{})
	if c := r.Command("/p/solve.cu", ""); c.BorrowedFrom != "/p/main.cu" || c.Through != "/p/main.cu" || !r.Fragment(ctx, "/p/solve.cu") {
		t.Errorf("with commands: borrowed from %q, read through %q", c.BorrowedFrom, c.Through)
	}
}

// TestStandIns looks which headers of this program's own are found after all others: beside a toolkit those that no toolkit brings,
// where a command is not given.
func TestStandIns(t *testing.T) {
	m := linux(nil)
	for _, tt := range []struct {
		toolkit  string
		complete bool
		want     []preprocess.Folder
	}{
		{NoToolkit, false, []preprocess.Folder{{Path: prelude.LibraryDir, System: true}}},
		{NoToolkit, true, []preprocess.Folder{{Path: prelude.LibraryDir, System: true}}},
		{"", false, []preprocess.Folder{{Path: prelude.OthersDir, System: true}}},
		{"", true, nil},
	} {
		c := Parse(m, Input{File: "/p/a.cu", Dir: "/p", Toolkit: tt.toolkit, Complete: tt.complete})
		if diff := cmp.Diff(tt.want, Config(c, DevicePass, 80).Last); diff != "" {
			t.Errorf("toolkit %q, complete %v (-want +got):\n%s", tt.toolkit, tt.complete, diff)
		}
	}
}
