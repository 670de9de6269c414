package outline

import (
	"slices"

	"cudals/analysis/preprocess"
	"cudals/analysis/token"
)

// Revision is how a version of a text differs from the one before: which chunks stay, which declare something else, and which name what
// these declare.
type Revision struct {
	// Segments are the chunks of the new version, of those segments that may differ; nil for others.
	Segments [][]Revised
	// Names are those that the chunks declare that are taken out or new.
	Names NameSet
	// Shared are the names of what several chunks make together: when one of those that name it comes or goes, all are declared anew.
	Shared NameSet
	// Changed: some body is another, or some declaration; Declares: some declaration.
	Changed, Declares bool
	// members are those names that stand behind a scope where they are declared: it may be a class.
	members NameSet
	// before are the chunks of the version before.
	before [][]*Chunk
}

// Revised is a chunk of the new version.
type Revised struct {
	Now *Chunk
	// Was is the place of the one that it was among those of the segment, -1 where it is declared anew.
	Was int
	// Again are the ordinary bodies of one that stays that are to be read again, because they changed or name what others declare.
	Again []int
}

// NewRevision is of a text of a number of segments.
func NewRevision(segments int) *Revision {
	return &Revision{Segments: make([][]Revised, segments), before: make([][]*Chunk, segments)}
}

// Compare tells what becomes of the chunks of the i-th segment.
func (r *Revision) Compare(i int, was, now []*Chunk) {
	n, shift := len(now), len(was)-len(now)
	list := make([]Revised, n)
	for j, c := range now {
		list[j] = Revised{Now: c, Was: -1}
	}
	stays := func(j, k int) bool {
		if !was[k].outlines(now[j]) {
			return false
		}
		list[j].Was = k
		for b := range now[j].Bodies {
			if now[j].bodyHash(b) != was[k].bodyHash(b) {
				list[j].Again = append(list[j].Again, b)
				r.Changed = true
			}
		}
		return true
	}
	lo, hi := 0, n
	for lo < min(n, n+shift) && stays(lo, lo) {
		lo++
	}
	for hi > max(lo, lo-shift) && stays(hi-1, hi-1+shift) {
		hi--
	}
	r.Segments[i], r.before[i] = list, was
	if lo == hi && shift == 0 {
		return
	}
	r.Changed, r.Declares = true, true
	for _, c := range slices.Concat(now[lo:hi], was[lo:hi+shift]) {
		r.name(c)
	}
}

// outlines reports whether two chunks declare the same, and differ in ordinary bodies at most.
func (c *Chunk) outlines(o *Chunk) bool {
	return c.Kind == o.Kind && c.Kind != ChunkStray && c.Unclosed == o.Unclosed && c.outlineHash() == o.outlineHash() && len(c.Bodies) == len(o.Bodies) && slices.Equal(c.Templates, o.Templates)
}

func (r *Revision) name(c *Chunk) {
	for _, s := range slices.Concat(c.Names, c.Elaborated, c.Templates) {
		r.Names.Add(s)
	}
	for i, t := range c.Toks() {
		if i > 0 && c.Toks()[i-1].Kind == token.ColonCol && slices.Contains(c.Names, t.Sym) {
			r.members.Add(t.Sym)
		}
	}
	if !r.Shared.IsEmpty() {
		for _, t := range c.Toks() {
			if r.Shared.Has(t.Sym) {
				r.Names.Add(t.Sym)
			}
		}
	}
}

// Spread adds the chunks of a segment to which nothing happened but that they may name what changed. See Settle.
func (r *Revision) Spread(i int, chunks []*Chunk) {
	if r.Segments[i] != nil {
		return
	}
	list := make([]Revised, len(chunks))
	for j, c := range chunks {
		list[j] = Revised{Now: c, Was: j}
	}
	r.Segments[i], r.before[i] = list, chunks
}

// Settle has what names a declaration that is taken out be taken out too, in turn, and notes the bodies that do. It returns false where that
// goes too far, or concerns others than these chunks.
func (r *Revision) Settle() bool {
	for round := 0; r.follow(); round++ {
		if round == maxRounds || r.Names.Len() > maxNames {
			return false
		}
	}
	for i, list := range r.Segments {
		for _, c := range list {
			if c.Was < 0 && !r.standsAlone(c.Now) {
				return false
			}
		}
		for _, k := range r.Taken(i) {
			if !r.standsAlone(r.before[i][k]) {
				return false
			}
		}
	}
	return true
}

// maxRounds is how many declarations that name each other are followed, maxNames how many names are looked for: beyond them little is left.
const (
	maxRounds = 10
	maxNames  = 1000
)

// follow takes out what names a declaration that is taken out, and reports whether there was such a chunk.
func (r *Revision) follow() (more bool) {
	for _, list := range r.Segments {
		for j := range list {
			c := &list[j]
			if c.Was < 0 {
				continue
			}
			outside, bodies := c.Now.Mentions(&r.Names)
			if outside {
				c.Was, more = -1, true
				r.name(c.Now)
			}
			for _, b := range bodies {
				if !slices.Contains(c.Again, b) {
					c.Again = append(c.Again, b)
				}
			}
		}
	}
	return more
}

