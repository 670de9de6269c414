package preprocess

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"weak"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// segmentsOf are the segments of one file in a unit.
func segmentsOf(u *Unit, name string) []*Segment {
	var list []*Segment
	for _, s := range u.Segments {
		if s.File.Path == filepath.Join(root, name) {
			list = append(list, s.Segment)
		}
	}
	return list
}

func (w *world) withMacros(text string) *Config {
	c := *w.config
	c.Predefined = source.NewFile("<predefined>", []byte(text+predefined))
	return &c
}

func TestSharing(t *testing.T) {
	tests := map[string]struct {
		files string
		// first and second are the predefined macros of two expansions of main.cu.
		first, second string
		// shared and own list the headers whose segments must be the same, and must not.
		shared, own []string
	}{
		"unread macro": {
			files:  "-- main.cu --\n#include \"a.h\"\nARCH\n-- a.h --\nint a;\n",
			second: "#define ARCH 750\n", shared: []string{"a.h"}, own: []string{"main.cu"},
		},
		"macro in text": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\nint ARCH;\n",
			second: "#define ARCH 750\n", own: []string{"a.h"},
		},
		"macro in condition": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\n#if ARCH > 700\nint b;\n#endif\nint a;\n",
			second: "#define ARCH 750\n", own: []string{"a.h"},
		},
		"condition that decides alike": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\n#if ARCH < 900\nint b;\n#endif\nint a;\n",
			second: "#define ARCH 750\n", shared: []string{"a.h"},
		},
		"definedness alone": {
			files: "-- main.cu --\n#include \"a.h\"\n-- a.h --\n#ifdef ARCH\nint b;\n#endif\nint a;\n",
			first: "#define ARCH 1\n", second: "#define ARCH 750\n", shared: []string{"a.h"},
		},
		"written before": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\n#undef ARCH\n#define ARCH 3\nint a = ARCH;\n",
			second: "#define ARCH 750\n", shared: []string{"a.h"},
		},
		"read by a macro's replacement": {
			files:  "-- main.cu --\n#define M ARCH\n#include \"a.h\"\n-- a.h --\nint a = M;\n",
			second: "#define ARCH 750\n", own: []string{"a.h"},
		},
		"only the parent differs": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\nint a = ARCH;\n#include \"b.h\"\nint c;\n-- b.h --\nint b;\n",
			second: "#define ARCH 750\n", shared: []string{"b.h"}, own: []string{"a.h"},
		},
		"a child's read is the parent's": {
			files:  "-- main.cu --\n#include \"a.h\"\n-- a.h --\nint a;\n#include \"b.h\"\nint c;\n-- b.h --\nint b = ARCH;\n",
			second: "#define ARCH 750\n", shared: []string{"a.h"}, own: []string{"b.h"},
		},
		"push and pop": {
			files: "-- main.cu --\n#include \"a.h\"\nX\n-- a.h --\n#pragma push_macro(\"X\")\n#undef X\n#define X 5\nint a = X;\n" +
				"#pragma pop_macro(\"X\")\n",
			first: "#define X 1\n", second: "#define X 2\n", shared: []string{"a.h"}, own: []string{"main.cu"},
		},
		"counter": {
			files:  "-- main.cu --\n#ifdef ARCH\nint i = __COUNTER__;\n#endif\n#include \"a.h\"\n-- a.h --\nint a = __COUNTER__;\n",
			second: "#define ARCH 750\n", own: []string{"a.h"},
		},
		"the same definition elsewhere": {
			files: "-- main.cu --\n#include \"a.h\"\n-- a.h --\nint a = X;\n",
			first: "#define X 1\n", second: "#define Y 2\n#define X 1\n", shared: []string{"a.h"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, archive(test.files)...)
			first := w.expandWith(w.withMacros(test.first))
			second := w.expandWith(w.withMacros(test.second))
			for _, f := range test.shared {
				if a, b := segmentsOf(first, f), segmentsOf(second, f); len(a) == 0 || !slices.Equal(a, b) {
					t.Errorf("%s is not shared", f)
				}
			}
			for _, f := range test.own {
				if slices.Equal(segmentsOf(first, f), segmentsOf(second, f)) {
					t.Errorf("%s is shared", f)
				}
			}
			fresh := newWorld(t, archive(test.files)...)
			want, _ := spellings(fresh.cache, fresh.expandWith(fresh.withMacros(test.second)))
			if got, _ := spellings(w.cache, second); !cmp.Equal(want, got) {
				t.Errorf("second expansion: got %q, want %q", got, want)
			}
		})
	}
}

