package flow_test

import (
	"slices"
	"strings"
	"testing"

	"cudals/analysis/flow"
	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

const declarations = `
void probe(const volatile void *);
void cudaFill(int **);
void keep(int **);
void look(int *const *);
int *make();
[[noreturn]] void stop();
struct S { int *p, *q; void set(); void get() const; };
int any;
int *elsewhere;
`

// functionIn analyses a text that begins with the declarations above, and returns its function f.
func functionIn(t *testing.T, text string) (*sema.Unit, *sema.Func) {
	t.Helper()
	u := semtest.Unit(t, declarations+text, 17)
	for _, f := range u.Enumerate(func(*sema.Chunk) bool { return true }).Funcs {
		if u.Text(f.Sym()) == "f" && u.Definition(f) != nil {
			return u, f
		}
	}
	t.Fatal("no function f")
	return nil, nil
}

// TestOrigins asks where the arguments of the calls of probe come from.
func TestOrigins(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{`void f(int *a) { int *p = a; probe(p); }`, "param a"},
		{`void f() { int x; int *p = &x; probe(p + 1); }`, "address x"},
		{`void f() { int x[3]; int *p = x; p++; probe(p); probe(&x[1]); }`, "address x; address x"},
		{`void f() { int *p; cudaFill(&p); probe(p); }`, "out cudaFill"},
		{`void f() { int *p; cudaFill((int **)(void **)&p); probe(p); p = make(); probe(p); }`, "out cudaFill; result make"},
		{`void f() { int *p = nullptr; if (any) cudaFill(&p); probe(p); }`, "null out cudaFill"},
		{`void f() { int *p; if (any) p = make(); else p = new int; probe(p); }`, "new result make"},
		{`void f() { int *p = any ? make() : nullptr; probe(p); }`, "null result make"},
		{`void f(int *a) { int *p = make(); while (any) { probe(p); p = a; } probe(p); }`, "param a result make; param a result make"},
		{`void f(int *a) { int *p = make(); for (;;) { if (any) break; p = a; } probe(p); }`, "param a result make"},
		{`void f(int *a) { int *p = make(); do { p = a; } while (any); probe(p); }`, "param a"},
		{`void f(int *a) { int *p = a; if (any) { p = make(); return; } probe(p); }`, "param a"},
		{`void f(int *a) { int *p = a; if (any) { p = make(); stop(); } probe(p); }`, "param a"},
		{`void f(int *a) { int *p = a; any ? (void)0 : ((p = make()), stop()); probe(p); }`, "param a"},
		{`void f(int *a) { int *p = a; any && (p = make()); probe(p); }`, "param a result make"},
		{`void f(int *a) { int *p = a; if (false) p = make(); probe(p); }`, "param a"},
		{`void f(int *a) { int *p; switch (any) { case 1: p = make(); break; case 2: p = a; default: p = a; } probe(p); }`, "param a result make"},
		{`void f(int *a) { int *p = make(); switch (any) { case 1: p = a; } probe(p); }`, "param a result make"},
		{`void f(int *a) { int *p = make(); again: probe(p); if (any) { p = a; goto again; } }`, "param a result make"},
		{`void f(int *a) { int *p = a; if (any) goto out; p = make(); out: probe(p); }`, "param a result make"},
		{`void f(int *a) { int *p = a; keep(&p); probe(p); }`, "unknown"},
		{`void f(int *a) { int *p = a; look(&p); probe(p); }`, "unknown"}, // it may keep the address
		{`void f(int *a) { int *p = a; int **pp = &p; probe(p); }`, "unknown"},
		{`void f(int *a) { int *p = a; int *&r = p; r = make(); probe(p); }`, "unknown"},
		{`void f(int *a) { int *p = a; auto g = [&] { p = make(); }; g(); probe(p); }`, "unknown"},
		{`void f(int *a) { int *p = a; auto g = [p] { return *p; }; g(); probe(p); }`, "param a"},
		{`void f(int *a) { try { a = make(); } catch (...) { probe(a); } }`, "unknown"},
		{
			`void f(int *a) { S s; s.p = a; s.q = make(); probe(s.p); s.get(); probe(s.q); s.set(); probe(s.q); }`,
			"param a; result make; unknown",
		},
		{`void f(int *a) { S s; s.p = a; S t; s = t; probe(s.p); }`, "unknown"},
		{`void f() { static int *p = make(); probe(p); probe(elsewhere); }`, "unknown; unknown"},
		{`void f(int *a) { elsewhere = a; probe(elsewhere); }`, "param a"},
		{`void f() { cudaFill(&elsewhere); probe(elsewhere); make(); probe(elsewhere); }`, "out cudaFill; unknown"},
		{`void g(int n) { int x = n; x++; } void f(int *a) { elsewhere = a; g(1); probe(elsewhere); }`, "param a"},
		{`void g(int n) { elsewhere = 0; } void f(int *a) { elsewhere = a; g(1); probe(elsewhere); }`, "unknown"},
		{`void f(int *a, int **b) { elsewhere = a; *b = 0; probe(elsewhere); }`, "unknown"},
		{`struct T { int *m; void f(int *a); }; void T::f(int *a) { m = a; probe(m); this->m = 0; probe(m); }`, "param a; null"},
		{`void f(int *a) { a = nullptr; probe(a); a = 0; probe(a); }`, "null; null"},
		{`void f(int **a) { probe(*a); probe(a[1]); }`, "unknown; unknown"},
		{`void f() { probe("text"); }`, "address"},
		{`template <class T> void g(T *a) { T *p = a; probe(p); } void f() { int x; probe(&x); }`, "address x"},
	} {
		u, f := functionIn(t, c.text)
		v := flow.Of(u, u.Flow(f))
		if v == nil {
			t.Errorf("%s: not understood", c.text)
			continue
		}
		var got []string
		for _, b := range v.Flow.Blocks {
			for _, e := range b.Events {
				if e.Kind == sema.EventCall && e.Call.Callee != nil && u.Text(e.Call.Callee.Sym()) == "probe" {
					got = append(got, spell(u, v, v.Origins(e.Call.Args[0])))
				}
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

func spell(u *sema.Unit, v *flow.Values, list []flow.Origin) string {
	var out []string
	for _, o := range list {
		var s string
		switch o.Kind {
		case flow.Unknown:
			s = "unknown"
		case flow.Null:
			s = "null"
		case flow.Uninit:
			continue
		case flow.Address:
			s = "address"
			if x := v.Variable(o.Place); x != nil {
				s += " " + u.Text(x.Sym())
			}
		case flow.Out:
			s = "out " + u.Text(o.Event.Call.Callee.Sym())
		case flow.Result:
			s = "new"
			if o.Event.Call.Callee != nil {
				s = "result " + u.Text(o.Event.Call.Callee.Sym())
			}
		case flow.Param:
			s = "param " + u.Text(o.Var.Sym())
		default:
			s = "?"
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}
