package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
)

// bare is a command without any toolkit.
func bare(path string) *toolchain.Command {
	flags := []string{"-std=c++17", "-arch=sm_80", "--extended-lambda"}
	return toolchain.NewResolver(toolchain.Local(), toolchain.Settings{Toolkit: "none", Flags: flags}).Command(path, "")
}

// said are the errors and warnings of a result, by line and rule: a message names functions with their scopes, which differ
// where a brace is missing.
func said(r workspace.Result) map[string]bool {
	out := map[string]bool{}
	for _, d := range r.Diagnostics() {
		if d.Severity <= check.Warning {
			out[fmt.Sprintf("%s:%d: %s", filepath.Base(d.Place.File.Path), d.Place.File.LineOf(d.Place.Span.Start)+1, d.Rule)] = true
		}
	}
	return out
}

// TestBroken breaks realistic texts as one does who is typing: they end too early, or a bracket or semicolon is missing.
// Nothing may be said that is not said of the whole text.
func TestBroken(t *testing.T) {
	alone(t)
	t.Parallel()
	eachText(t, []string{"testdata/incremental/*.cu"}, func(t *testing.T, path string, text []byte) {
		e, cmd := engine.New(source.Disk{}, rules.All(), nil), bare(path)
		analyze := func(text []byte) map[string]bool {
			r, err := e.Analyze(context.Background(), workspace.Input{Command: cmd, File: source.NewFile(path, text)}, nil)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if faults := faults(r); faults != "" {
				t.Error(faults)
			}
			return said(r)
		}
		whole := analyze(text)
		compare := func(what string, text []byte) {
			for finding := range analyze(text) {
				if !whole[finding] {
					t.Errorf("%s: %s", what, finding)
				}
			}
		}
		rnd := rand.New(rand.NewPCG(1, uint64(len(text))))
		for range number("CUDALS_EDIT_ROUNDS", 1) * 12 {
			n := rnd.IntN(len(text))
			compare(fmt.Sprintf("only the first %d bytes", n), text[:n])
		}
		var brackets []int
		for i, c := range text {
			if strings.IndexByte("{}();,", c) >= 0 {
				brackets = append(brackets, i)
			}
		}
		for range number("CUDALS_EDIT_ROUNDS", 1) * 24 {
			n := brackets[rnd.IntN(len(brackets))]
			line := 1 + bytes.Count(text[:n], []byte("\n"))
			compare(fmt.Sprintf("without the %c at %d, line %d", text[n], n, line), append(text[:n:n], text[n+1:]...))
		}
	})
}

// classesWithoutEnd asks for a thousand million classes.
const classesWithoutEnd = `template <int N, int K> struct M { M<N - 1, 2 * K> a; M<N - 1, 2 * K + 1> b; };
	template <int K> struct M<0, K> { int x; __device__ M(); __device__ ~M(); };
	__global__ void k() { M<30, 0> m; }`

// TestCutShort lets an analysis take more steps than it may: what was found by then is said, and that more was not looked
// for. The next version has its own steps.
func TestCutShort(t *testing.T) {
	alone(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hostile.cu")
	e := engine.New(source.Disk{}, rules.All(), nil)
	var prev workspace.Result
	for _, text := range []string{classesWithoutEnd, strings.Replace(classesWithoutEnd, "M<30, 0>", "M<1, 0>", 1)} {
		r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, prev)
		if err != nil {
			t.Fatal(err)
		}
		if faults := faults(r); faults != "" {
			t.Error(faults)
		}
		hints := 0
		for _, d := range r.Diagnostics() {
			if d.Rule == "cut-short" {
				hints++
			}
		}
		want := 0
		if prev == nil {
			want = 1
		}
		if hints != want || r.Stats().CutShort != want {
			t.Errorf("%d hints, %d counted, want %d", hints, r.Stats().CutShort, want)
		}
		prev = r
	}
}

