package preprocess

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// predefined is all that the archives' sources may rely on.
const predefined = "#define __cplusplus 201703L\n#define __STRICT_ANSI__ 1\n"

// tree of files under a folder that does not exist.
const root = "/t"

type world struct {
	t      testing.TB
	files  *source.Overlay
	cache  *Cache
	config *Config
}

// newWorld makes a world of the files of an archive, "main.cu" and whatever it includes.
func newWorld(t testing.TB, files ...txtar.File) *world {
	w := &world{t: t, files: source.NewOverlay(nil)}
	for _, f := range files {
		w.set(f.Name, string(f.Data))
	}
	w.cache = NewCache(token.NewInterner(), w.files)
	w.config = &Config{
		Predefined: source.NewFile("<predefined>", []byte(predefined)),
		Include:    []Folder{{Path: root + "/inc1"}, {Path: root + "/inc2", System: true}},
		Date:       "Jan  1 2020", Time: "00:00:00",
	}
	return w
}

func archive(text string) []txtar.File { return txtar.Parse([]byte(text)).Files }

func (w *world) set(name, text string) {
	w.files.Set(source.NewFile(filepath.Join(root, name), []byte(text)))
	if w.cache != nil {
		w.cache.Invalidate(filepath.Join(root, name))
	}
}

func (w *world) expand() *Unit { return w.expandWith(w.config) }

func (w *world) expandWith(config *Config) *Unit {
	w.t.Helper()
	return w.expandMain("main.cu", config)
}

// expandMain expands any file.
func (w *world) expandMain(name string, config *Config) *Unit {
	w.t.Helper()
	main, err := w.files.ReadFile(filepath.Join(root, name))
	if err != nil {
		w.t.Fatal(err)
	}
	u, err := Expand(context.Background(), w.cache, main, config)
	if err != nil {
		w.t.Fatal(err)
	}
	sanity(w.t, u, w.cache.words)
	return u
}

// whole reports whether a file guards itself against being read twice: such a one always is a segment of its own.
func whole(f *source.File) bool {
	return regexp.MustCompile(`(?m)^\s*#(ifndef|if !\s*defined|pragma once)`).Match(f.Text)
}

// sanity checks what every unit promises.
func sanity(t testing.TB, u *Unit, w *words) {
	t.Helper()
	for i, inc := range u.Inclusions {
		if inc.Parent >= i || (i == 0) != (inc.File == u.Main && inc.Parent == -1) && inc.Parent != -1 {
			t.Fatalf("inclusion %d has parent %d", i, inc.Parent)
		}
	}
	total := 0
	var all builder
	for i, s := range u.Segments {
		if !all.boundary(w) {
			if last := u.Segments[i-1]; !whole(last.File) && !whole(s.File) && last.Inclusion != s.Inclusion {
				t.Errorf("a segment of %s starts inside a declaration", s.File.Path)
			}
			all.reset()
		}
		all.toks = append(all.toks, s.Toks...)
		total += len(s.Toks)
		if s.File != u.Inclusions[s.Inclusion].File {
			t.Fatalf("segment of %s stands in an inclusion of %s", s.File.Path, u.Inclusions[s.Inclusion].File.Path)
		}
		if len(s.Toks) == 0 {
			t.Fatalf("empty segment of %s", s.File.Path)
		}
		for i, e := range s.Exps {
			if int(e.Parent) >= i || e.At.Start < 0 || e.At.End < e.At.Start || int(e.At.End) > len(s.File.Text) {
				t.Fatalf("%s: expansion %d is %+v", s.File.Path, i, e)
			}
			file := s.file(&e)
			if e.Spelled < 0 || int(e.Spelled) > len(file.Text) {
				t.Fatalf("%s: expansion %d is spelled outside its file: %+v", s.File.Path, i, e)
			}
		}
		used := make([]bool, len(s.Exps))
		for _, tok := range s.Toks {
			if tok.Loc.IsMacro() {
				used[tok.Loc.Index()] = true
			}
		}
		for i := len(used) - 1; i >= 0; i-- { // a parent comes before its children
			if !used[i] {
				t.Fatalf("%s: expansion %d is no token's", s.File.Path, i)
			}
			if p := s.Exps[i].Parent; p >= 0 {
				used[p] = true
			}
		}
		last := -1
		for i, tok := range s.Toks {
			if tok.Kind == token.EOF || tok.Kind == token.Newline {
				t.Fatalf("%s: token %d is of kind %v", s.File.Path, i, tok.Kind)
			}
			if tok.Kind == token.Pragma {
				continue // one among arguments comes before all of the invocation
			}
			at := s.shownAt(tok)
			if at.Start < last {
				t.Fatalf("%s: token %d shows at %d, before %d", s.File.Path, i, at.Start, last)
			}
			last = at.Start
		}
	}
	for _, d := range u.Diagnostics {
		if d.Inclusion < 0 || d.Inclusion >= len(u.Inclusions) || d.Message == "" {
			t.Fatalf("diagnostic %+v", d)
		}
	}
	if total != u.Stats.Tokens {
		t.Fatalf("%d tokens in segments, %d counted", total, u.Stats.Tokens)
	}
}

// spellings are the spellings of a unit's tokens. Runs of < and > are taken apart, since others split them otherwise.
func spellings(c *Cache, u *Unit) (text, pragmas []string) {
	for _, s := range u.Segments {
		for _, t := range s.Toks {
			if t.Kind == token.Pragma {
				pragmas = append(pragmas, c.in.Text(t.Sym))
				continue
			}
			text = appendSpelling(text, c.in.Text(t.Sym))
		}
	}
	return text, pragmas
}

