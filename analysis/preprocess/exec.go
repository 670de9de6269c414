package preprocess

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"cudals/analysis/lex"
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
	maxInclusions = 100_000
	// maxRestarts bounds how often a unit is begun again because a file turned out to end inside a declaration.
	maxRestarts = 64
)

// Expand preprocesses a main file. It fails only when ctx ends; whatever is wrong with the text is in the unit.
func Expand(ctx context.Context, cache *Cache, main *source.File, config *Config) (*Unit, error) {
	defer cache.bound()
	spliceOnly := make(map[*fileState]bool)
	through := config.Through
	for restarts := 0; ; restarts++ {
		x := newExpander(ctx, cache, main, config)
		x.spliceOnly, x.through = spliceOnly, through
		x.final = restarts == maxRestarts
		u, err := x.unit()
		x.release()
		if err != nil {
			return nil, err
		}
		if !x.restart {
			return u, nil
		}
		through = x.through
	}
}

// node is what an entered file contributed, in order.
type node struct {
	file     *source.File
	parts    []part
	children []*entry
	system   bool // #pragma GCC system_header
	lent     bool // see Inclusion.Lent
}

type partKind uint8

const (
	partSegment partKind = iota
	partChild
	partMissing
	partAsked // what a __has_include asked for
	partDiagnostic
	partDoubt
)

type part struct {
	kind     partKind
	severity Severity
	relative bool // found in the includer's own folder
	system   bool // found in a system folder
	at       source.Span
	segment  *Segment
	child    *node
	text     string // the name of a file that is missing or asked for, or the message
	searched []string
	skipped  [][]token.Token
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
	mode    fileMode
	doubtTo int32 // the item behind the doubtful groups that are being read
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
	turn   uint64 // among all expansions

	room
	frame *frame
	spare []*frame // for reuse
	seq   uint32
	cur   *cursor
	main  *fileState
	ahead *aheadReader
	// through is Config.Through as long as that may lend its text. seeking: that is being read; holdsMain tells which entries cannot be
	// shared then, because they bring the main file.
	through   string
	seeking   bool
	holdsMain map[*entry]bool
	live      []source.Span // of the directives whose arms of the main file are read

	single   [1]token.Token // a batch of the file's text
	noExpand int            // macros are not expanded: a list of arguments is being collected
	// expanding: a top-level invocation is under way, and may read on in the file for arguments.
	expanding bool
	inArg     int // nesting of arguments' own expansion
	pending   token.Flags
	work      int // tokens produced by the present top-level invocation
	overrun   bool
	returned  bool // it gave back text of the file that were no arguments
	// bombs are the macros whose expansion took too much; wasted is how many tokens that was.
	bombs   map[*Macro]bool
	wasted  int
	total   int // tokens
	entered int // inclusions
	stopped error
	// endless: inclusions were nested too deep once. What includes itself then does so no more, or on the way back each #include of
	// it would go as deep again.
	endless bool
	final   bool
	// spliceOnly are files that end inside a declaration and whose entries cannot be kept to say so.
	spliceOnly map[*fileState]bool
	restart    bool
	// carry are flags for the next token of the text.
	carry token.Flags
	// directive is the nesting of directives that are being read.
	directive  int
	shared     int
	symCounter token.Sym
	// symGuess and symMode are the names under which the table holds why a name may be defined, and the mode of files.
	symGuess, symMode token.Sym
	// later are the names that are defined, or not, behind the text that is read; see Unit.edited.
	later []token.Sym
	// before is the unit whose table holds what no slot does; nil where slots hold all.
	before *Unit
}

// room is what expanders grow; it goes on from unit to unit.
type room struct {
	slots    []slot      // by Sym
	touched  []token.Sym // whose slots are used, where before is set
	out      builder
	contexts []macroContext
	arena    []token.Token
	aside    []token.Token   // the arena of directives
	scratch  [][]token.Token // for arguments' expansions, by nesting
	args     []argument
	groups   []groupContent
	folded   []token.Token // for fold
	parens   []int         // for fold
	macros   []Definition  // for assemble
}

