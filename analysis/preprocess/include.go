package preprocess

import (
	"path/filepath"
	"slices"
	"strconv"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// include executes an #include.
func (x *expander) include(c *cursor, it *item) {
	toks := c.tree.toks[it.lo:it.hi]
	if len(toks) == 0 {
		x.diagnose(Error, it.span, "#include expects \"FILENAME\" or <FILENAME>")
		return
	}
	last := toks[len(toks)-1].Loc.Offset()
	at := source.Span{Start: toks[0].Loc.Offset(), End: max(it.span.End, last)}
	var name string
	var quoted bool
	if toks[0].Kind == token.Header {
		name, quoted = c.tree.headerName(it, x.in)
		at.End = at.Start + len(name) + len("<>")
	} else {
		var ok bool
		x.isolated(toks, func() { name, quoted, ok = x.headerName() })
		if !ok {
			x.diagnose(Error, at, "#include expects \"FILENAME\" or <FILENAME>")
			return
		}
	}
	x.includeFile(c, x.lookupFor(c, name, quoted, it.kind == itemIncludeNext), at, it.sym == x.w.once)
}

// lookupFor is the question that an include in the file of c asks.
func (x *expander) lookupFor(c *cursor, name string, quoted, next bool) lookup {
	l := x.list.lookup(name, c.dir, quoted, c.mode == modeSystem)
	if next {
		l.near = ""
		if c.parent != nil && c.depth > 0 {
			l.dir, l.from = "", c.index+1
			x.frame.next = true
		}
	}
	return l
}

// find answers a lookup and records it.
func (x *expander) find(l lookup) found {
	f := x.cache.find(l)
	x.frame.lookups = append(x.frame.lookups, lookupResult{lookup: l, found: f})
	return f
}

func (x *expander) includeFile(c *cursor, l lookup, at source.Span, once bool) {
	f := x.find(l)
	fs := x.cache.readable(f.path)
	result := &x.frame.lookups[len(x.frame.lookups)-1]
	result.file, result.read = fs, true
	if x.seeking && f.path == x.main.file.Path {
		x.reach(c)
		return
	}
	if fs == nil {
		if g := x.guesses(); g&(GuessedFlags|afterMissing) == 0 && c.mode != modeSystem {
			x.write(x.symGuess, &Macro{builtin: state, number: int(g | afterMissing)})
		}
		c.node.parts = append(c.node.parts, part{kind: partMissing, at: at, text: l.name, searched: l.searched()})
		if x.config.Known != "" && c.mode != modeSystem && filepath.IsLocal(l.name) {
			x.known(c, filepath.Join(x.config.Known, l.name), at)
		}
		return
	}
	p := part{kind: partChild, at: at, relative: f.index < 0, system: f.system}
	mode := modeOwn
	switch {
	case f.system || f.index < 0 && c.mode == modeSystem:
		mode = modeSystem
	case x.inDoubt(c):
		mode = modeDoubtful
	}
	x.enterFile(c, fs, f, p, mode, once)
}

// known includes what is known of the macros of a header that is not there.
func (x *expander) known(c *cursor, path string, at source.Span) {
	f := x.find(lookup{list: x.list, name: path, from: angled})
	fs := x.cache.readable(f.path)
	result := &x.frame.lookups[len(x.frame.lookups)-1]
	result.file, result.read = fs, true
	if fs != nil {
		c.node.parts = append(c.node.parts, part{kind: partDoubt, at: source.Span{Start: at.Start, End: at.Start}})
		x.enterFile(c, fs, f, part{kind: partChild, at: at, system: true}, modeDoubtful, false)
	}
}

// enterFile has a file that was found take the place of its #include.
func (x *expander) enterFile(c *cursor, fs *fileState, f found, p part, mode fileMode, once bool) {
	stamp(&fs.used, x.turn)
	x.grow()
	if x.readDefined(fs.once) {
		return
	}
	if once {
		x.write(fs.once, onceMark)
	}
	if fs.tree.guard != 0 && x.readDefined(fs.tree.guard) {
		return
	}
	if c.depth+1 > x.limits.IncludeDepth || x.endless && c.reading(fs) {
		if !x.endless {
			x.diagnose(Limit, p.at,
				"#include nested more than "+strconv.Itoa(x.limits.IncludeDepth)+" deep; "+filepath.Base(f.path)+" is left out")
		}
		x.endless = true
		x.spoil()
		return
	}
	var e *entry
	boundary := x.out.boundary(x.w) || fs.tree.whole && x.out.depth == 0
	cut := boundary && !c.spliced && !x.expanding && !x.spliceOnly[fs]
	outer := x.slots[x.symMode].m
	if cut {
		x.setMode(modes[mode])
		e = x.match(fs, f.index, c.depth+1)
	}
	if !cut || e != nil && e.open {
		x.setMode(outer)
		child := &cursor{
			tree: fs.tree, fs: fs, node: &node{file: fs.file}, dir: filepath.Dir(f.path), index: f.index, spliced: true, at: p.at,
			mode: mode,
		}
		if c.spliced {
			child.at = c.at
		}
		p.child = child.node
		c.node.parts = append(c.node.parts, p)
		x.enter(child)
		return
	}
	x.flush(c.fs, c.node)
	if e == nil {
		e = x.expandFile(fs, f)
	} else {
		x.apply(e)
	}
	x.setMode(outer)
	p.child = &e.node
	c.node.parts = append(c.node.parts, p)
	c.node.children = append(c.node.children, e)
}

// match looks for an entry that is what the file would expand to here.
func (x *expander) match(fs *fileState, from, depth int) *entry {
	for _, e := range fs.candidates() {
		if e.usesNext && e.from != from || depth+e.height > x.limits.IncludeDepth || !x.matches(e) ||
			!x.cache.holds(e, x.list, x.epoch) || x.seeking && x.readsMain(e) {
			continue
		}
		fs.use(e)
		e.touch(x.turn)
		return e
	}
	return nil
}

// apply does what the expansion that e stands for would do.
func (x *expander) apply(e *entry) {
	x.shared++
	x.inherit(e.absent, e.present)
	for _, w := range e.writes {
		x.write(w.sym, w.m)
	}
	x.total += e.tokens
	x.frame.tokens += e.tokens
	x.entered += e.entered
	x.frame.entered += e.entered
	x.frame.height = max(x.frame.height, e.height+1)
	x.check()
}

// expandFile expands a file under a frame of its own.
func (x *expander) expandFile(fs *fileState, at found) *entry {
	f := x.pushFrame(at.index)
	c := &cursor{tree: fs.tree, fs: fs, node: &node{file: fs.file}, dir: filepath.Dir(at.path), index: at.index, mode: x.mode()}
	x.enter(c)
	x.run()
	open := !x.out.boundary(x.w) && !fs.tree.whole && !x.final && x.stopped == nil
	if !open {
		x.flush(fs, c.node)
	}
	e := &entry{
		node: *c.node, fs: fs, absent: slices.Clone(f.absent), present: slices.Clone(f.present),
		lookups: slices.Clone(f.lookups), usesNext: f.next, from: f.from,
		tokens: f.tokens, entered: f.entered, height: f.height, checked: map[*searchList]uint64{x.list: x.epoch},
	}
	if open {
		// What comes next in the includer continues a declaration, so the file is no segment of its own. The unit is begun
		// again; what has been expanded so far is there to be shared.
		e.open, e.parts = true, nil
		if f.broken {
			x.spliceOnly[fs] = true
		}
		x.restart, x.stopped = true, errRestart
	}
	e.writes = make([]write, len(f.written))
	for i, s := range f.written {
		e.writes[i] = write{s, x.slots[s].m}
	}
	x.popFrame()
	if !f.broken {
		e.touch(x.turn)
		x.cache.grown.Add(e.weight())
		fs.use(e)
	}
	if x.restart {
		x.spoil()
	}
	return e
}
