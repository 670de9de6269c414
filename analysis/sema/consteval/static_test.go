package consteval_test

import (
	"strings"
	"testing"

	"cudals/analysis/sema"
	"cudals/analysis/sema/semtest"
)

// TestEmptyConstructors asks, for each class, whether nvcc 12.4's front end accepts a __device__ variable of it without an
// initialiser: the names say so. Classes named No… are rejected with "dynamic initialization is not supported".
func TestEmptyConstructors(t *testing.T) {
	const text = `
struct YesTrivial { int a; }; struct YesEmpty { YesEmpty() {} int a; }; struct YesReturn { YesReturn() { return; } };
struct YesNested { YesNested() { {} { typedef int X; using Y = X; } } };
struct NoSemicolon { NoSemicolon() { ; } }; struct NoVoid { NoVoid() { (void)0; } }; struct NoLocal { NoLocal() { int x; } };
struct NoAssert { NoAssert() { static_assert(true, ""); } };
struct NoDefaultArg { NoDefaultArg(int = 0) {} }; struct NoScalar { int a; NoScalar() : a() {} }; struct NoInit { int a; NoInit() : a(1) {} };
struct NoMemberInit { int a = 1; NoMemberInit() {} };
struct NoDelegates { NoDelegates(int) {} NoDelegates() : NoDelegates(1) {} }; struct NoVirtual { NoVirtual() {} virtual void f() {} };
struct NoUndefined { NoUndefined(); };
struct YesLater { YesLater(); }; YesLater::YesLater() {} struct NoLater { NoLater(); int a; }; NoLater::NoLater() { a = 1; }
struct YesMember { YesEmpty e; }; struct NoMember { NoScalar s; }; struct YesMemberCtor { YesEmpty e; YesMemberCtor() : e() {} };
struct YesBase : YesEmpty {}; struct NoBase : NoInit {}; struct YesBaseCtor : YesEmpty { YesBaseCtor() : YesEmpty() {} }; struct NoBaseCtor : NoInit { NoBaseCtor() {} };
struct YesArray { YesEmpty e[3]; }; struct NoArray { NoInit e[3]; }; struct NoVirtualBase : virtual YesTrivial { NoVirtualBase() {} };
struct YesDefaulted { YesDefaulted() = default; int a; }; struct YesDefaultedMember { YesDefaultedMember() = default; YesEmpty e; };
struct YesHost { __attribute__((unused)) YesHost() {} };
template <class T> struct Tmpl { T t; Tmpl() {} }; struct YesTmpl { Tmpl<int> t; }; struct NoTmpl { Tmpl<NoInit> t; };
`
	u := semtest.Unit(t, text, 17)
	n := 0
	for _, c := range u.Chunks {
		for _, sym := range c.Names {
			name := u.Text(sym)
			if !strings.HasPrefix(name, "Yes") && !strings.HasPrefix(name, "No") {
				continue
			}
			if seen := semtest.Class(t, u, name); seen.Site().Chunk != c {
				continue
			}
			n++
			f, unknown := u.ConstructorCall(semtest.Class(t, u, name), nil)
			if f == nil || unknown {
				t.Errorf("%s: no default constructor", name)
				continue
			}
			want := sema.Yes
			if strings.HasPrefix(name, "No") {
				want = sema.No
			}
			if got := u.EmptyCtor(f); got != want {
				t.Errorf("%s: got %v, want %v; %v", name, got, want, u.WhyNotEmpty(f))
			}
			if why := u.WhyNotEmpty(f); (len(why) > 0) != (want == sema.No) {
				t.Errorf("%s: %v", name, why)
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d classes were found", n)
	}
}

func TestEmptyDestructors(t *testing.T) {
	const text = `
struct YesTrivial { int a; }; struct YesEmpty { ~YesEmpty() {} }; struct NoBody { ~NoBody() { ; } }; struct NoUndefined { ~NoUndefined(); };
struct NoVirtual { virtual ~NoVirtual() {} }; struct YesMember { YesEmpty e; }; struct NoMember { NoBody b; }; struct YesBase : YesEmpty { ~YesBase() {} };
struct NoArray { YesEmpty e[2]; }; struct YesLater { ~YesLater(); }; YesLater::~YesLater() {} struct YesDefault { ~YesDefault() = default; YesEmpty e; };
`
	u := semtest.Unit(t, text, 17)
	for _, name := range []string{
		"YesTrivial", "YesEmpty", "NoBody", "NoUndefined", "NoVirtual", "YesMember", "NoMember", "YesBase", "NoArray", "YesLater",
		"YesDefault",
	} {
		d := semtest.Class(t, u, name).Destructor()
		if d == nil {
			t.Errorf("%s: no destructor", name)
			continue
		}
		if got, want := u.EmptyCtor(d), sema.TriOf(strings.HasPrefix(name, "Yes")); got != want {
			t.Errorf("%s: got %v, want %v; %v", name, got, want, u.WhyNotEmpty(d))
		}
	}
}

func TestConstantInit(t *testing.T) {
	const text = `
int f(); constexpr int g(int x) { return x + 1; } extern int e;
int yes_zero; int yes_one = 1; int yes_call = g(2); int *yes_address = &e; int no_call = f(); int no_read = e; int no_expr = 1 + e;
struct P { int x, y; }; P yes_agg = {1, 2}; P no_agg = {1, f()}; P yes_default; P yes_arr[2] = {{1}, {2}}; const char *yes_text = "abc"; char yes_chars[] = "abc";
struct C { constexpr C(int a) : a(a) {} int a; }; C yes_ctor(3); C yes_brace{4}; C no_ctor{f()}; C yes_copy = C(5);
struct D { D(); }; D no_dyn; struct E { D d; }; E no_member; struct I { int a = 7; }; I yes_init; struct J { int a = f(); }; J no_init;
const int yes_const = 3; int yes_folded = yes_const * 2; int &yes_ref = e; double yes_double = 1.5 * 2; int (*yes_func)() = f; int (*yes_func2)() = &f;
constexpr int table[3] = {1, 2, 3}; int yes_elem = table[1]; const int *yes_elemaddr = &table[2]; int yes_sizeof = sizeof(P);
static int no_static = f() ? 1 : 2; unsigned long yes_cast = (unsigned long)5; float yes_float = 3; bool yes_bool = &e != nullptr;
struct Q { int a; int b = 7; }; Q no_partly; Q yes_wholly{}; struct R : D { using D::D; };
struct M { int *p; int n; }; M yes_nested[2] = {{&e, 1}, {nullptr, 2}};
template <class T> struct Box { T t; constexpr Box(T t) : t(t) {} }; Box<int> yes_box(1);
struct K { K() {} int a; }; struct L { K k; int n; }; L no_aggregate = {}; static const int arr[3] = {1, 2, 3}; int yes_constelem = arr[1];
int yes_lambda = [] { return 3; }(); unsigned long yes_integer = (unsigned long)&e; int no_short = (int)(long)&e;
float yes_infinity = -__builtin_huge_valf(); int yes_skipped = yes_const > 2 ? 1 : f(); bool no_and = e && f(); double yes_cast2 = (double)(int)3.7;
`
	u := semtest.Unit(t, text, 17)
	n := 0
	for _, c := range u.Chunks {
		for _, sym := range c.Names {
			name := u.Text(sym)
			want, isVar := map[string]sema.Tri{"yes": sema.Yes, "no_": sema.No}[name[:min(3, len(name))]]
			if !isVar || !strings.Contains(name, "_") {
				continue
			}
			n++
			v := semtest.Var(t, u, name)
			if got := u.IsConstantInit(v); got != want {
				t.Errorf("%s: got %v, want %v", name, got, want)
			}
		}
	}
	if n < 35 {
		t.Errorf("only %d variables were found", n)
	}
}
