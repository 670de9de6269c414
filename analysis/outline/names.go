package outline

import (
	"iter"
	"maps"
	"strings"

	"cudals/analysis/token"
)

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
func (n *NameSet) Has(s token.Sym) bool { return n.all || n.filter.has(s) && n.names[s] }

// Len is how many names there are; of AllNames that is not known.
func (n *NameSet) Len() int { return len(n.names) }

// All yields the names; those of AllNames are not known.
func (n *NameSet) All() iter.Seq[token.Sym] { return maps.Keys(n.names) }

// within reports whether one of the names may stand in the text that is spelled s.
func (n *NameSet) within(in *token.Interner, s token.Sym) bool {
	for name := range n.names {
		if strings.Contains(in.Text(s), in.Text(name)) {
			return true
		}
	}
	return false
}

// IsEmpty reports whether no name is in the set.
func (n *NameSet) IsEmpty() bool { return !n.all && len(n.names) == 0 }

// MayHold reports whether one of the names may stand in the chunk. That none does is certain.
func (c *Chunk) MayHold(n *NameSet) bool {
	return n.all || c.words.meets(&n.filter) || c.words == filter{} // nobody described it
}

// Mentions reports whether one of the names stands in the chunk outside of its ordinary bodies, and in which of those one does. The texts
// of pragmas are looked into.
func (c *Chunk) Mentions(n *NameSet) (outside bool, bodies []int) {
	k := 0
	for i, t := range c.Toks() {
		for k < len(c.Bodies) && int32(i) >= c.Bodies[k].Hi {
			k++
		}
		if !n.Has(t.Sym) && (t.Kind != token.Pragma || !n.within(c.in, t.Sym)) {
			continue
		}
		if k == len(c.Bodies) || int32(i) <= c.braces[k] {
			return true, nil
		}
		if last := len(bodies) - 1; last < 0 || bodies[last] != k {
			bodies = append(bodies, k)
		}
	}
	return false, bodies
}

// filter is a Bloom filter of one hash function: small, for there is one for each chunk.
type filter [8]uint64

func (f *filter) add(s token.Sym) { f[s>>6&7] |= 1 << (s & 63) }

func (f *filter) has(s token.Sym) bool { return f[s>>6&7]>>(s&63)&1 != 0 }

func (f *filter) meets(g *filter) bool {
	for i := range f {
		if f[i]&g[i] != 0 {
			return true
		}
	}
	return false
}
