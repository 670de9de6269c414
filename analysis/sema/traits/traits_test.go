package traits_test

import (
	"testing"

	"cudals/analysis/sema/semtest"
)

func TestTraitsOfTypes(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
struct S {}; class C { int x; }; union U { int i; }; enum E { A }; enum class F { B }; struct Fin final {};
static_assert(__is_class(S) && __is_class(C) && !__is_class(U) && !__is_class(int) && __is_union(U) && __is_enum(E) && __is_enum(F));
static_assert(__is_same(int, int) && !__is_same(int, const int) && __is_same(C, C) && !__is_same(S, C));
struct B {}; struct D : B {}; struct DD : D {}; struct P : private B {};
static_assert(__is_base_of(B, D) && __is_base_of(B, DD) && __is_base_of(B, P) && __is_base_of(B, B) && !__is_base_of(D, B) && !__is_base_of(int, int));
static_assert(__is_final(Fin) && !__is_final(S));
template <class T> struct Tm { T t; }; template <class T> struct TmFin final {}; static_assert(!__is_final(Tm<S>) && __is_final(TmFin<S>));
struct Abs { virtual void f() = 0; virtual ~Abs(); }; struct Impl : Abs { void f() override; }; struct Half : Abs { void g(); };
static_assert(__is_abstract(Abs) && !__is_abstract(Impl) && __is_abstract(Half) && __is_polymorphic(Impl) && !__is_polymorphic(S));
static_assert(__has_virtual_destructor(Abs) && __has_virtual_destructor(Impl) && !__has_virtual_destructor(S));
struct E1 { int : 0; }; struct E2 : S {}; struct E3 { S s; }; struct E4 { virtual void f(); }; struct E5 : virtual S {}; struct E6 { static int x; void f(); };
static_assert(__is_empty(S) && __is_empty(E1) && __is_empty(E2) && !__is_empty(E3) && !__is_empty(E4) && !__is_empty(E5) && __is_empty(E6) && !__is_empty(U));
static_assert(__is_trivially_copyable(int) && __is_trivially_copyable(S) && __is_trivially_copyable(C) && __is_trivially_copyable(U) && !__is_trivially_copyable(E4) && !__is_trivially_copyable(int&));
struct Copy { Copy(const Copy &); }; struct Del { Del(const Del &) = delete; Del &operator=(const Del &) = delete; ~Del() = default; };
struct Moved { Moved(Moved &&) = default; }; struct Dtor { ~Dtor(); }; struct HasDtor { Dtor d; }; struct Init { int n = 1; };
static_assert(!__is_trivially_copyable(Copy) && __is_trivially_copyable(Del) && __is_trivially_copyable(Moved) && !__is_trivially_copyable(Dtor) && !__is_trivially_copyable(HasDtor) && __is_trivially_copyable(Init));
static_assert(__is_trivial(S) && !__is_trivial(Init) && __is_trivial(C) && !__is_trivial(Copy));
static_assert(__is_pod(C) && !__is_pod(Init) && __is_standard_layout(C) && __is_standard_layout(Init) && !__is_standard_layout(E4));
struct Mixed { int a; private: int b; }; struct TwoBases : C { int y; };
static_assert(!__is_standard_layout(Mixed) && !__is_standard_layout(TwoBases) && __is_trivially_copyable(TwoBases));
static_assert(__is_aggregate(S) && !__is_aggregate(C) && __is_aggregate(Init) && __is_aggregate(D) && !__is_aggregate(P) && !__is_aggregate(Copy) && !__is_aggregate(E4));
static_assert(__is_literal_type(int) && __is_literal_type(S) && !__is_literal_type(Dtor) && __is_literal_type(const int &));
static_assert(__is_same(__underlying_type(F), int) && __is_same(__underlying_type(E), unsigned));
static_assert(__is_constructible(int) && __is_constructible(int, double) && !__is_constructible(int *, double *) && !__is_constructible(Abs) && __is_constructible(Copy, Copy &) && !__is_constructible(Copy) && !__is_constructible(Del, Del));
struct Conv { Conv(int); explicit Conv(char *); operator bool() const; };
static_assert(__is_constructible(Conv, int) && __is_constructible(Conv, char *) && __is_constructible(Conv, Conv) && !__is_constructible(Conv) && !__is_constructible(Conv, S));
struct To { explicit operator int() const; operator short *() const; };
static_assert(__is_constructible(int, To) && !__is_constructible(long, To) && __is_constructible(const short *, To) && __is_constructible(bool, To) && !__is_constructible(int, S) && !__is_constructible(int *, S) && __is_constructible(bool, Conv));
static_assert(__is_assignable(int &, int) && !__is_assignable(int, int) && !__is_assignable(const int &, int) && __is_assignable(S &, S) && __is_assignable(Conv &, int) && !__is_assignable(Del &, Del));
static_assert(__is_trivially_constructible(S) && __is_trivially_constructible(S, const S &) && !__is_trivially_constructible(Copy, Copy &) && __is_trivially_assignable(S &, S) && !__is_trivially_constructible(Dtor));
static_assert(__is_nothrow_constructible(S) && !__is_nothrow_constructible(Conv, int) && __is_nothrow_assignable(S &, S));
static_assert(__has_trivial_destructor(S) && !__has_trivial_destructor(Dtor));
template <class T, class U> constexpr bool same = __is_same(T, U);
static_assert(same<int, int> && !same<int, long>);
template <class T> struct X { static constexpr bool v = __is_class(T); }; static_assert(X<S>::v && !X<int>::v);
struct O { char c; int i; struct { short s[3]; } in; double d; };
static_assert(__builtin_offsetof(O, i) == 4 && __builtin_offsetof(O, in.s[1]) == 10 && __builtin_offsetof(O, d) == 16);
static_assert(noexcept(1 + 2) && !noexcept(throw 1));
struct Never { Never() = delete; ~Never() = delete; Never(const Never &) = delete; void operator=(const Never &) = delete; };
struct Loose { template <class T> Loose(T); }; struct Strict { template <class T> constexpr Strict(T) {} };
struct Held { Held &operator=(const Held &); }; struct HoldsConst { const Held h[2]; };
static_assert(__is_trivially_copyable(Never) && !__is_literal_type(Loose) && __is_literal_type(Strict) && !__is_assignable(HoldsConst &, HoldsConst));
int mayThrow(); int never() noexcept;
template <class T> void both(T t) noexcept(noexcept(T(t)) && sizeof(T) > 1);
static_assert(noexcept(both(1)) && !noexcept(both('c')) && !noexcept(both(Copy(*(Copy *)0))));
static_assert(!noexcept(mayThrow()) && noexcept(never()) && noexcept(never() + 1) && noexcept(S()) && !noexcept(Conv(1)));
`)
}

func TestConcepts(t *testing.T) {
	semtest.CheckAsserts(t, 20, `
template <class T> concept Small = sizeof(T) <= 4;
template <class T> concept Int = __is_same(T, int) || __is_same(T, long);
template <class T> concept SmallInt = Small<T> && Int<T>;
static_assert(Small<int> && !Small<double> && SmallInt<int> && !SmallInt<long> && !SmallInt<char>);
template <class T> concept HasType = requires { typename T::type; };
template <class T> concept HasF = requires(T t) { t.f(); { t.g() } -> Int; };
struct A { using type = int; void f(); int g(); }; struct B { void f(); float g(); }; struct C {};
static_assert(HasType<A> && !HasType<B> && !HasType<int> && HasF<A> && !HasF<B> && !HasF<C> && !HasF<int>);
template <class T> concept Addable = requires(T a, T b) { a + b; };
static_assert(Addable<int> && !Addable<C>);
template <class T, class U> concept Same = __is_same(T, U);
template <class T> concept Nested = requires { requires Same<T, int>; };
static_assert(Nested<int> && !Nested<long>);
template <Same<int> T> constexpr int pick(T) { return 1; } template <class T> constexpr int pick(T) { return 2; }
static_assert(pick(1) == 1 && pick(1.0) == 2);
template <class T> requires Small<T> constexpr int size() { return 1; } template <class T> requires(!Small<T>) constexpr int size() { return 2; }
static_assert(size<int>() == 1 && size<double>() == 2);
template <class T> constexpr bool callable = requires(T t) { t(1); };
static_assert(callable<int (*)(int)> && !callable<int>);
template <class T> concept Pointee = requires(T t) { *t; };
template <class T> concept Step = requires(T t) { *t++; };
struct P { int &operator*(); }; struct Q { operator int *(); }; enum class E {};
static_assert(Pointee<int *> && Pointee<int[3]> && Pointee<P> && Pointee<Q> && !Pointee<C> && !Pointee<int> && !Pointee<bool> && !Pointee<float>);
static_assert(Step<int *> && !Step<int> && !Step<double>);
template <class T> concept Nothrow = requires(T t) { { t.f() } noexcept; };
struct N1 { void f() noexcept; }; static_assert(Nothrow<N1> && !Nothrow<A>);
`)
}

// What a class keeps private is open to the classes that it declares friends, and to those in them.
func TestTraitsOfFriends(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
namespace ns { template <class T> struct box; struct open; }
class guts {
  guts() = default; guts(const guts &) = default; ~guts() = default;
  template <class T, class U> friend struct holder; friend class later; friend struct ns::box<int>; friend ns::open; template <class T> friend void help(T);
};
template <class T, class U> struct holder : private guts { T t; U u; holder() = default; holder(const holder &) = default; };
class later { struct in { guts g; }; guts g; public: static constexpr bool nested() { return __is_constructible(in) && __is_constructible(in, const in &); } };
namespace ns { template <class T> struct box { guts g; }; struct open { guts g; }; }
static_assert(__is_constructible(holder<int, int>) && __is_constructible(holder<int, int>, const holder<int, int> &));
static_assert(__is_constructible(later) && __is_constructible(ns::open) && __is_constructible(ns::open, ns::open &&));
static_assert(later::nested());
static_assert(__is_constructible(ns::box<int>));
class shut { shut() = default; }; struct holds { shut s; };
static_assert(!__is_constructible(holds));
class hidden { template <class> friend struct eye; static constexpr int value = 3; };
template <class T, int = T::value> constexpr bool sees(int) { return true; }
template <class T> struct eye { template <class U, int = U::value> static constexpr bool at(int) { return true; } template <class U> static constexpr bool at(...) { return false; } };
static_assert(eye<int>::at<hidden>(0));
`)
}