func appendSpelling(list []string, s string) []string {
	if strings.Trim(s, "<>") == "" {
		return append(list, strings.Split(s, "")...)
	}
	return append(list, s)
}

func lexSpellings(text string) []string {
	in := token.NewInterner()
	var list []string
	for _, t := range lex.Tokens(source.NewFile("text", []byte(text)), in) {
		list = appendSpelling(list, in.Text(t.Sym))
	}
	return list
}

func diagnostics(u *Unit) []string {
	var list []string
	for _, d := range u.Diagnostics {
		f := u.Inclusions[d.Inclusion].File
		list = append(list, fmt.Sprintf("%s:%d: %s", filepath.Base(f.Path), f.LineOf(d.At.Start)+1, d.Message))
	}
	return list
}

func archives(t testing.TB) map[string][]txtar.File {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	all := make(map[string][]txtar.File)
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".txtar")] = a.Files
	}
	return all
}

func section(files []txtar.File, name string) (string, bool) {
	for _, f := range files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

func TestExpansion(t *testing.T) {
	for name, files := range archives(t) {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, files...)
			u := w.expand()
			got, gotPragmas := spellings(w.cache, u)
			want, _ := section(files, "want")
			if diff := cmp.Diff(lexSpellings(want), got); diff != "" {
				t.Errorf("tokens (-want +got):\n%s", diff)
			}
			pragmas, _ := section(files, "pragmas")
			if p := strings.Join(gotPragmas, "\n"); p != strings.TrimSpace(pragmas) {
				t.Errorf("pragmas: got\n%s\nwant\n%s", p, pragmas)
			}
			wantDiags, _ := section(files, "diagnostics")
			lines := strings.FieldsFunc(wantDiags, func(r rune) bool { return r == '\n' })
			gotDiags := diagnostics(u)
			for i := range max(len(lines), len(gotDiags)) {
				switch {
				case i >= len(lines):
					t.Errorf("unexpected diagnostic %s", gotDiags[i])
				case i >= len(gotDiags):
					t.Errorf("no diagnostic %s", lines[i])
				default:
					place, fragment, _ := strings.Cut(lines[i], " ")
					if !strings.HasPrefix(gotDiags[i], place) || !strings.Contains(gotDiags[i], fragment) {
						t.Errorf("diagnostic %d: got %s, want %s", i, gotDiags[i], lines[i])
					}
				}
			}
			again := w.expand()
			if second, _ := spellings(w.cache, again); !cmp.Equal(got, second) {
				t.Error("a second expansion from the cache differs")
			}
			if d := cmp.Diff(gotDiags, diagnostics(again)); d != "" {
				t.Errorf("diagnostics of a second expansion differ:\n%s", d)
			}
		})
	}
}

// TestMounted: below a folder of the build lie the headers of the system's folders, and of no others.
func TestMounted(t *testing.T) {
	w := newWorld(t, archive(`-- main.cu --
#include "gpus/sdk/include/sys/a.h"
#include "gpus/sdk/include/own.h"
-- inc1/own.h --
own
-- inc2/sys/a.h --
found
`)...)
	config := *w.config
	config.Mounted = "sdk/include/"
	for mounted, want := range map[*Config][]string{w.config: {"gpus/sdk/include/sys/a.h", "gpus/sdk/include/own.h"}, &config: {"gpus/sdk/include/own.h"}} {
		var got []string
		for _, m := range w.expandWith(mounted).Missing {
			got = append(got, m.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("missing with %q (-want +got):\n%s", mounted.Mounted, diff)
		}
	}
}

// TestAgainstGCC compares with the compiler that preprocesses for nvcc, where it is installed.
func TestAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	for name, files := range archives(t) {
		if _, no := section(files, "no-gcc"); no {
			continue
		}
		t.Run(name, func(t *testing.T) {
			text := runGCC(t, gcc, files)
			w := newWorld(t, files...)
			got, _ := spellings(w.cache, w.expand())
			if diff := cmp.Diff(lexSpellings(text), got); diff != "" {
				t.Errorf("tokens (-gcc +got):\n%s", diff)
			}
		})
	}
}

// runGCC is what gcc makes of main.cu, pragmas left out.
func runGCC(t *testing.T, gcc string, files []txtar.File) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(gcc, "-E", "-P", "-w", "-x", "c++", "-std=c++17", "-I", "inc1", "-I", "inc2", "main.cu")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("gcc: %v", err)
	}
	var text strings.Builder
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, "#pragma") {
			text.WriteString(line)
		}
	}
	return text.String()
}

func TestRandomAgainstGCC(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	for seed := range uint64(randomSeeds) {
		w := newWorld(t)
		randomWorld(rand.New(rand.NewPCG(seed, 2)), w, false)
		u := w.expand()
		if len(u.Diagnostics) > 0 {
			continue // gcc would stop there
		}
		var files []txtar.File
		for h := range 8 {
			files = append(files, w.file(fmt.Sprintf("h%d.h", h)))
		}
		files = append(files, w.file("main.cu"))
		got, _ := spellings(w.cache, u)
		if diff := cmp.Diff(lexSpellings(runGCC(t, gcc, files)), got); diff != "" {
			t.Errorf("seed %d: tokens (-gcc +got):\n%s", seed, diff)
		}
	}
}

const randomSeeds = 30

func (w *world) file(name string) txtar.File {
	f, err := w.files.ReadFile(filepath.Join(root, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return txtar.File{Name: name, Data: f.Text}
}
