package body_test

import (
	"testing"

	"cudals/analysis/sema/semtest"
)

// A built-in operator that the language does not have for its operands makes a requirement fail, as NVIDIA's front end says it.
func TestBuiltinRequirements(t *testing.T) {
	semtest.CheckAsserts(t, 20, `
enum E { e }; enum class C { c }; struct S { int m; }; struct V { operator int() const; }; struct Pinned { ~Pinned() = delete; };
template <class T, class U> concept equal = requires(T a, U b) { a == b; };
static_assert(equal<int, float> && equal<int *, const void *> && equal<S *, decltype(nullptr)> && equal<V, int>);
static_assert(!equal<int, int *> && !equal<int *, float *> && !equal<C, int> && !equal<S, S> && !equal<V, int *>);
template <class T, class U> concept plus = requires(T a, U b) { a + b; };
static_assert(plus<int *, char> && plus<E, int *> && !plus<int *, float> && !plus<int *, int *> && !plus<int, void *>);
template <class T, class U> concept minus = requires(T a, U b) { a - b; };
static_assert(minus<int *, int *> && minus<int *, E> && !minus<int *, float *> && !minus<int, int *> && !minus<void *, void *>);
template <class T, class U> concept shift = requires(T a, U b) { a << b; };
static_assert(shift<int, E> && !shift<float, int> && !shift<int, float> && !shift<int *, int>);
template <class T, class U> concept assign = requires(T a, U b) { a = b; };
static_assert(assign<int &, float> && assign<int &, E> && assign<bool &, int *> && assign<int &, V> && assign<const int *&, int *>);
static_assert(!assign<E &, int> && !assign<int &, C> && !assign<int *&, const int *> && !assign<const int &, int> && !assign<int &, S>);
template <class T, class U> concept add = requires(T a, U b) { a += b; };
static_assert(add<int &, float> && add<int *&, int> && !add<E &, int> && !add<int *&, float> && !add<int &, int *>);
template <class T, class U> concept modulo = requires(T a, U b) { a %= b; };
static_assert(modulo<int &, char> && !modulo<int &, float> && !modulo<float &, int>);
template <class T, class U> concept index = requires(T a, U b) { a[b]; };
static_assert(index<int *, E> && index<int, int *> && index<int *, V> && !index<int *, float> && !index<int, int> && !index<void *, int>);
template <class T, class U> concept either = requires(T a, U b) { true ? a : b; };
static_assert(either<int, float> && either<int *, void *> && !either<int *, int> && !either<int *, float *>);
template <class T> concept step = requires(T a) { ++a; };
static_assert(step<int &> && step<int *&> && !step<E &> && !step<void *&> && !step<const int &> && !step<C &>);
template <class T> concept negate = requires(T a) { -a; };
static_assert(negate<int> && negate<E> && negate<V> && !negate<int *> && !negate<C> && !negate<S>);
template <class T> concept flip = requires(T a) { ~a; };
static_assert(flip<E> && !flip<float> && !flip<int *>);
template <class T> concept invert = requires(T a) { !a; };
static_assert(invert<int *> && invert<E> && invert<V> && !invert<C> && !invert<S>);
template <class T> concept follow = requires(T a) { *a; };
static_assert(follow<int *> && !follow<void *> && !follow<int>);
template <class T> concept remove = requires(T a) { delete a; };
static_assert(remove<int *> && !remove<int> && !remove<void (*)()>);
template <class T, class U> concept convert = requires(T a) { static_cast<U>(a); };
static_assert(convert<int, C> && convert<void *, int *> && convert<S *, void *> && convert<float, E>);
static_assert(!convert<int, int *> && !convert<int *, int> && !convert<int *, float *> && !convert<const void *, int *> && !convert<S, int>);
template <class T, class U> concept cast = requires(T a) { (U)a; };
static_assert(cast<int, int *> && cast<int *, long> && cast<const int *, float *> && !cast<float, int *> && !cast<int *, float> && !cast<int *, E>);
template <class T, class U> concept reinterpret = requires(T a) { reinterpret_cast<U>(a); };
static_assert(reinterpret<int *, float *> && reinterpret<long, int *> && reinterpret<int, int> && !reinterpret<int, float> && !reinterpret<V, int>);
template <class T, class U> concept list = requires(T a) { U{a}; };
static_assert(list<float, double> && list<int, C> && list<S, S> && !list<double, float> && !list<int, E> && !list<int *, int> && !list<int *, S>);
template <class T> concept result = requires(T f) { f(); };
static_assert(result<void (*)()> && !result<Pinned (*)()>);
`)
}

// So does the failure of a substitution.
func TestBuiltinSubstitution(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
template <class...> using none = void;
template <class T> T &&value() noexcept;
enum E { e }; struct S { int m; };
template <class T, class U, class = void> constexpr bool assign = false;
template <class T, class U> constexpr bool assign<T, U, none<decltype(value<T>() = value<U>())>> = true;
static_assert(assign<int &, E> && !assign<E &, int> && !assign<const int &, int> && !assign<int *&, float *>);
template <class T, class = void> constexpr bool step = false;
template <class T> constexpr bool step<T, none<decltype(++value<T &>())>> = true;
static_assert(step<int *> && !step<void *> && !step<E> && !step<const int>);
template <class T, class U, class = void> constexpr bool equal = false;
template <class T, class U> constexpr bool equal<T, U, none<decltype(value<T>() == value<U>())>> = true;
static_assert(equal<int *, void *> && !equal<int *, int> && !equal<S, S>);
template <class T, class U, class = void> constexpr bool both = false;
template <class T, class U> constexpr bool both<T, U, none<decltype(value<T>() && value<U>())>> = true;
static_assert(both<int, int *> && !both<int, S> && !both<S, int>);
template <class T, class = void> constexpr bool tested = false;
template <class T> constexpr bool tested<T, none<decltype(value<T>() ? 1 : 2)>> = true;
static_assert(tested<E> && !tested<S>);
template <class T, class = void> constexpr bool removed = false;
template <class T> constexpr bool removed<T, none<decltype(delete value<T>())>> = true;
static_assert(removed<int *> && !removed<S> && !removed<E>);
template <class T> constexpr bool ends = noexcept(value<T &>().~T());
static_assert(ends<int> && ends<E> && ends<S>);

// Concepts as libraries spell them before C++20.
template <bool> struct select {}; template <> struct select<true> { template <class T> using type = T; };
template <bool B, class T = void> using enable = typename select<B>::template type<T>;
template <class...> struct tag;
template <bool B, enable<B, int> = 0> constexpr int needs = 0;
template <class T> auto adds_impl(T a, T b) -> enable<!(decltype(needs<(sizeof(T) > 1)>, a + b, void(), false){})> {}
template <class... As> char adds_test(tag<As...> *, decltype(&adds_impl<As...>));
char (&adds_test(...))[2];
template <class T> constexpr bool adds = 1 == sizeof(adds_test(static_cast<tag<T> *>(nullptr), nullptr));
static_assert(adds<int> && adds<double> && !adds<char> && !adds<S> && !adds<int *>);
`)
}
