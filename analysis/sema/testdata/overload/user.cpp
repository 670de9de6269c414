// User-defined conversions, constructors, lists.
struct R1 {}; struct R2 {}; struct R3 {}; struct R4 {};
struct A { A(int); }; struct B { explicit B(int); B(double, int = 0); };
R1 f(A); R2 f(...);
using ctor = decltype(f(1)); // R1
using ctor_convert = decltype(f(1.5)); // R1
using ctor_none = decltype(f("x")); // R2
R1 g(B); R2 g(...);
using explicit_skipped = decltype(g(1)); // R1
R1 fa(A); R2 fa(B);
R1 fi(int); R2 fi(A);
using standard_first = decltype(fi('c')); // R1
struct C { operator int() const; operator const char *(); };
extern C c; extern const C cc;
R1 h(int); R2 h(const char *); R3 h(...);
using conv_int = decltype(h(cc)); // R1
R1 hi(long); R2 hi(...);
using conv_then_standard = decltype(hi(cc)); // R1
struct D { explicit operator bool() const; };
extern D d;
R1 hb(bool); R2 hb(...);
using explicit_conv = decltype(hb(d)); // R2
using logical_not = decltype(!d); // bool
using conditional = decltype(d ? 1 : 2); // int
using logical_and = decltype(d && d); // bool
struct E { operator int &(); };
extern E e;
R1 re(int &); R2 re(const int &);
using conv_ref = decltype(re(e)); // R1
struct F { template <class T> operator T() const; };
extern F ff;
R1 rf(int); R2 rf(...);
using conv_template = decltype(rf(ff)); // R1
struct Base { operator int(); }; struct Derived : Base { operator double(); };
extern Derived dd;
R1 bd(double); R2 bd(...);
using conv_derived = decltype(bd(dd)); // R1
struct G { template <class T> G(T); };
R1 gt(G); R2 gt(...);
using ctor_template = decltype(gt(A(1))); // R1
struct Agg { int x; double y; };
R1 ag(Agg); R2 ag(int);
using list_aggregate = decltype(ag({1, 2.0})); // R1
using list_scalar = decltype(ag({1})); // R2
R1 pt(Agg); R2 pt(A);
R1 ls(int); R2 ls(double);
using list_one = decltype(ls({1.0})); // R2
namespace std {
template <class T> class initializer_list { const T *b; unsigned long n; constexpr initializer_list(const T *, unsigned long); public: constexpr initializer_list(); };
}
struct V { V(std::initializer_list<int>); V(int, int); V(); };
R1 il(std::initializer_list<int>); R2 il(V); R3 il(...);
using list_init = decltype(il({1, 2, 3})); // R1
R1 iv(V); R2 iv(Agg *);
using list_class = decltype(iv({1, 2, 3})); // R1
using list_empty = decltype(V{}); // V
template <class T> R1 tl(std::initializer_list<T>); template <class T> R2 tl(T);
using list_deduce = decltype(tl({1, 2})); // R1
struct Two { Two(A); };
R1 tw(Two); R2 tw(...);
using no_double_conversion = decltype(tw(1)); // R2
using one_conversion = decltype(tw(A(1))); // R1
struct Mv { Mv(const Mv &); Mv(Mv &&); Mv(); };
struct Ref { R1 m() &; R2 m() &&; R3 k() const; R4 k(); };
extern Ref ref; extern const Ref cref;
using ref_qual_lvalue = decltype(ref.m()); // R1
using ref_qual_rvalue = decltype(Ref().m()); // R2
using const_member = decltype(cref.k()); // R3
using mutable_member = decltype(ref.k()); // R4
struct Fn { R1 operator()(int) const; R2 operator()(double); };
extern Fn fno; extern const Fn cfn;
using call_op = decltype(fno(1)); // R1
using call_op2 = decltype(fno(1.0)); // R2
using call_op_const = decltype(cfn(1.0)); // R1
typedef R3 (*FP)(int); struct Sur { operator FP() const; };
extern Sur sur;
using surrogate = decltype(sur(1)); // R3
struct St { static R1 s(int); R2 s(double); R3 t(...); };
extern St st;
using static_member = decltype(st.s(1)); // R1
using nonstatic_member = decltype(st.s(1.0)); // R2
struct Hide : St { R4 s(const char *); using St::s; };
extern Hide hd;
using using_member = decltype(hd.s(1.0)); // R2
using own_member = decltype(hd.s("a")); // R4
R1 lam(int (*)(int)); R2 lam(...);
auto closure = [](int x) { return x; };
using lambda_pointer = decltype(lam(closure)); // R1
struct X0 {}; struct X1 { X1(const X0 &); }; struct X2 { operator X1(); };
R1 del(int) = delete; R2 del(long);
using deleted_wins = decltype(del(1L)); // R2
// Implicit assignment operators, braced right operands.
enum class DT { a }; DT dt(float *);
struct TS { void **p; unsigned long n; DT t; };
extern TS ts[3]; extern float *fp;
using implicit_copy = decltype(ts[0] = ts[1]); // TS&
using assign_list = decltype(ts[0] = {(void **)&fp, 3, dt(fp)}); // TS&
using assign_empty = decltype(ts[0] = {}); // TS&
R1 tsf(const TS &); R2 tsf(TS &&);
using list_rvalue = decltype(tsf({(void **)&fp, 3, dt(fp)})); // R2
