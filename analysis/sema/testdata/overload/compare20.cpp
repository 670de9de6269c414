// Rewritten candidates and constraints of C++20.
struct R1 {}; struct R2 {};
struct A { bool operator==(const A &) const; }; struct B { R1 operator==(int) const; bool operator==(const B &) const; };
extern A a; extern B b;
using rewritten_ne = decltype(a != a); // bool
using direct_eq = decltype(b == 1); // R1
struct C { bool operator==(int) const; };
extern C c;
using reversed_eq = decltype(1 == c); // bool
using reversed_ne = decltype(1 != c); // bool
template <class T> concept Small = sizeof(T) < 4;
template <class T> R1 f(T); template <Small T> R2 f(T);
using constrained = decltype(f('c')); // R2
using unconstrained = decltype(f(1)); // R1
template <class T> requires Small<T> R1 g(T); R2 g(...);
using requires_yes = decltype(g('c')); // R1
using requires_no = decltype(g(1)); // R2
template <class T> struct M { R1 h() requires Small<T>; R2 h(); };
using member_yes = decltype(M<char>().h()); // R1
using member_no = decltype(M<int>().h()); // R2
template <class T> R1 k(T t) requires requires { t.foo(); }; template <class T> R2 k(T);
struct Foo { void foo(); };
using requires_expr = decltype(k(Foo())); // R1
using requires_expr_no = decltype(k(1)); // R2
