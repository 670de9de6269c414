package syntax

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// FuzzRead reads any text as each of the things there are: nothing panics, and all spans are in range and nested.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, section := range txtar.Parse(data).Files {
			for line := range strings.Lines(string(section.Data)) {
				if !strings.HasPrefix(line, "=>") {
					f.Add(line)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		readAll(t, text, nil)
		in := token.NewInterner()
		readAll(t, text, knownNames{in: in, types: []string{"T", "dim3"}, templates: []string{"f", "vector"}})
	})
}

func readAll(t testing.TB, text string, names Names) {
	t.Helper()
	in := token.NewInterner()
	if k, ok := names.(knownNames); ok {
		in = k.in
	}
	toks := lexed(in, text)
	n := int32(len(toks))
	input := Input{In: in, Toks: toks, Names: names}
	all := ast.Span{Hi: n}
	check := func(what string, node any) {
		if err := ast.Check(node, n); err != nil {
			t.Fatalf("%s of %q: %v", what, text, err)
		}
	}
	decls := Decls(input, all)
	check("declarations", decls)
	at := int32(0)
	for _, d := range decls {
		if d.Pos().Lo != at || d.Pos().Hi <= at {
			t.Fatalf("declaration at [%d,%d) after %d in %q", d.Pos().Lo, d.Pos().Hi, at, text)
		}
		at = d.Pos().Hi
	}
	if at != n {
		t.Fatalf("declarations end at %d of %d in %q", at, n, text)
	}
	ast.Inspect(decls, func(node any) bool {
		switch node := node.(type) {
		case *ast.SimpleDecl:
			if node.Body != nil {
				check("body", Body(input, node.Body.Span))
			}
		case *ast.Declarator:
			if node.Init != nil {
				check("initialiser", Init(input, node.Init))
			}
		}
		return true
	})
	check("body", Body(input, all))
	check("statements", statements(input, all))
	check("expression", Expr(input, all))
	check("list", ExprList(input, all))
}

// TestHostile reads texts made to be slow or deep: what reading one costs is told by what it allocates, for each token.
func TestHostile(t *testing.T) {
	const n, bytesPerToken = 4_000, 40 << 10
	for _, piece := range []string{
		"f(a<b,c>(", "(", "{", "[", "a<", "a<b>(", "if (x) ", "else ", "x ? ", "!", "(T)", "T (", "int x = [] {", "template <", "struct A {",
		"a + ", "a, ", "sizeof(", "decltype(", "f(a)(", "*", "T x(", "for (", "a::", "do ", "namespace n {", "x<<<", "{{", "int (*",
		"operator ", "new (", "auto [", "case 1: ", "l: ", "requires { ", "[[", "__attribute__((", "a<b<", "f(a<b && ", "(a)(", "(a*)(",
		"({", "f([]{ ", "f([]{ g(", "a[({ ", "({ int x = ", "for (;;) { f([]{ ", "if (f([]{ ", "while (({ ", "int x[] = { [] { ",
		"struct S { void f() { ", "struct S { int x = [] { ", "auto f = [](int x = [] { ", "new T[({ ", "x ? ({ ", "f<({ ", "return f({ [] { ",
		"try { f([]{ ", "switch (({ ", "template <int = [] { ", "requires requires { ({ ",
	} {
		text := strings.Repeat(piece, n)
		in := token.NewInterner()
		toks := lexed(in, text)
		input, all := Input{In: in, Toks: toks}, ast.Span{Hi: int32(len(toks))}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Decls(input, all)
		Body(input, all)
		statements(input, all)
		Expr(input, all)
		runtime.ReadMemStats(&after)
		if used := (after.TotalAlloc - before.TotalAlloc) / uint64(len(toks)); used > bytesPerToken {
			t.Errorf("%q: %d bytes for each token", piece, used)
		}
	}
}
