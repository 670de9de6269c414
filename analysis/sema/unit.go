// Package sema is the semantic model of one view of a document. It has the entities, the data of typed trees, facts and control
// flow, and the core of what they mean: names, scopes, types, lookup, overloads, conversions, templates, special members. What
// else is asked of a unit, the rooms in the folders below answer: see Bodies, Values, Layouts, Traits and Deduction. Everything is
// computed when it is first asked for and remembered. Every answer is known or unknown; unknown spreads.
package sema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/preprocess"
	"cudals/analysis/small"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Options are the parts of a compile command that meaning depends on.
type Options struct {
	Std int // 11, 14, 17, 20, 23
	// Bits32: the target's pointers have 32 bits. The sizes of what is not the same there are unknown.
	Bits32 bool
	// CUDA is the toolkit's version, as CUDART_VERSION; 0 is 12.4. It decides how large objects are in device memory.
	CUDA int
	// AsksByValue: the operand of __builtin_constant_p is evaluated as any argument is, where no constant is asked for.
	AsksByValue bool
	// Patient: nobody waits for the answer, so that more work may be done for it.
	Patient bool
	// Watch is a name of which it is noted what it means wherever it is read (see Unit.Meanings); "" for none.
	Watch string
	// Names: it is noted what every name of the main file means. Watch is "" then.
	Names bool
}

// Unit is the semantic model of one view: one translation unit in one pass. It is not safe for concurrent use.
type Unit struct {
	Bodies
	Values
	Layouts
	Traits
	Deduction

	T  *types.Table
	PP *preprocess.Unit
	// Chunks are all declaration chunks in order.
	Chunks []*Chunk
	// Own are those of them that do not stand in system headers.
	Own []*Chunk
	// Unbalanced: braces have no partners, so that what belongs to what is not known.
	Unbalanced bool
	// first holds the index in Chunks of each segment's first chunk, and at last the number of chunks.
	first []int
	// byName are the chunks by the names that they may declare.
	byName chunkIndex
	// headless are functions of which nothing but the body is known.
	headless map[*Chunk][]*Func
	Global   *Namespace

	in   *token.Interner
	Opts Options
	Std  int
	Syms wellKnown
	// templates are the names that are declared as templates anywhere in the unit: one bit for each Sym.
	templates bitset
	// unwritten are the names that are looked up though nobody writes them.
	unwritten bitset
	// skipped are the names that text which a guess left out may declare.
	skipped skippedNames

	chunkScopes    map[*Chunk]*Scope
	outOfLine      map[token.Sym]*outOfLineDecls
	NotedDecltypes []NamedDecltype // outside of bodies
	NotedLambdas   *Facts          // of declarations, once they were asked for
	// Analysing are the facts of the body that is being analysed; nil outside of bodies.
	Analysing *Facts
	// abbreviations are the abbreviated function templates' declarators, by what is written.
	abbreviations map[*ast.Declarator]abbreviation
	// Mentioned collects what is named where nothing is evaluated; nil where nobody asks.
	Mentioned *mentions
	Names     *nameIndex // nil where nobody asks for it
	TypeEnts  map[TypeKey]Entity
	// paramTemplates are made by templateOfParam.
	paramTemplates map[paramTemplate]*Template
	// What a unit has most of ends with it.
	funcs             small.Slab[Func]
	funcDecls         small.Slab[FuncDecl]
	declaredTemplates small.Slab[Template]
	// chunkClasses are the classes among TypeEnts by the chunk of their scope.
	chunkClasses map[*Chunk][]*Class
	bodies       map[*ast.Body]*ast.FuncBody
	inits        map[*ast.Init]*ast.Init
	exprs        map[deferredKey]ast.Expr
	depth        int
	fathomed     int // how often the question under way came to the bottom
	nesting      int // of what calls Nest
	writing      writing
	entered      int      // how often Nest was called
	asking       []*query // the questions under way
	arguments    map[ArgumentKey]*argument
	work         int // steps so far
	allowed      int // how many there may be
	nextAsk      int // the number of steps at which stop is asked next
	KeyBuf       []byte
	stop         func() bool
	questioned   bool // see Questioned
	stopped      bool // stop said so
	attempts     int
	faults       []Fault
	incomplete   bool // a header is missing, or a guess left text out: a name not found may be declared there
	unitState
	keeping
	Resolved resolved
	Consts   constState
}

