package token

import (
	"sync"
	"sync/atomic"
)

// Sym is an interned spelling. Equal Syms of one Interner mean equal text; the zero Sym is the empty text.
type Sym uint32

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

type chunk [chunkSize]string

// Interner maps spellings to Syms and back. It is safe for concurrent use and only ever grows.
type Interner struct {
	mu    sync.RWMutex
	index map[string]Sym
	// texts is read without a lock: it is asked for far more often than spellings are new. Chunks never move, and a Sym
	// reaches another goroutine only after its text is in place.
	texts atomic.Pointer[[]*chunk]
	count atomic.Uint32
	memo  sync.Map // see Memo
}

// NewInterner returns an interner that knows the empty text and the fixed spellings of this package.
func NewInterner() *Interner {
	in := &Interner{index: make(map[string]Sym, 1<<14)}
	in.texts.Store(new([]*chunk))
	in.Sym("")
	for _, text := range punctuation {
		in.Sym(text)
	}
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
	s := in.count.Load()
	chunks := *in.texts.Load()
	if int(s>>chunkBits) == len(chunks) {
		grown := append(chunks[:len(chunks):len(chunks)], new(chunk))
		in.texts.Store(&grown)
		chunks = grown
	}
	chunks[s>>chunkBits][s%chunkSize] = text
	in.count.Store(s + 1)
	in.index[text] = Sym(s)
	return Sym(s)
}

// Text is the spelling of s.
func (in *Interner) Text(s Sym) string {
	return (*in.texts.Load())[s>>chunkBits][s%chunkSize]
}

// Len is the number of spellings known; every Sym is below it.
func (in *Interner) Len() int { return int(in.count.Load()) }

// Memo returns the value kept with the interner under key, computing it at first. Keys are types private to the
// computing package, as with context.Context. It serves tables indexed by Sym, which are the same for every user of one
// interner.
func (in *Interner) Memo(key any, compute func() any) any {
	if v, ok := in.memo.Load(key); ok {
		return v
	}
	v, _ := in.memo.LoadOrStore(key, compute())
	return v
}
