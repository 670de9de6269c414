package outline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/ast"
	"cudals/analysis/lex"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// segmentOf is a text as one segment without macros; a line that begins with #pragma becomes a pragma token.
func segmentOf(in *token.Interner, text string) *preprocess.Segment {
	f := source.NewFile("/t.cu", []byte(text))
	seg := &preprocess.Segment{File: f}
	toks := lex.Tokens(f, in)
	for i := 0; i < len(toks); i++ {
		switch t := toks[i]; {
		case t.Kind == token.Newline, t.Kind == token.EOF:
		case t.Kind == token.Hash && t.Flags&token.LineStart != 0:
			text := ""
			for i++; i+1 < len(toks) && toks[i+1].Flags&token.LineStart == 0; i++ {
				text += in.Text(toks[i+1].Sym)
			}
			seg.Toks = append(seg.Toks, token.Token{Kind: token.Pragma, Sym: in.Sym(text), Loc: t.Loc})
		default:
			seg.Toks = append(seg.Toks, t)
		}
	}
	return seg
}

func texts(in *token.Interner, syms []token.Sym) string {
	var out []string
	for _, s := range syms {
		out = append(out, in.Text(s))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

var kindNames = [...]string{"decl", "namespace", "linkage", "close", "pragma", "stray"}

func describe(in *token.Interner, chunks []*Chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		var words []string
		for _, t := range c.Toks() {
			words = append(words, in.Text(t.Sym))
		}
		if len(words) > 6 {
			words = append(words[:4:4], "…", words[len(words)-1])
		}
		fmt.Fprintf(&b, "%s [%s]", kindNames[c.Kind], strings.Join(words, " "))
		if len(c.Names) > 0 && c.Kind == ChunkDecl {
			fmt.Fprintf(&b, " names: %s", texts(in, c.Names))
		}
		if len(c.Templates) > 0 {
			fmt.Fprintf(&b, " templates: %s", texts(in, c.Templates))
		}
		if c.Using {
			b.WriteString(" using")
		}
		if c.Inline {
			b.WriteString(" inline")
		}
		if c.C {
			b.WriteString(" C")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestChunks(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"scopes", `
namespace a::b { inline namespace c { int x; } }
namespace { }
extern "C" { void f(); }
extern "C++" { }
extern "C" int g;
namespace d = a::b;
using namespace a;
`, `
namespace [namespace a :: b {]
namespace [inline namespace c {] inline
decl [int x ;] names: x
close [}]
close [}]
namespace [namespace {]
close [}]
linkage [extern "C" {] C
decl [void f ( ) ;] names: f
close [}]
linkage [extern "C++" {]
close [}]
decl [extern "C" int g ;] names: g
decl [namespace d = a … ;] names: d
decl [using namespace a ;] names: a using
`},
		{"declarations", `
int a, *b, c[3] = {1, 2}, (*d)(int), e{1};
struct A { int m; void f() { g(); } } s;
enum E { P, Q = f(1, 2) };
union { int u1; float u2; };
void A::f() { }
template <class T, class = B<(1 > 2)>> struct V { template <class U> using W = U; };
template <class T> bool operator==(T, T) { return true; }
long double operator""_km(long double);
A::A() : x{1}, y(2) { }
int main() try { } catch (...) { }
auto [p, q] = f();
typedef int (*fp)(int), arr[3];
using std::swap, std::move;
V(int) -> V<int>;
__attribute__((device)) __launch_bounds__(256) int h(int x = g<1, 2>()) noexcept(true);
constexpr auto lam = [](int x) { return x; };
template <> void f<int>(int);
template <class T> concept C = requires(T t) { t.x; };
template <class T> requires requires { T(); } void r(T) { }
;
`, `
decl [int a , * … ;] names: a b c d e
decl [struct A { int … ;] names: A s
decl [enum E { P … ;] names: E P Q
decl [union { int u1 … ;] names: u1 u2
decl [void A :: f … }] names: f
decl [template < class T … ;] names: V templates: V W
decl [template < class T … }] names: operator== templates: operator==
decl [long double operator ""_km … ;] names: operator""_km
decl [A :: A ( … }] names: A
decl [int main ( ) … }] names: main
decl [auto [ p , … ;] names: p q
decl [typedef int ( * … ;] names: arr fp
decl [using std :: swap … ;] names: move swap
decl [V ( int ) … ;] names: V
decl [__attribute__ ( ( device … ;] names: h
decl [constexpr auto lam = … ;] names: lam
decl [template < > void … ;] names: f
decl [template < class T … ;] names: C templates: C
decl [template < class T … }] names: T r templates: r
decl [;]
`},
		{"pragmas", "#pragma a\nint x;\nvoid f() {\n#pragma b\n}\n", `
pragma [a]
decl [int x ;] names: x
decl [void f ( ) … }] names: f
`},
		{"unclosed body", `
__global__ void a() {
  if (x) {
}
__global__ void b() { }
template <class T> void c() { }
static int d(int x) { return x; }
`, `
decl [__global__ void a ( … }] names: a
decl [__global__ void b ( … }] names: b
decl [template < class T … }] names: c templates: c
decl [static int d ( … }] names: d
`},
		{"unclosed body in a namespace", `
namespace n {
void a() {
  if (x) {
}
void b() { }
}
int c;
`, `
namespace [namespace n {]
decl [void a ( ) … }] names: a
decl [void b ( ) { }] names: b
close [}]
decl [int c ;] names: c
`},
		{"half-typed", `
int x =
__global__ void k() { }
struct S { int a; }
void f() { }
float y
)
int z;
}
int w;
`, `
decl [int x =] names: x
decl [__global__ void k ( … }] names: k
decl [struct S { int … }] names: S
decl [void f ( ) { }] names: f
decl [float y )] names: y
decl [int z ;] names: z
close [}]
decl [int w ;] names: w
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := token.NewInterner()
			got := describe(in, Chunks(segmentOf(in, test.text), in, nil))
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestHashes checks which edits change a chunk's outline.
func TestHashes(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool // the outline
	}{
		{"void f() { }", "void f() { int x; g(x); }", true},
		{"void f() { }", "void f(int) { }", false},
		{"struct S { void f() { } int x; };", "struct S { void f() { return; } int x; };", true},
		{"struct S { void f() { } int x; };", "struct S { void f() { } int y; };", false},
		{"struct S { S() { } };", "struct S { S() { ; } };", true},
		{"struct S { ~S() { } };", "struct S { ~S() { ; } };", true},
		{"S::S() { }", "S::S() { ; }", true},
		{"A<T>::A() { }", "A<T>::A() { ; }", true},
		{"constexpr int f() { return 1; }", "constexpr int f() { return 2; }", false},
		{"auto f() { return 1; }", "auto f() { return 2; }", false},
		{"auto f() -> int { return 1; }", "auto f() -> int { return 2; }", true},
		{"decltype(auto) f() { return 1; }", "decltype(auto) f() { return 2; }", false},
		{"void f() { }", "void f() { void r(int); }", false},
		{"void f() { g(); }", "void f() { dim3 g(n); }", true},
		{"void f() { }", "void f() { struct L { }; }", true},
		{"void f() { }", "void f() { struct L { friend void g(L); }; }", false},
		{"void f() { }", "void f() { extern int x; }", false},
		{"void f() { }", "void f() { extern __shared__ int x[]; }", true},
		{"void f() { }", "void f() {\n#pragma unroll\n}", true},
		{"void f() { }", "void f() {\n#pragma pack(1)\n}", false},
		{"void f() { }", "void f() { x = a * g(); return a & g(); }", true},
		{"void f() { }", "void f() { a * g(); }", false},
		{"void f() { }", "void f() { a = 1\na * g(); }", false},
		{"template <class T> void f(T t) { }", "template <class T> void f(T t) { t(); }", true},
		{"struct S { S() : x(1) { } };", "struct S { S() : x(1) { ; } };", true},
		{"struct S { S() : x(1) { } };", "struct S { S() : x(2) { } };", false},
		{"S::S() : x{1} { }", "S::S() : x{1} { f(); }", true},
		{"struct S { constexpr S() { } };", "struct S { constexpr S() { ; } };", false},
		{"int x = 1;", "int x = 2;", false},
	} {
		in := token.NewInterner()
		a, b := Chunks(segmentOf(in, test.a), in, nil), Chunks(segmentOf(in, test.b), in, nil)
		if len(a) != 1 || len(b) != 1 {
			t.Fatalf("%q and %q are %d and %d chunks", test.a, test.b, len(a), len(b))
		}
		if a[0].Hash() == b[0].Hash() {
			t.Errorf("%q and %q have the same hash", test.a, test.b)
		}
		if (a[0].outlineHash() == b[0].outlineHash()) != test.same {
			t.Errorf("%q and %q: same outline is %v, want %v", test.a, test.b, !test.same, test.same)
		}
	}
}

type someTypes struct{ types, templates map[token.Sym]bool }

func (s someTypes) IsTemplate(sym token.Sym, _ int, _, _ bool) bool { return s.templates[sym] }
func (s someTypes) IsType(sym token.Sym, _ int) bool                { return s.types[sym] }

// TestMemo checks that declarations are read once for each set of answers, and taken over by the next version.
func TestMemo(t *testing.T) {
	in := token.NewInterner()
	before := Chunks(segmentOf(in, "int x;\nint a[N < 3], b[(T)-1];"), in, nil)
	c := before[1]
	none := c.Decls(nil)
	if again := c.Decls(nil); &again[0] != &none[0] {
		t.Error("read twice for the same answers")
	}
	known := c.Decls(someTypes{types: map[token.Sym]bool{in.Sym("T"): true}})
	if &known[0] == &none[0] {
		t.Error("other answers, same reading")
	}
	if again := c.Decls(someTypes{types: map[token.Sym]bool{in.Sym("T"): true, in.Sym("U"): true}}); &again[0] != &known[0] {
		t.Error("read again for names that the chunk does not have")
	}
	after := Chunks(segmentOf(in, "long x;\nint a[N < 3], b[(T)-1];"), in, before)
	if taken := after[1].Decls(nil); &taken[0] != &none[0] {
		t.Error("not taken over from the version before")
	}
}

// TestSemicolons: declarations that say nothing take no more room when there are many.
func TestSemicolons(t *testing.T) {
	in := token.NewInterner()
	chunks := Chunks(segmentOf(in, "int x;;;\n;;\n;int y; ;"), in, nil)
	var got []int
	for _, c := range chunks {
		got = append(got, c.Hi-c.Lo)
	}
	if want := []int{3, 5, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("chunks of %v tokens, want %v", got, want)
	}
}

// TestCover checks on random pieces of C++ that chunks cover every token once and list what their declarations declare.
func TestCover(t *testing.T) {
	f := func(t *testing.T, text string) {
		in := token.NewInterner()
		seg := segmentOf(in, text)
		at := 0
		for _, c := range Chunks(seg, in, nil) {
			if c.Lo != at || c.Hi <= c.Lo {
				t.Fatalf("%q: chunk [%d,%d) after %d", text, c.Lo, c.Hi, at)
			}
			at = c.Hi
			if c.Kind != ChunkDecl {
				continue
			}
			decls := c.Decls(nil)
			if err := ast.Check(decls, int32(c.Hi-c.Lo)); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		if at != len(seg.Toks) {
			t.Fatalf("%q: chunks end at %d of %d", text, at, len(seg.Toks))
		}
	}
	for _, text := range pieces {
		f(t, text)
		for i := range text {
			f(t, text[i:])
			f(t, text[:i])
		}
	}
}

var pieces = []string{
	"namespace a { template <class T> struct S : B<T> { S() : x{1} { f<T>(); } int x = 1; }; } extern \"C\" { int f(void); }",
	"enum class E : int { A, B = 2 } e; auto [a, b] = f<(1 > 2)>(x); void (*p)(int) = &g; int v = [] { return 1; }();",
	"template <class T> requires C<T> && D<T> auto f(T t) -> decltype(t.x) { k<<<1, 2>>>(t); } using A = int; ;; } ) ]",
}

func FuzzChunks(f *testing.F) {
	for _, p := range pieces {
		f.Add(p, p)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		in := token.NewInterner()
		prev := Chunks(segmentOf(in, a), in, nil)
		seg := segmentOf(in, b)
		at := 0
		for _, c := range Chunks(seg, in, prev) {
			if c.Lo != at || c.Hi <= c.Lo {
				t.Fatalf("chunk [%d,%d) after %d", c.Lo, c.Hi, at)
			}
			at = c.Hi
			if err := ast.Check(c.Decls(nil), int32(c.Hi-c.Lo)); err != nil {
				t.Fatal(err)
			}
		}
		if at != len(seg.Toks) {
			t.Fatalf("chunks end at %d of %d", at, len(seg.Toks))
		}
	})
}
