package preprocess

import (
	"context"
	"slices"
	"sort"
	"sync"
	"weak"

	"cudals/analysis/lex"
	"cudals/analysis/source"
	"cudals/analysis/token"
)

// While a person types in a text that no #include follows, what was read before the edit is the same text under the same macros, and
// what stands behind it expands as it did. Then only the text that differs is expanded, between two tokens that stand for themselves,
// and what stands around it moves. Wherever that is not certain, all is expanded.

// origin is what a unit was made of.
type origin struct {
	config *Config
	main   *fileState
	epoch  uint64
	edits  int // since all was expanded
}

// maxEdits is how often a unit is made of the one before: from time to time the cache shall hear which headers are in use.
const maxEdits = 50

// ExpandFrom is Expand, with the unit of another version of the main file at hand, which may be nil.
func ExpandFrom(ctx context.Context, cache *Cache, main *source.File, config *Config, was *Unit) (*Unit, error) {
	if was != nil && was.from.config == config && was.from.epoch == cache.present() && was.from.edits < maxEdits {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if u := was.edited(ctx, cache, main); u != nil {
			return u, nil
		}
	}
	return Expand(ctx, cache, main, config)
}

// edited is the unit of another version of the main file; nil where that takes more than to expand the text that differs.
func (u *Unit) edited(ctx context.Context, cache *Cache, main *source.File) *Unit {
	last := len(u.Segments) - 1
	if last < 0 || u.Segments[last].Inclusion != 0 || len(u.Diagnostics) > 0 || u.Main.Path != main.Path ||
		slices.ContainsFunc(u.Doubts, func(d Doubt) bool { return d.Inclusion == 0 }) ||
		slices.ContainsFunc(u.Inclusions[1:], func(in Inclusion) bool { return in.File.Path == main.Path }) {
		return nil
	}
	defer cache.bound()
	fs := cache.main(main, u.from.main)
	d := fs.since
	if d == nil || d.old != weak.Make(u.from.main.tree) || len(main.Lines) != len(u.Main.Lines) {
		return nil
	}
	x := newExpander(ctx, cache, main, u.from.config)
	defer x.release()
	own, ok := u.renewed(fs.tree)
	if !ok || !x.resume(u, d) {
		return nil
	}
	x.before = &Unit{macros: u.macros, own: own}
	s := splice{x: x, d: d, old: u.from.main.tree, was: u.Segments[last].Segment}
	if !s.widen() || !s.expand() {
		return nil
	}
	next := *u
	next.Main, next.from.main, next.own = fs.file, fs, own
	next.from.edits++
	next.standing = new(sync.Map)
	next.Inclusions, next.Segments = slices.Clone(u.Inclusions), slices.Clone(u.Segments)
	next.Inclusions[0].File = next.Main
	for i := range next.Segments[:last] {
		if p := &next.Segments[i]; p.Inclusion == 0 {
			p.Segment = x.main.segment(&cache.grown, p.Toks, p.Exps, p.Files)
		}
	}
	next.Segments[last].Segment = s.join()
	next.Stats.Tokens += len(next.Segments[last].Toks) - len(s.was.Toks)
	next.live = slices.Clone(u.live)
	for i, span := range next.live {
		next.live[i] = d.moved(span)
	}
	return &next
}

// difference is where the trees of two versions differ: in the tokens [lo, oldHi) and [lo, newHi) of one run of text.
type difference struct {
	old              weak.Pointer[tree]
	item             int
	lo, oldHi, newHi int
	// at is the offset in the old version from which on all is moved by the distance by.
	at, by int
}

// moved is where what stood outside of the difference stands now.
func (d *difference) moved(s source.Span) source.Span {
	if s.Start >= d.at {
		s.Start, s.End = s.Start+d.by, s.End+d.by
	}
	return s
}

// lookback is how many tokens before the first byte that differs may become others, such as the dots of an ellipsis.
const lookback = 4

