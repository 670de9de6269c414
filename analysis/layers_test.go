package analysis_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layers says which packages a package may import, as names below the module. A package may import those of its list and
// nothing else of this module: the table is the architecture, and an edge that it does not have is a decision to be made
// here and not in passing. The packages stand in order: every list names packages above its own line alone, and none that the
// package does not import.
var layers = []struct {
	name    string
	imports string
}{
	// Random programs for tests; nothing but tests imports it.
	{"analysis/internal/cudagen", ""},
	{"analysis/cufilt", ""},
	{"analysis/token", ""},
	{"cudaspace", ""},
	{"analysis/source", ""},
	{"analysis/lex", "token source"},
	// What #if computes; it knows of macros what it is told.
	{"analysis/preprocess/condition", "token"},
	{"analysis/preprocess/known", ""},
	{"analysis/preprocess", "token source lex preprocess/condition preprocess/known"},
	{"analysis/prelude", ""},
	{"analysis/infer", ""},
	{"analysis/toolchain", "source preprocess prelude cudaspace infer"},
	{"analysis/ast", "token"},
	{"analysis/brackets", "token"},
	{"analysis/syntax", "token source lex ast brackets"},
	{"analysis/outline", "token source preprocess ast brackets syntax"},
	// The tree of a file's raw text; the only package that links C.
	{"analysis/document", "source"},
	{"analysis/small", ""},
	{"analysis/types", "token ast small"},
	{"analysis/sema/constant", "token ast types"},
	{"analysis/sema", "token preprocess ast outline small types sema/constant"},
	{"analysis/sema/spell", "ast types sema"},
	{"analysis/sema/parts", "token ast outline sema"},
	// What the model is made of besides; each asks the others through the unit, and imports none of them.
	{"analysis/sema/cfg", "token ast types sema"},
	{"analysis/sema/body", "token source lex ast outline types sema/constant sema sema/spell sema/parts sema/cfg"},
	{"analysis/sema/consteval", "token ast types sema/constant sema"},
	{"analysis/sema/deduce", "ast types sema"},
	{"analysis/sema/layout", "token ast types sema/constant sema"},
	{"analysis/sema/traits", "token ast types sema/constant sema"},
	// Puts them together.
	{"analysis/sema/unit", "token preprocess outline sema sema/body sema/consteval sema/deduce sema/layout sema/traits"},
	// What tests of the model begin with; nothing but tests imports it.
	{"analysis/sema/semtest", "source preprocess token ast types sema sema/unit"},
	{"analysis/flow", "ast types sema"},
	{"analysis/objects", "types sema"},
	{"analysis/spaces", "token toolchain ast outline types sema flow cudaspace"},
	{"analysis/memory", "token preprocess ast outline small types sema sema/spell spaces cudaspace"},
	{"analysis/mangle", "token ast types sema"},
	{"analysis/check", "token source preprocess toolchain sema flow spaces cudaspace"},
	{"analysis/rules/internal/kit", "toolchain ast types sema sema/spell spaces check cudaspace"},
	{"analysis/rules/internal/mend", "token source preprocess ast types sema sema/spell spaces check rules/internal/kit cudaspace"},
	// The folders of rules, by subject; none imports another.
	{"analysis/rules/*", "token source lex preprocess toolchain ast small types sema sema/spell flow objects spaces memory check rules/internal/kit rules/internal/mend cudaspace"},
	{"analysis/rules", "check rules/*"},
	// The workspace knows no rule, no syntax and no meaning: an engine is handed to it.
	{"analysis/workspace", "source toolchain check"},
	{"analysis/workspace/enginetest", "source toolchain check workspace"},
	// What stands at places of an analysed document, and the rooms that answer questions about it.
	{"analysis/locate", "token source lex preprocess toolchain ast sema sema/spell spaces check workspace cudaspace"},
	{"analysis/describe", "token source preprocess prelude toolchain ast syntax types sema sema/spell flow spaces memory mangle cufilt check workspace locate cudaspace"},
	{"analysis/ide", "token source preprocess ast outline types sema sema/spell spaces check workspace locate describe cudaspace"},
	{"analysis/engine", "token source preprocess prelude toolchain ast outline syntax types sema sema/spell sema/parts sema/unit flow spaces memory check workspace locate describe ide cudaspace"},
	// Fixtures of rules; nothing but tests imports it.
	{"analysis/rules/ruletest", "source toolchain check workspace engine rules cudaspace"},
	// Processes that may die; it knows nothing else.
	{"server/process", ""},
	// The compiler that a user named, and nothing else of the server.
	{"server/crosscheck", "toolchain"},
	{"server/wire", "source"},
	{"server/supervisor", "source server/process server/wire"},
	// The server knows no C++.
	{"server", "source document toolchain check workspace server/process server/wire server/crosscheck cudaspace"},
	{"cmd/cudals/nvcclog", ""},
	{"cmd/cudals", "cmd/cudals/nvcclog source toolchain check rules workspace engine server server/process server/supervisor cudaspace"},
}

// toolsOnly are folders whose programs make files of the repository and belong to no layer.
var toolsOnly = []string{"analysis/toolchain/internal", "analysis/rules/internal/genlist", "internal/dist"}

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
	used := map[[2]string]bool{}
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
		checkImports(t, path, rel, allowed, used)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, set := range allowed {
		for name := range set {
			if !used[[2]string{pkg, name}] {
				t.Errorf("%s may import %s, and does not: take it off its line", pkg, name)
			}
		}
	}
}

// layerOf is the line of the table that a package stands in: its own, or the one of all folders beside it.
func layerOf(pkg string, allowed map[string]map[string]bool) string {
	if _, ok := allowed[pkg]; ok {
		return pkg
	}
	if all := path.Dir(pkg) + "/*"; allowed[all] != nil {
		return all
	}
	return pkg
}

func checkImports(t *testing.T, name, rel string, allowed map[string]map[string]bool, used map[[2]string]bool) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", rel, err)
		return
	}
	pkg := rel[:max(strings.LastIndexByte(rel, '/'), 0)]
	if pkg == "" {
		pkg = "."
	}
	pkg = layerOf(pkg, allowed)
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
		below = layerOf(below, allowed)
		used[[2]string{pkg, below}] = true
		if ours && below != pkg && !set[below] {
			t.Errorf("%s imports %s, which its layer may not", rel, below)
		}
	}
}