func newExpander(ctx context.Context, cache *Cache, main *source.File, config *Config) *expander {
	x := &expander{
		ctx: ctx, cache: cache, in: cache.in, w: cache.words, config: config, limits: config.Limits,
		list: cache.searchList(config), epoch: cache.present(), turn: cache.turns.Add(1),
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
	x.room = *cache.rooms.Get().(*room)
	x.ahead = &aheadReader{cache: cache, list: x.list}
	x.main = cache.main(main, nil)
	x.symCounter, x.symGuess, x.symMode = x.in.Sym("#counter"), x.in.Sym("#guess"), x.in.Sym("#mode")
	x.grow()
	return x
}

func (x *expander) release() {
	x.ahead.done.Store(true)
	if x.before == nil {
		clear(x.slots)
	}
	for _, s := range x.touched {
		x.slots[s] = slot{}
	}
	x.touched = x.touched[:0]
	clear(x.macros)
	x.out.reset()
	x.contexts, x.arena, x.args, x.groups = x.contexts[:0], x.arena[:0], x.args[:0], x.groups[:0]
	r := x.room
	x.cache.rooms.Put(&r)
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

	x.guess()
	forced := &node{}
	for _, name := range x.config.Forced {
		c := &cursor{tree: &tree{file: x.main.file}, fs: x.main, node: forced, dir: filepath.Dir(x.main.file.Path), index: -1}
		x.enter(c)
		x.includeFile(c, lookup{list: x.list, name: name}, source.Span{}, false)
		if x.cur != c {
			x.run()
		}
		x.cur = nil
	}
	through := x.lend(forced)
	if x.restart {
		return nil, nil
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
	u := &Unit{Main: x.main.file, Through: through, live: x.live, standing: new(sync.Map), from: origin{config: x.config, main: x.main, epoch: x.epoch}}
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
	x.readAhead(c, -1)
}

// reading reports whether a file is being read, by c or by what it was included from.
func (c *cursor) reading(fs *fileState) bool {
	for ; c != nil; c = c.parent {
		if c.fs == fs {
			return true
		}
	}
	return false
}

// run reads the present cursor's file, and what it includes, to its end, and leaves it.
func (x *expander) run() {
	base := x.cur
	for x.stopped == nil {
		c := x.cur
		if c.pos < c.hi && !c.spliced {
			x.text(c, c.hi)
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
		expLo := len(x.out.exps) // the token itself may bring one
		x.one(x.fileToken(), expLo)
	}
	x.cur = base.parent
}

// text reads a run of text that belongs to the segment's own file up to a token, or to the end of an invocation before it: the loop that
// most time is spent in.
func (x *expander) text(c *cursor, end int32) {
	toks := c.tree.toks[:end]
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
		x.plain(c, toks[start:i])
		c.pos = i + 1
		name := *t
		name.Flags |= x.flags(c)
		x.one(name, len(x.out.exps))
		return
	}
	x.plain(c, toks[start:])
	c.pos = end
	x.check()
}

// one expands a token of the file and emits what comes of it. The expansions from index expLo on are its own.
func (x *expander) one(t token.Token, expLo int) {
	t.Flags |= x.carry
	x.carry = 0
	if t.Kind != token.Ident {
		x.out.toks = append(x.out.toks, t)
		return
	}
	if x.bombs[x.slots[t.Sym].m] {
		x.out.toks = append(x.out.toks, t)
		x.spoil()
		return
	}
	x.work, x.overrun, x.returned = 0, false, false
	x.expanding = true
	tokLo := len(x.out.toks)
	name := t
	// Even a name that does not expand may leave tokens to read: arguments that did not fit.
	t, ok := x.expandName(t)
	if !ok {
		x.out.toks = append(x.out.toks, t)
	}
	// Only what the invocation brought is read here. What follows it in the file, directives too, is for the caller.
	for x.hasContext() {
		if toks := x.settled(); len(toks) > 0 {
			n := len(x.out.toks)
			x.out.toks = x.spread(x.out.toks, toks)
			x.out.toks[n].Flags |= x.pending
			x.pending = 0
		} else if t, again := x.expandName(x.raw()); !again {
			x.out.toks = x.emit(x.out.toks, t)
		}
	}
	x.expanding = false
	x.arena, x.args, x.groups = x.arena[:0], x.args[:0], x.groups[:0]
	x.carry |= x.pending & token.Guessed
	x.pending = 0
	if x.overrun && !x.returned {
		x.leaveOut(name, tokLo)
	}
	x.out.compact(tokLo, expLo)
	x.check()
}

// leaveOut puts the macro's name in the place of what a top-level invocation that took too much has given, and sees to it
// that no other text pays for it again: its macro is expanded no more, and where many do it, less is allowed.
func (x *expander) leaveOut(name token.Token, tokLo int) {
	x.out.toks = append(x.out.toks[:tokLo], name)
	if x.bombs == nil {
		x.bombs = make(map[*Macro]bool)
	}
	x.bombs[x.slots[name.Sym].m] = true
	if x.wasted += x.work; x.wasted > 4*x.limits.ExpandTokens {
		x.limits.ExpandTokens = min(x.limits.ExpandTokens, patience)
	}
}

// patience is how many tokens one invocation may give in a text of many bombs.
const patience = 10_000

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
		return source.Span{Start: at, End: lex.End(c.tree.file.Text, at)}
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
	if severity == Error && x.inDoubt(x.cur) {
		return // what the guess got wrong may well set it right
	}
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
					File: x.out.file(c.tree.file), Spelled: int32(t.Loc.Offset()), At: extent(c.at), Parent: -1,
				})
				t.Loc = token.MacroLoc(len(x.out.exps) - 1)
			}
			t.Flags |= x.flags(c)
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
			x.define(c, it.macro)
		case itemUndef:
			x.undefine(c, it.sym)
		case itemIf:
			x.conditional(c, it)
		case itemElif, itemElse:
			switch {
			case it.misplaced:
				x.diagnose(Error, it.span, it.problem)
			case c.tree.unended(it):
				x.enliven(c, it)
			default:
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
						File: x.out.file(c.tree.file), Spelled: int32(it.span.Start), At: extent(c.at), Parent: -1,
					})
					t.Loc = token.MacroLoc(len(x.out.exps) - 1)
				}
				t.Flags = token.LineStart | x.flags(c)
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

