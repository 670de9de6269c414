package sema

import (
	"cmp"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
)

// While a person types inside an ordinary function body, nothing outside the body changes its meaning. Rebase therefore
// keeps the model and moves it to the new text: chunks keep the tokens that their declarations were read from, and know
// where each of these tokens stands now; a body that changed is read anew from the new tokens. Of declarations see revision.

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
	// chunk and span are where it is read from; a nil chunk means the declaration's own.
	chunk *Chunk
	span  ast.Span
}

// Rebase moves the model to another version of the same unit, if it is one that this can be done for: see revision. It returns false, and
// changes nothing, where it is not. declares tells that the version declares something else.
func (u *Unit) Rebase(pp *preprocess.Unit) (declares, kept bool) {
	if !u.sameFiles(pp) {
		return false, false
	}
	r := u.revise(pp)
	if !r.possible() {
		return false, false
	}
	if u.rebases++; u.rebases > maxRebases {
		return false, false // what the old bodies left behind is dropped with the model
	}
	if u.rebases == 1 {
		u.whole = u.work
	}
	r.apply()
	// What is known already would have to be found out again by who begins anew: with that, no version takes fewer steps here.
	u.work, u.nextAsk = u.whole, 0
	return r.Declares, true
}

// sameFiles reports whether another version includes the same files, in the same places.
func (u *Unit) sameFiles(pp *preprocess.Unit) bool {
	return pp.Uncertain == u.PP.Uncertain && len(pp.Missing) == len(u.PP.Missing) && slices.EqualFunc(pp.Skipped, u.PP.Skipped, u.declareAlike) &&
		slices.EqualFunc(pp.Inclusions, u.PP.Inclusions, sameInclusion) && // chunks know theirs by its number
		slices.EqualFunc(pp.Segments, u.PP.Segments, func(a, b preprocess.Placed) bool {
			return a.Inclusion == b.Inclusion && a.File.Path == b.File.Path
		})
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

// BodyKey is the key of a body of a chunk in ByBody.
func BodyKey(c *Chunk, body ast.Span) deferredKey { return deferredKey{c, ast.Span{Lo: body.Lo}} }

// move makes now the newest version of chunk c, of which the bodies again are to be read again. Chunks whose tokens are
// those of the newest version are read from there, so that no older version of the text is kept for their sake.
func (u *Unit) move(c *Chunk, now *outline.Chunk, again []int) {
	if c.versions == nil {
		if c.same(now) && len(again) == 0 {
			c.Chunk = now.Like(c.Chunk) // another view of the text may have read it on its own
			return
		}
		c.versions = &rebased{bodies: make([]bodyVersion, len(c.Bodies))}
		for i, b := range c.Bodies {
			c.versions.bodies[i].span = b
		}
	}
	c.versions.now, c.versions.newest = now, nil
	var fresh *Chunk
	if len(again) > 0 {
		copied := *c
		fresh = &copied
		fresh.Chunk, fresh.versions = now, nil
	}
	for _, i := range again {
		v := &c.versions.bodies[i]
		u.Names.forget(cmp.Or(v.chunk, c), v.span)
		*v = bodyVersion{chunk: fresh, span: now.Bodies[i]}
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