// editTree makes the tree of a file from that of another version, where they differ in one run of text; else it is nil.
func editTree(old *tree, file *source.File, in *token.Interner, w *words) (*tree, *difference) {
	if len(old.spliced) > 0 {
		return nil, nil
	}
	before, after := commonBytes(old.file.Text, file.Text)
	d := &difference{old: weak.Make(old), at: len(old.file.Text) - after, by: len(file.Text) - len(old.file.Text)}
	first := sort.Search(len(old.toks), func(i int) bool { return old.toks[i].Loc.Offset() >= before })
	d.lo = first - lookback
	d.item = slices.IndexFunc(old.items, func(it item) bool {
		return it.kind == itemText && int(it.lo) < d.lo && first <= int(it.hi)
	})
	if d.item < 0 {
		return nil, nil
	}
	end := int(old.items[d.item].hi)
	l := lex.Resume(file.Text, lex.End(old.file.Text, old.toks[d.lo-1].Loc.Offset()), in)
	var fresh []token.Token
	for d.oldHi = d.lo; ; {
		t := l.Next()
		if t.Kind == token.EOF && d.item == len(old.items)-1 { // else a comment that is open has swallowed what follows
			d.oldHi = end
			break
		}
		at := t.Loc.Offset() - d.by
		for d.oldHi < end && old.toks[d.oldHi].Loc.Offset() < at {
			d.oldHi++
		}
		if d.oldHi == end || t.Sym == w.at || t.Kind == token.Hash && t.Flags&token.LineStart != 0 {
			return nil, nil
		}
		t.Loc = token.FileLoc(at)
		if at >= d.at && t == old.toks[d.oldHi] {
			break // from here on the texts are the same
		}
		t.Loc = token.FileLoc(at + d.by)
		fresh = append(fresh, t)
	}
	if l.Spliced != nil {
		return nil, nil
	}
	d.newHi = d.lo + len(fresh)

	now := *old
	now.file = file
	now.toks = make([]token.Token, 0, len(old.toks)+len(fresh))
	now.toks = append(append(append(now.toks, old.toks[:d.lo]...), fresh...), old.toks[d.oldHi:]...)
	for i := d.newHi; i < len(now.toks); i++ {
		now.toks[i].Loc = token.FileLoc(now.toks[i].Loc.Offset() + d.by)
	}
	now.items = slices.Clone(old.items)
	grown := int32(d.newHi - d.oldHi)
	for i := range now.items {
		it := &now.items[i]
		if i > d.item {
			it.lo += grown
		}
		if i >= d.item {
			it.hi += grown
		}
		it.span = d.moved(it.span)
		if m := it.macro; m != nil {
			it.macro, _ = parseDefine(&now, in, w, now.toks[it.lo:it.hi])
			it.macro.fallback, it.macro.harmless = m.fallback, m.harmless
		}
	}
	return &now, d
}

// commonBytes counts the bytes with which two texts begin and end alike, none of them twice.
func commonBytes(a, b []byte) (before, after int) {
	n := min(len(a), len(b))
	for before < n && a[before] == b[before] {
		before++
	}
	for after < n-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	return before, after
}

// resume enters the macros that hold where the difference stands; false where that is not known, or nobody reads that text.
func (x *expander) resume(u *Unit, d *difference) bool {
	live := make(map[source.Span]bool, len(u.live))
	for _, s := range u.live {
		live[s] = true
	}
	alive := []bool{true} // of the conditionals around
	old := u.from.main.tree
	for i := range old.items {
		it := &old.items[i]
		n := len(alive) - 1
		switch it.kind {
		case itemIf:
			alive = append(alive, alive[n] && live[it.span])
		case itemElif, itemElse:
			if n == 0 {
				return false
			}
			alive[n] = alive[n-1] && live[it.span]
		case itemEndif:
			if n == 0 {
				return false
			}
			alive = alive[:n]
		case itemText:
			if i == d.item && !alive[n] {
				return false
			}
		case itemLine:
			return false
		case itemPragma:
			if it.lo < it.hi && (old.toks[it.lo].Sym == x.w.pushMacro || old.toks[it.lo].Sym == x.w.popMacro) {
				return false
			}
		case itemInclude, itemIncludeNext:
			if i > d.item && alive[n] {
				return false
			}
		case itemDefine, itemUndef:
			if i > d.item && alive[n] {
				name := it.sym
				if it.macro != nil {
					name = it.macro.Name
				}
				x.later = append(x.later, name)
			}
		}
	}
	x.frame = &frame{base: 1 << frameShift, broken: true}
	x.seq = 1
	return true
}

// renewed are the macros of the main file in its next version; ok is false where one of them is in the table in another form.
func (u *Unit) renewed(now *tree) (own map[token.Sym]*Macro, ok bool) {
	for i := range u.from.main.tree.items {
		was := u.from.main.tree.items[i].macro
		if was == nil {
			continue
		}
		switch m := u.defined(was.Name); {
		case m == was:
			if own == nil {
				own = make(map[token.Sym]*Macro)
			}
			own[was.Name] = now.items[i].macro
		case m != nil && m.doubt:
			return nil, false
		}
	}
	return own, true
}

// splice is the expansion of a difference and its place in the segment that it changes.
type splice struct {
	x   *expander
	d   *difference
	old *tree
	was *Segment
	// lo and hi bound the tokens of the old tree that are expanded anew, first and end those of the segment that came of them.
	lo, hi, first, end int
}

// widen finds the nearest tokens around the difference that stand for themselves. What is behind such a token does not depend on what is
// before it, as long as it is no name, which might be that of a macro that asks for arguments.
func (s *splice) widen() bool {
	it := &s.old.items[s.d.item]
	for s.lo = s.d.lo - 1; ; s.lo-- {
		if s.lo < int(it.lo) {
			return false
		}
		if i, ok := s.standsAt(s.lo); ok {
			s.lo, s.first = s.lo+1, i+1
			break
		}
	}
	for s.hi = s.d.oldHi; ; s.hi++ {
		if s.hi >= int(it.hi) {
			return false
		}
		if i, ok := s.standsAt(s.hi); ok {
			s.end = i
			return true
		}
	}
}

