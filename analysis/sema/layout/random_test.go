package layout_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cudals/analysis/internal/cudagen"
	"cudals/analysis/sema/semtest"
)

// TestRandomLayouts compares sizes, alignments and offsets of random types with those of g++, whose layouts nvcc's are.
// CUDALS_LAYOUT_SEED and CUDALS_LAYOUT_PROGRAMS choose the first program and how many there are.
func TestRandomLayouts(t *testing.T) {
	cxx, err := exec.LookPath("g++")
	if err != nil || testing.Short() {
		t.Skip("needs g++")
	}
	first, programs := semtest.Environment("CUDALS_LAYOUT_SEED", 1), semtest.Environment("CUDALS_LAYOUT_PROGRAMS", 3)
	known, unknown := 0, 0
	for seed := first; seed < first+programs; seed++ {
		g := cudagen.New(uint64(seed), cudagen.Options{})
		for range 120 {
			g.Define()
		}
		for _, typ := range g.Types {
			g.Linef("typedef %s %s_is;", typ.Name, typ.Name)
		}
		text := g.String()
		want := layoutsOf(t, cxx, g, text)
		u := semtest.Unit(t, text, 20)
		for _, typ := range g.Types {
			of := semtest.TypeNamed(t, u, typ.Name+"_is")
			size, align, ok := u.Size(of)
			if !ok {
				unknown++
				t.Logf("seed %d: %s is unknown: %s", seed, typ.Name, definitionIn(text, typ.Name))
				continue
			}
			known++
			if got := fmt.Sprint(size, " ", align); got != want[typ.Name] {
				t.Errorf("seed %d: %s: size and alignment %s, g++ has %s", seed, typ.Name, got, want[typ.Name])
			}
			for _, name := range typ.Fields {
				for _, f := range u.ClassOf(of).Fields() {
					if u.Text(f.Sym()) != name {
						continue
					}
					off, ok := u.FieldOffset(f)
					if got := fmt.Sprint(off); ok && got != want[typ.Name+"."+name] {
						t.Errorf("seed %d: %s.%s at %s, g++ has it at %s: %s", seed, typ.Name, name, got, want[typ.Name+"."+name],
							definitionIn(text, typ.Name))
					}
				}
			}
		}
	}
	t.Logf("%d types known, %d unknown", known, unknown)
	if unknown*4 > known { // most of them packed in ways in which compilers differ
		t.Errorf("%d of %d types are unknown", unknown, known+unknown)
	}
}

// layoutsOf lets g++ lay out the types of a program: "size align" by type, offset by type and field.
func layoutsOf(t *testing.T, cxx string, g *cudagen.Gen, text string) map[string]string {
	t.Helper()
	var b strings.Builder
	b.WriteString(text)
	b.WriteString("extern \"C\" int printf(const char *, ...);\nint main() {\n")
	for _, typ := range g.Types {
		fmt.Fprintf(&b, "  printf(\"%s %%zu %%zu\\n\", sizeof(%s), alignof(%s));\n", typ.Name, typ.Name, typ.Name)
		for _, f := range typ.Fields {
			fmt.Fprintf(&b, "  printf(\"%s.%s %%zu\\n\", __builtin_offsetof(%s, %s));\n", typ.Name, f, typ.Name, f)
		}
	}
	b.WriteString("}\n")
	dir := t.TempDir()
	file, program := filepath.Join(dir, "t.cpp"), filepath.Join(dir, "t")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(cxx, "-std=c++20", "-w", "-fno-access-control", file, "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("g++: %s", out[:min(len(out), 3000)])
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]string{}
	for line := range bytes.Lines(out) {
		name, rest, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		facts[name] = rest
	}
	return facts
}

// definitionIn is the text of a type's definition.
func definitionIn(text, name string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !strings.Contains(line, " "+name+" ") {
			continue
		}
		n := 1
		for strings.HasSuffix(line, "{\n") && i+n < len(lines) && !strings.HasPrefix(lines[i+n-1], "}") {
			n++
		}
		return strings.Join(lines[i:i+n], "")
	}
	return ""
}
