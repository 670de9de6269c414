package server_test

import (
	"fmt"
	"strings"
	"testing"
)

const hintsText = `struct Host { Host(); ~Host(); };
struct Holder { Host h; };
struct Plain { int x; };
struct Asked { Host h; Asked() = default; };
__global__ void k(float *out, int n) { auto f = [](int x) { return x; }; *out = f(n); }
void run(float *out, cudaStream_t s) {
  auto g = [] { return 1; };
  k<<<4, dim3(2, 2), 0, s>>>(out, g());
#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)
  LAUNCH(k, out, 3);
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
		"1:13 constructor: __host__, destructor: __host__", "3:12 destructor: __host__", "3:41 __host__", "4:50 __device__",
	}
	launch := []string{"7:6 grid:", "7:9 block:", "7:21 shared:", "7:24 stream:"}
	e := realEditor(t, "companion", hintsText)
	lines(t, "companion", e.hints(hintsText), append(spaces, launch...))
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
		"flags": []string{"-std=c++17"}, "inlayHints": object{"spaces": false},
	}}})
	lines(t, "without spaces", e.hints(hintsText), launch)

	e = realEditor(t, "standalone", hintsText)
	lines(t, "standalone", e.hints(hintsText), append(append(spaces, launch...), "7:34 n:", "9:17 n:"))
}
