package preprocess

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"cudals/analysis/source"
	"cudals/analysis/token"
)

// Defaults of Limits.
const (
	defaultTokens       = 20_000_000
	defaultExpandTokens = 1_000_000
	defaultIncludeDepth = 200
	defaultMacroDepth   = 1_000
	// maxInclusions bounds the inclusions of one unit, which files that include each other twice multiply.
	maxInclusions = 200_000
	// maxRestarts bounds how often a unit is begun again because a file turned out to end inside a declaration.
	maxRestarts = 64
)

// Expand preprocesses a main file. It fails only when ctx ends; whatever is wrong with the text is in the unit.
func Expand(ctx context.Context, cache *Cache, main *source.File, config *Config) (*Unit, error) {
	spliceOnly := make(map[*fileState]bool)
	for restarts := 0; ; restarts++ {
		x := newExpander(ctx, cache, main, config)
		x.spliceOnly = spliceOnly
		x.final = restarts == maxRestarts
		u, err := x.unit()
		x.release()
		if err != nil {
			return nil, err
		}
		if !x.restart {
			return u, nil
		}
	}
}

// slot is what an expansion knows of one Sym.
type slot struct {
	m *Macro
	// stamp says what the present frame knows of the name: the frame's number and the known… bits.
	stamp uint32
	// disabled: the macro's replacement is being rescanned.
	disabled bool
}

const (
	knownDefined = 1 // whether it is defined was read
	knownValue   = 2 // its definition was read or written
	knownWritten = 4
	frameShift   = 3
)

// frame records the reads and writes of one inclusion.
type frame struct {
	parent  *frame
	base    uint32 // number << frameShift
	absent  []token.Sym
	present []read
	written []token.Sym
	undo    []undo // stamps that the frame has overwritten
	lookups []lookupResult
	next    bool
	from    int
	tokens  int
	entered int
	height  int
	// broken: the expansion is incomplete or depends on what is not recorded, and is not kept.
	broken bool
}

type undo struct {
	sym   token.Sym
	stamp uint32
}

// node is what an entered file contributed, in order.
type node struct {
	file     *source.File
	parts    []part
	children []*entry
	system   bool // #pragma GCC system_header
}

type partKind uint8

const (
	partSegment partKind = iota
	partChild
	partMissing
	partDiagnostic
	partDoubt
)

type part struct {
	kind     partKind
	severity Severity
	relative bool // found in the includer's own folder
	system   bool // found in a system folder
	guessed  bool // a diagnostic about a condition that read an undefined name
	at       source.Span
	segment  *Segment
	child    *node
	text     string // the name of a missing file, or the message
	searched []string
}

// cursor is a place in a file that is being read.
type cursor struct {
	fs     *fileState
	tree   *tree
	node   *node
	dir    string
	index  int // of the folder in which the file was found
	ip     int32
	pos    int32 // of the text run being read
	hi     int32
	parent *cursor
	// spliced: the text goes to the includer's segment; at is the #include in the segment's own file.
	spliced bool
	at      source.Span
	depth   int
	// line numbers: the first line after the last #line, and what it was called.
	lineAt, lineIs int
	name           string
}

// expander makes one unit.
type expander struct {
	ctx    context.Context
	cache  *Cache
	in     *token.Interner
	w      *words
	config *Config
	limits Limits
	list   *searchList
	epoch  uint64

	slots []slot
	table *[]slot
	syms  *symbols
	frame *frame
	seq   uint32
	cur   *cursor
	main  *fileState

	out      builder
	contexts []macroContext
	arena    []token.Token
	noExpand int // macros are not expanded: a list of arguments is being collected
	inArg    int // nesting of arguments' own expansion
	pending  token.Flags
	work     int // tokens produced by the present top-level invocation
	overrun  bool
	total    int // tokens
	entered  int // inclusions
	stopped  error
	final    bool
	// spliceOnly are files that end inside a declaration and whose entries cannot be kept to say so.
	spliceOnly map[*fileState]bool
	restart    bool
	// guessed: an undefined name that a project might define was read by the condition being evaluated.
	guessed    bool
	shared     int
	symCounter token.Sym
}

func newExpander(ctx context.Context, cache *Cache, main *source.File, config *Config) *expander {
	x := &expander{
		ctx: ctx, cache: cache, in: cache.in, w: cache.words, config: config, limits: config.Limits,
		list: cache.searchList(config), epoch: cache.present(),
	}
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&x.limits.Tokens, defaultTokens)
	def(&x.limits.ExpandTokens, defaultExpandTokens)
	def(&x.limits.IncludeDepth, defaultIncludeDepth)
	def(&x.limits.MacroDepth, defaultMacroDepth)
	x.table = cache.tables.Get().(*[]slot)
	x.slots = *x.table
	x.syms = cache.syms.Get().(*symbols)
	x.main = cache.main(main)
	x.symCounter = x.in.Sym("#counter")
	x.grow()
	return x
}

