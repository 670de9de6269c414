package token

import "sync"

// Sym is an interned spelling. Equal Syms of one Interner mean equal text; the zero Sym is the empty text.
type Sym uint32

// Interner maps spellings to Syms and back. It is safe for concurrent use and only ever grows.
type Interner struct {
	mu    sync.RWMutex
	index map[string]Sym
	texts []string
}

// NewInterner returns an interner that knows the empty text and the fixed spellings of this package.
func NewInterner() *Interner {
	in := &Interner{index: make(map[string]Sym, 1<<14), texts: make([]string, 0, 1<<14)}
	in.Sym("")
	return in
}

// Sym interns a spelling.
func (in *Interner) Sym(text string) Sym {
	in.mu.RLock()
	s, ok := in.index[text]
	in.mu.RUnlock()
	if ok {
		return s
	}
	return in.add(text)
}

// SymBytes interns a spelling without allocating when it is known already.
func (in *Interner) SymBytes(text []byte) Sym {
	in.mu.RLock()
	s, ok := in.index[string(text)]
	in.mu.RUnlock()
	if ok {
		return s
	}
	return in.add(string(text))
}

func (in *Interner) add(text string) Sym {
	in.mu.Lock()
	defer in.mu.Unlock()
	if s, ok := in.index[text]; ok {
		return s
	}
	s := Sym(len(in.texts))
	in.texts = append(in.texts, text)
	in.index[text] = s
	return s
}

// Text is the spelling of s.
func (in *Interner) Text(s Sym) string {
	in.mu.RLock()
	defer in.mu.RUnlock()
	return in.texts[s]
}

// Len is the number of spellings known; every Sym is below it.
func (in *Interner) Len() int {
	in.mu.RLock()
	defer in.mu.RUnlock()
	return len(in.texts)
}