// TestCutShortKept types what takes about as many steps as there are left, after what took as many: where the model of the version
// before is kept, most of it is there already, and that does not show.
func TestCutShortKept(t *testing.T) {
	alone(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hostile.cu")
	e := engine.New(source.Disk{}, rules.All(), nil)
	cut := func(prev workspace.Result, first, second string) (workspace.Result, bool) {
		text := "constexpr int f(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i % 3; return s; }\n" +
			"__global__ void k() {" + first + "} __global__ void j() {" + second + "}"
		r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, prev)
		if err != nil {
			t.Fatal(err)
		}
		if faults := faults(r); faults != "" {
			t.Error(faults)
		}
		return r, r.Stats().CutShort > 0
	}
	loops := func(n, from int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "static_assert(f(%d) > 0);", 3000+2*i+from)
		}
		return b.String()
	}
	n := 2
	for ; n < 1000; n *= 2 {
		if _, short := cut(nil, loops(2*n, 0), ""); short {
			break
		}
	}
	r, short := cut(nil, loops(n, 0), "")
	if short {
		t.Fatal("half of it is too much as well")
	}
	if r, short = cut(r, loops(n, 0), loops(n+n/8, 1)); !short {
		t.Error("it is not cut short where the model is kept")
	}
	if _, short = cut(r, loops(n, 0), ""); short {
		t.Error("it is cut short still, when there is less again")
	}
}

// TestNestedLambdas has generic lambdas within generic lambdas, each called with three types: each instance is typed once, so that there
// are as many closures as the program has and not a power of them.
func TestNestedLambdas(t *testing.T) {
	alone(t)
	const depth = 6
	var text strings.Builder
	text.WriteString("__global__ void k(int *o) {")
	for i := range depth {
		fmt.Fprintf(&text, "auto f%d = [=](auto x%d) {", i, i)
	}
	text.WriteString("return 1;")
	for i := range depth {
		n := depth - 1 - i
		fmt.Fprintf(&text, "}; %s f%d(1) + f%d(2L) + f%d(3.f);", map[bool]string{true: "o[0] =", false: "return"}[n == 0], n, n, n)
	}
	text.WriteString("}")
	e := engine.New(source.Disk{}, rules.All(), nil)
	path := filepath.Join(t.TempDir(), "lambdas.cu")
	r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text.String()))}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Stats().CutShort > 0 {
		t.Error("cut short")
	}
}

// TestCancelWithin gives up analyses that would go on for long, while they are instantiating, evaluating, resolving and
// expanding. Nobody may wait for them.
func TestCancelWithin(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"instances": classesWithoutEnd,
		"constants": "constexpr long f(int n) { long s = n; while (true) ++s; return s; }\n" + strings.Repeat("static_assert(f(1) == 1);", 5000),
		"overloads": "struct T {}; __global__ void k() {" + strings.Repeat("f(T());", 5000) + "}\n" +
			strings.Repeat("template <class U> __device__ decltype(U().x) f(U);\n", 3000),
		"lines": strings.Repeat("__device__ int g(int x) { return x + 1; }\n", 200_000),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hostile.cu")
			e := engine.New(source.Disk{}, rules.All(), nil)
			ctx, cancel := context.WithCancel(t.Context())
			var cancelled atomic.Pointer[time.Time]
			time.AfterFunc(200*time.Millisecond, func() {
				now := time.Now()
				cancelled.Store(&now)
				cancel()
			})
			_, err := e.Analyze(ctx, workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text)), Patient: true}, nil)
			// It may have been about to end when it was cancelled; going on to the end is another matter.
			if at := cancelled.Load(); err == nil && at != nil && time.Since(*at) > time.Second {
				t.Errorf("it went on for %v", time.Since(*at))
			} else if err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
}

// polls is a context that ends when it was asked often enough whether it has, and counts how often it was.
type polls struct {
	context.Context
	end   int64
	asked atomic.Int64
}

func (p *polls) Err() error {
	if p.asked.Add(1) > p.end {
		return context.Canceled
	}
	return nil
}

