// Package semtest has what tests of the semantic model begin with: the model of a text, and what a text says of itself.
package semtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cudals/analysis/ast"
	"cudals/analysis/preprocess"
	"cudals/analysis/sema"
	"cudals/analysis/sema/unit"
	"cudals/analysis/source"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Unit is the model of a text in C++17 (or what std says).
func Unit(t testing.TB, text string, std int) *sema.Unit {
	t.Helper()
	main := source.NewFile("/t/main.cu", []byte(text))
	files := source.NewOverlay(nil)
	files.Set(main)
	in := token.NewInterner()
	pp, err := preprocess.Expand(context.Background(), preprocess.NewCache(in, files), main, &preprocess.Config{
		Predefined: source.NewFile("<predefined>", []byte("#define __cplusplus 201703L\n")),
	})
	if err != nil {
		t.Fatal(err)
	}
	return unit.New(pp, in, sema.Options{Std: std}, nil)
}

// TypeNamed is the type of a typedef at namespace scope.
func TypeNamed(t testing.TB, u *sema.Unit, name string) *types.Type {
	t.Helper()
	return u.TypedefType(find[*sema.Typedef](t, u, name))
}

// Var is the namespace-scope variable of a name.
func Var(t testing.TB, u *sema.Unit, name string) *sema.Var {
	t.Helper()
	return find[*sema.Var](t, u, name)
}

// Class is the namespace-scope class of a name.
func Class(t testing.TB, u *sema.Unit, name string) *sema.Class {
	t.Helper()
	return find[*sema.Class](t, u, name)
}

// Func is the first namespace-scope function of a name.
func Func(t testing.TB, u *sema.Unit, name string) *sema.Func {
	t.Helper()
	return find[*sema.Func](t, u, name)
}

func find[E sema.Entity](t testing.TB, u *sema.Unit, name string) E {
	t.Helper()
	for _, e := range u.LookupDirect(u.Global, u.Sym(name), sema.MaxOrd).Entities {
		if e, ok := e.(E); ok {
			return e
		}
	}
	var none E
	t.Fatalf("no %T of the name %s", none, name)
	return none
}

// CheckAsserts evaluates each static_assert at namespace scope of a text: all must be known to hold. The text is given to
// g++ too, where there is one, so that the expectations are C++'s and not ours.
func CheckAsserts(t *testing.T, std int, text string) {
	t.Helper()
	u := Unit(t, text, std)
	n := 0
	for _, c := range u.Chunks {
		for _, d := range c.Decls(sema.UnitNames{Unit: u}) {
			sa, ok := d.(*ast.StaticAssert)
			if !ok {
				continue
			}
			n++
			sc := u.ChunkScope(c)
			e := u.ParseDeferred(sc, &sa.Cond)
			v := u.Eval(sc, e, sema.EvalOptions{})
			if b, ok := v.Bool(); !ok || !b || v.Kind == types.DependentValue {
				t.Errorf("C++%d: static_assert(%s): got %v", std, words(u, sema.Site{Chunk: c, Span: sa.Cond.Span}), describe(v))
			}
		}
	}
	if n == 0 {
		t.Error("no static_assert was read")
	}
	gpp(t, std, text)
}

// gpp lets g++ check a text, where it is installed.
func gpp(t *testing.T, std int, text string) {
	t.Helper()
	cxx, err := exec.LookPath("g++")
	if err != nil || testing.Short() {
		return
	}
	file := filepath.Join(t.TempDir(), "t.cpp")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(cxx, "-std=c++"+strconv.Itoa(std), "-fsyntax-only", "-w", file).CombinedOutput()
	if err != nil {
		t.Errorf("g++ -std=c++%d: %s", std, out)
	}
}

func words(u *sema.Unit, s sema.Site) string {
	var out []string
	for _, tok := range s.Tokens() {
		out = append(out, u.Text(tok.Sym))
	}
	return strings.Join(out, " ")
}

// Environment is the number that an environment variable has.
func Environment(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

func describe(v types.Value) string {
	switch v.Kind {
	case types.UnknownValue:
		return "unknown"
	case types.DependentValue:
		return "dependent " + v.Key
	case types.IntValue:
		return strconv.FormatInt(v.Int, 10)
	case types.FloatValue:
		return strconv.FormatFloat(v.Float, 'g', -1, 64)
	}
	return "kind " + strconv.Itoa(int(v.Kind))
}