func TestWarmEdit(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\nint x;\n-- a.h --\nint a;\n#include \"b.h\"\nint c;\n-- b.h --\nint b;\n")...)
	before := w.expand()
	w.set("main.cu", "#include \"a.h\"\nint x, y;\n")
	after := w.expand()
	if after.Stats.SharedInclusions != 1 || after.Stats.Inclusions != 3 {
		t.Errorf("stats %+v: a.h was not taken whole", after.Stats)
	}
	for _, f := range []string{"a.h", "b.h"} {
		if !slices.Equal(segmentsOf(before, f), segmentsOf(after, f)) {
			t.Errorf("%s is not shared after an edit of the main file", f)
		}
	}
}

// TestMovedDefinition: an edit above a definition moves it; headers that expanded it must point to where it is now, and
// headers that only tested it need not be made again.
func TestMovedDefinition(t *testing.T) {
	files := "-- main.cu --\n#define M 1\n#include \"a.h\"\n#include \"b.h\"\n-- a.h --\nint a = M;\n-- b.h --\n#ifdef M\nint b;\n#endif\n"
	w := newWorld(t, archive(files)...)
	before := w.expand()
	w.set("main.cu", "// moved\n#define M 1\n#include \"a.h\"\n#include \"b.h\"\n")
	after := w.expand()
	if !slices.Equal(segmentsOf(before, "b.h"), segmentsOf(after, "b.h")) {
		t.Error("b.h is not shared")
	}
	s := segmentsOf(after, "a.h")[0]
	l := s.Locate(s.Toks[3])
	if got := string(l.Spelled.File.Slice(l.Spelled.Span)); got != "1" || l.Spelled.File != after.Main {
		t.Errorf("the replacement is spelled %q in %p, want in the new main file %p", got, l.Spelled.File, after.Main)
	}
}

