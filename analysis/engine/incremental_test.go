package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestIncremental edits realistic texts at random, as a person who types does, and compares what the engine says of each
// version when it goes on from the version before with what it says when it begins anew: diagnostics, layouts, counts, lenses, hints,
// colours, the outline, and hovers at random places. Some versions are given up half-way, and some are still under way when the next one begins.
//
// CUDALS_EDIT_FILES (a list of patterns) chooses other files, with CUDALS_BENCH_FLAGS or, where that is not set, the flags of their
// compilation database, and CUDALS_EDIT_TOOLKIT a toolkit for them; CUDALS_EDIT_COUNT another number of edits for each,
// CUDALS_EDIT_SEED other edits. With CUDALS_EDIT_RESULTS each difference is reduced and written to that folder, and the edits go on.
func TestIncremental(t *testing.T) {
	t.Parallel()
	patterns, resolver := editFiles(t)
	eachText(t, patterns, func(t *testing.T, path string, text []byte) {
		s := newSession(t, path, resolver.Command(path, ""), text)
		s.run(edits(25), len(filepath.Base(path)))
	})
}

// TestAskedThenEdited removes a call of a function whose result is deduced, after a question about it.
func TestAskedThenEdited(t *testing.T) {
	alone(t)
	t.Parallel()
	const text = `struct A {};
template <class T> __host__ __device__ auto size(T t) { return t.size(); }
__global__ void k(int *o) { o[0] = size(A()); }
`
	path := filepath.Join(t.TempDir(), "asked.cu")
	e := engine.New(source.Disk{}, rules.All(), nil)
	analyze := func(text string, prev workspace.Result) workspace.Result {
		r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, prev)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first := analyze(text, nil)
	for at := range text {
		describeAt(first, at)
	}
	edited := strings.Replace(text, "o[0] = size(A());", "", 1)
	if got, want := describe(analyze(edited, first)), describe(analyze(edited, nil)); got != want {
		t.Errorf("incremental:\n%s\nfrom scratch:\n%s", got, want)
	}
}

// eachText runs a test for each of the files that match patterns.
func eachText(t *testing.T, patterns []string, test func(t *testing.T, path string, text []byte)) {
	t.Helper()
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, name := range names {
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				path, err := filepath.Abs(name)
				if err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				test(t, path, text)
			})
		}
	}
}

// editFiles are the patterns of the files that are edited, and what knows their commands.
func editFiles(t *testing.T) (patterns []string, resolver *toolchain.Resolver) {
	t.Helper()
	patterns = []string{"testdata/incremental/*.cu", "../../testdata/demo/src/*.cu"}
	headers, err := filepath.Abs("../../testdata/demo/include")
	if err != nil {
		t.Fatal(err)
	}
	flags := []string{
		"-std=c++17", "-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_86,code=sm_86", "-gencode=arch=compute_90,code=sm_90", "--extended-lambda", "-I" + headers,
	}
	settings := toolchain.Settings{Toolkit: "none", Flags: flags}
	if s := os.Getenv("CUDALS_EDIT_FILES"); s != "" {
		patterns = filepath.SplitList(s)
		settings = toolchain.Settings{Toolkit: os.Getenv("CUDALS_EDIT_TOOLKIT")}
		if given, ok := os.LookupEnv("CUDALS_BENCH_FLAGS"); ok {
			if settings.Flags, err = toolchain.Split(given); err != nil {
				t.Fatal(err)
			}
		}
	}
	return patterns, toolchain.NewResolver(toolchain.Local(), settings)
}

// TestIncrementalHeader edits a header that is open in the editor and looks at a file that includes it.
func TestIncrementalHeader(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"reduce.cu", "reduce.cuh"}, {"pipeline.cu", "pipeline.h"}} {
		t.Run(pair[1], func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.Abs("testdata/incremental")
			if err != nil {
				t.Fatal(err)
			}
			path, header := filepath.Join(dir, pair[0]), filepath.Join(dir, pair[1])
			text, err := os.ReadFile(header)
			if err != nil {
				t.Fatal(err)
			}
			settings := toolchain.Settings{Toolkit: "none", Flags: []string{"-std=c++17", "-arch=sm_80"}}
			cmd := toolchain.NewResolver(toolchain.Local(), settings).Command(path, "")
			s := newSession(t, path, cmd, text)
			s.edited = header
			s.run(edits(20), 7)
		})
	}
}