// constState is what a unit remembers of what constants decide.
type constState struct {
	satisfied map[string]*TriQuery
	NoThrow   map[*Func]*TriQuery // what noexcept-specifiers come to
	literal   map[*Class]Tri      // the classes of which it is known whether they are literal types
	// Written are the expressions behind dependent values, and behind types that are a decltype, by their keys.
	Written map[string][]WrittenExpr
	// Cut counts the times when an answer was cut short by a cycle or a limit: what is unknown after one may be known when it
	// is asked for again, and is not remembered.
	Cut int
	// Depth is that of nested evaluations.
	Depth int
}

// TypeKey tells what a declaration of a type makes: a node of the syntax in a scope, since instances share their
// syntax.
type TypeKey struct {
	Node  ast.Node
	Scope *Scope
}

// SetTypeEntity records the entity that a node of the syntax makes in a scope.
func (u *Unit) SetTypeEntity(key TypeKey, e Entity) {
	u.TypeEnts[key] = e
	if c, ok := e.(*Class); ok && key.Scope != nil {
		u.chunkClasses[key.Scope.Chunk] = append(u.chunkClasses[key.Scope.Chunk], c)
	}
}

// wellKnown are interned once.
type wellKnown struct {
	ctor, dtor, Conv, Std, InitializerList, OperatorCall, OperatorNew, OperatorNewArray, OperatorDelete, OperatorDeleteArray,
	Begin, End, Get, TupleSize, TupleElement, Typ, TypeInfo, typename, template token.Sym
}

type bitset []uint64

func (b *bitset) add(s token.Sym) {
	i := int(s >> 6)
	for len(*b) <= i {
		*b = append(*b, make([]uint64, i+1-len(*b))...)
	}
	(*b)[i] |= 1 << (s & 63)
}

func (b bitset) remove(s token.Sym) {
	if b.has(s) {
		b[s>>6] &^= 1 << (s & 63)
	}
}

func (b bitset) has(s token.Sym) bool {
	i := int(s >> 6)
	return i < len(b) && b[i]>>(s&63)&1 != 0
}

// NewUnit prepares the core of the model of a preprocessed unit, whose rooms unit.New adds. It only cuts the text into chunks and indexes names; prev holds the
// chunks of an earlier version of each segment's file, by path, so that their syntax is reused.
func NewUnit(pp *preprocess.Unit, in *token.Interner, opts Options, prev map[string][]*outline.Chunk) *Unit {
	u := &Unit{
		T: types.NewTable(), PP: pp, in: in, Opts: opts, Std: opts.Std,
		chunkScopes: make(map[*Chunk]*Scope),
		outOfLine:   make(map[token.Sym]*outOfLineDecls),
		TypeEnts:    make(map[TypeKey]Entity), paramTemplates: make(map[paramTemplate]*Template), chunkClasses: make(map[*Chunk][]*Class),
		bodies:     make(map[*ast.Body]*ast.FuncBody),
		inits:      make(map[*ast.Init]*ast.Init),
		exprs:      make(map[deferredKey]ast.Expr),
		incomplete: len(pp.Missing) > 0 || pp.Uncertain,
	}
	u.Syms = wellKnown{
		ctor: in.Sym("\x00ctor"), dtor: in.Sym("\x00dtor"), Conv: outline.ConversionSym(in), Std: in.Sym("std"),
		InitializerList: in.Sym("initializer_list"),
		OperatorCall:    outline.OperatorSym(in, "()"), OperatorNew: outline.OperatorSym(in, "new"),
		OperatorNewArray: outline.OperatorSym(in, "new[]"), OperatorDelete: outline.OperatorSym(in, "delete"),
		OperatorDeleteArray: outline.OperatorSym(in, "delete[]"), Begin: in.Sym("begin"), End: in.Sym("end"), Get: in.Sym("get"),
		TupleSize: in.Sym("tuple_size"), TupleElement: in.Sym("tuple_element"), Typ: in.Sym("type"), TypeInfo: in.Sym("type_info"),
		typename: in.Sym("typename"), template: in.Sym("template"),
	}
	for _, s := range []token.Sym{u.Syms.Begin, u.Syms.End, u.Syms.Get, u.Syms.TupleSize, u.Syms.TupleElement} {
		u.unwritten.add(s)
	}
	u.headless = make(map[*Chunk][]*Func)
	u.ambiguous = make(map[*ast.FuncSig]*ast.Init)
	u.ByBody = make(map[deferredKey][]*Func)
	if opts.Watch != "" || opts.Names {
		u.Names = &nameIndex{Name: in.Sym(opts.Watch), tokens: make(map[nameTokens]*[tokensNoted]*Meaning)}
	}
	u.Global = u.newNamespace(0, nil)
	u.index(prev)
	u.allow()
	return u
}