func (x *expander) release() {
	clear(x.slots)
	*x.table = x.slots
	x.cache.tables.Put(x.table)
	x.cache.syms.Put(x.syms)
}

// grow makes room for every Sym known by now; it is called after each step that may bring new ones.
func (x *expander) grow() {
	if n := x.in.Len(); n > len(x.slots) {
		grown := make([]slot, n+n/4+1024)
		copy(grown, x.slots)
		x.slots = grown
	}
}

func (x *expander) sym(text string) token.Sym {
	s := x.in.Sym(text)
	if int(s) >= len(x.slots) {
		x.grow()
	}
	return s
}

func (x *expander) unit() (*Unit, error) {
	x.frame = &frame{base: 1 << frameShift}
	x.seq = 1
	x.frame.broken = true // the main file's own reads are of no use
	x.defineBuiltins()
	root := &node{file: x.main.file}

	if x.config.Predefined != nil {
		t := x.cache.predefinedTree(x.config.Predefined)
		x.grow()
		x.enter(&cursor{tree: t, fs: x.main, node: root, dir: filepath.Dir(x.main.file.Path), index: -1})
		x.run()
		// Only definitions count: -D and -U cannot make text, and root has no place for what is wrong with them.
		root.parts = nil
		x.out.reset()
	}

	forced := &node{}
	for _, name := range x.config.Forced {
		c := &cursor{tree: &tree{file: x.main.file}, fs: x.main, node: forced, dir: filepath.Dir(x.main.file.Path), index: -1}
		x.enter(c)
		x.includeFile(c, lookup{list: x.list, name: name, dir: c.dir}, source.Span{}, false)
		if x.cur != c {
			x.run()
		}
		x.cur = nil
	}

	x.enter(&cursor{
		tree: x.main.tree, fs: x.main, node: root, dir: filepath.Dir(x.main.file.Path), index: -1,
	})
	x.grow()
	x.run()
	x.flush(x.main, root)
	if x.stopped != nil {
		if err := x.ctx.Err(); err != nil {
			return nil, err
		}
	}
	if x.restart {
		return nil, nil
	}
	u := &Unit{Main: x.main.file}
	x.assemble(u, root, forced)
	return u, nil
}

func (x *expander) enter(c *cursor) {
	c.parent = x.cur
	if c.parent != nil {
		c.depth = c.parent.depth + 1
	}
	x.cur = c
	x.entered++
	x.frame.entered++
	x.check()
}

// run reads the present cursor's file, and what it includes, to its end, and leaves it.
func (x *expander) run() {
	base := x.cur
	for x.stopped == nil {
		c := x.cur
		if c.pos < c.hi && !c.spliced {
			x.text(c)
			continue
		}
		if c.pos >= c.hi {
			if x.advance(c) {
				continue
			}
			if c == base {
				break
			}
			x.cur = c.parent
			continue
		}
		t := x.fileToken()
		x.one(t)
	}
	x.cur = base.parent
}

// text reads the rest of a run of text that belongs to the segment's own file: the loop that most time is spent in.
func (x *expander) text(c *cursor) {
	toks := c.tree.toks[:c.hi]
	known := x.frame.base + knownValue
	start := c.pos
	for i := start; i < int32(len(toks)); i++ {
		t := &toks[i]
		if t.Kind != token.Ident {
			continue
		}
		s := &x.slots[t.Sym]
		if s.stamp < known {
			x.readSlow(t.Sym)
		}
		if s.m == nil {
			continue
		}
		x.out.toks = append(x.out.toks, toks[start:i]...)
		c.pos = i + 1
		x.one(*t)
		return
	}
	x.out.toks = append(x.out.toks, toks[start:]...)
	c.pos = c.hi
	x.check()
}

// one expands a token of the file and emits what comes of it.
func (x *expander) one(t token.Token) {
	if t.Kind != token.Ident {
		x.out.toks = append(x.out.toks, t)
		return
	}
	x.work, x.overrun = 0, false
	// Even a name that does not expand may leave tokens to read: arguments that did not fit.
	t, ok := x.expandName(t)
	if !ok {
		x.out.toks = append(x.out.toks, t)
	}
	for x.hasContext() {
		t := x.next()
		if t.Kind == token.EOF {
			break
		}
		x.out.toks = append(x.out.toks, t)
	}
	x.arena = x.arena[:0]
	x.pending = 0
	x.check()
}