// TestIncrementalThrough edits a header that is read through a file that includes it.
func TestIncrementalThrough(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs("testdata/incremental/tiles.cu")
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(filepath.Dir(path), "tiles.cuh")
	text, err := os.ReadFile(header)
	if err != nil {
		t.Fatal(err)
	}
	settings := toolchain.Settings{Toolkit: "none", Flags: []string{"-std=c++17", "-arch=sm_80"}}
	cmd := *toolchain.NewResolver(toolchain.Local(), settings).Command(header, "")
	cmd.Through = path
	s := newSession(t, header, &cmd, text)
	s.become("at first", text)
	s.compare(40)
	if s.prev.Through() != path {
		t.Fatalf("read through %q", s.prev.Through())
	}
	found := 0
	for _, d := range s.prev.Diagnostics() {
		if d.Place.File.Path != header {
			t.Errorf("said of what is lent: %s", d.Message)
		}
		if d.Severity == check.Error {
			found++
		}
	}
	if found != 1 { // onHost in the lambda; fill is instantiated behind
		t.Errorf("%d errors", found)
	}
	s.run(edits(30), 7)
}

// TestKept goes through the versions in testdata/kept and back to the first: what is said of each is what is said of it alone.
func TestKept(t *testing.T) {
	alone(t)
	t.Parallel()
	names, err := filepath.Glob("testdata/kept/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files (%v)", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			settings := toolchain.Settings{Toolkit: "none", Flags: []string{"-std=c++17", "-arch=sm_80", "--extended-lambda"}}
			cmd := toolchain.NewResolver(toolchain.Local(), settings).Command("/kept.cu", "")
			s := newSession(t, "/kept.cu", cmd, archive.Files[0].Data)
			s.listsEvery, s.namesEvery = 1, 1
			said := map[string]bool{}
			for _, f := range append(archive.Files, archive.Files[0]) {
				s.become(f.Name, f.Data)
				s.compare(len(f.Data))
				s.become(f.Name+" again", f.Data)
				s.compare(0) // what was asked of it before changes nothing
				said[describe(s.prev)+describeLayout(s.prev)] = true
			}
			if len(said) < 2 {
				t.Error("the same is said of all versions")
			}
		})
	}
}

