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
	chunks  []*Chunk // of the unit as it was first read
	entries []indexEntry
}

type indexEntry struct {
	chunk  int32 // its place in chunks
	before int32 // as last
}

func (x *chunkIndex) add(s token.Sym, chunk int) {
	x.entries = append(x.entries, indexEntry{int32(chunk), x.last[s]})
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
	u.spread(s)
	return ns.names[s]
}

// spread gives each namespace the list of its chunks that may declare a name, unless it has it.
func (u *Unit) spread(s token.Sym) {
	x := &u.byName
	if int(s) >= len(x.last) || x.last[s] == 0 {
		return
	}
	var places []int32
	for i := x.last[s]; i != 0; i = x.entries[i-1].before {
		places = append(places, x.entries[i-1].chunk)
	}
	x.last[s] = 0
	for _, at := range slices.Backward(places) {
		n := x.chunks[at].NS.enter(s)
		if n.chunks == nil {
			n.chunks = x.chunks[at : at+1 : at+1] // most names are declared once
		} else {
			n.chunks = append(n.chunks, x.chunks[at])
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
