package sema_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// checkAsserts evaluates each static_assert at namespace scope of a text: all must be known to hold. The text is given to
// g++ too, where there is one, so that the expectations are C++'s and not ours.
func checkAsserts(t *testing.T, std int, text string) {
	t.Helper()
	u := unitOf(t, text, std)
	n := 0
	for _, c := range u.Chunks {
		for _, d := range c.Decls(sema.UnitNames{Unit: u}) {
			sa, ok := d.(*ast.StaticAssert)
			if !ok {
				continue
			}
			n++
			sc := u.ChunkScope(c)
			e := u.ParseDeferred(sc, &sa.Cond)
			v := u.Eval(sc, e, sema.EvalOptions{})
			if b, ok := v.Bool(); !ok || !b || v.Kind == types.DependentValue {
				t.Errorf("C++%d: static_assert(%s): got %v", std, sourceOf(u, sema.Site{Chunk: c, Span: sa.Cond.Span}), describe(v))
			}
		}
	}
	if n == 0 {
		t.Error("no static_assert was read")
	}
	gpp(t, std, text)
}

// gpp lets g++ check a text, where it is installed.
func gpp(t *testing.T, std int, text string) {
	t.Helper()
	cxx, err := exec.LookPath("g++")
	if err != nil || testing.Short() {
		return
	}
	file := filepath.Join(t.TempDir(), "t.cpp")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(cxx, "-std=c++"+strconv.Itoa(std), "-fsyntax-only", "-w", file).CombinedOutput()
	if err != nil {
		t.Errorf("g++ -std=c++%d: %s", std, out)
	}
}

func sourceOf(u *sema.Unit, s sema.Site) string {
	var words []string
	for _, tok := range s.Tokens() {
		words = append(words, u.Text(tok.Sym))
	}
	return strings.Join(words, " ")
}

func describe(v types.Value) string {
	switch v.Kind {
	case types.UnknownValue:
		return "unknown"
	case types.DependentValue:
		return "dependent " + v.Key
	case types.IntValue:
		return strconv.FormatInt(v.Int, 10)
	case types.FloatValue:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	}
	return "kind " + strconv.Itoa(int(v.Kind))
}

func TestArithmetic(t *testing.T) {
	checkAsserts(t, 17, `
static_assert(1 + 2 * 3 == 7);
static_assert(-7 / 2 == -3 && -7 % 2 == -1);
static_assert(0xffffffff == 4294967295u);
static_assert(0xffffffffu + 1 == 0);
static_assert(-1 > 0u);
static_assert(!(-1 > 0));
static_assert(2147483647 + 1u == 2147483648u);
static_assert((unsigned char)300 == 44);
static_assert((signed char)200 == -56);
static_assert((1 << 30) == 1073741824);
static_assert(1ull << 63 == 9223372036854775808ull);
static_assert(0xffffffffffffffffull == ~0ull);
static_assert(~0 == -1);
static_assert(7 / 2.0 == 3.5);
static_assert((int)3.99 == 3 && (int)-3.99 == -3);
static_assert(1.5f + 2 == 3.5f);
static_assert((true ? 1 : 2.5) == 1.0);
static_assert(sizeof(true ? 1 : 2.5) == 8);
static_assert('a' == 97 && '\n' == 10 && '\x41' == 'A' && '\101' == 'A');
static_assert(L'x' == 120 && u'\u20ac' == 0x20ac && U'\U0001F600' == 0x1f600);
static_assert('ab' == 24930);
static_assert('\377' == -1);
static_assert(1'000'000 == 1000000 && 0b1010 == 10 && 017 == 15 && 0x1p4 == 16.0 && .5e1 == 5.0);
static_assert(!0 && !!5);
static_assert((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6);
static_assert(-8 >> 1 == -4);
static_assert((1, 2) == 2);
static_assert(sizeof(1l) == 8 && sizeof(1u) == 4 && sizeof('a') == 1 && sizeof(2147483648) == 8 && sizeof(0x80000000) == 4);
static_assert(true || 1 / 0);
static_assert(sizeof("abc") == 4 && sizeof(L"ab") == 12 && sizeof("a" "b\0c") == 5);
static_assert("abc"[1] == 'b' && "abc"[3] == 0);
static_assert(*"xyz" == 'x');
static_assert((bool)2 == true && (int)true == 1);
static_assert(R"(a\n)"[1] == '\\');
static_assert(sizeof(0.5f) == 4 && sizeof(0.5) == 8 && sizeof(0.5L) == 16);
static_assert(nullptr == nullptr);
static_assert(18446744073709551615ull / 10 == 1844674407370955161ull);
static_assert(-9223372036854775807ll - 1 < 0);
`)
}

