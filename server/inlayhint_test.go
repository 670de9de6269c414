package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const hintsText = `struct Host { Host(); ~Host(); };
struct Holder { Host h; };
struct Plain { int x; };
struct Asked { Host h; Asked() = default; };
__global__ void k(float *out, int n) { auto f = [](int x) { return x; }; *out = f(n); }
void run(float *out, cudaStream_t s, int n) {
  auto g = [] { return 1; };
  k<<<4, dim3(2, 2), 0, s>>>(out, g());
#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)
  LAUNCH(k, out, 3);
  dim3 block(16, 16), other(32);
  other.y = 2;
  const int blocks = 2 * 20;
  k<<<blocks, block>>>(out, n);
  k<<<dim3(blocks, 2), other>>>(out, n);
  int a = 1, b = 2;
  auto both = [=] __host__ __device__ { return a + b; };
  k<<<1, 1>>>(out, both());
}
`

type inlay struct {
	Position place
	Kind     int
	Label    []struct {
		Value    string
		Tooltip  struct{ Value string }
		Location location
	}
}

func (e *editor) hints(text string) []string {
	e.t.Helper()
	var got []string
	for _, h := range ask[[]inlay](e, "textDocument/inlayHint", object{
		"textDocument": object{"uri": e.uri("a.cu")}, "range": object{"start": at(0, 0), "end": at(strings.Count(text, "\n"), 0)},
	}) {
		got = append(got, fmt.Sprintf("%d:%d %s", h.Position.Line, h.Position.Character, h.Label[0].Value))
		if h.Kind == 1 && !strings.Contains(h.Label[0].Tooltip.Value, "`") {
			e.t.Errorf("no reason: %+v", h)
		}
	}
	return got
}

func TestInlayHints(t *testing.T) {
	spaces := []string{
		"1:13 constructor, destructor: __host__", "3:12 destructor: __host__", "3:41 __host__", "4:50 __device__",
	}
	launch := []string{
		"7:6 grid:", "7:9 block:", "7:19 = 4", "7:21 shared:", "7:24 stream:",
		"13:6 grid:", "13:12 = 40", "13:19 = 16 × 16 = 256",
		"14:6 grid:", "14:21 = 80", "14:23 block:", "16:16 : a, b", "17:6 grid:", "17:9 block:",
	}
	e := realEditor(t, "companion", hintsText)
	lines(t, "companion", e.hints(hintsText), append(spaces, launch...))
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
		"flags": []string{"-std=c++17", "--extended-lambda"}, "inlayHints": object{"spaces": false},
	}}})
	lines(t, "without spaces", e.hints(hintsText), launch)
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
		"flags": []string{"-std=c++17", "--extended-lambda"}, "inlayHints": object{"spaces": false, "totals": false, "captures": false},
	}}})
	lines(t, "without totals and captures", e.hints(hintsText), slices.DeleteFunc(slices.Clone(launch), func(h string) bool {
		return strings.Contains(h, "=") || strings.Contains(h, " : ")
	}))

	e = realEditor(t, "standalone", hintsText)
	lines(t, "standalone", e.hints(hintsText), append(append(spaces, slices.Insert(slices.Clone(launch), 5, "7:34 n:", "9:17 n:")...), "17:19 n:"))
}

// TestHintOfClassHead: what a class has without being told stands behind its head.
func TestHintOfClassHead(t *testing.T) {
	text := "struct H { H(); H(const H &); H &operator=(const H &); ~H(); };\nstruct M { H h; };\nstruct B { ~B() {} };\nstruct D final : private B, protected virtual A<int> {\n};\nstruct E : B {};\n"
	text = "template <class T> struct A { A() {} };\n" + text
	e := realEditor(t, "companion", text)
	lines(t, "heads", e.hints(text), []string{
		"2:8 implicit members: __host__", "4:52 constructor, destructor: __host__", "6:12 destructor: __host__",
	})
}