// unended reports whether an arm of a conditional reaches to the end of the file, because its #endif is missing. Somebody is typing
// it in front of text that it is not meant for, so that this is read whatever its condition.
func (t *tree) unended(arm *item) bool { return int(arm.next) >= len(t.items) }

// enliven notes that an arm is read.
func (x *expander) enliven(c *cursor, arm *item) {
	if c.fs == x.main {
		x.live = append(x.live, arm.span)
	}
}

// conditional evaluates a chain of branches and goes on in the one that is live.
func (x *expander) conditional(c *cursor, first *item) {
	items := c.tree.items
	if first.open {
		x.diagnose(Error, first.span, "unterminated #if")
	}
	doubt := false
	begin, live := c.ip-1, int32(-1)
	for i := begin; ; {
		it := &items[i]
		if it.problem != "" {
			x.diagnose(Error, it.span, it.problem)
		}
		holds := it.kind == itemElse || c.tree.unended(it)
		if !holds {
			var unsure bool
			holds, unsure = x.holds(c, it)
			doubt = doubt || unsure && !(i == 0 && c.tree.guard != 0)
		}
		if holds {
			live = i
			c.ip = i + 1
			x.enliven(c, it)
			x.readAhead(c, i)
			break
		}
		i = it.next
		if i >= int32(len(items)) || items[i].kind == itemEndif {
			c.ip = min(i+1, int32(len(items)))
			break
		}
	}
	if doubt && !(c.parent == nil && c.tree.all(first)) {
		x.doubtGroup(c, begin, live)
	}
}

// flush ends the present segment, which belongs to file fs and is a part of n.
func (x *expander) flush(fs *fileState, n *node) {
	b := &x.out
	if len(b.toks) > 0 {
		x.trust(b.toks)
		s := fs.segment(&x.cache.grown, b.toks, b.exps, b.usedFiles())
		n.parts = append(n.parts, part{kind: partSegment, segment: s})
		x.total += len(b.toks)
		x.frame.tokens += len(b.toks)
	}
	b.reset()
	x.carry = 0
}