// check ends the work when the context ends or the unit grows too large.
func (x *expander) check() {
	if x.total+len(x.out.toks) > x.limits.Tokens && x.stopped == nil {
		x.stop("the translation unit has more than " + strconv.Itoa(x.limits.Tokens) + " tokens; the rest is left out")
	}
	if x.entered > maxInclusions && x.stopped == nil {
		x.stop("the translation unit has more than " + strconv.Itoa(maxInclusions) + " inclusions; the rest is left out")
	}
}

func (x *expander) stop(message string) {
	x.diagnose(Limit, x.here(), message)
	x.stopped = errLimit
	x.spoil()
}

// here is the place that is being read, in the present cursor's file.
func (x *expander) here() source.Span {
	c := x.cur
	if c.pos > 0 && int(c.pos) <= len(c.tree.toks) {
		at := c.tree.toks[c.pos-1].Loc.Offset()
		return source.Span{Start: at, End: tokenEnd(c.tree.file.Text, at)}
	}
	if c.ip > 0 {
		return c.tree.items[c.ip-1].span
	}
	return source.Span{}
}

// spoil keeps the expansions under way from being shared.
func (x *expander) spoil() {
	for f := x.frame; f != nil; f = f.parent {
		f.broken = true
	}
}

func (x *expander) diagnose(severity Severity, at source.Span, message string) {
	n := x.cur.node
	n.parts = append(n.parts, part{kind: partDiagnostic, severity: severity, at: at, text: message})
}

// fileToken is the next token of the files' text, directives executed. At the end of the file that is a segment's own,
// it is EOF.
func (x *expander) fileToken() token.Token {
	for x.stopped == nil {
		c := x.cur
		if c.pos < c.hi {
			t := c.tree.toks[c.pos]
			c.pos++
			if c.spliced {
				x.out.exps = append(x.out.exps, Expansion{
					File: c.tree.file, Spelled: int32(t.Loc.Offset()), Length: c.tree.length(x.in, t), At: c.at, Parent: -1,
				})
				t.Loc = token.MacroLoc(len(x.out.exps) - 1)
			}
			return t
		}
		if x.advance(c) {
			continue
		}
		if !c.spliced {
			break
		}
		x.cur = c.parent
	}
	return token.Token{}
}

// advance executes directives until there is text to read, here or in a file that was spliced in; false at the end.
func (x *expander) advance(c *cursor) bool {
	for c.ip < int32(len(c.tree.items)) {
		if x.stopped != nil {
			return false
		}
		it := &c.tree.items[c.ip]
		c.ip++
		switch it.kind {
		case itemText:
			if err := x.ctx.Err(); err != nil {
				x.stopped = err
				x.spoil()
				return false
			}
			c.pos, c.hi = it.lo, it.hi
			return true
		case itemDefine:
			x.write(it.macro.Name, it.macro)
		case itemUndef:
			x.write(it.sym, nil)
		case itemIf:
			x.conditional(c, it)
		case itemElif, itemElse:
			if it.misplaced {
				x.diagnose(Error, it.span, it.problem)
			} else {
				c.ip = min(it.end+1, int32(len(c.tree.items)))
			}
		case itemEndif:
			if it.misplaced {
				x.diagnose(Error, it.span, it.problem)
			}
		case itemInclude, itemIncludeNext:
			x.include(c, it)
			if x.cur != c {
				return true
			}
		case itemPragma:
			toks := c.tree.toks[it.lo:it.hi]
			if !x.pragma(toks) {
				t := token.Token{Kind: token.Pragma, Sym: x.sym(spell(x.in, toks)), Loc: token.FileLoc(it.span.Start)}
				if c.spliced {
					x.out.exps = append(x.out.exps, Expansion{
						File: c.tree.file, Spelled: int32(it.span.Start), Length: int32(it.span.End - it.span.Start), At: c.at, Parent: -1,
					})
					t.Loc = token.MacroLoc(len(x.out.exps) - 1)
				}
				t.Flags = token.LineStart
				x.out.toks = append(x.out.toks, t)
			}
		case itemError:
			text := strings.TrimSpace(string(c.tree.file.Slice(it.span)))
			x.diagnose(Error, it.span, text)
		case itemLine:
			x.line(c, it)
		case itemBad:
			x.diagnose(Error, it.span, it.problem)
		}
	}
	return false
}

