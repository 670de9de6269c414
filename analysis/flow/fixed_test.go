package flow_test

import (
	"testing"

	"cudals/analysis/flow"
)

// TestFixed asks whether the variable x of a body keeps its first value.
func TestFixed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want bool
	}{
		{`int f(int n) { int x = 3; return x * n + x; }`, true},
		{`struct D { int a, b; D(int, int = 1); }; void g(D); int f() { D x(2, 2); g(x); return x.a; }`, true},
		{`int f() { int x = 3; x++; return x; }`, false},
		{`struct D { int a; }; int f() { D x{2}; x.a = 3; return x.a; }`, false},
		{`struct D { int a; void set(); }; int f() { D x{2}; x.set(); return x.a; }`, false},
		{`int f(int n) { int x = 3; if (n) x = 4; return x; }`, false},
		{`void g(int &); int f() { int x = 3; g(x); return x; }`, false},
		{`void g(int *); int f() { int x = 3; g(&x); return x; }`, false},
		{`int f() { int x = 3; auto l = [&] { x = 4; }; l(); return x; }`, false},
		{`int f() { int x; return x; }`, false},
		{`int f(int n) { for (int x = 3; x < n; x += 2) {} return 0; }`, false},
		{`int f(int x) { return x; }`, false},
	} {
		u, f := functionIn(t, c.text)
		g, got := u.Flow(f), false
		for i := range g.Nodes {
			if x := g.Nodes[i].Var; x != nil && u.Text(x.Sym()) == "x" {
				got = flow.Fixed(g, x)
			}
		}
		if got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}
