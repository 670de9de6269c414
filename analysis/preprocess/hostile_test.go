package preprocess

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

func limits(u *Unit) (list []string) {
	for _, d := range u.Diagnostics {
		if d.Severity == Limit {
			list = append(list, d.Message)
		}
	}
	return list
}

func TestBombs(t *testing.T) {
	doubling := func(n int) string {
		var b strings.Builder
		b.WriteString("#define X0 x x\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "#define X%d X%d X%d\n", i, i-1, i-1)
		}
		return b.String()
	}
	functions := func(n int) string {
		var b strings.Builder
		b.WriteString("#define F0(x) x x\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "#define F%d(x) F%d(F%d(x))\n", i, i-1, i-1)
		}
		return b.String()
	}
	chain := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "#define C%d C%d\n", i, i+1)
		}
		return b.String()
	}
	tests := map[string]struct {
		text  string
		limit string // a fragment of the one message; "" for none
	}{
		"doubling":             {doubling(60) + "X59 after\n", "expanding macro"},
		"doubling in #if":      {doubling(60) + "#if (X59)\n#endif\nafter\n", ""},
		"doubling in argument": {doubling(60) + "#define ID(x) x\nID(ID(X59)) after\n", "expanding macro"},
		"functions":            {functions(40) + "F39(1) after\n", "expanding macro"},
		"deep chain":           {chain(5000) + "C0 after\n", "expanding macro"},
		"deep parentheses":     {"#define f(x) x\n" + strings.Repeat("f(", 3000) + strings.Repeat(")", 3000) + " after\n", "expanding macro"},
		"unclosed":             {"#define f(x) x\n" + strings.Repeat("f(", 3000) + " after\n", "expanding macro"},
		"include itself":       {"#include \"main.cu\"\nafter\n", "nested more than"},
		"include itself often": {strings.Repeat("#include \"main.cu\"\n", 40) + "after\n", "nested more than"},
		"include in condition": {"#ifndef A\n#define A\n#include \"main.cu\"\n#endif\nafter\n", ""},
		"nested #if":           {strings.Repeat("#if 1\n", 50_000) + strings.Repeat("#endif\n", 50_000) + "after\n", ""},
		"elif chain":           {"#if 0\n" + strings.Repeat("#elif 0\n", 50_000) + "#endif\nafter\n", ""},
		"parens in #if":        {"#if " + strings.Repeat("(", 100_000) + "\n#endif\nafter\n", ""},
		"minus in #if":         {"#if " + strings.Repeat("- ", 100_000) + "1\n#endif\nafter\n", ""},
		"parameters":           {"#define F(" + strings.Repeat("a,", 100_000) + "b) b\nafter\n", ""},
		"splices":              {strings.Repeat("a\\\n", 200_000) + " after\n", ""},
		"spaced splices":       {strings.Repeat("a \\\n", 200_000) + " after\n", ""},
		"long identifier":      {strings.Repeat("a", 1<<20) + " after\n", ""},
		"stringify":            {"#define S(x) #x\n#define T(x) S(x)\nS(" + strings.Repeat("\"\\\\\" ", 10_000) + ") after\n", ""},
		"paste chain":          {"#define P(a,b) a ## b\n#define Q(a) P(a,a)\nQ(Q(Q(x))) after\n", ""},
		"pragma":               {"_Pragma(\"" + strings.Repeat("x ", 10_000) + "\") _Pragma _Pragma(1) after\n", ""},
		"nul and garbage":      {"\x00\xff\xfe@`\\ after\n", ""},
		"unclosed comment":     {"after /* never closed", ""},
		"unclosed raw string":  {"after R\"x(never", ""},
		"quote forms":          {"#include \"unclosed\n#include <unclosed\n#include \"\nafter\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, txtar.File{Name: "main.cu", Data: []byte(test.text)})
			w.config.Limits = Limits{ExpandTokens: 100_000}
			start := time.Now()
			u := w.expand()
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			got := limits(u)
			switch {
			case test.limit == "" && len(got) > 0:
				t.Errorf("limits reported: %q", got)
			case test.limit != "" && (len(got) == 0 || !strings.Contains(got[0], test.limit)):
				t.Errorf("limits reported: %q, want %q", got, test.limit)
			}
			find(t, w, u, "after", 0)
		})
	}
}

