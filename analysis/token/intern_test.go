package token

import (
	"fmt"
	"sync"
	"testing"
)

func TestInterner(t *testing.T) {
	in := NewInterner()
	if in.Sym("") != 0 {
		t.Error("the empty text is not the zero Sym")
	}
	// Several goroutines intern the same spellings, enough of them that the index grows more than once.
	const spellings = indexSize * 5 / 4
	got := make([][]Sym, 4)
	var wg sync.WaitGroup
	for g := range got {
		wg.Go(func() {
			got[g] = make([]Sym, spellings)
			for i := range spellings {
				n := i
				if g%2 == 1 {
					n = spellings - 1 - i
				}
				text := fmt.Sprint("name", n)
				if g < 2 {
					got[g][n] = in.Sym(text)
				} else {
					got[g][n] = in.SymBytes([]byte(text))
				}
			}
		})
	}
	wg.Wait()
	seen := make(map[Sym]bool)
	for n := range spellings {
		s := got[0][n]
		if want := fmt.Sprint("name", n); in.Text(s) != want {
			t.Fatalf("Text(Sym(%q)) is %q", want, in.Text(s))
		}
		for g := range got {
			if got[g][n] != s {
				t.Fatalf("name%d is %d for one goroutine and %d for another", n, s, got[g][n])
			}
		}
		seen[s] = true
	}
	if want := 1 + len(punctuation) + spellings; len(seen) != spellings || in.Len() != want {
		t.Errorf("%d Syms of %d, want %d of %d", len(seen), in.Len(), spellings, want)
	}
	known := []byte("name7")
	if n := testing.AllocsPerRun(10, func() { in.SymBytes(known) }); n != 0 {
		t.Errorf("SymBytes allocates %v times for a known spelling", n)
	}
}

func BenchmarkSymBytes(b *testing.B) {
	in := NewInterner()
	var texts [1 << 10][]byte
	for i := range texts {
		texts[i] = fmt.Appendf(nil, "identifier_%d", i*7919)
		in.SymBytes(texts[i])
	}
	for i := 0; b.Loop(); i++ {
		in.SymBytes(texts[i%len(texts)])
	}
}
