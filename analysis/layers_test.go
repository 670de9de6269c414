package analysis_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says which packages a package may import, as names below the module. A package may import those of its list and
// nothing else of this module: the table is the architecture, and an edge that it does not have is a decision to be made
// here and not in passing. The packages stand in order: every list names packages above its own line alone.
var layers = []struct {
	name    string
	imports string
}{
	// Random programs for tests; nothing but tests imports it.
	{"analysis/internal/cudagen", ""},
	{"analysis/internal/broken", ""},
	{"analysis/cufilt", ""},
	{"analysis/token", ""},
	{"cudaspace", ""},
	{"analysis/source", ""},
	{"analysis/preprocess", "token source"},
	{"analysis/prelude", "source"},
	{"analysis/document", "source"},
	{"analysis/toolchain", "source preprocess prelude"},
	{"analysis/ast", "token source"},
	{"analysis/syntax", "token source preprocess ast"},
	{"analysis/outline", "token source preprocess ast syntax"},
	// The tree of a file's raw text; the only package that links C.
	{"analysis/document", "source"},
	{"analysis/types", "token source ast cudaspace"},
	{"analysis/sema", "token source preprocess toolchain ast outline syntax types cudaspace"},
	{"analysis/flow", "token source preprocess toolchain ast outline syntax types sema"},
	{"analysis/objects", "token source preprocess toolchain ast outline syntax types sema"},
	{"analysis/spaces", "token source preprocess toolchain ast outline syntax types sema flow cudaspace"},
	{"analysis/memory", "token preprocess ast outline types sema spaces cudaspace"},
	{"analysis/mangle", "ast types sema"},
	{"analysis/check", "token source preprocess toolchain ast outline types sema flow spaces memory cudaspace"},
	{"analysis/rules", "token source preprocess toolchain ast outline types sema flow objects spaces memory check cudaspace"},
	// The workspace knows no rule, no syntax and no meaning: an engine is handed to it.
	{"analysis/workspace", "source toolchain check"},
	{"analysis/workspace/enginetest", "source toolchain check workspace"},
	{"analysis/engine", "token source preprocess prelude toolchain ast outline syntax types sema flow spaces memory mangle cufilt check workspace cudaspace"},
	// Processes that may die; it knows nothing else.
	{"server/process", ""},
	// The server knows no C++.
	{"server", "source document toolchain check workspace server/process"},
	{"cmd/cudals", "source toolchain prelude check rules workspace engine server server/process"},
}

// toolsOnly are folders whose programs make files of the repository and belong to no layer.
var toolsOnly = []string{"analysis/toolchain/internal"}

func TestLayers(t *testing.T) {
	allowed := map[string]map[string]bool{}
	for _, layer := range layers {
		set := map[string]bool{}
		for name := range strings.FieldsSeq(layer.imports) {
			full := name
			if _, ok := allowed[full]; !ok {
				full = "analysis/" + name
			}
			if _, ok := allowed[full]; !ok {
				t.Errorf("%s: the table has no %s above it", layer.name, name)
			}
			set[full] = true
		}
		allowed[layer.name] = set
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if entry.IsDir() {
			name := entry.Name()
			if rel != "." && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata") || slices.Contains(toolsOnly, rel) {
				return fs.SkipDir
			}
			return nil
		}
		// Tests may import what they like: they look at their package from outside.
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		checkImports(t, path, rel, allowed)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkImports(t *testing.T, path, rel string, allowed map[string]map[string]bool) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", rel, err)
		return
	}
	pkg := rel[:max(strings.LastIndexByte(rel, '/'), 0)]
	if pkg == "" {
		pkg = "."
	}
	set, ok := allowed[pkg]
	if !ok {
		t.Errorf("%s: package %s has no line in the table of layers", rel, pkg)
		return
	}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Errorf("%s: %v", rel, err)
			continue
		}
		below, ours := strings.CutPrefix(name, "cudals/")
		if ours && below != pkg && !set[below] {
			t.Errorf("%s imports %s, which its layer may not", rel, below)
		}
	}
}
