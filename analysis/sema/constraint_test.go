package sema_test

import (
	"testing"
)

func TestConstrainedSpecializations(t *testing.T) {
	checkAsserts(t, 20, constrainedText)
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