// conditional evaluates a chain of branches and goes on in the one that is live.
func (x *expander) conditional(c *cursor, first *item) {
	items := c.tree.items
	if first.open {
		x.diagnose(Error, first.span, "unterminated #if")
	}
	doubt := false
	for i := c.ip - 1; ; {
		it := &items[i]
		live := it.kind == itemElse
		if it.problem != "" {
			x.diagnose(Error, it.span, it.problem)
		}
		if it.kind != itemElse {
			x.guessed = false
			switch {
			case it.problem != "" && it.test != testExpr:
			case it.test == testExpr:
				live = x.condition(c, it)
			default:
				live = x.readDefined(it.sym) == (it.test == testDefined)
				x.guess(it.sym)
			}
			doubt = doubt || x.guessed && !(i == 0 && c.tree.guard != 0) && !onlyDefault(items, i)
		}
		if live {
			c.ip = i + 1
			break
		}
		i = it.next
		if i >= int32(len(items)) || items[i].kind == itemEndif {
			c.ip = min(i+1, int32(len(items)))
			break
		}
	}
	if doubt {
		span := first.span
		span.End = len(c.tree.file.Text)
		if first.end < int32(len(items)) {
			span.End = items[first.end].span.End
		}
		c.node.parts = append(c.node.parts, part{kind: partDoubt, at: span})
	}
}

// onlyDefault recognises the group that gives a macro its default value: whatever decides it, no text comes or goes.
func onlyDefault(items []item, i int32) bool {
	it := &items[i]
	return it.test == testUndefined && it.next == i+2 && items[i+1].kind == itemDefine &&
		items[i+1].macro.Name == it.sym && it.next == it.end
}

// guess notes that an undefined name decided something, if a project's own file could have defined it. Names reserved
// for the implementation are defined by the compiler or not at all.
func (x *expander) guess(s token.Sym) {
	if x.slots[s].m != nil {
		return
	}
	text := x.in.Text(s)
	if len(text) > 1 && text[0] == '_' && (text[1] == '_' || text[1] >= 'A' && text[1] <= 'Z') {
		return
	}
	x.guessed = true
}

// readSlow records that the present frame read a name's definition.
func (x *expander) readSlow(s token.Sym) {
	sl := &x.slots[s]
	f := x.frame
	if sl.stamp < f.base {
		f.undo = append(f.undo, undo{s, sl.stamp})
		sl.stamp = f.base
	}
	sl.stamp |= knownDefined | knownValue
	if sl.m == nil {
		f.absent = append(f.absent, s)
	} else {
		f.present = append(f.present, read{sym: s, m: sl.m})
	}
}

// read is the definition of s, or nil.
func (x *expander) read(s token.Sym) *Macro {
	sl := &x.slots[s]
	if sl.stamp < x.frame.base+knownValue {
		x.readSlow(s)
	}
	return sl.m
}

// readDefined reports whether s is defined, and records no more than that.
func (x *expander) readDefined(s token.Sym) bool {
	sl := &x.slots[s]
	if sl.stamp < x.frame.base+knownDefined {
		if sl.m == nil {
			x.readSlow(s)
			return false
		}
		f := x.frame
		f.undo = append(f.undo, undo{s, sl.stamp})
		sl.stamp = f.base + knownDefined
		f.present = append(f.present, read{sym: s, m: sl.m, definedOnly: true})
	}
	return sl.m != nil && sl.m.builtin != builtinPragma
}

// write defines s, or undefines it.
func (x *expander) write(s token.Sym, m *Macro) {
	if int(s) >= len(x.slots) {
		x.grow()
	}
	sl := &x.slots[s]
	f := x.frame
	if sl.stamp < f.base {
		f.undo = append(f.undo, undo{s, sl.stamp})
		sl.stamp = f.base
	}
	if sl.stamp&knownWritten == 0 {
		f.written = append(f.written, s)
		sl.stamp |= knownDefined | knownValue | knownWritten
	}
	sl.m = m
}

func (x *expander) pushFrame(from int) *frame {
	x.seq++
	f := &frame{parent: x.frame, base: x.seq << frameShift, from: from}
	x.frame = f
	return f
}

// popFrame ends the present frame and carries what it recorded into its parent.
func (x *expander) popFrame() {
	f := x.frame
	for i := len(f.undo) - 1; i >= 0; i-- {
		x.slots[f.undo[i].sym].stamp = f.undo[i].stamp
	}
	x.frame = f.parent
	x.inherit(f.absent, f.present)
	for _, s := range f.written {
		x.write(s, x.slots[s].m)
	}
	x.frame.tokens += f.tokens
	x.frame.entered += f.entered
	x.frame.height = max(x.frame.height, f.height+1)
}