// TestCancelAnywhere ends analyses after each share of the questions that they ask whether to go on. They must go no further than
// some of them, which stand for the steps between: what is left to do is to return.
func TestCancelAnywhere(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"instances":  strings.Replace(classesWithoutEnd, "M<30, 0>", "M<9, 0>", 1),
		"constants":  "constexpr int f(int n) { int s = 0; while (s < n) ++s; return s; }\n" + each("static_assert(f(1$i) > 1);", 60),
		"overloads":  each("struct T$i {}; __device__ void f(T$i); __device__ void g$i() { f(T$i()); }", 50),
		"bodies":     "void h(); " + each("__host__ __device__ void f$j(int x) { if (x) h(); while (x--) f$i(x); }", 100),
		"classes":    each("struct S$i { S$i(); virtual void f(); int x; }; struct D$i : S$i { void f() override; }; __device__ D$i d$i;", 100),
		"lambdas":    each("void f$i() { auto l = [=] __device__ (int x) { return x + $i; }; l(1); }", 100),
		"directives": each("#ifdef M$i\n#include \"none.h\"\n#else\n#define M$i(x) x\n#endif\nint y$i = M$i($i);", 200),
		"parameters": "__global__ void k(" + each("int a$i,", 2500) + " int z) {}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "hostile.cu")
			e := engine.New(source.Disk{}, rules.All(), nil)
			in := workspace.Input{Command: bare(path)}
			whole := &polls{Context: t.Context(), end: math.MaxInt64}
			for _, text := range []string{"", text} { // the headers that stand for a toolkit's are read by the first
				in.File = source.NewFile(path, []byte(text))
				whole.asked.Store(0)
				if _, err := e.Analyze(whole, in, nil); err != nil {
					t.Fatal(err)
				}
			}
			all := whole.asked.Load()
			if all < 600 {
				t.Fatalf("asked %d times only", all)
			}
			for eighth := range int64(8) {
				ctx := &polls{Context: t.Context(), end: all * eighth / 8}
				_, err := e.Analyze(ctx, in, nil)
				if !errors.Is(err, context.Canceled) {
					t.Errorf("%d of 8: error %v", eighth, err)
				}
				if more := ctx.asked.Load() - ctx.end; more > 100 {
					t.Errorf("%d of 8: it asked %d times more, of %d", eighth, more, all)
				}
			}
		})
	}
}

// TestEditExpandsLittle types into a text with many directives, of which nothing says for which version of CUDA it is: none of them is
// carried out again. How often it is asked whether to go on tells how much is.
func TestEditExpandsLittle(t *testing.T) {
	alone(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "edited.cu")
	text := each("#define M$i(x) x\n;", 3000) + "__global__ void k() { int x = 1; }"
	e := engine.New(source.Disk{}, rules.All(), nil)
	var prev workspace.Result
	asked := make([]int64, 3)
	for i, text := range []string{text, strings.Replace(text, "1;", "12;", 1), strings.Replace(text, "1;", "123;", 1)} {
		ctx := &polls{Context: t.Context(), end: math.MaxInt64}
		in := workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}
		r, err := e.Analyze(ctx, in, prev)
		if err != nil {
			t.Fatal(err)
		}
		prev, asked[i] = r, ctx.asked.Load()
	}
	if asked[2] > 2000 {
		t.Errorf("asked %d times", asked)
	}
}

