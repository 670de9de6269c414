package layout_test

import (
	"fmt"
	"testing"

	"cudals/analysis/sema/semtest"
)

func TestLayout(t *testing.T) {
	semtest.CheckAsserts(t, 17, layoutText)
}

// TestLayoutOfParts looks at classes that have exponentially many parts.
func TestLayoutOfParts(t *testing.T) {
	text := "struct S0 { char c; };\n"
	for i := range 20 {
		text += fmt.Sprintf("struct S%d { S%d a, b; };\n", i+1, i)
	}
	semtest.CheckAsserts(t, 17, text+`
static_assert(sizeof(S20) == 1 << 20 && __is_trivially_copyable(S20) && __is_literal_type(S20));
`)
}

const layoutText = `
#define is(T, s, a) static_assert(sizeof(T) == s && alignof(T) == a)
struct S0 {}; struct S1 { char c; int i; }; struct S2 { char a; double d; char b; }; struct S3 { S2 s; char c; };
is(S0, 1, 1); is(S1, 8, 4); is(S2, 24, 8); is(S3, 32, 8);
is(bool, 1, 1); is(wchar_t, 4, 4); is(long double, 16, 16); is(void *, 8, 8); is(int S1::*, 8, 8); is(int (S1::*)(), 16, 8); is(__int128, 16, 16);
struct E1 {}; struct E2 {}; struct D1 : E1 { int x; }; struct D2 : E1, E2 { int x; }; struct D3 : E1 { E1 e; int x; };
is(D1, 4, 4); is(D2, 4, 4); is(D3, 8, 4); struct D5 : E1 { E1 e; }; is(D5, 2, 1); struct D6 : D5, E2 { char c; }; is(D6, 3, 1);
struct E3 : E1 {}; struct E4 : E2 {}; struct E5 : E3, E4 {}; is(E5, 1, 1); struct E6 : E1 {}; struct E7 : E3, E6 {}; is(E7, 2, 1);
struct P1 { int i; char c; }; struct P2 : P1 { char d; }; is(P2, 12, 4);
class N1 { int i; char c; }; class N2 : N1 { char d; }; is(N2, 8, 4);
struct N3 { N3(); int i; char c; }; struct N4 : N3 { char d; short s; }; is(N4, 8, 4); struct N5 { N3 n; char d; }; is(N5, 12, 4);
struct V1 { virtual void f(); char c; }; struct V2 : V1 { char d; void f() override; }; struct V4 { virtual void g(); int x; }; struct V3 : V2, V4 {};
is(V1, 16, 8); is(V2, 16, 8); is(V4, 16, 8); is(V3, 32, 8);
struct B1 { int a : 3; int b : 5; char c; }; struct B2 { char c; int a : 20; int b : 20; }; struct B3 { char c; int : 0; char d; }; struct B4 { long l : 33; int i : 31; }; struct B5 { bool a : 1, b : 1; unsigned short s : 9; }; struct B6 { char c; int : 5; };
is(B1, 4, 4); is(B2, 8, 4); is(B3, 5, 1); is(B4, 8, 8); is(B5, 2, 2); is(B6, 2, 1);
union U1 { char c[5]; int i; }; union U2 { double d; char c[9]; }; is(U1, 8, 4); is(U2, 16, 8);
struct alignas(16) A1 { float x; }; struct A2 { char c; alignas(8) char d; }; struct A3 { char c; A1 a; }; struct __attribute__((aligned(32))) A4 { int i; };
is(A1, 16, 16); is(A2, 16, 8); is(A3, 32, 16); is(A4, 32, 32); struct alignas(double) A5 { char c; }; is(A5, 8, 8);
struct __attribute__((packed)) K1 { char c; int i; double d; }; struct K2 { char c; int i __attribute__((packed)); }; is(K1, 13, 1); is(K2, 5, 1);
struct R1 { int &r; char c; }; struct R2 { char c[3]; short s[2]; int *p[2]; }; struct R3 { int n; char tail[]; }; is(R1, 16, 8); is(R2, 24, 8); is(R3, 4, 4);
struct VB { int v; }; struct VD : virtual VB { int d; }; is(VD, 16, 8); struct VE : virtual VB { char c; }; struct VDD : VD, VE { char c; }; is(VDD, 32, 8);
enum EC : char { X }; enum class EL : long long { Y }; struct En { EC e; EL l; }; is(EC, 1, 1); is(En, 16, 8);
template <class T, int N> struct vec { T data[N]; }; using v3 = vec<float, 3>; is(v3, 12, 4);
struct Z1 { [[no_unique_address]] E1 e; int x; }; struct Z2 { [[no_unique_address]] E1 e; [[no_unique_address]] E2 f; }; struct Z3 { [[no_unique_address]] E1 a; [[no_unique_address]] E1 b; }; struct Z4 { [[no_unique_address]] N3 n; char c; }; struct Z5 : E1 { [[no_unique_address]] E1 e; char c; };
is(Z1, 4, 4); is(Z2, 1, 1); is(Z3, 2, 1); is(Z4, 8, 4); is(Z5, 2, 1); static_assert(__is_empty(Z2) && !__is_empty(Z1));
`
