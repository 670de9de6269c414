package preprocess

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBound: however many files are expanded, what the cache keeps stays within its bound, what all of them include stays in it,
// and they expand to what they expand to without it.
func TestBound(t *testing.T) {
	const (
		files  = 60
		own    = 40 << 10  // the bytes of each file's own header
		bound  = 2_000_000 // three or four files' worth
		common = "struct Common { int n; };\n"
	)
	w := newWorld(t)
	w.cache.most = bound
	w.set("common.h", "#pragma once\n"+common)
	expand := func(cache *Cache, i int) *Unit {
		main, err := w.files.ReadFile(filepath.Join(root, fmt.Sprintf("main%d.cu", i)))
		if err != nil {
			t.Fatal(err)
		}
		u, err := Expand(context.Background(), cache, main, w.config)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	texts := func(u *Unit) (list []string) {
		for _, s := range u.Segments {
			for _, tok := range s.Toks {
				list = append(list, w.cache.in.Text(tok.Sym))
			}
		}
		return list
	}
	var most int64
	var shared *Segment
	for i := range files {
		w.set(fmt.Sprintf("own%d.h", i), strings.Repeat(fmt.Sprintf("int own%d;\n", i), own/10))
		w.set(fmt.Sprintf("main%d.cu", i), fmt.Sprintf("#include \"common.h\"\n#include \"own%d.h\"\nint last;\n", i))
		u := expand(w.cache, i)
		s := u.Segments[0].Segment
		if shared != nil && s != shared {
			t.Fatalf("file %d has a segment of its own of what all include", i)
		}
		shared = s
		most = max(most, w.cache.kept())
	}
	if growth := w.cache.most / 8; most > bound+growth+own*12 {
		t.Errorf("%d bytes were kept, more than %d", most, bound)
	}
	if n := len(w.cache.files); n >= files {
		t.Errorf("%d files are kept", n)
	}
	unbound := NewCache(w.cache.in, w.files)
	for _, i := range []int{0, files / 2, files - 1} {
		if diff := cmp.Diff(texts(expand(unbound, i)), texts(expand(w.cache, i))); diff != "" {
			t.Errorf("file %d expands to something else (-without a bound +with it):\n%s", i, diff)
		}
	}
	// What was dropped is read again, so that nobody sees an old text.
	w.set("own0.h", "int other;\n")
	if got := strings.Join(texts(expand(w.cache, 0)), " "); !strings.Contains(got, "int other ;") {
		t.Errorf("own0.h changed, and file 0 expands to %.100s", got)
	}
}

// TestWeight: what is counted of a cache is what it takes, within a factor of two.
func TestWeight(t *testing.T) {
	w := newWorld(t)
	w.set("a.h", strings.Repeat("#define M(x) x + x\nint f(int a) { return M(a); }\n", 2000))
	w.set("main.cu", "#include \"a.h\"\n")
	w.expand()
	a := w.cache.files[filepath.Join(root, "a.h")]
	var s *Segment
	for _, p := range a.entries[0].parts {
		if p.segment != nil {
			s = p.segment
		}
	}
	least := int64(len(s.Toks))*tokenSize + int64(len(s.Exps))*expansionSize + int64(len(a.file.Text)) + int64(len(a.tree.toks))*tokenSize
	if got := w.cache.kept(); got < least || got > 2*least {
		t.Errorf("%d bytes are counted, where texts and tokens alone take %d", got, least)
	}
	s.Derived.Grew(1 << 20)
	if got := w.cache.kept(); got < least+1<<20 {
		t.Errorf("%d bytes are counted with a MiB derived", got)
	}
	if w.cache.grown.Load() < 1<<20 {
		t.Error("the cache does not know that it grew")
	}
}

// kept weighs a cache as it is.
func (c *Cache) kept() int64 {
	w := weigher{entries: map[*entry]bool{}, segments: map[*Segment]bool{}}
	for _, fs := range c.files {
		if fs.ready.Load() {
			w.sum += fs.weight()
			for _, e := range fs.candidates() {
				w.entry(e)
			}
		}
	}
	return w.sum
}