// TestCancelQuestions ends questions about a large text half-way. They go little further, the model that they used answers nothing any
// more. A question that is over soon is answered.
func TestCancelQuestions(t *testing.T) {
	alone(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "many.cu")
	text := each("struct S$i { int x; virtual void f() {} };\n__device__ int f$i(int x) { int y = x + $i; return y; }\nint v$i = f$i($i);", 350) +
		"struct T {" + each("int m$i;", 2000) + "void f() { int z; z }\n};"
	e := engine.New(source.Disk{}, rules.All(), nil)
	analyze := func() workspace.Result {
		in := workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text)), Places: true}
		r, err := e.Analyze(t.Context(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	in := len(text) - len(" }\n};")
	for name, question := range map[string]func(workspace.Result, context.Context) bool{
		"tokens":     func(r workspace.Result, ctx context.Context) bool { return len(r.Tokens(ctx)) > 0 },
		"symbols":    func(r workspace.Result, ctx context.Context) bool { return len(r.Symbols(ctx)) > 0 },
		"hover":      func(r workspace.Result, ctx context.Context) bool { return r.Hover(ctx, 7) != nil },
		"mentions":   func(r workspace.Result, ctx context.Context) bool { return r.Entity(ctx, 7) != nil },
		"completion": func(r workspace.Result, ctx context.Context) bool { return r.Complete(ctx, in) != nil },
	} {
		r := analyze()
		whole := &polls{Context: t.Context(), end: math.MaxInt64}
		if !question(r, whole) {
			t.Errorf("%s: no answer", name)
		}
		all := whole.asked.Load()
		if all < 50 {
			t.Errorf("%s: asked %d times only", name, all)
			continue
		}
		r = analyze()
		ctx := &polls{Context: t.Context(), end: all / 2}
		if question(r, ctx) || !r.Stale() {
			t.Errorf("%s: answered, stale %v", name, r.Stale())
		}
		if more := ctx.asked.Load() - ctx.end; more > 50 {
			t.Errorf("%s: it asked %d times more, of %d", name, more, all)
		}
		r = analyze()
		ctx.end = all - 2
		ctx.asked.Store(0)
		if !question(r, ctx) || r.Stale() {
			t.Errorf("%s: not answered at the end, stale %v", name, r.Stale())
		}
	}
}

// TestHostile gives the whole engine texts that want more than there is. None may fail; each has a bound that a healthy
// engine stays far below, on a slow and busy machine too.
func TestHostile(t *testing.T) {
	alone(t)
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	deep := func(open, middle, end string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	var bomb strings.Builder
	bomb.WriteString("#define A0 x x x x\n")
	for i := range 30 {
		fmt.Fprintf(&bomb, "#define A%d A%d A%d A%d A%d\n", i+1, i, i, i, i)
	}
	bomb.WriteString("int y = A30;\n__global__ void k() {}\n")
	texts := map[string]string{
		"macro bomb":      bomb.String(),
		"macro bombs":     bomb.String() + each("int y$i = A30;", 500),
		"bases in a row":  "struct B0 {};" + each("struct B$j : B$i { __device__ void m$i(); };", 1500),
		"redeclared":      strings.Repeat("__device__ void f(int);\n", 20_000),
		"overloads":       each("struct T$i {}; __device__ void f(T$i); __device__ void g$i() { f(T$i()); }", 1000),
		"operators":       each("struct T$i {}; __device__ T$i operator+(T$i, T$i); __device__ void g$i() { T$i() + T$i(); }", 700),
		"specialisations": "template <class T, int N> struct S;" + each("template <class T> struct S<T, $i> { int v; }; S<int, $i> s$i;", 1000),
		"equal candidates": each("template <class T, class U = decltype(T().m())> __device__ void f(T, int (*)[$j] = 0);", 100) +
			"struct S { __device__ void m(); }; __global__ void k() {" + strings.Repeat("f(S());", 100) + "}",
		"classes without end":     classesWithoutEnd,
		"parentheses":             "int f() { return " + deep("(", "1", ")", 50_000) + "; }",
		"braces":                  "void f() " + deep("{", "", "}", 50_000),
		"open braces":             "void f() " + strings.Repeat("{", 50_000),
		"namespaces":              deep("namespace n {", "int x;", "}", 10_000),
		"namespaces with members": each("namespace n$i { int v$i; __device__ void f$i();", 2_000) + strings.Repeat("}", 2_000),
		"inline namespaces":       each("inline namespace n$i { int v$i; __device__ void f$i();", 1_000) + strings.Repeat("}", 1_000),
		"checked calls": "#define CHECK(x) do { int e = (x); if (e) { g(e); return; } } while (0)\nint g(int); void h() {" +
			each("CHECK(g($i)); CHECK(g($j));", 2_000) + "}",
		"classes":                    deep("struct S {", "int x;", "};", 5_000),
		"angles":                     "int x = " + strings.Repeat("f(a<b,c>(", 5_000) + ";",
		"pointers":                   "int " + strings.Repeat("*", 50_000) + "p;",
		"unary":                      "int f(int x) { return " + strings.Repeat("-", 100_001) + "x; }",
		"sum":                        "int f(int x) { return x" + strings.Repeat("+x", 50_000) + "; }",
		"ifs":                        "void f(int x) {" + strings.Repeat("if (x) ", 20_000) + ";}",
		"else ifs":                   "void f(int x) {" + strings.Repeat("if (x) ; else ", 20_000) + ";}",
		"lambdas":                    "void f() {" + deep("[]{", "", "}();", 60) + "}",
		"open statement expressions": "void f() { int x = " + strings.Repeat("({", 5_000) + "1; }",
		"open lambdas":               "void f() { int x = " + strings.Repeat("g([]{ ", 5_000) + "1; }",
		"parameters": "__device__ void f(int a" + strings.TrimSpace(each(", int a$i", 30_000)) + ");" +
			"__global__ void k() { f(0" + strings.Repeat(", 0", 30_000) + "); }",
		"parameters of parameters": "__device__ void f(int a0" + strings.TrimSpace(each(", decltype(a$i) a$j", 2_000)) + ");" +
			"__global__ void k() { f(0" + strings.Repeat(", 0", 2_000) + "); }",
		"one long line":   "__global__ void k(int *p) {" + strings.Repeat(" p[0] = p[1] * 2;", 20_000) + "}",
		"NUL bytes":       "__global__ void k() {\x00\x00 int x\x00 = 1; }\x00",
		"invalid UTF-8":   "__global__ void k\xff\xfe() { int \xc3\x28 = 1; \"\xf0\x9f\" }",
		"no text":         "",
		"quotes":          strings.Repeat("\"", 100_001),
		"includes itself": "#include __FILE__\n#include __FILE__\n__device__ int x;",
		"friends":         "struct S {" + strings.Repeat("friend __device__ void f(S);", 10_000) + "}; __global__ void k(S s) { f(s); }",
		"words in a line": strings.Repeat("x = ( ) template < if { :: } ; struct ~ operator ", 10_000),
		"instances without end": `template <int N> struct S { static __device__ int f() { return S<N + 1>::f() + S<N + 2>::f(); } };
			__global__ void k() { S<0>::f(); }`,
		"bases without end": `template <int N> struct B : B<N + 1>, B<N + 2> { int v; };
			__device__ int f() { B<0> b; return b.v; }`,
		"types without end": `template <class T> struct P {}; template <class T> __device__ void f(T) { f(P<T>()); f(P<P<T>>()); }
			__global__ void k() { f(1); }`,
		"members without end": `template <class T> struct N { N<N<T>> *next; __device__ auto operator->() { return N<N<T>>(); } };
			__global__ void k() { N<int> n; n->x; }`,
		"constants without end": `constexpr long fib(long n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
			__device__ int a[fib(60)]; constexpr int loop() { int i = 0; while (true) ++i; return i; } constexpr int x = loop();` +
			each("constexpr int y$i = loop();", 1000),
		"doubling members": "struct S0 { int x = 1; S0(); ~S0(); };" + each("struct S$j { S$i a, b; };", 600) + "__constant__ S600 c;",
		"doubling packs": `template <class... T> __device__ void f(T... t) { f(t..., t...); } template <class... T> struct S : S<T..., T...> {};
			__global__ void k() { f(1); S<int> s; }`,
		"specifiers on lines":    strings.Repeat("__device__\n", 40_000) + "int x;",
		"heads on lines":         "template <class T>\n" + strings.Repeat("int f()\n", 40_000) + "int x;",
		"default arguments":      "__device__ int g(); __device__ void f(int x" + strings.TrimSpace(each(", int a$i = g()", 5_000)) + "); __global__ void k() { f(0); }",
		"doubling elements":      `template <int N> struct A { A<N - 1> a, b; }; template <> struct A<0> { int x = 1; }; constexpr A<30> a{};`,
		"variables in a line":    "int a" + strings.ReplaceAll(each(", x$i = 1", 20_000), "\n", "") + ";",
		"strings in lines":       "const char *s = " + strings.Repeat("\"abc\"\n", 50_000) + ";",
		"templates in templates": strings.Repeat("template <template <class T> class U = ", 5_000),
		"doubling aliases": "template <class T, class U> struct P {}; template <class T> using A0 = T;" +
			each("template <class T> using A$j = P<A$i<T>, A$i<T>>;", 60) + "__global__ void k() { A60<int> x; }",
		"virtual bases in a row": "struct B0 { int z; };" + each("struct B$j : virtual B$i { int x$i; };", 1000) + "__global__ void k() { B1000 b; b.z = 1; }",
		"strings of strings":     "#define S(x) #x\n#define T(x) S(x)\nconst char *s = " + deep("T(", "x", ")", 500) + ";",
		"doubling types": `template <class A, class B> struct P {}; template <int N, class T> struct D { typedef typename D<N - 1, P<T, T>>::type type; };
			template <class T> struct D<0, T> { typedef T type; }; __global__ void k() { D<200, int>::type x; }`,
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "hostile.cu")
			e := engine.New(source.Disk{}, rules.All(), nil)
			// Long enough for a slow machine under the race detector: what has no end fails here, and nothing else does.
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
			defer cancel()
			started := time.Now()
			r, err := e.Analyze(ctx, workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if faults := faults(r); faults != "" {
				t.Error(faults)
			}
			t.Log(time.Since(started))
			for finding := range said(r) {
				t.Error(finding)
			}
		})
	}
}

