package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const launchText = `template <class T> __global__ void fill(T *to, T value) {}
__global__ void step(float *next, const float *cells, int n) {}
void run(float *p) {
  step<<<1, dim3(2, (3 + 4)), 5>>>(p, p, 6);
  fill<float><<<7, 8>>>(p, 9.f);
  unknown<<<10, 11>>>();
  run(p);
}
`

type signatures struct {
	Signatures []struct {
		Label      string
		Parameters []struct {
			Label         []int
			Documentation struct{ Value string }
		}
	}
	ActiveParameter int
}

const callsOf = `struct Cell { Cell(); Cell(float weight, int n); __device__ float value(int scale) const; static int count(char c); };
__host__ __device__ int mix(int a);
__host__ __device__ float mix(float a, float b);
template <class T> T twice(T given);
namespace deep { int inner(long x); }
typedef unsigned long Size;
Size size(Cell *of);
struct Plain { int x; float y; };
#define CEIL(a, b) (((a) + (b) - 1) / (b))
void note(const char *format, ...);
struct Adder { __device__ int operator()(int x) const; };
template <class T, int N = 2> struct Held { Held(T value); };
namespace used { namespace v1 { int hidden(int z); } using namespace v1; }
struct Made { Cell cell; Made() : cell(MEMBER) {} };
__device__ void body(Cell cell, Cell *others, Adder adder) {
  INSTANCE
}
`

// TestSignatureHelpCalls: alone, the functions are told that a call may mean, with their spaces.
func TestSignatureHelpCalls(t *testing.T) {
	e, beside := realEditor(t, "standalone", callsOf), realEditor(t, "companion", callsOf)
	for version, c := range []struct {
		typed string
		want  []string
	}{
		{"mix(", []string{"__host__ __device__ int mix(int a)", "__host__ __device__ float mix(float a, float b)"}},
		{"cell.value(", []string{"__device__ float value(int scale)"}},
		{"others[1].value(", []string{"__device__ float value(int scale)"}},
		{"Cell::count(", []string{"__host__ int count(char c)"}},
		{"deep::inner(", []string{"__host__ int inner(long x)"}},
		{"twice(", []string{"__host__ T twice(T given)"}},
		{"Cell(", []string{"__host__ Cell()", "__host__ Cell(float weight, int n)"}},
		{"step<<<1, dim3(2, (3 + ", []string{
			"__host__ __device__ dim3(unsigned int nx = 1, unsigned int ny = 1, unsigned int nz = 1)", "__host__ __device__ dim3(uint3 n)",
		}},
		{"Cell made(", []string{"__host__ Cell()", "__host__ Cell(float weight, int n)"}},
		{"const Cell made(1.f, ", []string{"__host__ Cell()", "__host__ Cell(float weight, int n)"}},
		{"return mix(", []string{"__host__ __device__ int mix(int a)", "__host__ __device__ float mix(float a, float b)"}},
		{"size(", []string{"__host__ Size size(Cell *of)"}},
		{"nothing(", nil},
		{"Plain made{1, ", []string{"Plain{int x, float y}"}},
		{"Plain{", []string{"Plain{int x, float y}"}},
		{"dim3 grid{1, ", []string{
			"__host__ __device__ dim3(unsigned int nx = 1, unsigned int ny = 1, unsigned int nz = 1)", "__host__ __device__ dim3(uint3 n)",
		}},
		{"if (others) {", nil},
		{"CEIL(1, ", []string{"CEIL(a, b)"}},
		{"note(\"%d", []string{"__host__ void note(const char *format, ...)"}},
		{"note(\"%d, %d\", 1, 2, ", []string{"__host__ void note(const char *format, ...)"}},
		{"// note(", nil},
		{"adder(", []string{"__device__ int operator()(int x)"}},
		{"Held<int>(", []string{"__host__ Held(T value)"}},
		{"Held<int> h(", []string{"__host__ Held(T value)"}},
		{"Held<", []string{"Held<class T, int N = 2>"}},
		{"Held<int, ", []string{"Held<class T, int N = 2>"}},
		{"used::hidden(", []string{"__host__ int hidden(int z)"}},
		{"1 < ", nil},
		{"(", nil},
	} {
		text := strings.Replace(callsOf, "INSTANCE", c.typed, 1)
		e.replace("a.cu", version+2, text)
		beside.replace("a.cu", version+2, text)
		if help := ask[*signatures](beside, "textDocument/signatureHelp", beside.on(text, "adder) {\n  "+c.typed)); help != nil {
			t.Errorf("beside another server, %s: %+v", c.typed, help)
		}
		var got []string
		if help := ask[*signatures](e, "textDocument/signatureHelp", e.on(text, "adder) {\n  "+c.typed)); help != nil {
			for _, s := range help.Signatures {
				got = append(got, s.Label)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.typed, got, c.want)
		}
	}
}

