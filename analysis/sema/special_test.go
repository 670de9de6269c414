package sema_test

import (
	"strings"
	"testing"

	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

func TestAggregates(t *testing.T) {
	const common = `
struct Deleted { Deleted() = delete; int x; }; struct Explicit { explicit Explicit() = default; };
struct Base { Base(int); }; struct Inherits : Base { using Base::Base; };
struct Public { int a; }; struct FromPublic : Public { int b; };
`
	semtest.CheckAsserts(t, 14, common+`struct Init { int n = 1; };`+`
constexpr Init i = {}; static_assert(i.n == 1, "");
static_assert(sizeof(FromPublic) == 8, "");`)
	semtest.CheckAsserts(t, 17, common+`
static_assert(__is_aggregate(Deleted) && !__is_aggregate(Explicit) && !__is_aggregate(Inherits) && __is_aggregate(FromPublic));`)
	semtest.CheckAsserts(t, 20, common+`
static_assert(!__is_aggregate(Deleted) && !__is_aggregate(Explicit) && !__is_aggregate(Inherits) && __is_aggregate(FromPublic));`)
}

func TestSpecialMembers(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
#define copyable(T) __is_constructible(T, const T &)
#define movable(T) __is_constructible(T, T)
struct Ref { int &r; }; struct Const { const int c; }; struct CI { const int c = 1; }; struct RR { int &&r; };
static_assert(!__is_constructible(Ref) && copyable(Ref) && !__is_assignable(Ref &, const Ref &));
static_assert(!__is_constructible(Const) && copyable(Const) && !__is_assignable(Const &, Const) && __is_constructible(CI));
static_assert(!copyable(RR) && movable(RR));
struct NoDef { NoDef(int); }; struct HasNoDef { NoDef n; }; struct InitNoDef { NoDef n = 1; };
static_assert(!__is_constructible(HasNoDef) && __is_constructible(InitNoDef));
struct MoveOnly { MoveOnly(); MoveOnly(MoveOnly &&); }; struct HasMoveOnly { MoveOnly m; };
static_assert(!copyable(HasMoveOnly) && movable(HasMoveOnly) && __is_constructible(HasMoveOnly) && !copyable(MoveOnly));
struct CopyOnly { CopyOnly(const CopyOnly &); }; static_assert(movable(CopyOnly));
struct NonConst { NonConst(); NonConst(NonConst &); }; struct HasNonConst { NonConst n; };
static_assert(!copyable(HasNonConst) && __is_constructible(HasNonConst, HasNonConst &));
class PrivDtor { ~PrivDtor(); }; struct HasPrivDtor { PrivDtor p; };
static_assert(!__is_constructible(HasPrivDtor) && !copyable(HasPrivDtor));
struct NonTriv { NonTriv(); NonTriv(const NonTriv &); ~NonTriv(); }; union UN { int i; NonTriv n; }; union UT { int i; float f; };
static_assert(!__is_constructible(UN) && __is_constructible(UT) && copyable(UT));
struct Anon { int k; union { int a; float b; }; }; static_assert(__is_trivially_copyable(Anon) && sizeof(Anon) == 8);
struct Arr { MoveOnly m[2]; NoDef *p; }; static_assert(__is_constructible(Arr) && !copyable(Arr));
class PrivCtor { PrivCtor(); }; struct FromPriv : PrivCtor {}; static_assert(!__is_constructible(FromPriv));
class ProtCtor { protected: ProtCtor(); }; struct FromProt : ProtCtor {}; static_assert(__is_constructible(FromProt) && !__is_constructible(ProtCtor));
struct Tmpl { template <class T> Tmpl(T &&); }; struct HasTmpl { Tmpl t; }; static_assert(!__is_constructible(HasTmpl) && copyable(HasTmpl));
struct Var { template <class... A> Var(A...); }; struct HasVar { Var v; }; static_assert(__is_constructible(HasVar) && !__is_trivially_constructible(HasVar));
struct Virt { virtual void f(); }; static_assert(!__is_trivially_constructible(Virt) && !__is_trivially_constructible(Virt, const Virt &) && __is_constructible(Virt));
struct VB : virtual NonTriv {}; struct VB2 : VB {}; static_assert(__is_constructible(VB2) && copyable(VB2));
struct DefOut { DefOut(); }; DefOut::DefOut() = default; static_assert(!__is_trivially_constructible(DefOut));
struct Defaulted { Defaulted() = default; Defaulted(const Defaulted &) = default; int x; }; static_assert(__is_trivially_constructible(Defaulted) && __is_trivially_copyable(Defaulted));
struct CE { int x = 3; }; constexpr CE ce; static_assert(ce.x == 3); constexpr CE ce2 = ce; static_assert(ce2.x == 3);
struct Assign { Assign &operator=(const Assign &); }; struct HasAssign { Assign a; int n; }; static_assert(__is_assignable(HasAssign &, HasAssign) && !__is_trivially_assignable(HasAssign &, HasAssign) && __is_trivially_constructible(HasAssign, const HasAssign &));
`)
}

func TestVirtual(t *testing.T) {
	const text = `
struct A { virtual void f(); virtual int g(int) const; void h(); virtual ~A(); virtual void p() = 0; };
struct B : A { void f(); int g(int); void h(); void p() override; };
struct C : B { void f() override; int g(int) const; };
struct X { virtual void f(); }; struct Y : A, X { void f(); };
struct V : virtual A { void p(); }; struct W : virtual A { }; struct VW : V, W {};
template <class T> struct T1 { virtual void f(T); }; struct T2 : T1<int> { void f(int); void f(long); };
`
	u := semtest.Unit(t, text, 17)
	method := func(class, name string, i int) *sema.Func {
		n := 0
		for _, f := range sema.Methods(u, semtest.Class(t, u, class)) {
			if f.Kind != sema.Destructor && u.Text(f.Sym()) == name {
				if n == i {
					return f
				}
				n++
			}
		}
		t.Fatalf("no %s::%s", class, name)
		return nil
	}
	for _, c := range []struct {
		class, name string
		i           int
		virtual     sema.Tri
		overridden  string
	}{
		{"A", "f", 0, sema.Yes, ""},
		{"A", "h", 0, sema.No, ""},
		{"B", "f", 0, sema.Yes, "A::f"},
		{"B", "g", 0, sema.No, ""},
		{"B", "h", 0, sema.No, ""},
		{"C", "f", 0, sema.Yes, "B::f"},
		{"C", "g", 0, sema.Yes, "A::g"},
		{"Y", "f", 0, sema.Yes, "A::f X::f"},
		{"T2", "f", 0, sema.Yes, "T1::f"},
		{"T2", "f", 1, sema.No, ""},
	} {
		f := method(c.class, c.name, c.i)
		var names []string
		for _, o := range u.Overridden(f) {
			names = append(names, o.EntityName())
		}
		if got := u.IsVirtual(f); got != c.virtual {
			t.Errorf("%s::%s: virtual %v, want %v", c.class, c.name, got, c.virtual)
		}
		if got := strings.Join(names, " "); got != c.overridden {
			t.Errorf("%s::%s overrides %q, want %q", c.class, c.name, got, c.overridden)
		}
	}
	for class, want := range map[string]sema.Tri{"A": sema.Yes, "B": sema.No, "C": sema.No, "Y": sema.Yes, "X": sema.No, "V": sema.No, "W": sema.Yes, "VW": sema.No} {
		if got := u.IsAbstract(semtest.Class(t, u, class)); got != want {
			t.Errorf("abstract %s: %v, want %v", class, got, want)
		}
	}
	d := semtest.Class(t, u, "C").Destructor()
	if d == nil || u.IsVirtual(d) != sema.Yes || len(u.Overridden(d)) != 1 {
		t.Errorf("C's destructor: %v", d)
	}
	if f := sema.FinalOverrider(u, semtest.Class(t, u, "C"), method("A", "p", 0)); f != method("B", "p", 0) {
		t.Errorf("final overrider of A::p in C: %v", f)
	}
}

func TestSpecialCalls(t *testing.T) {
	const text = `
struct M { M(); M(const M &); M(M &&); M &operator=(const M &); ~M(); }; struct VB { VB(); ~VB(); }; struct B1 { B1(); B1(int); ~B1(); };
struct S : B1, virtual VB { M a; int n = 3; M b[2]; int k; };
struct I : B1 { using B1::B1; M m; };
`
	u := semtest.Unit(t, text, 17)
	describe := func(f *sema.Func) string {
		var out []string
		for _, c := range u.SpecialCalls(f) {
			s := "?"
			switch {
			case c.Kind == sema.CallInit:
				s = "init"
			case c.Callee != nil:
				s = u.Text(c.Callee.Sym())
				if c.Callee.Kind == sema.Destructor {
					s = "~" + s
				}
				switch c.Callee.Special() {
				case sema.CopyCtor:
					s += "(copy)"
				case sema.MoveCtor:
					s += "(move)"
				}
			}
			if c.Field != nil {
				s += " " + u.Text(c.Field.Sym())
			}
			out = append(out, s)
		}
		return strings.Join(out, ", ")
	}
	c := semtest.Class(t, u, "S")
	s := u.SpecialsOf(c)
	for _, c := range []struct {
		f    *sema.Func
		want string
	}{
		{s.DefaultCtor, "VB, B1, M a, init n, M b"},
		{c.Destructor(), "~M b, ~M a, ~B1, ~VB"},
		{s.CopyCtor, "VB(copy), B1(copy), M(copy) a, M(copy) b"},
	} {
		if c.f == nil {
			t.Errorf("no member for %q", c.want)
			continue
		}
		if got := describe(c.f); got != c.want {
			t.Errorf("%s calls %q, want %q", c.f.EntityName(), got, c.want)
		}
	}
	if f := sema.MoveCtorOf(u, c); f == nil || describe(f) != "VB(copy), B1(copy), M(move) a, M(move) b" {
		t.Errorf("move constructor of S")
	}
	for _, e := range semtest.Class(t, u, "I").Ctors() {
		if f, ok := e.(*sema.Func); ok && f.Special() == sema.InheritedCtor {
			if got := describe(f); got != "B1, M m" {
				t.Errorf("inherited constructor calls %q", got)
			}
			return
		}
	}
	t.Error("I inherits no constructor")
}