// TestManyFindings: a rule that would speak without end says so.
func TestManyFindings(t *testing.T) {
	alone(t)
	var virtual, override strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&virtual, "virtual __device__ void f%d();\n", i)
		fmt.Fprintf(&override, "void f%d() override;\n", i)
	}
	for rule, text := range map[string]string{
		"vfunc-incompat-exec-d-h": "struct B {" + virtual.String() + "}; struct D : B {" + override.String() + "};",
		"h-g-illegal-call":        "void h(); __global__ void k() {" + strings.Repeat("h();", 20_000) + "}",
		"trigraph":                strings.Repeat("??=", 50_000),
	} {
		path := filepath.Join(t.TempDir(), "many.cu")
		e := engine.New(source.Disk{}, rules.All(), nil)
		r, err := e.Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, nil)
		if err != nil {
			t.Fatal(err)
		}
		n, last := 0, ""
		for _, d := range r.Diagnostics() {
			if d.Rule == rule {
				n, last = n+1, d.Message
			}
		}
		if n != 1000 || !strings.Contains(last, "no more than 1000 findings") {
			t.Errorf("%s: %d findings, the last is %q", rule, n, last)
		}
	}
}

// FuzzAnalyze looks for texts and edits on which the engine fails, takes too long, or says after the edit something else than
// of the edited text alone. It begins with a fixture of each rule and with the texts of TestIncremental.
func FuzzAnalyze(f *testing.F) {
	alone(f)
	for i, text := range seeds(f) {
		at := i * 31 % (len(text) + 1)
		f.Add(text, uint(at), uint(i%7), fragments[i%len(fragments)])
	}
	going := engine.New(source.Disk{}, rules.All(), nil)
	anew := engine.New(source.Disk{}, rules.All(), nil)
	cmd := bare("/fuzz.cu")
	f.Fuzz(func(t *testing.T, text []byte, at, removed uint, inserted string) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		analyze := func(e *engine.Engine, text []byte, prev workspace.Result) workspace.Result {
			r, err := e.Analyze(ctx, workspace.Input{Command: cmd, File: source.NewFile("/fuzz.cu", text)}, prev)
			if err != nil {
				t.Fatal(err)
			}
			if faults := faults(r); faults != "" {
				t.Error(faults)
			}
			return r
		}
		lo := int(at % uint(len(text)+1))
		hi := lo + int(removed%uint(len(text)-lo+1))
		edited := slices.Concat(text[:lo], []byte(inserted), text[hi:])
		first := analyze(going, text, nil)
		got, want := analyze(going, edited, first), analyze(anew, edited, nil)
		if a, b := describe(got), describe(want); a != b {
			t.Errorf("incremental:\n%s\nfrom scratch:\n%s", a, b)
		}
		if a, b := describeAt(got, lo), describeAt(want, lo); a != b {
			t.Errorf("hover, incremental:\n%s\nfrom scratch:\n%s", a, b)
		}
	})
}