// Interner is what spells the tokens of the unit.
func (u *Unit) Interner() *token.Interner { return u.in }

// Text is the spelling of s.
func (u *Unit) Text(s token.Sym) string { return u.in.Text(s) }

// Sym interns a spelling.
func (u *Unit) Sym(text string) token.Sym { return u.in.Sym(text) }

func (u *Unit) newNamespace(name token.Sym, parent *Namespace) *Namespace {
	ns := &Namespace{
		names: make(map[token.Sym]*nsName), Nested: make(map[token.Sym]*Namespace),
	}
	ns.Unit, ns.Spelling, ns.self[0] = u, name, ns
	if parent != nil {
		ns.Within = parent
	}
	return ns
}

// index cuts all segments into chunks and enters their names into the namespaces.
func (u *Unit) index(prev map[string][]*outline.Chunk) {
	n := u.nested()
	u.first = make([]int, len(u.PP.Segments)+1)
	apart := outline.Apart{}
	outlines := make([][]*outline.Chunk, len(u.PP.Segments))
	for i, seg := range u.PP.Segments {
		outlines[i] = outline.Chunks(seg.Segment, u.in, prev[seg.File.Path])
		u.first[i+1] = u.first[i] + len(outlines[i])
	}
	total := u.first[len(outlines)]
	block := make([]Chunk, total)
	u.Chunks = make([]*Chunk, total)
	u.byName = chunkIndex{chunks: u.Chunks, last: make([]int32, u.in.Len()), entries: make([]indexEntry, 0, total)}
	ord := 0
	for i, chunks := range outlines {
		seg := u.PP.Segments[i]
		system := u.PP.Inclusions[seg.Inclusion].System
		for j, oc := range chunks {
			if !system {
				oc = apart.Of(oc)
			}
			at := u.first[i] + j
			c := &block[at]
			u.Chunks[at] = c
			if ord++; seg.Inclusion == 0 {
				ord += ordsPerChunk - 1
			}
			*c = Chunk{Chunk: oc, Ord: ord, Inclusion: seg.Inclusion, System: system, NS: n.ns, C: n.c, segment: i}
			if !system {
				u.Own = append(u.Own, c)
			}
			for _, s := range oc.Templates {
				u.templates.add(s)
			}
			switch oc.Kind {
			case outline.ChunkStray:
				for _, s := range oc.Names {
					Target{ns: c.NS}.Set(s).Bad = true // it may be what the name means
				}
			case outline.ChunkDecl:
				c.names(func(s token.Sym) { u.byName.add(s, at) })
				if oc.Using {
					c.NS.usingChunks = append(c.NS.usingChunks, c)
				}
			}
			n.pass(u, c)
		}
	}
	u.Unbalanced = n.unbalanced()
	for _, s := range u.PP.Skipped {
		u.skipped.note(u, s)
	}
}

// nesting is what scopes stand open from chunk to chunk.
type nesting struct {
	scope
	outer  []scope
	broken bool
}

type scope struct {
	ns *Namespace
	c  bool // names in it have C linkage
}

// nested is the nesting in front of the first chunk.
func (u *Unit) nested() nesting { return nesting{scope: scope{ns: u.Global}} }

// pass goes behind a chunk.
func (n *nesting) pass(u *Unit, c *Chunk) {
	switch c.Kind {
	case outline.ChunkOpenNamespace:
		n.outer = append(n.outer, n.scope)
		n.ns = u.openNamespace(n.ns, c)
	case outline.ChunkOpenLinkage:
		n.outer = append(n.outer, n.scope)
		n.c = c.Chunk.C
	case outline.ChunkClose:
		last := len(n.outer) - 1
		if last < 0 {
			n.broken = true
			return
		}
		n.scope, n.outer = n.outer[last], n.outer[:last]
	case outline.ChunkStray:
		n.broken = n.broken || !c.System
	case outline.ChunkDecl:
		n.broken = n.broken || c.Unclosed && !c.System
	}
}

