package server_test

import (
	"strings"
	"testing"
)

const hoverText = `struct Cell { int n; };
__global__ void k(Cell c, int *out) { int i = threadIdx.x; out[i] = c.n; }
int host(int size) { return size; }
`

type hoverAnswer struct{ Contents struct{ Value string } }

// TestHoverBeside: what is no more than C++ is said where no other server says it.
func TestHoverBeside(t *testing.T) {
	for _, mode := range []string{"companion", "standalone"} {
		e := realEditor(t, mode, hoverText)
		for _, c := range []struct {
			before, want string
			plain        bool
		}{
			{"(Cell c", "each launch brings its own value", false},
			{"{ int i", "A local variable", true},
			{"= c.n", "A member of `Cell` at offset 0", true},
			{"host(int size", "A parameter of `host`", true},
			{"int host", "no execution space is written", false},
			{"struct Cell", "Can be copied byte by byte", false},
			{"__glo", "A kernel", false},
		} {
			got := ask[hoverAnswer](e, "textDocument/hover", e.on(hoverText, c.before)).Contents.Value
			if silent := c.plain && mode == "companion"; silent != (got == "") || !silent && !strings.Contains(got, c.want) {
				t.Errorf("%s: at %q: %s", mode, c.before, got)
			}
		}
	}
}

// TestHoverNoise: what nobody asks about is left out.
func TestHoverNoise(t *testing.T) {
	const text = "/// told\n__host__ __device__ int told() { return 1; }\n__global__ void k(int *p) { *p = told() + min(*p, 1); }\n"
	e := realEditor(t, "standalone", text)
	for at, no := range map[string]string{"device__ int told": "---", "+ mi": "Compiled for"} {
		got := ask[struct{ Contents struct{ Value string } }](e, "textDocument/hover", e.on(text, at)).Contents.Value
		if !strings.Contains(got, "Runs as") || strings.Contains(got, no) {
			t.Errorf("%s: %s", at, got)
		}
	}
}

// TestHoverHeadless: what stands behind a macro that nobody defined is known by its names, and by what it launches.
func TestHoverHeadless(t *testing.T) {
	const text = `struct Cell { int n; };
__host__ __device__ int twice(int n) { return n + n; }
__global__ void fill(int *to) { *to = 1; }
SOME_TEST("a cell", "[cells]", Cell) {
	fill<<<1, 32>>>(nullptr);
	struct Pair { int first; int get() { return first; } } pair{};
	for (int i : {1, 2}) pair.first += twice(i);
}
SOME_AGENT(step, Cell) { Cell local{}; return local.n; }
`
	e := realEditor(t, "standalone", text)
	for before, want := range map[string]string{
		"return fir": "A member of `Pair`", "\tfill": "Launched with", "+= tw": "Runs as", "+= twice(i": "a loop over a range of `SOME_TEST`", "return loc": "A local variable", "local.n": "A member of `Cell`",
	} {
		got := ask[hoverAnswer](e, "textDocument/hover", e.on(text, before)).Contents.Value
		if !strings.Contains(got, want) {
			t.Errorf("at %q: %s", before, got)
		}
	}
}
