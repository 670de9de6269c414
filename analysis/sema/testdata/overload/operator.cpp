// Operators and argument-dependent lookup.
struct R1 {}; struct R2 {}; struct R3 {};
namespace n {
struct A {}; struct B : A {};
R1 operator+(A, A); R2 operator-(const A &, int);
bool operator==(const A &, const A &);
R3 adl(A);
template <class T> struct T1 {};
template <class T> R2 adl(T1<T>);
struct H { friend R1 hidden(H) { return {}; } friend R3 operator*(H, int) { return {}; } };
enum E { e0 }; R1 operator|(E, E); enum class S { s }; R2 operator~(S);
inline namespace in { struct In {}; R1 inl(In); }
}
extern n::A a; extern n::B b; extern n::T1<int> t1; extern n::H h;
using plus = decltype(a + a); // R1
using minus = decltype(b - 'c'); // R2
using equal = decltype(a == b); // bool
using adl1 = decltype(adl(a)); // R3
using adl2 = decltype(adl(t1)); // R2
using adl_base = decltype(adl(b)); // R3
using friend1 = decltype(hidden(h)); // R1
using friend2 = decltype(h * 2); // R3
using enum_op = decltype(n::e0 | n::e0); // R1
using enum_builtin = decltype(n::e0 & n::e0); // int
using scoped_op = decltype(~n::S::s); // R2
using scoped_compare = decltype(n::S::s == n::S::s); // bool
using inline_ns = decltype(inl(n::In())); // R1
struct M { R1 operator+(int); R2 operator+(int) const; R3 operator[](int); M &operator++(); R1 operator++(int); R2 operator->*(int); M *operator->(); int x; M &operator=(const M &); R1 operator=(int); R2 operator()(); R3 operator*(); R1 operator-(); R2 operator-(int); R3 operator,(int); R1 operator!(); R2 operator&(); };
extern M m; extern const M cm;
using member = decltype(m + 1); // R1
using member_const = decltype(cm + 1); // R2
using subscript = decltype(m[1]); // R3
using postfix = decltype(m++); // R1
using prefix = decltype(++m); // M&
using star = decltype(*m); // R3
using arrow = decltype(m->x); // int
using assign_int = decltype(m = 1); // R1
using assign_copy = decltype(m = m); // M&
using unary_minus = decltype(-m); // R1
using binary_minus = decltype(m - 1); // R2
using comma = decltype(m, 1); // R3
using bang = decltype(!m); // R1
using amp = decltype(&m); // R2
struct C { operator int() const; }; struct D { operator double() const; }; struct P { operator int *() const; };
extern C c; extern D d; extern P p;
using builtin_int = decltype(c + 1); // int
using builtin_mixed = decltype(c + 1.5); // double
using builtin_two = decltype(c * d); // double
using builtin_ptr = decltype(p + 1); // int*
using builtin_deref = decltype(*p); // int&
using builtin_index = decltype(p[0]); // int&
using builtin_compare = decltype(c < d); // bool
using builtin_not = decltype(!p); // bool
using builtin_shift = decltype(c << 2); // int
using builtin_neg = decltype(-d); // double
struct Cplx { Cplx(double); }; Cplx operator+(const Cplx &, const Cplx &);
extern Cplx z;
using via_ctor = decltype(z + 1); // Cplx
using via_ctor2 = decltype(1 + z); // Cplx
struct O {}; template <class T> O &operator<<(O &, const T &); O &operator<<(O &, int);
extern O o;
using stream = decltype(o << 1 << "x" << 2.0); // O&
template <class T> struct Vec { friend R1 operator/(Vec, Vec) { return {}; } template <class U> friend R2 operator/(Vec, U) { return {}; } };
extern Vec<int> vi;
using friend_template = decltype(vi / vi); // R1
using friend_template2 = decltype(vi / 1); // R2
extern int i; extern long l; extern unsigned u; extern float f; extern char ch; extern short sh; extern int *ip; extern const int *cip;
using arith1 = decltype(ch + ch); // int
using arith2 = decltype(i + l); // long
using arith3 = decltype(u + i); // unsigned int
using arith4 = decltype(f * 1); // float
using arith5 = decltype(f * 1.0); // double
using arith6 = decltype(l + u); // long
using arith7 = decltype(sh << l); // int
using arith8 = decltype(ip - cip); // long
using cond1 = decltype(i ? ip : nullptr); // int*
using cond2 = decltype(i ? ip : cip); // const int*
using cond3 = decltype(i ? i : l); // long
using cond4 = decltype(i ? i : i); // int&
using cond5 = decltype(i ? a : b); // n::A&
using cond6 = decltype(i ? z : 1); // Cplx
using cond7 = decltype(i ? c : 2); // int
