// Ranks of standard conversions, pointers, references.
struct R1 {}; struct R2 {}; struct R3 {}; struct R4 {};
enum E { e0 }; enum F : unsigned char { f0 }; enum class S { s0 };
struct A { int m; }; struct B : A {}; struct C : B {};

R1 f(int); R2 f(double);
using rank_exact = decltype(f(1)); // R1
using rank_exact2 = decltype(f(1.0)); // R2
using rank_promote_char = decltype(f('c')); // R1
using rank_promote_float = decltype(f(1.0f)); // R2
using rank_promote_bool = decltype(f(true)); // R1
using rank_enum = decltype(f(e0)); // R1

R1 g(long); R2 g(char, int = 0);
using rank_ambiguous_conversion = decltype(g(1L)); // R1

R1 u(unsigned char); R2 u(int);
using fixed_enum = decltype(u(f0)); // R1
using plain_enum = decltype(u(e0)); // R2

R1 p(void *); R2 p(bool); R3 p(const void *);
extern int *ip; extern const int *cip; extern C *cp; extern A *ap;
using ptr_void = decltype(p(ip)); // R1
using ptr_cvoid = decltype(p(cip)); // R3
R1 pb(bool); R2 pb(const void *);
using ptr_bool = decltype(pb(ip)); // R2

R1 b(A *); R2 b(B *); R3 b(void *);
using base_nearest = decltype(b(cp)); // R2
using base_exact = decltype(b(ap)); // R1
R1 br(A &); R2 br(const B &); R3 br(...);
extern C c; extern const A ca;
using ref_base = decltype(br(c)); // R2
using ref_ellipsis = decltype(br(ca)); // R3

R1 r(int &); R2 r(const int &); R3 r(int &&);
extern int i; extern const int ci; int &&xi();
using ref_lvalue = decltype(r(i)); // R1
using ref_const = decltype(r(ci)); // R2
using ref_rvalue = decltype(r(1)); // R3
using ref_xvalue = decltype(r(xi())); // R3
using ref_other = decltype(r(1.5)); // R3

R1 q(char *); R2 q(const char *);
using literal = decltype(q("x")); // R2
R1 qq(const int *); R2 qq(int *);
using qual_less = decltype(qq(ip)); // R2
R1 q2(const int *const *); R2 q2(int *const *); R3 q2(const void *);
extern int **ipp;
using qual_deep = decltype(q2(ipp)); // R2

R1 n(int); R2 n(char *);
using null_literal = decltype(n(0)); // R1
using null_ptr = decltype(n(nullptr)); // R2
R1 n2(A *); R2 n2(...);
using null_zero = decltype(n2(0)); // R1
using null_one = decltype(n2(1)); // R2

R1 arr(int (&)[3]); R2 arr(int *);
extern int a3[3]; extern int a4[4];
using array_tie_other = decltype(arr(a4)); // R2
R1 d(A); R2 d(const B &);
using slice = decltype(d(c)); // R2
R1 mp(int A::*); R2 mp(int C::*);
using member_pointer = decltype(mp((int B::*)0)); // R2
R1 h(int, double); R2 h(double, double);
using two_args = decltype(h(1, 2)); // R1
R1 s(S); R2 s(...);
using scoped = decltype(s(1)); // R2
R1 w(long, char = 'a'); R2 w(...);
using defaults = decltype(w(1)); // R1
R1 v(const volatile int &); R2 v(const int &);
using less_cv = decltype(v(i)); // R2
R1 fn(int (*)(int)); R2 fn(...);
int over(int); double over(double);
using overload_set = decltype(fn(over)); // R1
using overload_addr = decltype(fn(&over)); // R1
R1 fr(int (&)(int)); R2 fr(...);
using overload_ref = decltype(fr(over)); // R1
R1 nx(int (*)(int) noexcept); R2 nx(int (*)(int));
int quiet(int) noexcept; int loud(int);
using noexcept_exact = decltype(nx(quiet)); // R1
using noexcept_not = decltype(nx(loud)); // R2
extern int row[4];
template <int N> R1 elements(int (&)[N]); R2 elements(const int *);
using whole_array = decltype(elements(row)); // R1
template <class T> R1 anything(const T &); R2 anything(const int *);
using whole_const_array = decltype(anything(row)); // R1
template <class T> R1 written(const T &); R2 written(const char *);
using decayed_literal = decltype(written("x")); // R2
