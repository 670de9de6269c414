package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"cudals/analysis/workspace"
)

const viewsText = `#define HD __host__ __device__
#define TWICE(x) \
  ((x) + (x))
#if defined(__CUDA_ARCH__)
HD int here() { return 1; }

#else
// a comment
HD int here() { return 2; }
#endif
#ifdef NOWHERE
int never;
#if 1
int either;
#endif
#endif
	HD int use(int a) { return TWICE(a
  * 2) + here(); }
__global__ void k(int *p) { *p = use(*p); }
`

func TestExpanded(t *testing.T) {
	e := realEditor(t, "companion", viewsText)
	for pass, here := range map[string][2]string{
		"host":   {"", "__host__ __device__ int here() { return 2; }"},
		"device": {"__host__ __device__ int here() { return 1; }", ""},
	} {
		got := ask[struct{ Text string }](e, "cudals/expanded", object{"textDocument": object{"uri": e.uri("a.cu")}, "pass": pass})
		lines := strings.Split(got.Text, "\n")
		if len(lines) != strings.Count(viewsText, "\n")+1 {
			t.Fatalf("%s: %d lines:\n%s", pass, len(lines), got.Text)
		}
		for n, want := range map[int]string{
			4: here[0], 8: here[1], 11: "", 13: "",
			16: "\t__host__ __device__ int use(int a) { return ((a * 2) + (a * 2))", 17: "  + here(); }",
			18: "__global__ void k(int *p) { *p = use(*p); }",
		} {
			if lines[n] != want {
				t.Errorf("%s, line %d: %q, want %q", pass, n, lines[n], want)
			}
		}
	}
	if raw := e.request("cudals/expanded", object{"textDocument": object{"uri": e.uri("a.cu")}, "pass": "third"}); string(raw) != "null" {
		t.Errorf("a third pass: %s", raw)
	}
}

// TestPasses: a client is told which lines each pass leaves out, again when that changes, and not when it does not.
func TestPasses(t *testing.T) {
	e := realEditorWith(t, "companion", viewsText, object{"cudalsPasses": true})
	told := func() string {
		var p struct {
			Version int
			Passes  []struct {
				Name   string
				Unseen []extent
			}
		}
		if err := json.Unmarshal(e.notification("cudals/passes").Params, &p); err != nil {
			t.Fatal(err)
		}
		out := fmt.Sprint(p.Version)
		for _, pass := range p.Passes {
			out += fmt.Sprint(" ", pass.Name, pass.Unseen)
		}
		return out
	}
	if got, want := told(), "1 host[4:0-6:0 11:0-15:0] device[7:0-9:0 11:0-15:0]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	e.replace("a.cu", 2, strings.Replace(viewsText, "return 2", "return 3", 1))
	e.replace("a.cu", 3, strings.Replace(viewsText, "NOWHERE", "__CUDACC__", 1))
	if got, want := told(), "3 host[4:0-6:0] device[7:0-9:0]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestLayoutView(t *testing.T) {
	e := realEditorWith(t, "companion", viewsText, object{"cudalsLayout": true})
	page := ask[struct {
		Content string
		Arch    int
	}](e, "cudals/layout", object{"textDocument": object{"uri": e.uri("a.cu")}, "format": "plain"})
	if page.Content != "1 kernels" || page.Arch == 0 {
		t.Errorf("%+v", page)
	}
	if code := e.fails("cudals/layout", object{"textDocument": object{"uri": e.uri("a.cu")}, "format": "opera"}); code != -32602 {
		t.Errorf("a format that there is not: %d", code)
	}
	lenses := ask[[]struct {
		Command struct {
			Title, Command string
			Arguments      []string
		}
	}](e, "textDocument/codeLens", object{"textDocument": object{"uri": e.uri("a.cu")}})
	if len(lenses) != 1 || lenses[0].Command.Command != "cudals.showLayout" || lenses[0].Command.Arguments[0] != e.uri("a.cu") {
		t.Errorf("%+v", lenses)
	}
}

// plainLayout stands in for the drawings of the program.
func plainLayout(w io.Writer, l *workspace.Layout) error {
	_, err := fmt.Fprintf(w, "%d kernels", len(l.Kernels))
	return err
}

// TestExpandedWords: CUDA's words stay what they are, though a toolkit's headers make macros of them.
func TestExpandedWords(t *testing.T) {
	e := realEditor(t, "companion", `#define __location__(a) __attribute__((a))
#define __host__ __location__(host)
#define __device__ __location__(device)
#define HD __host__ __device__
#define TWICE(f) HD int f(int); __device__ int f##2(int)
HD int f();
TWICE(g);
__device__ __attribute__((device)) int h();
`)
	got := ask[struct{ Text string }](e, "cudals/expanded", object{"textDocument": object{"uri": e.uri("a.cu")}, "pass": "host"})
	want := `




__host__ __device__ int f();
__host__ __device__ int g(int); __device__ int g2(int);
__device__ __attribute__((device)) int h();
`
	if got.Text != want {
		t.Errorf("%s\nwant\n%s", got.Text, want)
	}
}
