package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"cudals/analysis/ast"
	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

var update = flag.Bool("update", false, "write what the reader says into the golden files")

// knownNames is a Names from lists. A nil templates list means that every name may be a template.
type knownNames struct {
	in               *token.Interner
	types, templates []string
}

func (k knownNames) IsTemplate(sym token.Sym, _ int, _, _ bool) bool {
	return k.templates == nil || slices.Contains(k.templates, k.in.Text(sym))
}

func (k knownNames) IsType(sym token.Sym, _ int) bool {
	return slices.Contains(k.types, k.in.Text(sym))
}

// lexed is the text's tokens as expansion leaves them.
func lexed(in *token.Interner, text string) []token.Token {
	var out []token.Token
	for _, t := range lex.Tokens(source.NewFile("/t.cu", []byte(text)), in) {
		if t.Kind != token.Newline && t.Kind != token.EOF {
			out = append(out, t)
		}
	}
	return out
}

// TestGolden reads each section of the archives in testdata and compares the trees' dumps. The lines of a section named
// *.expr are expressions, of *.stmt and *.decl statements and declarations (an indented line goes on with the one before).
// A first line `//types: A B` or `//templates: C` says what is known of names; templates: none means no name is one.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := false
		for i, f := range a.Files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+f.Name, func(t *testing.T) {
				got := golden(t, f.Name, string(f.Data))
				if diff := cmp.Diff(string(f.Data), got); diff != "" {
					if !*update {
						t.Errorf("(-want +got)\n%s", diff)
					}
					a.Files[i].Data, changed = []byte(got), true
				}
			})
		}
		if *update && changed {
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// golden gives the section back with each item's dump after it, on lines that begin with "=> ".
func golden(t *testing.T, name, text string) string {
	names := knownNames{}
	var out strings.Builder
	var item []string
	flush := func() {
		if len(item) == 0 {
			return
		}
		src := strings.Join(item, "\n")
		item = nil
		fmt.Fprintln(&out, src)
		in := token.NewInterner()
		names.in = in
		toks := lexed(in, src)
		input := Input{In: in, Toks: toks, Names: names}
		all := ast.Span{Hi: int32(len(toks))}
		dump := func(n any) {
			fmt.Fprintln(&out, "=>", ast.Dump(in, toks, n))
			if err := ast.Check(n, int32(len(toks))); err != nil {
				t.Errorf("%s: %v", src, err)
			}
		}
		switch filepath.Ext(name) {
		case ".expr":
			dump(Expr(input, all))
		case ".stmt":
			for _, s := range statements(input, all) {
				dump(s)
			}
		case ".decl":
			for _, d := range Decls(input, all) {
				dump(d)
				ast.Inspect(d, func(n any) bool {
					if sd, ok := n.(*ast.SimpleDecl); ok && sd.Body != nil && sd.Body.Kind <= ast.BodyTry {
						dump(Body(input, sd.Body.Span))
					}
					return true
				})
			}
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "=>"):
		case strings.HasPrefix(line, "//types:"):
			flush()
			names.types = strings.Fields(line)[1:]
			fmt.Fprintln(&out, line)
		case strings.HasPrefix(line, "//templates:"):
			flush()
			names.templates = strings.Fields(line)[1:]
			fmt.Fprintln(&out, line)
		case strings.HasPrefix(line, " ") && len(item) > 0:
			item = append(item, line)
		case line == "" || strings.HasPrefix(line, "#"):
			flush()
			fmt.Fprintln(&out, line)
		default:
			flush()
			item = []string{line}
		}
	}
	flush()
	return out.String()
}

// statements reads a span as statements.
func statements(in Input, span ast.Span) []ast.Stmt {
	return newParser(in, span).stmts()
}