// unbalanced reports whether braces have no partners.
func (n *nesting) unbalanced() bool { return n.broken || len(n.outer) > 0 }

// ordsPerChunk is how far the chunks of the main file are apart, so that others fit in between.
const ordsPerChunk = 64

// Index is the place of a chunk among Chunks.
func (u *Unit) Index(c *Chunk) int {
	i, _ := slices.BinarySearchFunc(u.Chunks, c.Ord, func(o *Chunk, ord int) int { return cmp.Compare(o.Ord, ord) })
	return i
}

// names calls f for the names that a chunk may declare in its namespace.
func (c *Chunk) names(f func(token.Sym)) {
	for _, s := range c.Names {
		f(s)
	}
	for _, s := range c.Elaborated {
		if !listed(c.Names, s) {
			f(s)
		}
	}
}

// ChunksOf are the chunks of a file's segments, in order.
func (u *Unit) ChunksOf(path string) []*outline.Chunk {
	var out []*outline.Chunk
	for i := range u.PP.Segments {
		if u.PP.Segments[i].File.Path == path {
			out = append(out, u.outlines(i)...)
		}
	}
	return out
}

func (u *Unit) openNamespace(ns *Namespace, c *Chunk) *Namespace {
	parts := c.Namespace
	if len(parts) == 0 {
		parts = []token.Sym{0}
	}
	for i, p := range parts {
		child := ns.Opened(p)
		if child == nil {
			child = u.newNamespace(p, ns)
			child.Place = Site{Chunk: c}
			child.Unnamed = p == 0
			ns.Nested[p] = child
			if child.Unnamed {
				ns.inlines = append(ns.inlines, child)
			}
		}
		if i == len(parts)-1 && c.Inline && !child.Inline {
			child.Inline, child.InlineAt = true, c
			if outer := child.outer(); !child.Unnamed {
				outer.inlines = append(outer.inlines, child)
			}
		}
		ns = child
	}
	return ns
}

// declareChunk enters a chunk's declarations into its namespace.
func (u *Unit) declareChunk(c *Chunk) {
	if c.declared {
		return
	}
	c.declared = true
	sc := u.ChunkScope(c)
	tgt := Target{ns: c.NS}
	decls := c.Decls(UnitNames{u})
	u.Stopped() // reading a long line takes about as long as declaring what it has
	for _, d := range decls {
		u.Declare(tgt, sc, c, d, DeclContext{cLink: c.C})
	}
}

// ChunkScope is the scope at the beginning of a chunk: its namespace and those around it, as far as the chunk sees them.
func (u *Unit) ChunkScope(c *Chunk) *Scope {
	sc := u.chunkScopes[c]
	if sc == nil {
		sc = &Scope{Kind: NamespaceScope, NS: c.NS, Ord: c.Ord, Chunk: c}
		u.chunkScopes[c] = sc
	}
	return sc
}

// UnitNames answers the parser's questions about names outside bodies, where only the unit as a whole is known.
type UnitNames struct{ Unit *Unit }

// IsTemplate implements syntax.Names.
func (n UnitNames) IsTemplate(sym token.Sym, _ int, _, _ bool) bool { return n.Unit.templates.has(sym) }

// IsType implements syntax.Names.
func (n UnitNames) IsType(token.Sym, int) bool { return false }

// ScopeNames answers them inside a body or an initialiser, where the scope is known.
type ScopeNames struct {
	Unit  *Unit
	Scope *Scope
}

// Stopped implements syntax.Waiter: what is read is the unit's alone.
func (n ScopeNames) Stopped() bool { return n.Unit.Stopped() }

// IsTemplate implements syntax.Names.
func (n ScopeNames) IsTemplate(sym token.Sym, _ int, member, qualified bool) bool {
	if !n.Unit.templates.has(sym) {
		return false
	}
	if member || qualified {
		return true
	}
	found := n.Unit.LookupUnqualified(n.Scope, sym)
	if found.State != FoundOK {
		return true
	}
	for _, e := range found.Entities {
		switch e := e.(type) {
		case *Template:
			return true
		case *Class:
			if e.Template != nil {
				return true // the injected-class-name
			}
		case *TemplateParam:
			if e.Decl.Kind == ast.ParamTemplate {
				return true
			}
		case *UnresolvedUsing:
			return true
		}
	}
	return false
}