// TestKeptDeclarations changes declarations. The model is kept where nothing else can know them.
func TestKeptDeclarations(t *testing.T) {
	alone(t)
	t.Parallel()
	dir := t.TempDir()
	header := filepath.Join(dir, "known.h")
	if err := os.WriteFile(header, []byte(`
int known(int);
void stated(float *state, int n);
template <class T> __global__ void shown(T *o);
int used(int);
inline int uses() { return used(1); }
template <class T> struct Box { T held; };
struct Single { static Single *self; };
template <class T> __host__ __device__ int twice(T x) { return 2 * later(x); }
`), 0o600); err != nil {
		t.Fatal(err)
	}
	const text = `#include "known.h"
__device__ int weight = 2;
struct Cell { int x; Cell(int x) : x(x) {} };
__device__ int scaled(Cell c) { return c.x * weight; }
namespace deep {
template <class T> __global__ void step(T *o) { o[0] = scaled(Cell(1)); }
template __global__ void step<int>(int *);
}
void run(int *o) { deep::step<<<1, 1>>>(o); }
int known(int x) { return x; }
int used(int x) { return x; }
void stated(float *o, int n) { o[0] = n; }
template <class T> __global__ void shown(T *o) { o[0] = scaled(Cell(1)); }
void show(float *o) { shown<<<1, 1>>>(o); stated(o, 1); }
Single *Single::self;
`
	path := filepath.Join(dir, "main.cu")
	settings := toolchain.Settings{Toolkit: "none", Flags: []string{"-std=c++17"}}
	cmd := toolchain.NewResolver(toolchain.Local(), settings).Command(path, "")
	e := engine.New(source.Disk{}, rules.All(), nil)
	analyze := func(text string, prev workspace.Result) workspace.Result {
		r, err := e.Analyze(t.Context(), workspace.Input{Command: cmd, File: source.NewFile(path, []byte(text)), Places: true}, prev)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	all := func(r workspace.Result) string {
		return describe(r) + describeLayout(r) + describeLists(r) + describeNames(r)
	}
	for _, c := range []struct {
		from, to string
		kept     bool
	}{
		{"scaled(Cell c)", "scaled(Cell c, int more = 1)", true},
		{"__device__ int scaled", "int scaled", true},
		{"__device__ int weight = 2", "int weight = 2", true},
		{"__device__ int weight", "__constant__ long weight", true},
		{"struct Cell { int x;", "struct Cell { int x; float y = 1;", true},
		{"Cell(int x) :", "__device__ Cell(int x) :", true},
		{"template __global__ void step<int>(int *);", "", true},
		{"step<int>(int *);", "step<int>(int *);\ntemplate __global__ void step<long>(long *);", true},
		{"T *o)", "T *o, int n)", true},
		{"void run(", "__global__ void added(int *o) { o[0] = weight; }\nvoid run(", true},
		{"void run(", "__global__ void added(int *o\nvoid run(", true},
		{"__device__ int weight = 2;\n", "", true},
		{"int known(int x)", "__device__ int known(int x)", true},
		{"void stated(float *o, int n)", "__device__ void stated(float *o, int n)", true},
		{"void stated(float *o, int n)", "void stated(float *o, int n, int more)", true},
		{"void shown(T *o)", "void shown(T *o, int state)", true},
		{"void run(int *o) {", "void run(int *o) { {", true},
		{"int used(int x)", "__device__ int used(int x)", false},
		{"Single *Single::self;", "unknown(),\n{\n}", false},
		{"void run(", "__device__ int later(Cell) { return 1; }\nvoid run(", false},
		{"void run(", "template <> struct Box<Cell> { int held; };\nvoid run(", false},
		{"void run(", "template struct Box<long>;\nvoid run(", false},
		{"void run(", "__device__ Cell operator+(Cell a, Cell) { return a; }\nvoid run(", false},
		{"void run(", "namespace other {\nvoid run(", false},
	} {
		before := analyze(text, nil)
		all(before)
		for _, version := range []string{strings.Replace(text, c.from, c.to, 1), text} {
			after := analyze(version, before)
			if kept := slices.Equal(engine.Models(before), engine.Models(after)); kept != c.kept {
				t.Errorf("%q for %q: the model is kept: %v", c.to, c.from, kept)
			}
			if got, want := all(after), all(analyze(version, nil)); got != want {
				t.Errorf("%q for %q\nincremental:\n%s\nfrom scratch:\n%s", c.to, c.from, got, want)
			}
			before = after
		}
	}
}

// TestGivenUpDeclarations gives a version up at any step that declares something else, and goes back to the one before.
func TestGivenUpDeclarations(t *testing.T) {
	alone(t)
	t.Parallel()
	path := filepath.Join("testdata", "incremental", "traits.cu")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	open := bytes.Replace(whole, []byte("(int x) { return x * x; }\n\n"), []byte("(int x) {\n\n"), 1)
	if bytes.Equal(open, whole) {
		t.Fatal("nothing is open")
	}
	input := func(text []byte) workspace.Input {
		return workspace.Input{Command: bare(path), File: source.NewFile(path, text), Places: true}
	}
	analyze := func(e *engine.Engine, text []byte, prev workspace.Result) workspace.Result {
		r, err := e.Analyze(t.Context(), input(text), prev)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := describeNames(analyze(engine.New(source.Disk{}, rules.All(), nil), whole, nil))
	for polls := int64(0); polls < 200; polls += 4 {
		e := engine.New(source.Disk{}, rules.All(), nil)
		before := analyze(e, whole, nil)
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(polls)
		before = analyze(e, open, before)
		if _, err := e.Analyze(ctx, input(whole), before); err == nil {
			continue // it was whole before that
		}
		before = analyze(e, whole, before)
		after := analyze(e, whole, analyze(e, open, before))
		if got := describeNames(after); got != want {
			t.Errorf("given up after %d steps:\n%s\nfrom scratch:\n%s", polls, got, want)
		}
	}
}

// TestKeptInclusions moves an #include of what has no text of its own: all text stays, and stands in inclusions of other numbers.
func TestKeptInclusions(t *testing.T) {
	alone(t)
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"system/guard.h": "#ifndef GUARD\n#define GUARD\n#endif\n",
		"common.h":       "#include <guard.h>\nint on_host(int);\n__global__ void f(int *x) { *x = on_host(1); }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	main := filepath.Join(dir, "main.cu")
	settings := toolchain.Settings{Toolkit: "none", Flags: []string{"-std=c++17", "-isystem", filepath.Join(dir, "system")}}
	cmd := toolchain.NewResolver(toolchain.Local(), settings).Command(main, "")
	const text = "#include \"common.h\"\n"
	s := newSession(t, main, cmd, []byte("#include <guard.h>\n"+text))
	for _, text := range []string{text, "#include <guard.h>\n" + text} {
		s.become(text, []byte(text))
		s.compare(len(text))
		if !strings.Contains(describe(s.prev), "on_host") {
			t.Errorf("nothing is said of the header after %q", text)
		}
	}
}

// alone skips a test under the race detector: it walks through one text after the other, as tests that remain there do.
func alone(tb testing.TB) {
	tb.Helper()
	if raced {
		tb.Skip("nothing is done beside it")
	}
}

// edits is how many edits a text gets. The race detector finds what it finds in few.
func edits(otherwise int) int {
	if raced {
		otherwise = 4
	}
	return number("CUDALS_EDIT_COUNT", otherwise)
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// overlay lays one file over the disk.
type overlay struct {
	source.Disk
	file *source.File
}

func (o *overlay) ReadFile(path string) (*source.File, error) {
	if path == o.file.Path {
		return o.file, nil
	}
	return o.Disk.ReadFile(path)
}

// session is one text under edit.
type session struct {
	t       *testing.T
	path    string // the document
	edited  string // the file under edit: the document, or a header
	cmd     *toolchain.Command
	start   []byte // the text at first
	text    []byte
	files   *overlay
	scratch *overlay
	going   *engine.Engine
	anew    *engine.Engine
	prev    workspace.Result
	rnd     *rand.Rand
	steps   []string
	past    []*version // those before, and the newest
	edits   int
	results string // the folder that differences are written to, "" to end at the first one
	found   int    // differences
	// listsEvery and namesEvery are of how many versions one is asked for its lists and for all its names, which takes as long as
	// the analysis.
	listsEvery, namesEvery int
	still                  bool // texts are edited and not looked at
}

func newSession(t *testing.T, path string, cmd *toolchain.Command, text []byte) *session {
	s := &session{t: t, path: path, edited: path, cmd: cmd, start: text, text: text, listsEvery: 3, namesEvery: 8}
	s.files, s.scratch = new(overlay), new(overlay)
	s.going = engine.New(s.files, rules.All(), nil)
	s.anew = engine.New(s.scratch, rules.All(), nil)
	s.results = os.Getenv("CUDALS_EDIT_RESULTS")
	return s
}

func (s *session) run(edits, seed int) {
	s.rnd = rand.New(rand.NewPCG(uint64(seed), uint64(number("CUDALS_EDIT_SEED", 1))))
	s.step("open", s.start)
	s.step("CRLF", bytes.ReplaceAll(s.text, []byte("\n"), []byte("\r\n")))
	s.random()
	s.step("BOM", append([]byte("\xef\xbb\xbf"), s.text...))
	s.random()
	s.step("a NUL", append(s.text[:len(s.text)/2:len(s.text)/2], append([]byte{0, 0xff}, s.text[len(s.text)/2:]...)...))
	for s.edits < edits {
		s.step("everything undone", s.start)
		for range 3 + s.rnd.IntN(20) {
			s.some()
		}
	}
	s.step("everything undone", s.start)
	s.t.Logf("%d edits, %d differences", s.edits, s.found)
}

// some makes one edit or several that belong together.
func (s *session) some() {
	switch s.rnd.IntN(12) {
	case 0:
		s.typed()
	case 1:
		s.burst()
	case 3, 4:
		s.declared()
	case 2:
		if n := len(s.past); n > 0 {
			s.step("undone", s.past[max(0, n-2-s.rnd.IntN(4))].text)
		}
	default:
		s.random()
	}
}

var pieces = regexp.MustCompile(`[A-Za-z_]\w*|\d[\w.]*|"(?:\\.|[^"\\\n])*"|<<<|>>>|::|->|\s+|.`)

// fragments are tokens that change a lot.
var fragments = []string{
	"{", "}", "(", ")", ";", ",", "<", ">", "::", "__device__ ", "__host__ ", "__global__ ", "static ", "const ", "constexpr ",
	"template <class T> ", "#if 0\n", "#endif\n", "#else\n", "\n", "/*", "*/", "\"", "// ", "namespace n { ", "struct S { ", "class ",
	"int ", "auto ", " = 0", "<<<1, 1>>>", "return ", "[=]", "#define X 1\n", "#include \"reduce.cuh\"\n", "\\\n", "x", "1",
	"#pragma nv_diag_suppress 20014\n", "inline ", "__shared__ ", "using namespace std;\n",
}

// snippets are what a person types; some of it is wrong in host code, some in device code.
var snippets = []string{
	"int typed = 1; typed += 2;",
	"__syncthreads(); int t = threadIdx.x;",
	"auto f = [=](int x) { return x + 1; }; f(2);",
	"struct Mine { int a; Mine() : a(1) {} ~Mine() {} }; Mine mine;",
	"for (int i = 0; i < 3; ++i) { printf(\"%d\", i); }",
	"host_only(1); host_scale(2); hidden(3); dims(4);",
	"device_only(1); device_scale(2); weight(work::Item{1}); both(1, 2, 3, 4);",
	"static int kept = host_only(3);",
	"extern int elsewhere; elsewhere = 1;",
	"__device__ int typed_device(int x) { return x; }",
	"int typed_host(int x) { return x; }",
	"template <class T> __device__ T typed_template(T t) { return typed_host(t); }",
	"struct Typed { Typed() {} int a = 1; };",
	"namespace late { int x; __global__ void k() { x = 1; } }",
	"#define LATE(x) host_only(x)\nint late_value = LATE(2);",
	"using late_type = int;",
	"__global__ void typed_kernel() { typed_device(typed_host(1)); }",
	"if (1) { int a = 2; a<3>(4); }",
}

// typed types a snippet at the end of some line, piece by piece, and then some more behind it.
func (s *session) typed() {
	snippet := snippets[s.rnd.IntN(len(snippets))]
	ends := lineEnds(s.text)
	at := ends[s.rnd.IntN(len(ends))]
	before, after := s.text[:at:at], s.text[at:]
	parts := pieces.FindAllString(snippet, -1)
	for n := 0; n < len(parts); {
		n = min(len(parts), n+1+s.rnd.IntN(6))
		sofar := "\n" + strings.Join(parts[:n], "")
		s.step(fmt.Sprintf("typed %q at %d", sofar, at), append(append(before[:at:at], sofar...), after...))
	}
}

func lineEnds(text []byte) []int {
	ends := []int{0}
	for i, b := range text {
		if b == '\n' {
			ends = append(ends, i)
		}
	}
	return ends
}

// keys are what a person hits.
const keys = "abcdefgxyzTNi_0123456789 ;:,.(){}[]<>*&=+-!/\"'#\\\n"

func (s *session) random() { s.randomIn(0, len(s.text)) }

// burst edits a few times between one pair of braces, so that the model is kept; at times all goes first that stands between another,
// so that what is behind moves far.
func (s *session) burst() {
	if s.rnd.IntN(3) == 0 {
		if lo, hi, ok := s.braced(); ok {
			s.step(fmt.Sprintf("%d to %d emptied", lo, hi), append(s.text[:lo:lo], s.text[hi:]...))
		}
	}
	lo, hi, ok := s.braced()
	if !ok {
		return
	}
	end := len(s.text) - hi
	for range 2 + s.rnd.IntN(6) {
		if lo > len(s.text)-end {
			return
		}
		s.randomIn(lo, len(s.text)-end)
	}
}

// declared changes declarations in a row: those of one sort that a person works on, with what stands between them left alone.
func (s *session) declared() {
	for range 2 + s.rnd.IntN(5) {
		decls := s.declarations()
		if len(decls) == 0 {
			return
		}
		d := decls[s.rnd.IntN(len(decls))]
		text := string(s.text[d[0]:d[1]])
		head := d[0] + strings.IndexAny(text+"{", "{;=") // where its body begins, or what it is set to
		put := func(what string, lo, hi int, by string) {
			s.step(fmt.Sprintf("%s at %d", what, d[0]), append(append(s.text[:lo:lo], by...), s.text[hi:]...))
		}
		switch s.rnd.IntN(7) {
		case 0:
			put("declaration gone", d[0], d[1], "")
		case 1:
			put("declared twice", d[1], d[1], text)
		case 2:
			to := decls[s.rnd.IntN(len(decls))]
			put("declared elsewhere too", to[0], to[0], text)
		case 3, 4: // a name of it gets another one, everywhere
			names := identifier.FindAllString(text[:head-d[0]], -1)
			if len(names) == 0 {
				continue
			}
			name := names[s.rnd.IntN(len(names))]
			all := regexp.MustCompile(`\b`+name+`\b`).ReplaceAll(s.text, []byte(name+"_"))
			s.step(fmt.Sprintf("%q has another name", name), all)
		case 5:
			word := []string{"__device__ ", "__host__ __device__ ", "__global__ ", "static ", "template <class T> ", "constexpr ", "inline "}
			put("specified", d[0], d[0], "\n"+word[s.rnd.IntN(len(word))])
		case 6:
			s.randomIn(d[0], head)
		}
	}
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

// declarations are about where declarations begin and end that stand in no braces but namespaces'.
func (s *session) declarations() (out [][2]int) {
	lo, depth := 0, 0
	for i, b := range s.text {
		switch b {
		case '{':
			if depth++; depth == 1 && bytes.Contains(s.text[lo:i], []byte("namespace")) {
				lo, depth = i+1, 0
			}
		case '}':
			depth = max(0, depth-1)
		case ';':
		default:
			continue
		}
		if depth == 0 && b != '{' {
			if i+1 < len(s.text) && s.text[i+1] == ';' {
				continue
			}
			out = append(out, [2]int{lo, i + 1})
			lo = i + 1
		}
	}
	return out
}

// braced is what stands between some pair of braces.
func (s *session) braced() (lo, hi int, ok bool) {
	var open []int
	var pairs [][2]int
	for i, b := range s.text {
		if b == '{' {
			open = append(open, i+1)
		}
		if n := len(open); b == '}' && n > 0 {
			pairs = append(pairs, [2]int{open[n-1], i})
			open = open[:n-1]
		}
	}
	if len(pairs) == 0 {
		return 0, 0, false
	}
	pair := pairs[s.rnd.IntN(len(pairs))]
	return pair[0], pair[1], true
}

// randomIn makes a random edit between two offsets.
func (s *session) randomIn(lo, hi int) {
	spots := pieces.FindAllIndex(s.text[lo:hi], -1)
	if len(spots) == 0 {
		s.step("everything undone", s.start)
		return
	}
	pick := func() (int, int) {
		spot := spots[s.rnd.IntN(len(spots))]
		return lo + spot[0], lo + spot[1]
	}
	lines := []int{lo}
	for i := lo; i < hi; i++ {
		if s.text[i] == '\n' {
			lines = append(lines, i)
		}
	}
	line := func() (int, int) {
		i := s.rnd.IntN(len(lines))
		if i+1 < len(lines) {
			return lines[i], lines[i+1]
		}
		return lines[i], hi
	}
	replace := func(lo, hi int, with string) {
		s.step(fmt.Sprintf("%q at %d by %q", s.text[lo:hi], lo, with), append(append(s.text[:lo:lo], with...), s.text[hi:]...))
	}
	a, b := pick()
	from, to := line()
	switch s.rnd.IntN(14) {
	case 0, 1:
		replace(a, b, "")
	case 2, 3:
		replace(a, a, fragments[s.rnd.IntN(len(fragments))])
	case 4:
		replace(from, to, "")
	case 5:
		other, end := line()
		replace(from, from, string(s.text[other:end]))
	case 6:
		ends := lineEnds(s.text)
		i := s.rnd.IntN(len(ends))
		end := append(ends, len(s.text))[i+1]
		replace(from, from, string(s.text[ends[i]:end]))
	case 7:
		other, end := pick()
		replace(a, b, string(s.text[other:end]))
	case 8:
		at := lo + s.rnd.IntN(hi-lo)
		replace(at, at+1, "")
	case 9, 10:
		at := lo + s.rnd.IntN(hi-lo)
		key := s.rnd.IntN(len(keys))
		replace(at, at, keys[key:key+1])
	case 11:
		var at []int
		for i := lo; i < hi; i++ {
			if strings.IndexByte("{}()*;<>&,", s.text[i]) >= 0 {
				at = append(at, i)
			}
		}
		if len(at) > 0 {
			i := at[s.rnd.IntN(len(at))]
			replace(i, i+1, "")
		}
	case 12:
		other, end := line()
		replace(other, end, string(s.text[from:to]))
	case 13:
		snippet := snippets[s.rnd.IntN(len(snippets))]
		replace(from, from, "\n"+snippet)
	}
}

// mostPast bounds the versions that are remembered.
const mostPast = 200

// become makes text the newest version.
func (s *session) become(what string, text []byte) {
	s.past = append(s.past[max(0, len(s.past)-mostPast):], &version{text: text, polls: -1})
	s.text = text
	s.edits++
	s.steps = append(s.steps[max(0, len(s.steps)-40):], what)
	s.files.file, s.scratch.file = s.document(text), s.document(text)
	if s.edited != s.path {
		s.going.Forget([]string{s.edited})
		s.anew.Forget([]string{s.edited})
	}
}

// step makes text the newest version and compares. Some versions are given up half-way, or overtaken by the next one.
func (s *session) step(what string, text []byte) {
	s.t.Helper()
	s.become(what, text)
	if s.still {
		return
	}
	switch s.rnd.IntN(6) {
	case 0:
		v := s.past[len(s.past)-1]
		v.polls = int64(s.rnd.ExpFloat64() * 60)
		ctx := &countdown{Context: context.Background()}
		ctx.left.Store(v.polls)
		r, err := s.going.Analyze(ctx, s.input(s.files), s.prev)
		if v.kept = err == nil && s.rnd.IntN(2) == 0; v.kept {
			s.prev = r
		}
		if s.edits%4 != 0 {
			return
		}
	case 1:
		ctx, cancel := context.WithCancel(context.Background())
		older := make(chan struct{})
		in, prev := s.input(s.files), s.prev
		go func() {
			defer close(older)
			_, _ = s.going.Analyze(ctx, in, prev)
		}()
		for range s.rnd.IntN(100) {
			runtime.Gosched()
		}
		cancel()
		defer func() { <-older }()
	}
	if s.edits%1000 == 0 || s.edited != s.path && s.edits%16 == 0 {
		s.anew = engine.New(s.scratch, rules.All(), nil)
	}
	s.compare(12)
}

// mostFound is how many differences one session writes.
const mostFound = 3

// compare compares what is said of the newest version with what is said of it from scratch: all but hovers, and hovers at some
// places.
func (s *session) compare(hovers int) {
	s.t.Helper()
	v := s.past[len(s.past)-1]
	size := len(s.file(s.files).Text)
	for i := range hovers {
		at := min(i, size)
		if s.rnd != nil {
			at = s.rnd.IntN(size + 1)
		}
		v.hovers = append(v.hovers, at)
	}
	s.prev = s.analyze(s.going, s.prev)
	v.whole, v.lists, v.names = true, s.edits%s.listsEvery == 0, s.edits%s.namesEvery == 0
	d := differ(s.prev, s.analyze(s.anew, nil), v.hovers, v.lists, v.names)
	if d == nil {
		return
	}
	after := strings.Join(s.steps[max(0, len(s.steps)-4):], "\n  ")
	if s.results == "" {
		s.t.Fatalf("%s\nafter\n  %s\nCUDALS_EDIT_RESULTS=FOLDER keeps it, reduced", d, after)
	}
	s.record(d)
	s.t.Errorf("after\n  %s\n%s", after, d)
	if s.prev = nil; s.found == mostFound {
		s.t.FailNow()
	}
}

func (s *session) document(text []byte) *source.File { return source.NewFile(s.edited, text) }

func (s *session) file(o *overlay) *source.File {
	f, err := o.ReadFile(s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s *session) input(o *overlay) workspace.Input {
	return workspace.Input{Command: s.cmd, File: s.file(o), Places: true}
}

func (s *session) analyze(e *engine.Engine, prev workspace.Result) workspace.Result {
	files := s.files
	if e == s.anew {
		files = s.scratch
	}
	r, err := e.Analyze(context.Background(), s.input(files), prev)
	if err != nil {
		s.t.Fatalf("%v\nafter %s\n%s", err, strings.Join(s.steps, "\n"), s.text)
	}
	return r
}

// describe tells all that a result says, but for hovers.
func describe(r workspace.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics() {
		fmt.Fprintf(&b, "%s %s %s %s %s %v\n", place(d.Place), d.Severity, d.Passes, d.Rule, d.Message, d.Archs)
		for _, n := range d.Related {
			fmt.Fprintf(&b, "    %s %s\n", place(n.Place), n.Message)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "    fix %s %v\n", f.Title, f.Preferred)
			for _, e := range f.Edits {
				fmt.Fprintf(&b, "      %s %q\n", place(e.Place), e.Text)
			}
		}
	}
	st := r.Stats()
	fmt.Fprintf(&b, "%d %d %d %d %d %d %v\n", st.Lines, st.DeviceCalls, st.DeviceCallsKnown, st.HostCalls, st.HostCallsKnown, st.MissingHeaders, st.Unknown)
	for _, u := range st.UnknownAt {
		fmt.Fprintf(&b, "  unknown %+v\n", u)
	}
	return b.String()
}

func describeLayout(r workspace.Result) string {
	l := r.Layout(context.Background(), 0)
	if l == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %v %s\n", l.ConstantBytes, l.Relocatable, l.ConstantsUnknown)
	for _, c := range l.Constants {
		fmt.Fprintf(&b, "%s %+v %+v %s\n", place(c.Place), c.Symbol, c.LayoutPart, c.Unknown)
	}
	for _, k := range l.Kernels {
		fmt.Fprintf(&b, "%s %+v %s %v %d %d %s\n", place(k.Place), k.Symbol, k.Name, k.Instance, k.Total, k.Sum, k.Unknown)
		for _, p := range k.Params {
			fmt.Fprintf(&b, "    %+v\n", p)
		}
	}
	return b.String()
}

// describeNames tells what the names of the document mean.
func describeNames(r workspace.Result) string {
	var b strings.Builder
	if err := engine.Dump(&b, r, "names", 0, math.MaxInt); err != nil {
		return err.Error()
	}
	return b.String()
}

// describeLists tells what editors show of the whole document: lenses, hints, colours, the outline, what each pass leaves out.
func describeLists(r workspace.Result) string {
	var b strings.Builder
	ctx := context.Background()
	for _, reach := range r.Reaches(ctx) {
		fmt.Fprintf(&b, "reach %s", place(reach.Place))
		for _, list := range [][]source.Place{reach.Launches, reach.Kernels} {
			b.WriteString(" |")
			for _, p := range list {
				b.WriteString(" " + place(p))
			}
		}
		b.WriteByte('\n')
	}
	for _, h := range r.Hints(ctx, source.Span{End: math.MaxInt}) {
		fmt.Fprintf(&b, "hint %d %d %q %q %s\n", h.Kind, h.Offset, h.Label, h.Tooltip, place(h.Target))
	}
	for _, t := range r.Tokens(ctx) {
		fmt.Fprintf(&b, "token %v %d %x\n", t.Span, t.Kind, t.Modifiers)
	}
	var symbols func(list []workspace.Declaration, indent string)
	symbols = func(list []workspace.Declaration, indent string) {
		for _, d := range list {
			fmt.Fprintf(&b, "%ssymbol %s %q %d %s %s\n", indent, d.Name, d.Detail, d.Kind, place(d.Place), place(d.Full))
			symbols(d.Children, indent+"  ")
		}
	}
	symbols(r.Symbols(ctx), "")
	for _, p := range r.Passes(ctx) {
		fmt.Fprintf(&b, "pass %s %d %v\n", p.Name, p.Arch, p.Unseen)
	}
	return b.String()
}

func place(p source.Place) string {
	if p.IsZero() {
		return "-"
	}
	return fmt.Sprintf("%s:%d-%d", filepath.Base(p.File.Path), p.Span.Start, p.Span.End)
}

func describeAt(r workspace.Result, at int) string {
	var b strings.Builder
	if h := r.Hover(context.Background(), at); h != nil {
		fmt.Fprintf(&b, "%s %s\n", place(h.Place), h.Markdown)
	}
	if w := r.Why(context.Background(), at); w != nil {
		fmt.Fprintf(&b, "%s %s %s\n", place(w.Place), w.Subject, w.Space)
		for _, list := range [][]check.Related{w.Reasons, w.Reach} {
			for _, n := range list {
				fmt.Fprintf(&b, "    %s %s\n", place(n.Place), n.Message)
			}
		}
	}
	return b.String()
}