func seeds(tb testing.TB) [][]byte {
	tb.Helper()
	var texts [][]byte
	folders, err := filepath.Glob("../rules/*/testdata/*")
	if err != nil || len(folders) == 0 {
		tb.Fatal("no fixtures", err)
	}
	for _, folder := range folders {
		names, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
		if err != nil || len(names) == 0 {
			continue
		}
		archive, err := txtar.ParseFile(names[0])
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, archive.Files[0].Data)
	}
	names, err := filepath.Glob("testdata/incremental/*.cu")
	if err != nil {
		tb.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// TestManySpecialisations specialises templates more often than each could be compared with each.
func TestManySpecialisations(t *testing.T) {
	alone(t)
	t.Parallel()
	for name, form := range map[string][3]string{
		"classes":         {"template <int N> struct S {};", "template <> struct S<%d> { static void f(); };", "S<%d>::f()"},
		"functions":       {"template <int N> void f();", "template <> void f<%d>();", "f<%d>()"},
		"variables":       {"template <int N> int v;", "template <> int v<%d>;", "v<%d> = 1"},
		"members":         {"struct M { template <int N> void f(); };", "template <> void M::f<%d>();", "M().f<%d>()"},
		"members of each": {"template <int N> struct S { void f(); };", "template <> void S<%d>::f();", "S<%d>().f()"},
		"of packs": {
			"template <int> struct I {}; template <class...> struct S;", "template <class U> struct S<I<%d>, U> { static void f(); };", "S<I<%d>, int>::f()",
		},
		"of another's name": {"namespace n { template <int N> struct S {}; }", "template <> struct n::S<%d> { static void f(); };", "n::S<%d>::f()"},
		"deduced": {
			"template <int> struct I {}; template <class T> void f(T); template <class T> void f(T *);",
			"template <> void f(I<%d>);", "f(I<%d>())",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			b.WriteString(form[0])
			for i := range 4000 {
				fmt.Fprintf(&b, form[1]+"\n", i)
			}
			fmt.Fprintf(&b, "__global__ void k() { "+form[2]+"; "+form[2]+"; }", 1, 3999)
			path := filepath.Join(t.TempDir(), "many.cu")
			r, err := engine.New(source.Disk{}, rules.All(), nil).Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(b.String()))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(r.Diagnostics()); n != 2 || r.Stats().CutShort > 0 {
				t.Errorf("%d findings, %d times cut short", n, r.Stats().CutShort)
			}
		})
	}
}

