package token

import (
	"hash/maphash"
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

// Interner maps spellings to Syms and back. It is safe for concurrent use and only ever grows. Known spellings are found
// without a lock: lexers ask for one at every token.
type Interner struct {
	seed  maphash.Seed
	index atomic.Pointer[index]
	// texts is read without a lock, too. Chunks never move, and a Sym reaches another goroutine only after its text is in
	// place.
	texts atomic.Pointer[[]*chunk]
	count atomic.Uint32
	mu    sync.Mutex // held while a spelling is added
	memo  sync.Map   // see Memo
}

// index is a hash table with open addressing, at most half full. A slot holds the upper half of a spelling's hash and its
// Sym + 1; 0 is free. Slots are only ever filled: who misses one that is being filled asks again under the lock.
type index []atomic.Uint64

const indexSize = 1 << 15 // at first; a power of two always

// NewInterner returns an interner that knows the empty text and the fixed spellings of this package.
func NewInterner() *Interner {
	in := &Interner{seed: maphash.MakeSeed()}
	slots := make(index, indexSize)
	in.index.Store(&slots)
	in.texts.Store(new([]*chunk))
	in.Sym("")
	for _, text := range punctuation {
		in.Sym(text)
	}
	return in
}

// Sym interns a spelling.
func (in *Interner) Sym(text string) Sym {
	h := maphash.String(in.seed, text)
	if s, ok := find(in, h, text); ok {
		return s
	}
	return in.add(h, text)
}

// SymBytes interns a spelling without allocating when it is known already.
func (in *Interner) SymBytes(text []byte) Sym {
	h := maphash.Bytes(in.seed, text)
	if s, ok := find(in, h, text); ok {
		return s
	}
	return in.add(h, string(text))
}

func find[Text string | []byte](in *Interner, h uint64, text Text) (Sym, bool) {
	slots := *in.index.Load()
	last := uint64(len(slots) - 1)
	for i := h & last; ; i = (i + 1) & last {
		switch slot := slots[i].Load(); {
		case slot == 0:
			return 0, false
		case slot>>32 == h>>32:
			if s := Sym(uint32(slot) - 1); in.Text(s) == string(text) {
				return s, true
			}
		}
	}
}

func (in *Interner) add(h uint64, text string) Sym {
	in.mu.Lock()
	defer in.mu.Unlock()
	if s, ok := find(in, h, text); ok {
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
	slots := *in.index.Load()
	if int(s) >= len(slots)/2 {
		slots = in.larger(slots)
	}
	slots.put(h, Sym(s))
	return Sym(s)
}

// put enters a Sym that is not there.
func (x index) put(h uint64, s Sym) {
	last := uint64(len(x) - 1)
	i := h & last
	for x[i].Load() != 0 {
		i = (i + 1) & last
	}
	x[i].Store(h>>32<<32 | uint64(s) + 1)
}

// larger replaces the index by one of twice the size.
func (in *Interner) larger(old index) index {
	slots := make(index, 2*len(old))
	for i := range old {
		if slot := old[i].Load(); slot != 0 {
			s := Sym(uint32(slot) - 1)
			slots.put(maphash.String(in.seed, in.Text(s)), s)
		}
	}
	in.index.Store(&slots)
	return slots
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