func TestInvalidate(t *testing.T) {
	files := "-- main.cu --\n#include \"a.h\"\n#include <s.h>\n#if __has_include(<extra.h>)\nextra\n#endif\n-- a.h --\nint a;\n#include \"b.h\"\n-- b.h --\nint b;\n-- inc2/s.h --\nsecond\n"
	w := newWorld(t, archive(files)...)
	text := func() string {
		u := w.expand()
		got, _ := spellings(w.cache, u)
		return strings.Join(got, " ")
	}
	check := func(want string) {
		t.Helper()
		if got := text(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check("int a ; int b ; second")
	before := w.expand()
	w.cache.Invalidate(root + "/b.h")
	if after := w.expand(); !slices.Equal(segmentsOf(before, "b.h"), segmentsOf(after, "b.h")) {
		t.Error("a file that reads as before lost its segments")
	}
	w.set("b.h", "int changed;\n")
	check("int a ; int changed ; second")
	w.set("inc1/s.h", "first\n")
	check("int a ; int changed ; first")
	w.set("inc2/extra.h", "")
	check("int a ; int changed ; first extra")
	w.files.Remove(root + "/b.h")
	w.cache.Invalidate(root + "/b.h")
	check("int a ; first extra")
	if u := w.expand(); len(u.Missing) != 1 || u.Missing[0].Name != "b.h" || len(u.Missing[0].Searched) != 3 {
		t.Errorf("missing: %+v", u.Missing)
	}
	w.set("b.h", "int back;\n")
	check("int a ; int back ; first extra")
	w.set("inc2/extra.h", "changed")
	w.files.Remove(root + "/inc2/extra.h")
	w.cache.Invalidate(root + "/inc2/extra.h")
	check("int a ; int back ; first")
}

// changing is a reader during whose reads something happens.
type changing struct {
	source.Reader
	during func(path string)
}

func (r *changing) ReadFile(path string) (*source.File, error) {
	f, err := r.Reader.ReadFile(path)
	r.during(path)
	return f, err
}

// TestInvalidateMeanwhile: a file that changes just after it was read is read again.
func TestInvalidateMeanwhile(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\n-- a.h --\nfirst\n")...)
	files := &changing{w.files, func(string) {}}
	w.cache = NewCache(token.NewInterner(), files)
	w.expand()
	w.set("a.h", "second\n")
	files.during = func(path string) {
		if path == root+"/a.h" {
			files.during = func(string) {}
			w.set("a.h", "third\n")
		}
	}
	w.expand()
	if got, _ := spellings(w.cache, w.expand()); !slices.Equal(got, []string{"third"}) {
		t.Errorf("got %q", got)
	}
}

// randomWorld makes headers that define, test, use, push and include at random.
// With missing, some of what they include is not there.
func randomWorld(r *rand.Rand, w *world, missing bool) {
	names := []string{"A", "B", "C", "D", "F(x)"}
	const headers = 8
	for h := range headers {
		var b strings.Builder
		guard := r.IntN(3)
		if guard == 0 {
			fmt.Fprintf(&b, "#ifndef G%d\n#define G%d\n", h, h)
		} else if guard == 1 && r.IntN(2) == 0 {
			b.WriteString("#pragma once\n")
		}
		for range 2 + r.IntN(6) {
			n := names[r.IntN(len(names))]
			id := n[:1]
			switch r.IntN(13) {
			case 0, 1:
				fmt.Fprintf(&b, "#undef %s\n#define %s %s %d\n", id, n, names[r.IntN(4)], r.IntN(3))
			case 2:
				fmt.Fprintf(&b, "#undef %s\n", id)
			case 3, 4, 5:
				fmt.Fprintf(&b, "int %s F(%s) h%d;\n", id, names[r.IntN(4)], h)
			case 6:
				fmt.Fprintf(&b, "#ifdef %s\nint d%s;\n#else\n#define %s 7\n#endif\n", id, id, names[r.IntN(4)])
			case 7:
				fmt.Fprintf(&b, "#if %s + 0 > 1\nint g%s;\n#endif\n", names[r.IntN(4)], id)
			case 8:
				fmt.Fprintf(&b, "#pragma push_macro(\"%s\")\n", id)
			case 9:
				fmt.Fprintf(&b, "#pragma pop_macro(\"%s\")\n", id)
			case 10:
				b.WriteString("int c = __COUNTER__;\n")
			case 11:
				if r.IntN(4) == 0 {
					fmt.Fprintf(&b, "int tail%d\n", h) // a declaration that goes on after the file
				}
			case 12:
				if !missing {
					continue
				}
				fmt.Fprintf(&b, "#include \"missing%s.h\"\n", id)
			}
			if h > 0 && r.IntN(3) == 0 {
				fmt.Fprintf(&b, "#include \"h%d.h\"\n", r.IntN(h))
			}
			if h > 0 && r.IntN(8) == 0 {
				fmt.Fprintf(&b, "struct s {\n#include \"h%d.h\"\n};\n", r.IntN(h))
			}
		}
		if guard == 0 {
			b.WriteString("#endif\n")
		}
		w.set(fmt.Sprintf("h%d.h", h), b.String())
	}
	var b strings.Builder
	for range 6 {
		switch r.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "#undef %[1]s\n#define %[1]s %d\n", names[r.IntN(4)], r.IntN(3))
		default:
			fmt.Fprintf(&b, "#include \"h%d.h\"\n", r.IntN(headers))
		}
	}
	b.WriteString("A B C D F(1)\n")
	w.set("main.cu", b.String())
}