// TestManyOverloads declares functions of one name more often than each could be compared with each, at every lookup too.
func TestManyOverloads(t *testing.T) {
	alone(t)
	t.Parallel()
	for name, form := range map[string][3]string{
		"functions":      {"", "void f(int (*)[$j]);", "__device__ void f(int (*)[$j]) {}"},
		"of classes":     {"", "struct T$i {}; void f(T$i);", "__device__ void f(T$i) {}"},
		"templates":      {"", "template <class T> void f(T, int (*)[$j]);", "template <class T> __device__ void f(T, int (*)[$j]) {}"},
		"results":        {"template <class T, int> struct R {};", "template <class T> R<T, $i> f(T);", "template <class T> __device__ R<T, $i> f(T) {}"},
		"unknown types":  {"#include \"none.h\"\n", "void f(None$i);", "__device__ void f(None$i) {}"},
		"members":        {each("struct T$i {};", 4000) + "struct S {", "void f(T$i);", ""},
		"of line":        {each("struct T$i {};", 1500) + "struct S {" + each("void f(T$i);", 1500) + "};", "__device__ void S::f(T$i) {}", ""},
		"using":          {"namespace n {" + each("struct T$i {}; void f(T$i);", 4000) + "} using n::f;", "", ""},
		"default values": {"int g(); __device__ void f(int", ", int x$i = g()", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := 4000
			end := ""
			switch name {
			case "members":
				end = "};"
			case "of line":
				n = 1500
			case "default values":
				end = "); __global__ void k() { f(1); }"
			}
			text := form[0] + each(form[1], n) + each(form[2], n) + end
			path := filepath.Join(t.TempDir(), "many.cu")
			r, err := engine.New(source.Disk{}, rules.All(), nil).Analyze(t.Context(), workspace.Input{Command: bare(path), File: source.NewFile(path, []byte(text))}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Stats().CutShort > 0 {
				t.Error("it is cut short")
			}
		})
	}
}

// each repeats a line with $i for its number and $j for the next.
func each(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintln(&b, strings.NewReplacer("$i", fmt.Sprint(i), "$j", fmt.Sprint(i+1)).Replace(format))
	}
	return b.String()
}
