package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// TestIncremental edits realistic texts at random, as a person who types does, and compares what the engine says of each
// version when it goes on from the version before with what it says when it begins anew: diagnostics, hovers and counts.
//
// CUDALS_EDIT_FILES (a list of patterns) with CUDALS_BENCH_FLAGS chooses other files, CUDALS_EDIT_ROUNDS other numbers of
// edits, CUDALS_EDIT_SEED other edits.
func TestIncremental(t *testing.T) {
	t.Parallel()
	patterns := []string{"testdata/incremental/*.cu"}
	flags := []string{"-std=c++17", "-arch=sm_80", "--extended-lambda"}
	settings := toolchain.Settings{Toolkit: "none", Flags: flags}
	if s := os.Getenv("CUDALS_EDIT_FILES"); s != "" {
		patterns = filepath.SplitList(s)
		given, err := toolchain.Split(os.Getenv("CUDALS_BENCH_FLAGS"))
		if err != nil {
			t.Fatal(err)
		}
		settings = toolchain.Settings{Flags: given}
	}
	resolver := toolchain.NewResolver(toolchain.Local(), settings)
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, name := range names {
			path, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(filepath.Base(name), func(t *testing.T) {
				t.Parallel()
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				s := newSession(t, path, resolver.Command(path, ""), text)
				s.run(number("CUDALS_EDIT_ROUNDS", 1), len(name))
			})
		}
	}
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
			s.run(number("CUDALS_EDIT_ROUNDS", 1), 7)
		})
	}
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
}

func newSession(t *testing.T, path string, cmd *toolchain.Command, text []byte) *session {
	s := &session{t: t, path: path, edited: path, cmd: cmd, start: text, text: text}
	s.files, s.scratch = new(overlay), new(overlay)
	s.going = engine.New(s.files, rules.All(), nil)
	s.anew = engine.New(s.scratch, rules.All(), nil)
	return s
}

func (s *session) run(rounds, seed int) {
	s.rnd = rand.New(rand.NewPCG(uint64(seed), uint64(number("CUDALS_EDIT_SEED", 1))))
	s.step("open", s.start)
	s.typed()
	for range rounds {
		for range 8 {
			s.random()
		}
		s.typed()
		s.step("everything undone", s.start)
		s.typed()
		s.step("everything undone", s.start)
	}
	s.step("CRLF", bytes.ReplaceAll(s.text, []byte("\n"), []byte("\r\n")))
	s.random()
	s.step("BOM", append([]byte("\xef\xbb\xbf"), s.text...))
	s.random()
	s.step("a NUL", append(s.text[:len(s.text)/2:len(s.text)/2], append([]byte{0, 0xff}, s.text[len(s.text)/2:]...)...))
	s.step("everything undone", s.start)
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

func (s *session) random() {
	spots := pieces.FindAllIndex(s.text, -1)
	if len(spots) == 0 {
		s.step("everything undone", s.start)
		return
	}
	spot := spots[s.rnd.IntN(len(spots))]
	lines := lineEnds(s.text)
	i := s.rnd.IntN(len(lines))
	line := [2]int{lines[i], len(s.text)}
	if i+1 < len(lines) {
		line[1] = lines[i+1]
	}
	replace := func(lo, hi int, with string) {
		s.step(fmt.Sprintf("%q at %d by %q", s.text[lo:hi], lo, with), append(append(s.text[:lo:lo], with...), s.text[hi:]...))
	}
	switch s.rnd.IntN(7) {
	case 0, 1:
		replace(spot[0], spot[1], "")
	case 2, 3:
		replace(spot[0], spot[0], fragments[s.rnd.IntN(len(fragments))])
	case 4:
		replace(line[0], line[1], "")
	case 5:
		replace(line[0], line[0], string(s.text[line[0]:line[1]]))
	case 6:
		other := spots[s.rnd.IntN(len(spots))]
		replace(spot[0], spot[1], string(s.text[other[0]:other[1]]))
	}
}

// step makes text the newest version and compares.
func (s *session) step(what string, text []byte) {
	s.t.Helper()
	s.text = text
	s.steps = append(s.steps, what)
	doc := s.document()
	s.files.file, s.scratch.file = doc, source.NewFile(s.edited, text)
	if s.edited != s.path {
		s.going.Forget([]string{s.edited})
		s.anew.Forget([]string{s.edited})
	}
	if len(s.steps)%16 == 0 {
		s.anew = engine.New(s.scratch, rules.All(), nil)
	}
	got := s.analyze(s.going, s.prev)
	want := s.analyze(s.anew, nil)
	s.prev = got
	if a, b := describe(got), describe(want); a != b {
		s.fail("diagnostics", a, b)
	}
	size := len(s.file(s.files).Text)
	for range 12 {
		at := s.rnd.IntN(size + 1)
		if a, b := describeAt(got, at), describeAt(want, at); a != b {
			s.fail(fmt.Sprintf("hover at %d", at), a, b)
		}
	}
}

func (s *session) document() *source.File { return source.NewFile(s.edited, s.text) }

func (s *session) file(o *overlay) *source.File {
	f, err := o.ReadFile(s.path)
	if err != nil {
		s.t.Fatal(err)
	}
	return f
}

func (s *session) analyze(e *engine.Engine, prev workspace.Result) workspace.Result {
	files := s.files
	if e == s.anew {
		files = s.scratch
	}
	r, err := e.Analyze(context.Background(), workspace.Input{Command: s.cmd, File: s.file(files)}, prev)
	if err != nil {
		s.t.Fatalf("%v\nafter %s\n%s", err, strings.Join(s.steps, "\n"), s.text)
	}
	return r
}

func (s *session) fail(what, got, want string) {
	s.t.Helper()
	n := max(0, len(s.steps)-4)
	dump := filepath.Join(os.TempDir(), "cudals-incremental-"+filepath.Base(s.edited))
	if err := os.WriteFile(dump, s.text, 0o600); err != nil {
		s.t.Log(err)
	}
	s.t.Fatalf("%s differ after\n  %s\nof which the text is in %s.\nincremental:\n%s\nfrom scratch:\n%s", what,
		strings.Join(s.steps[n:], "\n  "), dump, got, want)
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