func TestTokenLimit(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\n#include \"a.h\"\n#include \"a.h\"\n-- a.h --\none two three four;\n")...)
	w.config.Limits = Limits{Tokens: 8}
	u := w.expand()
	if got := limits(u); len(got) != 1 || u.Stats.Tokens > 20 {
		t.Errorf("limits %q, %d tokens", got, u.Stats.Tokens)
	}
	w.config.Limits = Limits{}
	if u := w.expand(); len(u.Diagnostics) > 0 || u.Stats.Tokens != 15 {
		t.Errorf("after a limited expansion: %v, %d tokens", u.Diagnostics, u.Stats.Tokens)
	}
}

func TestIncludeCycle(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\nafter\n-- a.h --\nint a;\n#include \"b.h\"\n-- b.h --\nint b;\n#include \"a.h\"\n")...)
	w.config.Limits = Limits{IncludeDepth: 20}
	u := w.expand()
	if got := limits(u); len(got) != 1 || len(u.Inclusions) != 21 {
		t.Errorf("limits %q, %d inclusions", got, len(u.Inclusions))
	}
	find(t, w, u, "after", 0)
}

// TestIncludeFan: files that each include the next twice would be an exponential number of inclusions.
func TestIncludeFan(t *testing.T) {
	w := newWorld(t)
	for i := range 40 {
		w.set(fmt.Sprintf("f%d.h", i), fmt.Sprintf("int x;\n#include \"f%[1]d.h\"\n#include \"f%[1]d.h\"\n", i+1))
	}
	w.set("f40.h", "int last;\n")
	w.set("main.cu", "#include \"f0.h\"\nafter\n")
	w.config.Limits = Limits{Tokens: 100_000}
	main, _ := w.files.ReadFile(root + "/main.cu")
	u, err := Expand(context.Background(), w.cache, main, w.config)
	if err != nil {
		t.Fatal(err)
	}
	if len(limits(u)) == 0 {
		t.Error("no limit reported")
	}
	// The same without a token in it must end too.
	for i := range 41 {
		w.set(fmt.Sprintf("f%d.h", i), fmt.Sprintf("#include \"f%[1]d.h\"\n#include \"f%[1]d.h\"\n", i+1))
	}
	w.set("f41.h", "")
	if u, err = Expand(context.Background(), w.cache, main, w.config); err != nil {
		t.Fatal(err)
	}
	if len(limits(u)) == 0 {
		t.Error("no limit reported for empty files")
	}
}

func TestCancel(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\n-- a.h --\nint a;\n")...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	main, _ := w.files.ReadFile(root + "/main.cu")
	if _, err := Expand(ctx, w.cache, main, w.config); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if u := w.expand(); u.Stats.Tokens != 3 {
		t.Errorf("%d tokens after a cancelled expansion", u.Stats.Tokens)
	}
}

func FuzzExpand(f *testing.F) {
	for _, files := range archives(f) {
		header := ""
		for _, file := range files {
			if strings.HasSuffix(file.Name, ".h") {
				header = string(file.Data)
			}
		}
		main, _ := section(files, "main.cu")
		f.Add(main, header)
	}
	f.Fuzz(func(t *testing.T, main, header string) {
		w := newWorld(t, txtar.File{Name: "main.cu", Data: []byte(main)}, txtar.File{Name: "a.h", Data: []byte(header)})
		w.set("main.cu", "#include \"a.h\"\n"+main)
		w.config.Limits = Limits{Tokens: 20_000, ExpandTokens: 5_000, IncludeDepth: 20, MacroDepth: 100}
		u := w.expand()
		for _, s := range u.Segments {
			for i, tok := range s.Toks {
				if l := s.Locate(tok); l.Spelled.File == nil || l.At.File != s.File {
					t.Fatalf("token %d of %s is nowhere", i, filepath.Base(s.File.Path))
				}
			}
			s.Range(0, len(s.Toks))
		}
		first, _ := spellings(w.cache, u)
		second, _ := spellings(w.cache, w.expand())
		if strings.Join(first, " ") != strings.Join(second, " ") {
			t.Fatal("a second expansion differs")
		}
	})
}