// Qualifiers do not stick to functions and references, and a function's name decays where a pointer is wanted.
func TestFunctionTypes(t *testing.T) {
	checkAsserts(t, 17, `
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class T> struct constant { static constexpr bool value = false; using type = const T; };
template <class T> struct constant<const T> { static constexpr bool value = true; };
template <class T> struct pointer { static constexpr bool value = false; };
template <class T> struct pointer<const T *> { static constexpr bool value = true; };
template <class T> struct reference { static constexpr bool value = false; };
template <class T> struct reference<const T &> { static constexpr bool value = true; };
template <class T> T &&make() noexcept;
template <class T> constexpr int bound(const T &) { return 1; }
void f();
using F = void();
static_assert(!constant<F>::value && !constant<constant<F>::type>::value);
static_assert(!constant<int &>::value && !constant<F &>::value && constant<const int>::value);
static_assert(!pointer<F *>::value && pointer<const int *>::value);
static_assert(!reference<F &>::value && !reference<int &>::value && reference<const int &>::value);
static_assert(same<decltype(f), F>::value && same<decltype((f)), F &>::value && same<decltype(*f), F &>::value);
static_assert(same<decltype(true ? f : f), F &>::value && same<decltype(true ? f : nullptr), F *>::value);
static_assert(same<decltype(false ? make<F &>() : make<F &>()), F &>::value);
static_assert(bound(f) == 1);
`)
}

// What cannot be formed makes a substitution fail.
func TestFormedTypes(t *testing.T) {
	checkAsserts(t, 17, `
template <class...> using nothing = void;
template <class T, class = void> struct pointed { static constexpr bool value = false; };
template <class T> struct pointed<T, nothing<T *>> { static constexpr bool value = true; };
template <class T, class = void> struct referred { static constexpr bool value = false; };
template <class T> struct referred<T, nothing<T &>> { static constexpr bool value = true; };
template <class T, class = void> struct arrayed { static constexpr bool value = false; };
template <class T> struct arrayed<T, nothing<T[2]>> { static constexpr bool value = true; };
using F = void();
using C = void() const;
using R = void() &;
static_assert(pointed<F>::value && pointed<void>::value && pointed<int[2]>::value);
static_assert(!pointed<C>::value && !pointed<R>::value && !pointed<int &>::value);
static_assert(referred<F>::value && referred<int &&>::value && !referred<void>::value && !referred<const void>::value);
static_assert(!referred<C>::value && !referred<R>::value);
static_assert(arrayed<int>::value && !arrayed<void>::value && !arrayed<int &>::value && !arrayed<F>::value);
`)
}

