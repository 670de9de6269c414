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

// nsName is what a namespace knows of a name.
type nsName struct {
	// chunks may declare the name directly in the namespace, in order; read of them were declared.
	chunks []*Chunk
	read   int
	// set is what those declare; nil for nothing. It is linked once every chunk is declared.
	set *declSet
}

// name is what a namespace knows of a name that it may declare; nil where it does not declare it.
func (u *Unit) name(ns *Namespace, s token.Sym) *nsName {
	if int(s) < len(u.byName.last) && u.byName.last[s] != 0 {
		u.spread(s)
	}
	return ns.names[s]
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
		n := u.Chunks[ord].NS.enter(s)
		if n.chunks == nil {
			n.chunks = u.Chunks[ord : ord+1 : ord+1] // most names are declared once
		} else {
			n.chunks = append(n.chunks, u.Chunks[ord])
		}
	}
}

// enter is what a namespace knows of a name, made where it knows nothing yet.
func (ns *Namespace) enter(s token.Sym) *nsName {
	n := ns.names[s]
	if n == nil {
		n = &nsName{}
		ns.names[s] = n
	}
	return n
}
