package sema

import (
	"maps"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/token"
)

// What a person changes outside of bodies is mostly known nowhere else than in the file: no header names it. Then the model is kept as well.
// The declarations that changed are taken out, with those that name them, in turn, and declared anew; the bodies that name one of them are
// read again. Nobody else has ever asked for them.

// revision is what becomes of a unit's chunks in another version of the text.
type revision struct {
	*outline.Revision
	u     *Unit
	pp    *preprocess.Unit
	taken []*Chunk
	// chunks are those of the new version, fresh those of them that are new, and first is as Unit.first.
	chunks, fresh []*Chunk
	first         []int
	nesting       nesting // behind the last of them
}

// revise compares a version with the present one.
func (u *Unit) revise(pp *preprocess.Unit) *revision {
	r := &revision{Revision: outline.NewRevision(len(pp.Segments)), u: u, pp: pp}
	for k := range u.unseen {
		r.Shared.Add(k.name)
	}
	for i := range pp.Segments {
		if now := pp.Segments[i].Segment; now != u.PP.Segments[i].Segment {
			was := u.outlines(i)
			r.Compare(i, was, outline.Chunks(now, u.in, was))
		}
	}
	if r.Declares {
		for i := range pp.Segments {
			if pp.Segments[i].Inclusion == 0 {
				r.Spread(i, u.outlines(i))
			}
		}
	}
	return r
}

// outlines are the chunks of the i-th segment as they are in the newest version.
func (u *Unit) outlines(i int) (out []*outline.Chunk) {
	for _, c := range u.Chunks[u.first[i]:u.first[i+1]] {
		now := c.Chunk
		if c.versions != nil && c.versions.now != nil {
			now = c.versions.now
		}
		out = append(out, now)
	}
	return out
}

// possible reports whether the model can be moved.
func (r *revision) possible() bool {
	if !r.Changed {
		return true
	}
	for i, list := range r.Segments {
		if r.pp.Segments[i].Inclusion != 0 && slices.ContainsFunc(list, func(c outline.Revised) bool { return c.Was < 0 }) {
			return false
		}
	}
	if r.u.outlasted[nil] || r.Declares && !(r.Settle() && r.Reclaim(r.pp, r.u.in, r.u.outlines)) {
		return false
	}
	for i, list := range r.Segments {
		olds := r.u.Chunks[r.u.first[i]:r.u.first[i+1]]
		for _, c := range list {
			if c.Was >= 0 && slices.ContainsFunc(c.Again, func(k int) bool { return !r.u.outlives(olds[c.Was], k) }) {
				return false
			}
		}
		if list == nil || !r.Declares {
			continue
		}
		for _, k := range r.Taken(i) {
			r.taken = append(r.taken, olds[k])
		}
	}
	return !r.Declares || r.number() && r.unknownElsewhere()
}

// outlives reports whether nothing ends with the k-th body of a chunk but what is known of it.
func (u *Unit) outlives(c *Chunk, k int) bool {
	key := BodyKey(c, c.Bodies[k])
	made := u.ByBody[key]
	return c.Kind != outline.ChunkStray && !u.decisive[key] && len(made) > 0 && // of what is half typed, what looks like a body may have been read as something else
		!slices.ContainsFunc(made, func(f *Func) bool { return u.outlasted[f] })
}

// unknownElsewhere reports whether nothing outlasts the chunks that are taken out, and nobody has asked for what these and the new ones
// declare without writing it.
func (r *revision) unknownElsewhere() bool {
	u := r.u
	for _, c := range r.taken {
		if c.lasting {
			return false
		}
		for k := range c.Bodies {
			if !u.outlives(c, k) {
				return false
			}
		}
	}
	for f := range u.outlasted {
		if f != nil && slices.ContainsFunc(f.Decls, func(fd *FuncDecl) bool { return slices.Contains(r.taken, fd.Site.Chunk) }) {
			return false
		}
	}
	for s := range r.Names.All() {
		if u.unwritten.has(s) || strings.HasPrefix(u.Text(s), "operator") {
			return false
		}
	}
	return true
}