// A substitution that chooses what is deleted, or not accessible, fails.
func TestDeletedInSubstitutions(t *testing.T) {
	checkAsserts(t, 17, `
template <class T> T &&make() noexcept;
template <class...> using nothing = void;
#define ASK(name, ...) \
  template <class T, class = void> struct name { static constexpr bool value = false; }; \
  template <class T> struct name<T, nothing<decltype(__VA_ARGS__)>> { static constexpr bool value = true; }
ASK(called, make<T>()(1));
ASK(called_twice, make<T>()(1.5));
ASK(equal, make<T>() == make<T>());
ASK(increments, ++make<T &>());
ASK(indexed, make<T &>()[1]);
ASK(converted, static_cast<int>(make<T &>()));
ASK(constructed, T(1));
ASK(listed, T{1});
ASK(made, new T(1));
ASK(freed, delete make<T *>());
ASK(assigned, make<T &>() = make<T>());
struct F { template <class T> void operator()(T &&) = delete; };
struct G { void operator()(int); void operator()(double) = delete; };
struct O {
  friend bool operator==(const O &, const O &) = delete;
  O &operator++() = delete;
  void operator[](int) = delete;
  operator int() = delete;
  O(int) = delete;
  O();
};
struct Undying { ~Undying() = delete; };
class Private { ~Private(); };
struct Fixed { const int n; };
static_assert(!called<F>::value && called<G>::value && !called_twice<G>::value);
static_assert(!equal<O>::value && !increments<O>::value && !indexed<O>::value && !converted<O>::value);
static_assert(!constructed<O>::value && !listed<O>::value && !made<O>::value && freed<O>::value && assigned<O>::value);
static_assert(!freed<Undying>::value && !freed<Private>::value && !assigned<Fixed>::value && freed<Fixed>::value);
`)
}

// The copy deduction candidate is more specialised than what takes anything.
func TestCopyDeduction(t *testing.T) {
	checkAsserts(t, 17, `
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class T> struct any { template <class U = T> explicit constexpr any(U &&) {} constexpr any(const any &) = default; };
template <class T> any(T) -> any<T>;
static_assert(same<decltype(any(5)), any<int>>::value && same<decltype(any(any<int>(5))), any<int>>::value);
any<int> object(3);
static_assert(same<decltype(any(object)), any<int>>::value && same<decltype(any{object}), any<int>>::value);
template <class T> struct box { T t; constexpr box(T x) : t(x) {} };
template <class T> box(T) -> box<T>;
static_assert(same<decltype(box(box(1))), box<int>>::value);
template <class T> struct bag { T t; constexpr bag(T x) : t(x) {} };
static_assert(same<decltype(bag(bag(1))), bag<int>>::value);
template <class T> struct cup { T t; };
template <class T> cup(T) -> cup<T>;
static_assert(same<decltype(cup{cup{1}}), cup<int>>::value);
`)
}

func TestVariablesAndEnums(t *testing.T) {
	checkAsserts(t, 17, `
const int n = 4; constexpr int m = n * 2; const unsigned k = -1;
static_assert(n == 4 && m == 8 && k == 0xffffffffu);
constexpr double half = .5; constexpr double quarter = half / 2; static_assert(quarter == .25);
enum E { A, B = 5, C, D = A + 10, F = D | B };
static_assert(A == 0 && B == 5 && C == 6 && D == 10 && F == 15);
enum class S : unsigned char { X = 255, Y = 1 };
static_assert((int)S::X == 255 && static_cast<int>(S::Y) == 1 && S::X != S::Y && S::X > S::Y);
static_assert(sizeof(S) == 1 && sizeof(E) == 4);
enum Big { Huge = 0x100000000ll }; enum Neg { M = -1, PP = 3 };
static_assert(sizeof(Big) == 8 && Huge > 0xffffffffll && sizeof(Neg) == 4 && M < 0);
enum Mask : unsigned { Lo = 1u << 3, Hi = Lo << 4 };
static_assert(Hi == 128);
struct T { static const int a = 3; static constexpr int b = a + 1; enum { c = b * 2 }; };
static_assert(T::a == 3 && T::b == 4 && T::c == 8);
int arr[m + 1];
static_assert(sizeof(arr) == 36 && sizeof(arr) / sizeof(arr[0]) == 9);
constexpr int table[] = {1, 2, 3, 5};
static_assert(table[2] == 3 && sizeof(table) == 16 && *(table + 1) == 2 && &table[3] - table == 3);
constexpr const char *name = "hello";
static_assert(name[1] == 'e' && *name == 'h');
struct P { int x, y; }; constexpr P p = {1, 2}; constexpr P q{.x = 3, .y = 4};
static_assert(p.x == 1 && p.y == 2 && q.x + q.y == 7);
constexpr P ps[2] = {{1, 2}, {3, 4}}; constexpr P flat[2] = {1, 2, 3};
static_assert(ps[1].y == 4 && flat[1].x == 3 && flat[1].y == 0);
constexpr const P *pp = &ps[1];
static_assert(pp->x == 3 && (*pp).y == 4);
constexpr const int &r = table[3];
static_assert(r == 5);
extern int g; constexpr int *pg = &g;
static_assert(pg == &g && pg != nullptr);
namespace N { constexpr int v = 1; namespace { constexpr int w = v + 1; } inline namespace I { constexpr int z = w + 1; } }
static_assert(N::v + N::w + N::z == 6);
union U { int i; float f; }; constexpr U un = {7};
static_assert(un.i == 7);
constexpr int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
static_assert(matrix[1][2] == 6 && sizeof matrix == 24);
`)
}

