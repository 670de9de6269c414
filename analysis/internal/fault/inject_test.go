package fault_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestInjectedFaults builds the engine once more, with a call of fault.Here at the entry of every exported function of the
// packages that know what code means, and runs TestInjected in it: each of these functions panics in turn. The package fault and
// that test are files of testdata, which no other build sees.
func TestInjectedFaults(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := map[string]string{}
	put := func(path, text string) {
		at := filepath.Join(dir, fmt.Sprint(len(overlay))+"_"+filepath.Base(path))
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, path)] = at
	}
	points := 0
	for _, pkg := range []string{
		"sema", "sema/body", "sema/cfg", "sema/consteval", "sema/deduce", "sema/layout", "sema/traits", "spaces", "memory", "flow",
	} {
		files, err := filepath.Glob(filepath.Join(root, "analysis", filepath.FromSlash(pkg), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			if base := filepath.Base(path); strings.HasSuffix(base, "_test.go") || base == "fault.go" || base == "each.go" { // what catches them
				continue
			}
			if text, n := withFaults(t, filepath.Base(pkg), path); n > 0 {
				points += n
				put(filepath.Join("analysis", filepath.FromSlash(pkg), filepath.Base(path)), text)
			}
		}
	}
	if points < 250 {
		t.Fatalf("%d exported functions", points)
	}
	for name, path := range map[string]string{
		"fault.txt": "analysis/internal/fault/fault.go", "injected.txt": "analysis/engine/injected_test.go",
	} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		put(path, string(text))
	}
	raw, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(config, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-count=1", "-overlay", config, "-run", "^TestInjected$", "-v", "./analysis/engine")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("--- PASS: TestInjected ")) {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d exported functions\n%s", points, out)
}

// withFaults is the text of a file of a package with a call of fault.Here in each of its exported functions, and how many these are.
func withFaults(t *testing.T, pkg, path string) (text string, n int) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	from := 0
	upTo := func(p token.Pos) {
		at := fset.Position(p).Offset
		b.Write(src[from:at])
		from = at
	}
	upTo(file.Name.End())
	b.WriteString(`; import "cudals/analysis/internal/fault"`)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || !f.Name.IsExported() {
			continue
		}
		name := pkg + "." + f.Name.Name
		if f.Recv != nil {
			upTo(f.Recv.Pos())
			name = pkg + "." + strings.Trim(string(src[fset.Position(f.Recv.List[0].Type.Pos()).Offset:fset.Position(f.Recv.List[0].Type.End()).Offset]), "*") + "." + f.Name.Name
		}
		upTo(f.Body.Lbrace + 1)
		fmt.Fprintf(&b, " fault.Here(%q);", name)
		n++
	}
	b.Write(src[from:])
	return b.String(), n
}