// TestSignatureHelpMember: what a constructor makes its members of.
func TestSignatureHelpMember(t *testing.T) {
	text := strings.Replace(callsOf, "MEMBER", "1.f, ", 1)
	e := realEditor(t, "standalone", text)
	got := ask[*signatures](e, "textDocument/signatureHelp", e.on(text, "cell(1.f, "))
	if got == nil || len(got.Signatures) != 2 || got.Signatures[1].Label != "__host__ Cell(float weight, int n)" || got.ActiveParameter != 1 {
		t.Errorf("%+v", got)
	}
}

func TestSignatureHelp(t *testing.T) {
	const launch = "<<<dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0>>>"
	const step, fill = "(float *next, const float *cells, int n)", "(T *to, T value)"
	for _, mode := range []string{"companion", "standalone"} {
		e := realEditor(t, mode, launchText)
		for _, c := range []struct {
			at, label, active string
			alone             bool // where no other server is
		}{
			{"step<<<", "step" + launch + step, "dim3 grid", false},
			{"step<<<1", "step" + launch + step, "dim3 grid", false},
			{"step<<<1,", "step" + launch + step, "dim3 block", false},
			{"(3 + 4)), ", "step" + launch + step, "size_t shared = 0", false},
			{"step<<<1, dim3(2, (3 + 4)), 5>>>(p, ", "step<<<…>>>" + step, "const float *cells", true},
			{"fill<float><<<7, ", "fill" + launch + fill, "dim3 block", false},
			{"fill<float><<<7, 8>>>(", "fill<<<…>>>" + fill, "T *to", true},
			{"unknown<<<10, ", "unknown" + launch + "(…)", "dim3 block", false},
			{"  run(", "__host__ void run(float *p)", "float *p", true},
		} {
			got := ask[*signatures](e, "textDocument/signatureHelp", e.on(launchText, c.at))
			if c.label == "" || c.alone && mode == "companion" {
				if got != nil {
					t.Errorf("%s, %q: %+v", mode, c.at, got)
				}
				continue
			}
			if got == nil || len(got.Signatures) != 1 {
				t.Errorf("%s, %q: %+v", mode, c.at, got)
				continue
			}
			s := got.Signatures[0]
			p := s.Parameters[got.ActiveParameter].Label
			if active := string([]rune(s.Label)[p[0]:p[1]]); s.Label != c.label || active != c.active {
				t.Errorf("%s, %q: %q, active %q", mode, c.at, s.Label, active)
			}
		}
	}
}

// TestSignatureWhileTyping: help is there for what is not finished.
func TestSignatureWhileTyping(t *testing.T) {
	e := realEditor(t, "companion", launchText)
	for version, typed := range []string{"  step<<<", "  step<<<1,", "  step<<<(1 + 2) / 3, "} {
		text := strings.Replace(launchText, "  run(p);", typed, 1)
		e.replace("a.cu", version+2, text)
		if got := ask[*signatures](e, "textDocument/signatureHelp", e.on(text, typed)); got == nil || fmt.Sprint(got.ActiveParameter) != fmt.Sprint(strings.Count(typed, ",")) {
			t.Errorf("%q: %+v", typed, got)
		}
	}
}
