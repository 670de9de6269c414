package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"cudals/analysis/engine"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

const layoutUnit = `struct Window { char kind; double weight; };
__constant__ int rows;
namespace tables { __constant__ float gauss[64]; }
__global__ void blur(const float *from, bool wrap, Window w, float *to, int n) { to[n] = from[rows] * w.weight + tables::gauss[n]; }
template <class T> __global__ void stretch(T *values, T by) { *values *= by; }
__global__ void clear() {}
void run(float *v, double *d) {
  blur<<<1, 32>>>(v, true, Window{}, v, 3);
  stretch<<<1, 1>>>(v, 2.f);
  stretch<<<1, 1>>>(d, 2.);
  clear<<<1, 1>>>();
}
`

// TestLayout asks the server with the real engine where parameters and constants lie: on the architecture that is named, and on the
// same one where none is.
func TestLayout(t *testing.T) {
	t.Run("named", func(t *testing.T) { testLayout(t, map[string]string{".cudals.yaml": "flags:\n  add: [-arch=sm_80]\n"}) })
	t.Run("not named", func(t *testing.T) { testLayout(t, nil) })
}

func testLayout(t *testing.T, files map[string]string) {
	t.Helper()
	e := connect(t, files)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, nil, nil) }
	e.initialize()
	e.open("a.cu", 1, layoutUnit)
	for _, tt := range []struct {
		line, character int
		want            []string
	}{
		{3, 17, []string{
			"| `c[0][0x160]` | 0 | 8 | 8 | `const float *from` |", "| | | 7 | | *padding* |", "`Window w` *(7 of padding inside)*",
			"**44 bytes** with 7 of padding; 37 of the 32764 that are allowed.", "The kernel's bank has 0x160 + 44 = 396 bytes.",
		}},
		{7, 3, []string{"The launch copies **44 bytes** of arguments", "| `c[0][0x188]` | 40 | 4 | 4 | `int n` |"}},
		{4, 36, []string{"Bytes of parameters on `sm_80`:", "- **12** in `stretch<float>(float *, float)`", "- **16** in `stretch<double>"}},
		{9, 3, []string{"The launch copies **16 bytes**"}},
		{10, 3, []string{"It has no parameters."}},
		{1, 18, []string{"Lies at `c[3][0x0]`", "| 0x0 | 4 | 4 | 0.0 % | **`int rows`** |", "| 0x4 | 256 | 260 | 0.4 % | `float tables::gauss[64]` |"}},
		{3, 122, []string{"Lies at `c[3][0x4]`", "All 2 constants of the file take **260 of 65536 bytes** (0.4 %)."}},
	} {
		var hover struct{ Contents struct{ Value string } }
		raw := e.request("textDocument/hover", e.place("a.cu", tt.line, tt.character))
		if err := json.Unmarshal(raw, &hover); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			// The columns of tables are even, whatever their widths.
			if shown := strings.Join(strings.FieldsFunc(hover.Contents.Value, func(r rune) bool { return r == ' ' }), " "); !strings.Contains(shown, want) {
				t.Errorf("%d:%d: no %q in\n%s", tt.line, tt.character, want, hover.Contents.Value)
			}
		}
	}
	var lenses []struct {
		Range   struct{ Start struct{ Line int } }
		Command struct{ Title string }
	}
	if err := json.Unmarshal(e.request("textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}}), &lenses); err != nil {
		t.Fatal(err)
	}
	if len(lenses) < 2 || lenses[0].Range.Start.Line != 3 || lenses[0].Command.Title != "44 bytes of parameters, 7 padding · sm_80" ||
		lenses[1].Range.Start.Line != 4 || lenses[1].Command.Title != "12–16 bytes of parameters · sm_80 · 2 instances" {
		t.Errorf("lenses %+v", lenses)
	}
}
