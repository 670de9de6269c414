package sema_test

import (
	"testing"

	"cudals/analysis/sema/semtest"
)

// Qualifiers do not stick to functions and references, and a function's name decays where a pointer is wanted.
func TestFunctionTypes(t *testing.T) {
	semtest.CheckAsserts(t, 17, `
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
	semtest.CheckAsserts(t, 17, `
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
	semtest.CheckAsserts(t, 17, `
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
