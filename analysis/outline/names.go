package outline

import "cudals/analysis/token"

// NameSet is a set of names that somebody looks for in texts. The zero value is empty.
type NameSet struct {
	all    bool
	names  map[token.Sym]bool
	filter filter
}

// AllNames is the set of all names.
func AllNames() NameSet { return NameSet{all: true} }

// Add adds a name.
func (n *NameSet) Add(s token.Sym) {
	if n.names == nil {
		n.names = make(map[token.Sym]bool)
	}
	n.names[s] = true
	n.filter.add(s)
}

// Has reports whether a name is in the set.
func (n *NameSet) Has(s token.Sym) bool { return n.all || n.names[s] }

// IsEmpty reports whether no name is in the set.
func (n *NameSet) IsEmpty() bool { return !n.all && len(n.names) == 0 }

// MayHold reports whether one of the names may stand in the chunk. That none does is certain.
func (c *Chunk) MayHold(n *NameSet) bool {
	return n.all || c.words.meets(&n.filter) || c.words == filter{} // nobody described it
}

// filter is a Bloom filter of one hash function: small, for there is one for each chunk.
type filter [8]uint64

func (f *filter) add(s token.Sym) { f[s>>6&7] |= 1 << (s & 63) }

func (f *filter) meets(g *filter) bool {
	for i := range f {
		if f[i]&g[i] != 0 {
			return true
		}
	}
	return false
}