// standsAt is the index in the segment of a token of the old tree that stands there for itself and is no name.
func (s *splice) standsAt(i int) (int, bool) {
	t := s.old.toks[i]
	if t.Kind == token.Ident {
		return 0, false
	}
	at := t.Loc.Offset()
	n := sort.Search(len(s.was.Toks), func(k int) bool { return s.was.shownFrom(k) >= at })
	return n, n < len(s.was.Toks) && s.was.Toks[n].Loc == t.Loc
}

// shownFrom is the offset at which a token shows in the segment's file.
func (s *Segment) shownFrom(k int) int {
	if l := s.Toks[k].Loc; l.IsMacro() {
		return int(s.Exps[l.Index()].At.Start)
	}
	return s.Toks[k].Loc.Offset()
}

// expand expands the text anew; false where that has an effect on what is around it.
func (s *splice) expand() bool {
	x, d := s.x, s.d
	n := &node{}
	end := int32(s.hi + d.newHi - d.oldHi)
	c := &cursor{
		tree: x.main.tree, fs: x.main, node: n, index: -1, ip: int32(len(x.main.tree.items)), pos: int32(s.lo), hi: x.main.tree.items[d.item].hi,
	}
	x.cur = c
	for c.pos < end && x.stopped == nil {
		x.text(c, end)
	}
	if c.pos != end || x.stopped != nil || len(n.parts) > 0 || x.carry != 0 || x.read(x.symCounter) != nil ||
		slices.ContainsFunc(x.later, func(name token.Sym) bool { return x.slots[name].stamp != 0 }) {
		return false
	}
	guessed := func(t token.Token) bool { return t.Flags&(token.Guessed|token.Likely) != 0 }
	return x.config.Guess&Inferred == 0 || !slices.ContainsFunc(x.out.toks, guessed) && !slices.ContainsFunc(s.was.Toks, guessed)
}

// join is the segment with the text that was expanded anew.
func (s *splice) join() *Segment {
	was, mid := s.was, &s.x.out
	// The expansions that tokens refer to stand in the tokens' order.
	before := expansionsOf(was.Toks[:s.first], 0)
	behind := expansionsOf(was.Toks[s.first:s.end], before)
	moved := before + len(mid.exps) - behind // expansions behind come so much later

	toks := make([]token.Token, 0, len(was.Toks)+len(mid.toks)-(s.end-s.first))
	toks = append(append(append(toks, was.Toks[:s.first]...), mid.toks...), was.Toks[s.end:]...)
	tail := s.first + len(mid.toks)
	for i := s.first; i < tail; i++ {
		if l := toks[i].Loc; l.IsMacro() {
			toks[i].Loc = token.MacroLoc(l.Index() + before)
		}
	}
	for i := tail; i < len(toks); i++ {
		if l := toks[i].Loc; l.IsMacro() {
			toks[i].Loc = token.MacroLoc(l.Index() + moved)
		} else {
			toks[i].Loc = token.FileLoc(l.Offset() + s.d.by)
		}
	}

	exps := make([]Expansion, 0, len(was.Exps)+moved)
	exps = append(exps, was.Exps[:before]...)
	files := new(builder) // numbers them in the order in which they are named
	number := func(from int, list []*source.File) {
		for i := range exps[from:] {
			if e := &exps[from+i]; e.File != 0 {
				e.File = files.file(list[e.File-1])
			}
		}
	}
	number(0, was.Files)
	for _, e := range mid.exps {
		if e.Parent >= 0 {
			e.Parent += int32(before)
		}
		exps = append(exps, e)
	}
	number(before, mid.files)
	from := len(exps)
	by, at := int32(s.d.by), int32(s.d.at)
	for _, e := range was.Exps[behind:] {
		e.At.Start, e.At.End = e.At.Start+by, e.At.End+by
		if e.File == 0 && e.Spelled >= at {
			e.Spelled += by
		}
		if e.Parent >= 0 {
			e.Parent += int32(moved)
		}
		exps = append(exps, e)
	}
	number(from, was.Files)
	made := &Segment{File: s.x.main.file, Toks: toks, Exps: exps, Files: files.files}
	return s.x.main.kept(&s.x.cache.grown, made, func() {})
}

// expansionsOf counts the expansions up to the last one that tokens refer to, at least as many as there are known to be.
func expansionsOf(toks []token.Token, least int) int {
	for _, t := range toks {
		if t.Loc.IsMacro() {
			least = max(least, t.Loc.Index()+1)
		}
	}
	return least
}
