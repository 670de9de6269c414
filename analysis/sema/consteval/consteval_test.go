package consteval_test

import (
	"testing"

	"cudals/analysis/sema/semtest"
)

func TestArithmetic(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
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

func TestVariablesAndEnums(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
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
	semtest.CheckAsserts(t, 17, `
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
struct Heir : Base { using Base::Base; int d = b * 2; }; struct Heir2 : Heir { using Heir::Heir; };
static_assert(Heir(3).b == 3 && Heir(3).d == 6 && Heir2(4).f() == 4 && Heir2(4).d == 8);
template <class D> struct Self { constexpr int twice() const { return static_cast<const D *>(this)->n * 2; } constexpr D &self() { return static_cast<D &>(*this); } };
struct Num : Self<Num> { int n; constexpr Num(int x) : n(x) {} constexpr int set() { self().n = 7; return n; } };
static_assert(Num(4).twice() == 8 && Num(1).set() == 7);
constexpr Num num(5); constexpr const Self<Num> &part = num;
static_assert(part.twice() == 10);
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
// TestAskedOften evaluates calls that would take more steps than there are, were each evaluated anew.
func TestAskedOften(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
constexpr int column(int row, bool wide, int which) {
  int n = 0;
  for (int i = 0; i < 300; ++i) n += i == row ? (wide ? which : 1) : 0;
  return n;
}
constexpr int sum(bool wide) {
  int n = 0;
  for (int i = 0; i < 2000; ++i) n += column(i % 4, wide, i % 2 + 5);
  return n;
}
static_assert(sum(false) == 2000 && sum(true) == 11000);
static_assert(column(0, true, 5) == 5 && column(0, true, 6) == 6 && column(300, true, 6) == 0);

constexpr int late(bool constant) {
  int n = 0;
  for (int i = 0; i < 300; ++i) n += constant;
  return n;
}
constexpr int mode(int k) { return late(__builtin_is_constant_evaluated()) + k; }
static_assert(mode(1) == 301 && mode(2) == 302);

struct Table {
  int first;
  constexpr int at(int row) const {
    int n = first;
    for (int i = 0; i < 300; ++i) n += i == row;
    return n;
  }
};
static_assert(Table{1}.at(2) == 2 && Table{2}.at(2) == 3 && Table{1}.at(300) == 1);
`)
}

func TestValuePacks(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
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
