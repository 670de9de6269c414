package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
)

// While a person types inside an ordinary function body, nothing outside the body changes its meaning. Rebase therefore
// keeps the model and moves it to the new text: chunks keep the tokens that their declarations were read from, and know
// where each of these tokens stands now; a body that changed is read anew from the new tokens.

// rebased is what a chunk knows of the text's newest version.
type rebased struct {
	// now is the chunk in the newest version, nil while that is the chunk itself.
	now *outline.Chunk
	// bodies are the versions of the ordinary bodies that facts are made from.
	bodies []bodyVersion
	// derived are the chunks of later versions that bodies are read from.
	derived []*Chunk
	newest  *Chunk // see Chunk.Newest; nil until somebody asks
}

// bodyVersion is one ordinary body as it was last read.
type bodyVersion struct {
	hash source.Hash
	// chunk and span are where it is read from; a nil chunk means the declaration's own.
	chunk *Chunk
	span  ast.Span
}

// Rebase moves the model to another version of the same unit that differs from the present one in ordinary function bodies
// alone. It returns false, and changes nothing, where the difference goes further.
func (u *Unit) Rebase(pp *preprocess.Unit) bool {
	if len(pp.Segments) != len(u.PP.Segments) || len(pp.Inclusions) != len(u.PP.Inclusions) || len(pp.Missing) != len(u.PP.Missing) {
		return false
	}
	if pp.Uncertain != u.PP.Uncertain || !slices.EqualFunc(pp.Skipped, u.PP.Skipped, u.declareAlike) {
		return false
	}
	if !slices.EqualFunc(pp.Inclusions, u.PP.Inclusions, sameInclusion) {
		return false // chunks know theirs by its number
	}
	type moved struct {
		chunk *Chunk
		now   *outline.Chunk
	}
	var moves []moved
	changed := false
	for i := range pp.Segments {
		was, now := u.PP.Segments[i], pp.Segments[i]
		if was.Inclusion != now.Inclusion || was.File.Path != now.File.Path {
			return false
		}
		if was.Segment != now.Segment {
			olds := u.Chunks[u.first[i]:u.first[i+1]]
			before := make([]*outline.Chunk, len(olds))
			for j := range before {
				before[j] = olds[j].Chunk
			}
			chunks := outline.Chunks(now.Segment, u.in, before)
			if len(chunks) != len(olds) {
				return false
			}
			for j, c := range chunks {
				old := olds[j]
				differs, ok := u.follows(old, c)
				if !ok {
					return false
				}
				changed = changed || differs
				moves = append(moves, moved{old, c})
			}
		}
	}
	if changed && u.outlasted[nil] {
		return false
	}
	if u.rebases++; u.rebases > maxRebases {
		return false // what the old bodies left behind is dropped with the model
	}
	if u.rebases == 1 {
		u.whole = u.work
	}
	u.PP = pp
	for _, m := range moves {
		u.move(m.chunk, m.now)
	}
	// What is known already would have to be found out again by who begins anew: with that, no version takes fewer steps here.
	u.work, u.nextAsk = u.whole, 0
	return true
}

// follows reports whether a chunk differs from an earlier version of it in ordinary bodies at most, and whether it does in those.
func (u *Unit) follows(old *Chunk, c *outline.Chunk) (differs, ok bool) {
	if c.Kind != old.Kind || c.OutlineHash() != old.OutlineHash() || len(c.Bodies) != len(old.Bodies) || c.Kind == outline.ChunkStray ||
		!slices.Equal(c.Templates, old.Templates) {
		return false, false
	}
	for k := range c.Bodies {
		if c.BodyHash(k) == old.bodyHash(k) {
			continue
		}
		differs = true
		key := BodyKey(old, old.Bodies[k])
		made := u.ByBody[key]
		if u.decisive[key] || len(made) == 0 || slices.ContainsFunc(made, func(f *Func) bool { return u.outlasted[f] }) {
			return true, false // of what is half typed, what looks like a body may have been read as something else
		}
	}
	return differs, true
}

// sameInclusion reports whether two inclusions, of two versions of a unit, are of the same file in the same way.
func sameInclusion(a, b preprocess.Inclusion) bool {
	return a.File.Path == b.File.Path && a.Parent == b.Parent && a.System == b.System && a.Lent == b.Lent
}

// maxRebases bounds how much is kept of bodies that are no more.
const maxRebases = 500

