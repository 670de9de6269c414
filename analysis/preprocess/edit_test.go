package preprocess

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cudals/analysis/source"
)

// editedText has what an edit may touch: invocations over lines, in arguments of others, of what is defined behind it, and in arms.
const editedText = `#include "a.h"
#define TWICE(x) ((x) + (x))
#define EMPTY
#define CALL(f, ...) f(__VA_ARGS__)
#define LINE __LINE__
#define STR(x) #x
#define CAT(a, b) a##b
int zero = 0;
__device__ int one(int a, int b) {
  int c = TWICE(a) + CALL(TWICE, TWICE(b + HEADER)); // a comment
  EMPTY EMPTY;
  c += CALL(one, a,
            TWICE(TWICE(b)), "text") * LINE;
#ifdef NEVER
  return LATER + c;
#else
  return c + LATER(a) + CAT(c, 2);
#endif
}
#pragma unroll
void two() { CHECK(one(1, 2)); one STR(a b) (3, 4); TWICE
  (5); }
#define LATER(x) x
#define CHECK(x) do { if (x) fail(__FILE__, __LINE__, #x); } while (0)
void three() { CHECK(one(LATER(1), 2)); CHECK(two()); int d = CAT(1, e5); _Pragma("unroll") for (;;) TWICE(d); }
#undef CHECK
#ifndef NEVER
int last = CHECK, more = CHECK + last, end = last + more * (1 + last);
int beyond = (last + more) * (last - more) + end;
#endif
`

// TestEdited edits texts at random, and compares what comes of the version before with what comes of nothing: the very same segments.
func TestEdited(t *testing.T) {
	w := newWorld(t, archive("-- main.cu --\n"+editedText+"-- a.h --\n#define HEADER 7\nint a = HEADER;\n")...)
	path := filepath.Join(root, "main.cu")
	text, count, config := []byte(editedText), 6000, w.config
	if name := os.Getenv("CUDALS_EDIT_TEXT"); name != "" {
		var err error
		if text, err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	pieces := strings.Split("a|TWICE(|)|(|,|;|{|}| |LATER|LATER(1)|CHECK(2)|one(1, 2);|/*|*/|//|\"|\\\n|\n|#define X\n|__LINE__|__COUNTER__|STR(|CAT(a, |EMPTY|#|1", "|")
	rnd := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	var was *Unit
	first, short := text, 0
	for range count {
		at := rnd.IntN(len(text) + 1)
		gone := min(rnd.IntN(4)*rnd.IntN(4), len(text)-at)
		piece := pieces[rnd.IntN(len(pieces))]
		if rnd.IntN(3) == 0 {
			piece = strings.ReplaceAll(string(text[at:at+gone]), " ", "  ")
		}
		text = slices.Concat(text[:at], []byte(piece), text[at+gone:])
		if rnd.IntN(6) == 0 {
			text = first
		}
		file := source.NewFile(path, text)
		var before *fileState
		if was != nil {
			before = was.from.main
		}
		state := w.cache.main(file, before) // holds the segments that it shares
		got, err := ExpandFrom(ctx, w.cache, file, config, was)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Expand(ctx, w.cache, file, config)
		if err != nil {
			t.Fatal(err)
		}
		if got.from.edits > 0 {
			short++
		}
		compareTrees(t, w.cache.build(file), state.tree)
		compareUnits(t, w.cache, want, got)
		if t.Failed() {
			t.Fatalf("of the text\n%s\nwhen it was\n%s", text, was.Main.Text)
		}
		runtime.KeepAlive(state)
		was = got
	}
	if short < count/20 {
		t.Errorf("%d of %d versions came of the ones before", short, count)
	}
}

// compareTrees compares two trees of one text.
func compareTrees(t *testing.T, want, got *tree) {
	t.Helper()
	if !slices.Equal(want.toks, got.toks) || want.guard != got.guard || want.whole != got.whole || len(want.spliced) != len(got.spliced) {
		t.Error("other tokens")
	}
	if !slices.EqualFunc(want.items, got.items, func(a, b item) bool {
		m, n := a.macro, b.macro
		a.macro, b.macro = nil, nil
		return a == b && (m == n || m != nil && n != nil && m.Place.Span == n.Place.Span && sameDefinition(m, n) &&
			m.fallback == n.fallback && m.harmless == n.harmless && n.tree == got)
	}) {
		t.Error("other items")
	}
}

// compareUnits compares what two expansions of one text made of it.
func compareUnits(t *testing.T, cache *Cache, want, got *Unit) {
	t.Helper()
	if !slices.Equal(want.Segments, got.Segments) {
		a, _ := spellings(cache, want)
		b, _ := spellings(cache, got)
		t.Errorf("other segments (-from nothing +from the version before): %s", cmp.Diff(a, b))
	}
	if want.Main != got.Main || !slices.Equal(want.Inclusions, got.Inclusions) {
		t.Error("other inclusions")
	}
	if !slices.Equal(want.live, got.live) {
		t.Errorf("other arms: %v, not %v", got.live, want.live)
	}
	if len(want.Diagnostics)+len(want.Missing)+len(want.Doubts) != len(got.Diagnostics)+len(got.Missing)+len(got.Doubts) ||
		want.Stats.Tokens != got.Stats.Tokens {
		t.Error("other findings")
	}
	if !slices.EqualFunc(want.macros, got.macros, func(a, b Definition) bool {
		m := got.defined(b.Name)
		return a.Name == b.Name && interchangeable(a.Macro, m) && a.Macro.Place.File == m.Place.File
	}) {
		t.Error("other macros")
	}
}