// Taken are the places of the chunks of the i-th segment that are taken out.
func (r *Revision) Taken(i int) (out []int) {
	stays := make([]bool, len(r.before[i]))
	for _, c := range r.Segments[i] {
		if c.Was >= 0 {
			stays[c.Was] = true
		}
	}
	for k, s := range stays {
		if !s {
			out = append(out, k)
		}
	}
	return out
}

// standsAlone reports whether nothing hangs on what a chunk declares but what names that: it opens no scope, befriends nobody, and the
// name of what is explicitly instantiated is known, so that this is declared anew as well.
func (r *Revision) standsAlone(c *Chunk) bool {
	if c.Kind == ChunkClose {
		return true // those that now stand in another scope are found by who knows these
	}
	if c.Kind != ChunkDecl || c.Using {
		return false
	}
	if c.instantiates() && len(c.Names) == 0 {
		return false
	}
	friend, k := c.in.Sym("friend"), 0
	for i, t := range c.Toks() {
		for k < len(c.Bodies) && int32(i) >= c.Bodies[k].Hi {
			k++
		}
		if body := k < len(c.Bodies) && int32(i) > c.braces[k]; t.Sym == friend || t.Kind == token.Pragma && !body {
			return false
		}
	}
	return true
}

// instantiates reports whether the chunk is an explicit instantiation.
func (c *Chunk) instantiates() bool {
	template, toks := c.in.Sym("template"), c.Toks()
	for i, t := range toks[:min(len(toks)-1, 2)] { // extern may stand before it
		if t.Sym == template && toks[i+1].Kind != token.Less {
			return true
		}
	}
	return false
}

// Reclaim has the declarations that other files have of what is taken out or new be declared anew with that; chunks are those of a segment.
// It returns false where another file may name it besides, as the class of a member does. In front of the first of it nothing is found of
// what comes later but functions, for a call of which the arguments are known later, and what is declared there as well.
func (r *Revision) Reclaim(pp *preprocess.Unit, in *token.Interner, chunks func(int) []*Chunk) bool {
	first := 0
	for first < len(r.Segments) && !slices.ContainsFunc(r.Segments[first], func(c Revised) bool { return c.Was < 0 }) && len(r.Taken(first)) == 0 {
		first++
	}
	type mention struct{ segment, at int }
	var mentions []mention
	var declared NameSet
	for i, seg := range pp.Segments {
		if seg.Inclusion == 0 {
			continue
		}
		j := 0
		for k, t := range seg.Toks {
			if !r.Names.Has(t.Sym) {
				continue
			}
			if r.Segments[i] == nil {
				r.Spread(i, chunks(i))
			}
			list := r.before[i]
			for j+1 < len(list) && list[j].Hi <= k {
				j++
			}
			switch c := list[j]; {
			case !c.mayDeclare(t.Sym):
				mentions = append(mentions, mention{i, k})
			case r.prototype(c):
				r.Segments[i][j].Was = -1
				declared.Add(t.Sym)
			default:
				return false
			}
		}
	}
	keys, extern := []token.Sym{in.Sym("class"), in.Sym("struct"), in.Sym("union"), in.Sym("enum")}, in.Sym("extern")
	return !slices.ContainsFunc(mentions, func(m mention) bool {
		toks := pp.Segments[m.segment].Toks
		return m.segment > first || declared.Has(toks[m.at].Sym) || r.members.Has(toks[m.at].Sym) || mayFind(toks, m.at, keys, extern)
	})
}

// mayDeclare reports whether a chunk may declare a name, as what is found by it or is a template.
func (c *Chunk) mayDeclare(s token.Sym) bool {
	return slices.Contains(c.Names, s) || slices.Contains(c.Elaborated, s) || slices.Contains(c.Templates, s)
}

// prototype reports whether a chunk declares names of the revision, nothing else, and defines nothing that others name.
func (r *Revision) prototype(c *Chunk) bool {
	other := func(s token.Sym) bool { return !r.Names.Has(s) }
	return c.Kind == ChunkDecl && r.standsAlone(c) && len(c.Elaborated) == 0 && !slices.ContainsFunc(c.Names, other) &&
		!slices.ContainsFunc(c.Templates, other) && !slices.ContainsFunc(c.Toks(), func(t token.Token) bool { return t.Kind == token.LBrace })
}

// mayFind reports whether the name that the k-th token is may be that of something declared later.
func mayFind(toks []token.Token, k int, keys []token.Sym, extern token.Sym) bool {
	if k == 0 || k+1 == len(toks) || slices.Contains(keys, toks[k-1].Sym) {
		return true
	}
	next, before := toks[k+1].Kind, toks[k-1].Kind
	if (next == token.LParen || next == token.Less) && before != token.Dot && before != token.Arrow {
		return true
	}
	for k--; k >= 0; k-- {
		switch toks[k].Kind {
		case token.Semi, token.LBrace, token.RBrace:
			return false
		}
		if toks[k].Sym == extern {
			return true // of a variable, in a function
		}
	}
	return false
}