// number gives each chunk of the new version its place. It returns false where there is no room left between two others.
func (r *revision) number() bool {
	u := r.u
	r.first = make([]int, len(u.first))
	for i := range r.pp.Segments {
		olds := u.Chunks[u.first[i]:u.first[i+1]]
		if r.Segments[i] == nil {
			r.chunks = append(r.chunks, olds...)
		}
		for j, c := range r.Segments[i] {
			if c.Was >= 0 {
				r.chunks = append(r.chunks, olds[c.Was])
				continue
			}
			fresh := &Chunk{Chunk: c.Now.Anew(), Ord: -1, Inclusion: r.pp.Segments[i].Inclusion, segment: i}
			if fresh.Inclusion != 0 {
				fresh.Ord, fresh.System = olds[j].Ord, olds[j].System // it is reclaimed
			}
			r.chunks, r.fresh = append(r.chunks, fresh), append(r.fresh, fresh)
		}
		r.first[i+1] = len(r.chunks)
	}
	last := 0
	for i := 0; i < len(r.chunks); i++ {
		n := 0
		for i+n < len(r.chunks) && r.chunks[i+n].Ord < 0 {
			n++
		}
		next := last + (n+1)*ordsPerChunk
		if i+n < len(r.chunks) {
			next = r.chunks[i+n].Ord
		}
		if next-last <= n {
			return false
		}
		for k, c := range r.chunks[i : i+n] {
			c.Ord = last + (next-last)*(k+1)/(n+1)
		}
		i, last = i+n, next
	}
	return r.nest()
}

// nest gives each new chunk the scope that it stands in. It returns false where another stands in another scope than before.
func (r *revision) nest() bool {
	r.nesting = r.u.nested()
	fresh := make(map[*Chunk]bool, len(r.fresh))
	for _, c := range r.fresh {
		fresh[c] = true
	}
	for _, c := range r.chunks {
		if fresh[c] {
			c.NS, c.C = r.nesting.ns, r.nesting.c
		} else if c.NS != r.nesting.ns || c.C != r.nesting.c {
			return false
		}
		r.nesting.pass(r.u, c)
	}
	return true
}

// apply has the model be that of the new version.
func (r *revision) apply() {
	u := r.u
	u.PP = r.pp
	for i, list := range r.Segments {
		for _, c := range list {
			if c.Was >= 0 {
				u.move(u.Chunks[u.first[i]+c.Was], c.Now, c.Again)
			}
		}
	}
	if r.Declares {
		r.forget()
		r.declare()
	}
}

// forget takes out what was declared.
func (r *revision) forget() {
	u := r.u
	gone := make(map[*Chunk]bool, len(r.taken))
	for _, c := range r.taken {
		gone[c] = true
		u.Names.forget(c, ast.Span{Hi: int32(c.Hi - c.Lo)})
		for k, b := range c.Bodies {
			if c.versions != nil && c.versions.bodies[k].chunk != nil {
				u.Names.forget(c.versions.bodies[k].chunk, c.versions.bodies[k].span)
			}
			u.forgetBody(c, b)
			delete(u.ByBody, BodyKey(c, b))
		}
		delete(u.chunkScopes, c)
		delete(u.headless, c)
		delete(u.chunkClasses, c)
	}
	u.NotedDecltypes = slices.DeleteFunc(u.NotedDecltypes, func(d NamedDecltype) bool { return gone[d.Site.Chunk] })
	u.anonymous = slices.DeleteFunc(u.anonymous, func(c *Class) bool { return gone[c.Place.Chunk] })
	u.explicitInsts = slices.DeleteFunc(u.explicitInsts, func(ei explicitInst) bool { return gone[ei.chunk] })
	for s := range r.Names.All() {
		u.spread(s)
		u.Global.forget(s)
		if l := u.outOfLine[s]; l != nil {
			l.all = slices.DeleteFunc(l.all, func(o *outOfLineDecl) bool { return gone[o.chunk] })
			l.counted, l.of = 0, make(map[Entity][]*outOfLineDecl)
		}
	}
	maps.DeleteFunc(u.unseen, func(k unseenKey, _ Entity) bool { return r.Names.Has(k.name) })
	u.kept, u.NotedLambdas = kept{}, nil
}

// forget drops what a namespace and those in it know of a name.
func (ns *Namespace) forget(s token.Sym) {
	delete(ns.names, s)
	for _, child := range ns.Nested {
		child.forget(s)
	}
}

// declare enters the chunks that are new.
func (r *revision) declare() {
	u := r.u
	u.Chunks, u.first, u.Unbalanced = r.chunks, r.first, r.nesting.unbalanced()
	u.Own = slices.DeleteFunc(slices.Clone(u.Chunks), func(c *Chunk) bool { return c.System })
	for s := range r.Names.All() {
		u.templates.remove(s)
	}
	for _, c := range u.Chunks {
		for _, s := range c.Templates {
			u.templates.add(s)
		}
	}
	for _, c := range r.fresh {
		c.names(func(s token.Sym) {
			n := c.NS.enter(s)
			n.chunks = append(n.chunks, c)
		})
	}
}