// IsType implements syntax.Names.
func (n ScopeNames) IsType(sym token.Sym, _ int) bool {
	found := n.Unit.LookupUnqualified(n.Scope, sym)
	return found.State == FoundOK && len(found.Entities) > 0 && IsTypeEntity(found.Entities[0])
}

// IsTypeEntity reports whether e names a type (a class template too: its injected or deduced class).
func IsTypeEntity(e Entity) bool {
	switch e := e.(type) {
	case *Class, *Enum, *Typedef:
		return true
	case *TemplateParam:
		return e.Decl.Kind == ast.ParamType
	case *Template:
		return e.Kind == ClassTemplate || e.Kind == AliasTemplate
	}
	return false
}

// QualifiedName puts what parent is called, and what is around it, before a name.
func (u *Unit) QualifiedName(parent Entity, name string) string {
	var inner, outer [maxQualifiers / 2]Entity // the innermost, and the last that was met of the others
	n := 0
outwards:
	for e := parent; e != nil; e = e.(interface{ Parent() Entity }).Parent() {
		unnamed := false
		switch x := e.(type) {
		case *Func:
			break outwards
		case *Namespace:
			switch {
			case x == nil || x.Within == nil:
				break outwards
			case x.Unnamed:
				unnamed = true
			case x.Inline:
				continue // a library's version, which nobody writes
			}
		}
		if n < len(inner) {
			inner[n] = e
		} else {
			outer[n%len(outer)] = e
		}
		n++
		if unnamed {
			break
		}
	}
	if n == 0 {
		return name
	}
	var b strings.Builder
	put := func(e Entity) {
		if ns, ok := e.(*Namespace); ok && ns.Unnamed {
			b.WriteString("(unnamed)")
		} else {
			b.WriteString(u.Text(e.Sym()))
		}
		b.WriteString("::")
	}
	for i := n - 1; i >= max(len(inner), n-len(outer)); i-- {
		put(outer[i%len(outer)])
	}
	if more := n - maxQualifiers; more > 0 {
		fmt.Fprintf(&b, "…(%d)…::", more)
	}
	for i := min(n, len(inner)) - 1; i >= 0; i-- {
		put(inner[i])
	}
	b.WriteString(name)
	return b.String()
}

// maxQualifiers is how many names a name is qualified with; of others there is only how many they are. All names together would grow with
// the square of how deep they are nested.
const maxQualifiers = 64

// Tokens are the chunk's tokens that a span covers.
func (s Site) Tokens() []token.Token {
	if s.Chunk == nil {
		return nil
	}
	lo, hi := s.Chunk.Lo+int(s.Span.Lo), s.Chunk.Lo+int(s.Span.Hi)
	if lo > s.Chunk.Hi {
		lo = s.Chunk.Hi
	}
	if hi > s.Chunk.Hi {
		hi = s.Chunk.Hi
	}
	if hi < lo {
		hi = lo
	}
	return s.Chunk.Seg.Toks[lo:hi]
}

// LooseTokens calls f for the tokens of the newest version of the text that stand outside system headers, segment by segment.
// What the tokens mean is not asked, nor whether they belong to a declaration.
func (u *Unit) LooseTokens(f func(seg *preprocess.Segment, site func(i, n int) Site)) {
	for i := range u.PP.Segments {
		seg := u.PP.Segments[i]
		if u.PP.Inclusions[seg.Inclusion].System {
			continue
		}
		f(seg.Segment, func(at, n int) Site {
			c := &Chunk{Chunk: &outline.Chunk{Seg: seg.Segment, Lo: at, Hi: at + n}, Inclusion: seg.Inclusion, segment: i}
			return Site{c, ast.Span{Hi: int32(n)}}
		})
	}
}

// Syntax is the body of a function as it was read, nil where it was not: for who looks at how facts come about.
func (u *Unit) Syntax(f *Func) *ast.FuncBody {
	if fd := u.Definition(f); fd != nil && fd.Body != nil {
		return u.bodies[fd.Body]
	}
	return nil
}