// outlasts notes that what is being made is seen as long as the model is kept, whoever asked for it, and from whatever is asked of
// the unit: complete instances, say. The model ends with the body that it is made for; made for an instance of a template, with the last
// body that leads to that one (see Outlive). Where none of this can be told, it ends with the first body that changes.
func (u *Unit) outlasts() {
	u.made++
	u.Forget()
	var f *Func
	if u.Analysing != nil {
		f = u.Analysing.Func
	}
	for f != nil {
		c := f.MemberOf
		for c != nil && !c.Local && f.Closure == nil {
			c, _ = c.Within.(*Class)
		}
		if f.Closure == nil && c == nil {
			break
		}
		if f.Closure != nil {
			f = f.Closure.Func
		} else {
			f = c.Scope.Func
		}
	}
	if f != nil && f.Implicit {
		f = nil
	}
	u.endsWith(f)
}

// endsWith notes with whose body the model ends; nil for any.
func (u *Unit) endsWith(f *Func) {
	if u.outlasted == nil {
		u.outlasted = make(map[*Func]bool)
	}
	u.outlasted[f] = true
}

// Outlive reports whether the instances are still read that brought about what outlasts them; reads tells of one. A model of which that
// is not true is no longer to be kept: what no body leads to now is not there for who begins anew.
func (u *Unit) Outlive(reads func(*Func) bool) bool {
	for f := range u.outlasted {
		if f != nil && f.ofInstance() && !reads(f) {
			u.endsWith(nil)
			return false
		}
	}
	return true
}

// Decides notes that what is seen outside of a function rests on what is written in its body: the model ends with that.
func (u *Unit) Decides(fd *FuncDecl) {
	if u.decisive == nil {
		u.decisive = make(map[deferredKey]bool)
	}
	u.decisive[BodyKey(fd.Site.Chunk, fd.Body.Span)] = true
}

// ofInstance reports whether a function, or a class that it is a member of, is made from a template.
func (f *Func) ofInstance() bool {
	if f.Args != nil {
		return true
	}
	for c := f.MemberOf; c != nil; c, _ = c.Within.(*Class) {
		if c.Args != nil {
			return true
		}
	}
	return false
}

// bodyHash is the hash of the k-th ordinary body as it was last read.
func (c *Chunk) bodyHash(k int) source.Hash {
	if c.versions != nil {
		return c.versions.bodies[k].hash
	}
	return c.BodyHash(k)
}

// BodyKey is the key of a body of a chunk in ByBody.
func BodyKey(c *Chunk, body ast.Span) deferredKey { return deferredKey{c, ast.Span{Lo: body.Lo}} }

// move makes now the newest version of chunk c. Chunks whose tokens are those of the newest version are read from there, so
// that no older version of the text is kept for their sake.
func (u *Unit) move(c *Chunk, now *outline.Chunk) {
	if c.versions == nil {
		if c.same(now) {
			c.Chunk = now
			return
		}
		c.versions = &rebased{bodies: make([]bodyVersion, len(c.Bodies))}
		for i, b := range c.Bodies {
			c.versions.bodies[i] = bodyVersion{hash: c.BodyHash(i), span: b}
		}
	}
	c.versions.now, c.versions.newest = now, nil
	var fresh *Chunk
	for i := range c.versions.bodies {
		v := &c.versions.bodies[i]
		h := now.BodyHash(i)
		if h == v.hash {
			continue
		}
		if fresh == nil {
			copied := *c
			fresh = &copied
			fresh.Chunk, fresh.versions = now, nil
		}
		u.Names.forget(cmp.Or(v.chunk, c), v.span)
		*v = bodyVersion{hash: h, chunk: fresh, span: now.Bodies[i]}
		u.forgetBody(c, c.Bodies[i])
	}
	for _, d := range c.versions.derived {
		switch {
		case d.same(now) || !c.reads(d):
			// Of what nobody reads any more, only the place can still be asked for.
			d.Chunk, d.versions = now, nil
		default:
			d.versions = &rebased{now: now}
		}
	}
	c.versions.derived = slices.DeleteFunc(c.versions.derived, func(d *Chunk) bool { return !c.reads(d) })
	if fresh != nil {
		c.versions.derived = append(c.versions.derived, fresh)
	}
}

// same reports whether now has the chunk's tokens.
func (c *Chunk) same(now *outline.Chunk) bool {
	return c.Hash() == now.Hash() && c.Hi-c.Lo == now.Hi-now.Lo && slices.Equal(c.Bodies, now.Bodies)
}

