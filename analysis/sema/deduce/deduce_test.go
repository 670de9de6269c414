package deduce_test

import (
	"testing"

	"cudals/analysis/sema/semtest"
)

// The copy deduction candidate is more specialised than what takes anything.
func TestCopyDeduction(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
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

// Nothing is deduced from a constructor that takes no part for the arguments that were deduced.
func TestConstrainedConstructors(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
template <bool, class T> struct enable {};
template <class T> struct enable<true, T> { using type = T; };
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class T, class U> struct pair {
  template <class V = T, typename enable<__is_constructible(T, const V &), bool>::type = true> constexpr pair(const T &, const U &) {}
  template <class V = T, typename enable<!__is_constructible(T, const V &), bool>::type = false> explicit constexpr pair(const T &, const U &) {}
};
template <class T, class U> pair(T, U) -> pair<T, U>;
static_assert(same<decltype(pair(1, 'c')), pair<int, char>>::value && same<decltype(pair{1, "c"}), pair<int, const char *>>::value);
`)
}

// Guides are made of the constructors of the primary template, also of arguments that a specialisation is for.
func TestSpecialisedArguments(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class T, class U> struct two { T t; U u; };
template <class... Ts> struct list { constexpr list(const Ts &...) {} template <class A> constexpr list(int *, const A &, const Ts &...) {} list(const list &) = default; };
template <class T, class U> struct list<T, U> { constexpr list(const T &, const U &) {} template <class V, class W> constexpr list(two<V, W>) {} };
template <> struct list<> {};
template <class... Ts> list(Ts...) -> list<Ts...>;
template <class T, class U> list(two<T, U>) -> list<T, U>;
static_assert(same<decltype(list(1, 'c')), list<int, char>>::value && same<decltype(list{1, 'c'}), list<int, char>>::value);
static_assert(same<decltype(list(1, 2, 3)), list<int, int, int>>::value && same<decltype(list(1, 2, 3, 4)), list<int, int, int, int>>::value);
list<int, int> object(1, 2);
static_assert(same<decltype(list(object)), list<int, int>>::value && same<decltype(list{object}), list<int, int>>::value);
static_assert(same<decltype(list(two<int, char>{1, 'c'})), list<int, char>>::value);
`)
}

// An alias template's name stands for the class template, with the arguments that it writes [over.match.class.deduct]/3.
func TestAliasDeduced(t *testing.T) {
	semtest.CheckAsserts(t, 20, `
template <class T, class U> struct is_same { static constexpr bool value = false; };
template <class T> struct is_same<T, T> { static constexpr bool value = true; };
struct host {}; struct device {};
template <class T, class S = host> struct row { row(T *, int); row(T); T *p; };
template <class T> using device_row = row<T, device>;
template <class T> using again = device_row<T>;
template <class T> using of_pointers = row<T *>;
template <class T> requires (sizeof(T) > 4) using large_row = row<T, device>;
static_assert(is_same<decltype(device_row(1)), row<int, device>>::value && is_same<decltype(again(1)), row<int, device>>::value);
static_assert(is_same<decltype(device_row{static_cast<float *>(nullptr), 2}), row<float, device>>::value);
static_assert(is_same<decltype(of_pointers(static_cast<int **>(nullptr), 2)), row<int *, host>>::value);
static_assert(is_same<decltype(large_row(2.0)), row<double, device>>::value);
device_row written = 2.0f;
device_row copied(written);
static_assert(is_same<decltype(copied), row<float, device>>::value);
template <class... T> struct list { list(T...); };
template <class T, class... U> using with = list<T, char, U...>;
static_assert(is_same<decltype(with(1, 'c', 2.0)), list<int, char, double>>::value);
template <class T> auto make(T t) { return device_row(t); }
static_assert(is_same<decltype(make(1)), row<int, device>>::value);
`)
}

// A primary template that is only declared has guides all the same.
func TestGuidesOfDeclaration(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
template <class F, class... Ts> struct guard;
template <class F> struct guard<F> { F f; bool done = false; };
template <class F, class T> struct guard<F, T> { F f; T t; T u; };
template <class F, class... Ts> guard(F, Ts...) -> guard<F, Ts...>;
static_assert(sizeof(guard{1}) == 8 && sizeof(guard{1, 2}) == 12 && sizeof(guard{'c', 2}) == 12);
`)
}

func TestConstrainedSpecializations(t *testing.T) {
	semtest.CheckAsserts(t, 20, constrainedText)
}

const constrainedText = `
template <class T> concept Small = sizeof(T) <= 4;
template <class T> struct A { T v[4]; };
template <Small T> struct A<T> { T v; char c; };
static_assert(sizeof(A<int>) == 8 && sizeof(A<char>) == 2 && sizeof(A<double>) == 32);
template <class T, class U> struct B { T v; U u; };
template <class T, class U> requires Small<T> struct B<T, U> { U u; };
template <class T> requires (!Small<T>) struct B<T, int> { char u[3]; };
template <class T> struct B<T, T *> { char u[5]; };
template <Small T> struct B<T, T *> { char u[7]; };
static_assert(sizeof(B<int, float>) == 4 && sizeof(B<double, int>) == 3 && sizeof(B<double, char>) == 16);
static_assert(sizeof(B<double, double *>) == 5);
template <int N> struct C { char c[N]; };
template <int N> requires (N > 4) struct C<N> { char c[N * 2]; static constexpr int n = N; };
static_assert(sizeof(C<3>) == 3 && sizeof(C<5>) == 10 && C<7>::n == 7);
template <class... T> struct D { char c[3]; };
template <Small... T> struct D<T...> { char c[5]; };
static_assert(sizeof(D<char, int>) == 5 && sizeof(D<char, double>) == 3);
template <class T> concept Tiny = Small<T> && sizeof(T) <= 2;
template <Tiny T> struct A<T *> { char c[9]; };
template <Small T> struct A<T *> { char c[8]; };
static_assert(sizeof(A<int *>) == 8);
`

// An alias template given for a template template parameter stands for what it names.
func TestAliasGivenForTemplate(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
template <class T, int N> struct row { T d[N]; };
template <class T> using row4 = row<T, 4>;
template <class T> using row_at = row<T, 2> *;
template <template <class> class C, class T> constexpr int all(C<T>) { return sizeof(C<T>); }
template <template <class> class C, class T> constexpr T element(C<T>);
constexpr row<char, 4> chars{};
static_assert(all<row4, char>(chars) == 4 && all<row4>(chars) == 4);
static_assert(sizeof(element<row_at>(static_cast<row<short, 2> *>(nullptr))) == 2);
`)
}