// TestSharingChangesNothing: whatever a cache holds, an expansion is the one that an empty cache gives.
func TestSharingChangesNothing(t *testing.T) {
	shared := 0
	for seed := range uint64(150) {
		r, guess := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		w := newWorld(t)
		randomWorld(r, w, true)
		for step := range 6 {
			config := w.withMacros([]string{"", "#define A 1\n", "#define B 2\n#define F(x) x\n", "#undef B\n"}[r.IntN(4)])
			config.Guess = Guess(guess.IntN(2) * guess.IntN(32))
			u := w.expandWith(config)
			shared += u.Stats.SharedInclusions
			fresh := NewCache(w.cache.in, w.files)
			v, err := Expand(context.Background(), fresh, u.Main, config)
			if err != nil {
				t.Fatal(err)
			}
			got, gotPragmas := spellings(w.cache, u)
			want, wantPragmas := spellings(fresh, v)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("seed %d step %d: shared expansion differs (-fresh +shared):\n%s", seed, step, d)
			}
			if d := cmp.Diff(wantPragmas, gotPragmas) + cmp.Diff(diagnostics(v), diagnostics(u)) +
				cmp.Diff(describe(v), describe(u)); d != "" {
				t.Fatalf("seed %d step %d: shared expansion differs (-fresh +shared):\n%s", seed, step, d)
			}
			if step%2 == 1 {
				name := fmt.Sprintf("h%d.h", r.IntN(8))
				f, _ := w.files.ReadFile(filepath.Join(root, name))
				w.set(name, string(f.Text)+fmt.Sprintf("int edit%d;\n", step))
			}
		}
	}
	if shared < 500 {
		t.Errorf("only %d inclusions were shared: the test tests nothing", shared)
	}
}

// describe lists what a unit says besides its tokens.
func describe(u *Unit) []string {
	var list []string
	for _, i := range u.Inclusions {
		list = append(list, fmt.Sprint("inclusion ", i.File.Path, i.Parent, i.At, i.System))
	}
	for _, m := range u.Missing {
		list = append(list, fmt.Sprint("missing ", m.Inclusion, m.At, m.Name))
	}
	for _, d := range u.Doubts {
		list = append(list, fmt.Sprint("doubt ", d))
	}
	for _, d := range u.macros {
		if f := d.Macro.Place.File; d.Macro.builtin >= state || f != nil && f.Path == "<predefined>" {
			continue // those of predefined texts are shared, so their places differ
		}
		list = append(list, fmt.Sprint("macro ", d.Name, len(d.Macro.Body), d.Macro.Place.Span))
	}
	for _, s := range u.Segments {
		for _, t := range s.Toks {
			l := s.Locate(t)
			list = append(list, fmt.Sprint(l.Spelled.File.Path, l.Spelled.Span, l.At.Span, l.Exact, l.Macros, t.Flags&token.Guessed))
		}
	}
	return list
}

func TestConcurrent(t *testing.T) {
	w := newWorld(t)
	randomWorld(rand.New(rand.NewPCG(7, 7)), w, true)
	main, _ := w.files.ReadFile(root + "/main.cu")
	want := NewCache(w.cache.in, w.files)
	u, err := Expand(context.Background(), want, main, w.config)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := spellings(want, u)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 30 {
				u, err := Expand(context.Background(), w.cache, main, w.config)
				if err != nil {
					t.Error(err)
					return
				}
				if got, _ := spellings(w.cache, u); !cmp.Equal(got, text) {
					t.Error("a concurrent expansion differs")
					return
				}
				if (i+g)%5 == 0 {
					w.cache.Invalidate(fmt.Sprintf("%s/h%d.h", root, i%8))
				}
			}
		})
	}
	wg.Wait()
}

// TestMainFileIsLetGo: a cache keeps headers, not the files that were checked with them.
func TestMainFileIsLetGo(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n#include \"a.h\"\nint x;\n-- a.h --\nint a;\n")...)
	before := w.expand()
	main := weak.Make(before.Main)
	headers := segmentsOf(before, "a.h")
	w.set("main.cu", "")
	runtime.GC()
	runtime.GC()
	if main.Value() != nil {
		t.Error("the main file is kept though nobody holds a unit of it")
	}
	w.set("main.cu", "#include \"a.h\"\nint x;\n")
	if after := w.expand(); !slices.Equal(headers, segmentsOf(after, "a.h")) || after.Stats.Tokens != 6 {
		t.Error("the header is not kept")
	}
}