// reads reports whether some body of c is read from d.
func (c *Chunk) reads(d *Chunk) bool {
	return slices.ContainsFunc(c.versions.bodies, func(v bodyVersion) bool { return v.chunk == d })
}

// forgetBody drops the facts of all functions that have the body.
func (u *Unit) forgetBody(c *Chunk, span ast.Span) {
	for _, f := range u.ByBody[BodyKey(c, span)] {
		for _, fd := range f.Decls {
			if fd.Body != nil {
				delete(u.bodies, fd.Body)
			}
		}
		f.Facts, f.FactsDone, f.Deduced = nil, false, nil
		f.Flow, f.FlowDone = nil, false
	}
}

// outlivedBy reports whether the model may last longer than the facts of a function do: its body, or the one that its lambda stands in, is
// an ordinary one.
func (u *Unit) outlivedBy(f *Func) bool {
	var c *Chunk
	var at int32
	if l := f.Closure; l != nil {
		c, at = l.Site.Chunk, l.Site.Span.Lo
	} else if fd := u.Definition(f); fd != nil {
		c, at = fd.Site.Chunk, fd.Body.Span.Lo
	}
	return c != nil && slices.ContainsFunc(c.Bodies, func(b ast.Span) bool { return b.Lo <= at && at < b.Hi })
}

// BodyAt is where a body is to be read from.
func (u *Unit) BodyAt(fd *FuncDecl) (*Chunk, ast.Span) {
	c := fd.Site.Chunk
	if c.versions == nil {
		return c, fd.Body.Span
	}
	for i, b := range c.Bodies {
		if b.Lo == fd.Body.Span.Lo && i < len(c.versions.bodies) && c.versions.bodies[i].chunk != nil {
			return c.versions.bodies[i].chunk, c.versions.bodies[i].span
		}
	}
	return c, fd.Body.Span
}

// Present is where the site's tokens stand in the newest version of the text: tokens [lo, hi) of a segment.
func (s Site) Present() (seg *preprocess.Segment, lo, hi int) {
	c := s.Chunk
	last := max(s.Span.Hi-1, s.Span.Lo)
	now := c.Chunk
	first := s.Span.Lo
	if c.versions != nil && c.versions.now != nil && c.versions.now != c.Chunk {
		now = c.versions.now
		first, last = c.presentToken(first), c.presentToken(last)
	}
	lo, hi = now.Lo+int(first), now.Lo+int(last)+1
	if n := len(now.Seg.Toks); hi > n {
		hi = n
		lo = min(lo, max(n-1, 0))
	}
	return now.Seg, lo, max(lo, hi)
}

// Newest is the chunk with the tokens of the newest version of the text, for who reads all that is written there, bodies too.
// It is not to be kept beyond that version.
func (c *Chunk) Newest() *Chunk {
	v := c.versions
	if v == nil || v.now == nil || v.now == c.Chunk {
		return c
	}
	if v.newest == nil {
		newest := *c
		newest.Chunk, newest.versions = v.now, nil
		v.newest = &newest
	}
	return v.newest
}

// Newest is the site in its chunk's Newest.
func (s Site) Newest() Site {
	if s.Chunk == nil || s.Chunk.Newest() == s.Chunk {
		return s
	}
	_, lo, hi := s.Present()
	c := s.Chunk.Newest()
	return Site{c, ast.Span{Lo: int32(lo - c.Lo), Hi: int32(hi - c.Lo)}}
}

// presentToken is the number in the newest version of the chunk's i-th token. Tokens inside a body are only asked for while
// the body is the one that facts were made from.
func (c *Chunk) presentToken(i int32) int32 {
	now := c.versions.now.Bodies
	k, _ := slices.BinarySearchFunc(c.Bodies, i, func(b ast.Span, i int32) int { return cmp.Compare(b.Hi-1, i+1) })
	if k < len(c.Bodies) { // the first that does not end before it
		return min(i+now[k].Lo-c.Bodies[k].Lo, now[k].Hi-1)
	}
	if k > 0 {
		i += now[k-1].Hi - c.Bodies[k-1].Hi
	}
	return i
}

// Order is where the site begins in the order of the newest version of the text: the index of its segment in the unit, and
// of its first token in the segment.
func (s Site) Order() (segment, tok int) {
	_, lo, _ := s.Present()
	return s.Chunk.segment, lo
}
