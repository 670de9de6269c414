package body_test

import (
	"strings"
	"testing"

	"cudals/analysis/sema/semtest"
)

// TestTrees shows what statements and expressions become: `cudals debug body` prints the same.
func TestTrees(t *testing.T) {
	t.Parallel()
	const declared = `
struct I { int x; operator int() const; I(int); ~I(); };
struct P { int a, b; };
struct Q { P p; int c[2]; int d = 7; };
struct B { void m(); }; struct D : B { int operator[](int) const; };
template <class T> T twice(T x) { return x + x; }
int over(long); char over(double);
`
	for _, c := range []struct{ text, want string }{
		{`int f(I a) { return a; }`, `return (call I::operator int() const of a)`},
		{`I f(int n) { return n; }`, `return (construct I::I(int) n)`},
		{`void f(int n) { Q q = {1, n, 3}; }`, `declare q Q (list Q 0:(list P 0:1 1:n) 1:(list int [2] 0:3))`},
		{`void f(D *d) { d->m(); }`, `do (call B::m() of (* d))`},
		{`int f(D d) { return d[2]; }`, `return (call D::operator[](int) const of d 2)`},
		{`int f() { return twice(3); }`, `return (call twice<int>(int) 3)`},
		{`auto f() { return over(1.0f); }`, `return (call over(double) 1)`},
		{`int f(int n) { if (n) return 1; else n--; return n; }`, "if n\n  return 1\nelse\n  do (post-- n)\nreturn n"},
	} {
		u := semtest.Unit(t, declared+c.text, 17)
		body := u.TypedBody(semtest.Func(t, u, "f"))
		if body == nil {
			t.Errorf("%s: no tree", c.text)
			continue
		}
		var b strings.Builder
		u.PrintBody(&b, body, "")
		if got := strings.TrimSpace(b.String()); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}
