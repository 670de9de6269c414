package sema

import (
	"slices"

	"cudals/analysis/token"
)

// chunkIndex lists the chunks that may declare a name in a namespace. Most names of headers are never looked up: they stand in one list
// for each name, whatever the namespace, until somebody asks for the name; then each namespace is given its own.
type chunkIndex struct {
	// last is one more than the place in entries of a name's last chunk, by Sym; 0 for a name that was asked for or has none.
	last    []int32
	entries []indexEntry
}

type indexEntry struct {
	chunk  int32 // its number in the unit
	before int32 // as last
}

func (x *chunkIndex) add(s token.Sym, c *Chunk) {
	x.entries = append(x.entries, indexEntry{int32(c.Ord), x.last[s]})
	x.last[s] = int32(len(x.entries))
}

// each yields the names that nobody asked for yet.
func (x *chunkIndex) each(yield func(token.Sym)) {
	for s, last := range x.last {
		if last != 0 {
			yield(token.Sym(s))
		}
	}
}

// chunksOf lists the chunks that may declare a name directly in a namespace, in order.
func (u *Unit) chunksOf(ns *Namespace, s token.Sym) []*Chunk {
	if int(s) < len(u.byName.last) && u.byName.last[s] != 0 {
		u.spread(s)
	}
	return ns.index[s]
}

// spread gives each namespace the list of its chunks that may declare a name.
func (u *Unit) spread(s token.Sym) {
	x := &u.byName
	var ords []int32
	for i := x.last[s]; i != 0; i = x.entries[i-1].before {
		ords = append(ords, x.entries[i-1].chunk)
	}
	x.last[s] = 0
	for _, ord := range slices.Backward(ords) {
		ns := u.Chunks[ord].NS
		if list, ok := ns.index[s]; ok {
			ns.index[s] = append(list, u.Chunks[ord])
		} else {
			ns.index[s] = u.Chunks[ord : ord+1 : ord+1] // most names are declared once
		}
	}
}