// inherit records the reads of a nested inclusion as the present frame's.
func (x *expander) inherit(absent []token.Sym, present []read) {
	f := x.frame
	for _, s := range absent {
		sl := &x.slots[s]
		if sl.stamp >= f.base+knownValue {
			continue
		}
		if sl.stamp < f.base {
			f.undo = append(f.undo, undo{s, sl.stamp})
			sl.stamp = f.base
		}
		sl.stamp |= knownDefined | knownValue
		f.absent = append(f.absent, s)
	}
	for i := range present {
		r := &present[i]
		sl := &x.slots[r.sym]
		know := uint32(knownDefined | knownValue)
		if r.definedOnly {
			know = knownDefined
		}
		if sl.stamp >= f.base && sl.stamp&know == know {
			continue
		}
		if sl.stamp < f.base {
			f.undo = append(f.undo, undo{r.sym, sl.stamp})
			sl.stamp = f.base
		}
		sl.stamp |= know
		f.present = append(f.present, *r)
	}
}

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
		text := x.in.Text(toks[0].Sym)
		name, quoted = text[1:len(text)-1], text[0] == '"'
		at.End = at.Start + len(text)
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
	l := lookup{list: x.list, name: name, from: angled}
	switch {
	case next && c.parent != nil && c.depth > 0:
		l.from = c.index + 1
		x.frame.next = true
	case quoted:
		l.dir, l.from = c.dir, 0
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
	if fs == nil {
		c.node.parts = append(c.node.parts, part{kind: partMissing, at: at, text: l.name, searched: l.searched()})
		return
	}
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
	if c.depth+1 > x.limits.IncludeDepth {
		x.diagnose(Limit, at, "#include nested more than "+strconv.Itoa(x.limits.IncludeDepth)+" deep; "+l.name+" is left out")
		x.spoil()
		return
	}
	p := part{kind: partChild, at: at, relative: f.index < 0, system: f.system}
	var e *entry
	cut := !c.spliced && x.noExpand == 0 && len(x.contexts) == 0 && x.out.boundary(x.w) && !x.spliceOnly[fs]
	if cut {
		e = x.match(fs, f.index, c.depth+1)
	}
	if !cut || e != nil && e.open {
		child := &cursor{
			tree: fs.tree, fs: fs, node: &node{file: fs.file}, dir: filepath.Dir(f.path), index: f.index, spliced: true, at: at,
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
	p.child = &e.node
	c.node.parts = append(c.node.parts, p)
	c.node.children = append(c.node.children, e)
}

// match looks for an entry that is what the file would expand to here.
func (x *expander) match(fs *fileState, from, depth int) *entry {
	for _, e := range fs.candidates() {
		if e.usesNext && e.from != from || depth+e.height > x.limits.IncludeDepth || !x.matches(e) ||
			!x.cache.holds(e, x.list, x.epoch) {
			continue
		}
		fs.use(e)
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

// matches reports whether all that e read has the same answers now.
func (x *expander) matches(e *entry) bool {
	for i := range e.present {
		r := &e.present[i]
		now := x.slots[r.sym].m
		if now == r.m {
			continue
		}
		if now == nil || !r.definedOnly && !interchangeable(r.m, now) {
			return false
		}
	}
	for _, s := range e.absent {
		if x.slots[s].m != nil {
			return false
		}
	}
	return true
}

// expandFile expands a file under a frame of its own.
func (x *expander) expandFile(fs *fileState, at found) *entry {
	f := x.pushFrame(at.index)
	c := &cursor{tree: fs.tree, fs: fs, node: &node{file: fs.file}, dir: filepath.Dir(at.path), index: at.index}
	x.enter(c)
	x.run()
	open := !x.out.boundary(x.w) && !x.final && x.stopped == nil
	if !open {
		x.flush(fs, c.node)
	}
	e := &entry{
		node: *c.node, fs: fs, absent: f.absent, present: f.present, lookups: f.lookups, usesNext: f.next, from: f.from,
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
		fs.use(e)
	}
	if x.restart {
		x.spoil()
	}
	return e
}

// flush ends the present segment, which belongs to file fs and is a part of n.
func (x *expander) flush(fs *fileState, n *node) {
	b := &x.out
	if len(b.toks) > 0 {
		b.compact()
		s := fs.segment(b.toks, b.exps)
		n.parts = append(n.parts, part{kind: partSegment, segment: s})
		x.total += len(b.toks)
		x.frame.tokens += len(b.toks)
	}
	b.reset()
}