func TestFunctions(t *testing.T) {
	checkAsserts(t, 17, `
constexpr int square(int x) { return x * x; }
static_assert(square(5) == 25);
constexpr unsigned long fact(unsigned n) { return n == 0 ? 1 : n * fact(n - 1); }
static_assert(fact(10) == 3628800);
constexpr int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
static_assert(gcd(48, 36) == 12);
constexpr int sum(int n) { int s = 0; for (int i = 1; i <= n; ++i) { if (i % 2) continue; s += i; if (i > 90) break; } return s; }
static_assert(sum(10) == 30);
constexpr int length(const char *s) { int n = 0; while (*s++) ++n; return n; }
static_assert(length("hello") == 5);
constexpr int pick(int x) { switch (x) { case 0: return 10; case 1: case 2: x += 100; break; default: x = -1; } return x; }
static_assert(pick(0) == 10 && pick(1) == 101 && pick(2) == 102 && pick(3) == -1);
constexpr int def(int a, int b = 2, int c = square(3)) { return a + b + c; }
static_assert(def(1) == 12 && def(1, 1, 1) == 3);
constexpr void swap2(int &a, int &b) { int t = a; a = b; b = t; }
constexpr int swapped() { int a = 1, b = 2; swap2(a, b); return a * 10 + b; }
static_assert(swapped() == 21);
constexpr int arr() { int a[4] = {}; for (int i = 0; i < 4; i++) a[i] = i * i; int s = 0; for (int v : a) s += v; return s; }
static_assert(arr() == 14);
constexpr int dowhile() { int i = 0; do { i += 3; } while (i < 10); return i; }
static_assert(dowhile() == 12);
struct V { int x, y; constexpr V(int a, int b) : x(a), y{b} {} constexpr int dot(const V &o) const { return x * o.x + y * o.y; }
  constexpr V operator+(const V &o) const { return V(x + o.x, y + o.y); } constexpr bool operator==(const V &o) const { return x == o.x && y == o.y; } };
constexpr V a(1, 2), b{3, 4};
static_assert(a.dot(b) == 11 && (a + b).x == 4 && a == V(1, 2) && (a + b) == V{4, 6});
struct W { int n = 7; int m = n + 1; constexpr W() {} constexpr W(int k) : n(k) {} constexpr int get() const { return this->n + m; } constexpr operator int() const { return n; } };
static_assert(W().get() == 15 && W(1).get() == 3 && W(5) == 5 && W(2) + 1 == 3);
int size[W(3)]; static_assert(sizeof(size) == 12);
struct Base { int b; constexpr Base(int x) : b(x) {} constexpr int f() const { return b; } };
struct Derived : Base { int d; constexpr Derived() : Base(4), d(f() + 1) {} };
static_assert(Derived().d == 5 && Derived().f() == 4 && Derived().b == 4);
template <class T> constexpr T maxOf(T a, T b) { return a < b ? b : a; }
static_assert(maxOf(3, 9) == 9 && maxOf<double>(1, 2.5) == 2.5);
template <int N> struct Fib { static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value; };
template <> struct Fib<0> { static constexpr int value = 0; }; template <> struct Fib<1> { static constexpr int value = 1; };
static_assert(Fib<15>::value == 610);
template <class T, int N> constexpr int count(const T (&)[N]) { return N; }
constexpr int five[5] = {};
static_assert(count(five) == 5);
template <class... Ts> constexpr int n = sizeof...(Ts);
static_assert(n<int, char, long> == 3 && n<> == 0);
template <int... Is> constexpr int total = (Is + ... + 0); template <bool... Bs> constexpr bool all = (Bs && ...);
static_assert(total<1, 2, 3> == 6 && total<> == 0 && all<true, true> && !all<true, false> && all<>);
template <class... A> constexpr auto add(A... a) { return (a + ...); }
static_assert(add(1, 2, 3, 4) == 10);
constexpr auto lambda = [](int x) { return x + 1; };
static_assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3 && __builtin_popcount(255) == 8 && __builtin_clzll(1) == 63);
static_assert(sizeof(__builtin_bswap16(1)) == 2 && sizeof(__builtin_bswap64(1)) == 8 && sizeof(__builtin_bswap128(1)) == 16);
static_assert(sizeof(__builtin_sqrtf(1)) == 4 && sizeof(__builtin_erf(1)) == 8 && sizeof(__builtin_ceill(1)) == 16);
static_assert(__builtin_expect(4, 1) == 4 && __builtin_strlen("four") == 4);
constexpr bool ce() { return __builtin_is_constant_evaluated(); }
static_assert(ce());
constexpr int pow2(int n) { if (n == 0) return 1; else { const int half = pow2(n / 2); return n % 2 ? half * half * 2 : half * half; } }
static_assert(pow2(10) == 1024);
template <class T> constexpr int kind() { if constexpr (sizeof(T) == 1) return 1; else return 2; }
static_assert(kind<char>() == 1 && kind<int>() == 2);
constexpr int byPointer(const int *p, int n) { int s = 0; for (const int *e = p + n; p != e; ++p) s += *p; return s; }
constexpr int data3[] = {1, 2, 3}; static_assert(byPointer(data3, 3) == 6);
struct Agg { int a; struct { int b; } in; int c[2]; }; constexpr Agg make(int k) { Agg r{k, {k + 1}, {k + 2, k + 3}}; r.c[1] += 10; return r; }
static_assert(make(1).in.b == 2 && make(1).c[1] == 14);
constexpr int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static_assert(ackermann(2, 2) == 7);
`)
}

// TestValuePacks: packs of values in the types of parameters, deduced and given.
func TestValuePacks(t *testing.T) {
	checkAsserts(t, 17, `
template <class T, int N> struct Arr { T a[N]; };
template <int... N> struct List {};
template <int... N> constexpr int elements(Arr<char, N>... t) { return sizeof...(N); }
template <int... N> constexpr int sum(const int (&...t)[N]) { return (0 + ... + N); }
template <int... N> constexpr int count(List<N...> t) { return sizeof...(N); }
template <int N, int M> constexpr int product(const int (*a)[N][M], Arr<char, N> b) { return N * M; }
constexpr int one[1] = {1}, two[2] = {1, 2};
static_assert(count(List<1, 2>{}) == 2 && elements(Arr<char, 1>{}, Arr<char, 2>{}) == 2 && sum(one, two) == 3);
static_assert(elements<1, 2>({}, {}) == 2 && product<2, 3>(nullptr, {}) == 6);
`)
}
