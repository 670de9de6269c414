// Package syntax reads declarations, bodies and expressions of C++ with CUDA from expanded tokens.
//
// The reader works on the tokens themselves rather than on a grammar's tree of their text: what a '<', a parenthesised
// name or a run of specifiers means depends on names and on CUDA's words, and both are at hand here at the token in
// question (Names answers for what is declared elsewhere, the reader itself for what is declared in the text it reads).
// Readings that only meaning can tell apart stay neutral, as package ast describes. What cannot be read becomes a Bad node
// as small as possible; no input makes the reader fail, and work and depth are bounded.
package syntax

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/brackets"
	"cudals/analysis/token"
)

// Names answers what the parser must know of names before it reads text that is ambiguous without. Positions are tokens of
// the chunk. Names that the text itself declares (parameters, local variables and types) are not asked for.
type Names interface {
	// IsTemplate reports whether the identifier, as a name in front of '<', may name a template at token i of the chunk;
	// member is true after . or ->, qualified after ::. When it cannot be one, '<' is less-than.
	IsTemplate(sym token.Sym, i int, member, qualified bool) bool
	// IsType reports whether the identifier is known to name a type at token i of the chunk, so that (T)-1 is a cast.
	IsType(sym token.Sym, i int) bool
}

// QualifiedNames is a Names that knows qualified names too.
type QualifiedNames interface {
	Names
	// IsQualifiedType is IsType for the last identifier of a qualified name.
	IsQualifiedType(sym token.Sym, i int) bool
}

// Waiter is a Names that knows when nobody waits any more for what is read: the rest is not read then.
type Waiter interface {
	Names
	Stopped() bool
}

// Input is a chunk's tokens and what is known of the names in them.
type Input struct {
	In   *token.Interner
	Toks []token.Token
	// Names may be nil: any name may then be a template, and none is known to be a type.
	Names Names
	// ExternC: the chunk stands in extern "C" braces.
	ExternC bool
}

// Bounds on the work for one call: the steps for each token (backtracking may read a token more than once), their number in
// all beyond reading each token a few times, and the nesting of what is being read.
const (
	fuelPerToken = 40
	fuelBase     = 20_000
	fuelMost     = 4_000_000
	maxDepth     = 800
	// fuelPerLook is how many steps are taken between two looks at whether anybody waits: some hundred microseconds.
	fuelPerLook = 4096
)

type parser struct {
	in    *token.Interner
	lang  *language
	names Names

	// toks are the tokens to read, without pragmas; ix holds their places in the chunk when pragmas were left out, else
	// they follow base.
	toks  []token.Token
	codes []code
	match []int32 // of a bracket its partner, or len(toks)
	ix    []int32
	base  int32

	pos, end int
	sub      uint8 // characters already taken of a token that is read as several: >> closing two lists
	failed   bool
	fuel     int
	stopped  func() bool // nil for what is read to its end
	depth    int
	trying   int // readings under way that may be taken back

	noGreater bool // a '>' at this level closes a template argument list
	inLaunch  bool // a '>>>' at this level closes a launch's configuration
	unclosed  int  // the last token that stands where a launch's configuration should have been closed
	deferring bool // initialisers are left for later
	externC   bool
	templated bool // the declaration being read stands under a template header
	doubted   bool // that header rests on a guess

	locals  map[token.Sym]localKind
	log     []localChange
	classes []token.Sym
	bad     []ast.Span
	// notArgs holds the tokens '<' that were tried as the opening of a template argument list in vain.
	notArgs map[int]struct{}
}

type localKind uint8

const (
	localUnknown localKind = iota
	localValue
	localType
	localTemplate
	localPlain // a type or a value, but no template
)

type localChange struct {
	sym token.Sym
	old localKind
}

func newParser(in Input, span ast.Span) *parser {
	p := &parser{in: in.In, lang: languageOf(in.In), names: in.Names, externC: in.ExternC}
	lo, hi := int(span.Lo), int(span.Hi)
	lo = max(0, min(lo, len(in.Toks)))
	hi = max(lo, min(hi, len(in.Toks)))
	p.toks, p.base = in.Toks[lo:hi], int32(lo)
	if w, ok := in.Names.(Waiter); ok {
		p.stopped = w.Stopped
	}
	for _, t := range p.toks {
		if t.Kind == token.Pragma {
			p.dropPragmas()
			break
		}
	}
	p.codes = make([]code, len(p.toks)+1)
	for i, t := range p.toks {
		p.codes[i] = p.lang.code(t)
	}
	p.match = brackets.Partners(p.toks)
	p.end = len(p.toks)
	p.fuel = fuelBase + min(fuelPerToken*len(p.toks), fuelMost+3*len(p.toks))
	return p
}

func (p *parser) dropPragmas() {
	kept := make([]token.Token, 0, len(p.toks))
	for i, t := range p.toks {
		if t.Kind != token.Pragma {
			kept = append(kept, t)
			p.ix = append(p.ix, p.base+int32(i))
		}
	}
	p.toks = kept
	if p.ix == nil {
		p.ix = []int32{}
	}
}

// realign finds the partners of brackets by the layout where some brace has none.
func (p *parser) realign() {
	brackets.Align(p.toks, p.match, func(i int) bool {
		switch p.codes[i] {
		case kCase, kDefault, kPublic, kPrivate, kProtected:
			return true
		}
		return false
	})
}

// closed reports whether the token that stands next closes the bracket whose inside ends there: one that is not closed ends in front
// of a line of its own.
func (p *parser) closed() bool {
	switch p.toks[p.pos].Kind {
	case token.RParen, token.RBracket, token.RBrace:
		return true
	}
	return false
}

// ---- Tokens

// tok is the code of the next token, or the rest of it when some of its characters are taken; 0 at the end.
func (p *parser) tok() code {
	if p.pos >= p.end {
		return 0
	}
	c := p.codes[p.pos]
	if p.sub != 0 {
		switch {
		case c == code(token.Shr), c == code(token.LaunchClose) && p.sub == 2:
			return code(token.Greater)
		case c == code(token.LaunchClose):
			return code(token.Shr)
		case c == code(token.LaunchOpen):
			return code(token.Less)
		}
	}
	return c
}

func (p *parser) is(k token.Kind) bool { return p.tok() == code(k) }

// peek is the code of the token n places after the next.
func (p *parser) peek(n int) code {
	if p.pos+n >= p.end {
		return 0
	}
	return p.codes[p.pos+n]
}

func (p *parser) peekIs(n int, k token.Kind) bool { return p.peek(n) == code(k) }

func (p *parser) next() {
	p.sub = 0
	if p.pos < p.end {
		p.pos++
	}
	if p.fuel--; p.fuel%fuelPerLook == 0 && p.stopped != nil && p.stopped() {
		p.fuel = -1
	}
	if p.fuel < 0 {
		p.fail()
	}
}

func (p *parser) accept(k token.Kind) bool {
	if p.tok() == code(k) {
		p.next()
		return true
	}
	return false
}

func (p *parser) acceptCode(c code) bool {
	if p.tok() == c {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(k token.Kind) {
	if !p.accept(k) {
		p.fail()
	}
}

// fail gives up what is being read: until the caller that can recover resets the parser, it is at the end of its input.
func (p *parser) fail() {
	p.failed = true
	p.end = min(p.end, p.pos)
}

// rel is the place of token i in the chunk.
func (p *parser) rel(i int) int32 {
	if p.ix == nil {
		return p.base + int32(i)
	}
	if i < len(p.ix) {
		return p.ix[i]
	}
	if n := len(p.ix); n > 0 {
		return p.ix[n-1] + 1 + int32(i-n)
	}
	return p.base
}

// span is the place of the tokens from lo up to hi, of the parser's own count.
func (p *parser) span(lo, hi int) ast.Span {
	if hi <= lo {
		return ast.Span{Lo: p.rel(lo), Hi: p.rel(lo)}
	}
	return ast.Span{Lo: p.rel(lo), Hi: p.rel(hi-1) + 1}
}

// from is the place of what was read since start.
func (p *parser) from(start int) ast.Span {
	if p.sub != 0 {
		return p.span(start, p.pos+1)
	}
	return p.span(start, p.pos)
}

// local is the parser's own count of a place in the chunk.
func (p *parser) local(i int32) int {
	if p.ix == nil {
		return int(i - p.base)
	}
	lo, hi := 0, len(p.ix)
	for lo < hi {
		if m := (lo + hi) / 2; p.ix[m] < i {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// closer is the partner of the bracket that stands next, no further than the end of what may be read.
func (p *parser) closer() int { return min(int(p.match[p.pos]), p.end) }

// paired reports whether the bracket that stands next has a partner.
func (p *parser) paired() bool {
	at := p.closer()
	return at < p.end && brackets.Close(p.toks[p.pos].Kind, p.toks[at].Kind)
}

// within reads the inside of the brackets that stand next and goes on after them. What f leaves unread is a failure.
func (p *parser) within(f func()) {
	if p.pos >= p.end {
		p.fail()
		return
	}
	end := p.end
	closeAt, ok := p.inside(f)
	if !ok {
		return
	}
	if p.pos != closeAt || closeAt >= end || !p.closed() {
		p.fail()
		return
	}
	p.end = end
	p.next()
}

// inside reads the inside of the brackets that stand next with f, and returns where they end; ok is false where the parse has failed.
func (p *parser) inside(f func()) (closeAt int, ok bool) {
	closeAt = p.closer()
	noGreater, inLaunch := p.noGreater, p.inLaunch
	p.next()
	if p.failed {
		return closeAt, false
	}
	p.end, p.noGreater, p.inLaunch = closeAt, false, false
	f()
	p.noGreater, p.inLaunch = noGreater, inLaunch
	return closeAt, !p.failed
}

// enter guards recursion; use as: if !p.enter() { return … }; defer p.leave().
func (p *parser) enter() bool {
	if p.depth >= maxDepth {
		p.fail()
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

type mark struct {
	pos, end, log, bad, depth, classes    int
	sub                                   uint8
	failed, noGreater, inLaunch, deferred bool
	templated                             bool
}

func (p *parser) mark() mark {
	return mark{
		p.pos, p.end, len(p.log), len(p.bad), p.depth, len(p.classes), p.sub, p.failed, p.noGreater, p.inLaunch, p.deferring,
		p.templated,
	}
}

func (p *parser) reset(m mark) {
	p.pos, p.end, p.sub, p.failed, p.noGreater, p.inLaunch = m.pos, m.end, m.sub, m.failed, m.noGreater, m.inLaunch
	p.deferring, p.depth, p.classes, p.bad, p.templated = m.deferred, m.depth, p.classes[:m.classes], p.bad[:m.bad], m.templated
	p.undo(m.log)
	if p.fuel < 0 {
		p.fail()
	}
}

// try reads with f, and takes it all back when f does not succeed.
func (p *parser) try(f func() bool) bool {
	m := p.mark()
	p.trying++
	ok := f() && !p.failed
	p.trying--
	if !ok {
		p.reset(m)
	}
	return ok
}

// ---- Names known

func (p *parser) declare(sym token.Sym, kind localKind) {
	if sym == 0 {
		return
	}
	if p.locals == nil {
		p.locals = map[token.Sym]localKind{}
	}
	p.log = append(p.log, localChange{sym, p.locals[sym]})
	p.locals[sym] = kind
}

// undo forgets the declarations since the log had n entries; a scope's end.
func (p *parser) undo(n int) {
	for len(p.log) > n {
		c := p.log[len(p.log)-1]
		p.log = p.log[:len(p.log)-1]
		p.locals[c.sym] = c.old
	}
}

func (p *parser) scope() int { return len(p.log) }

// mayBeTemplate reports whether the identifier at token i may be a template's name.
func (p *parser) mayBeTemplate(i int, member, qualified bool) bool {
	sym := p.toks[i].Sym
	if !member && !qualified {
		switch p.locals[sym] {
		case localTemplate:
			return true
		case localValue, localType, localPlain:
			return false
		}
	}
	return p.names == nil || p.names.IsTemplate(sym, int(p.rel(i)), member, qualified)
}

// knownType reports whether the identifier at token i is known to be a type's name.
func (p *parser) knownType(i int) bool {
	switch p.locals[p.toks[i].Sym] {
	case localType, localTemplate:
		return true
	case localValue:
		return false
	}
	return p.names != nil && p.names.IsType(p.toks[i].Sym, int(p.rel(i)))
}

// knownTypeName reports whether a name that was read is known to name a type.
func (p *parser) knownTypeName(n *ast.Name) bool {
	last := n.Last()
	if last.Kind != ast.NameIdent {
		return false
	}
	i := p.local(last.Lo)
	if i < len(p.codes) && p.codes[i] == kTemplate {
		i++
	}
	if !n.Global && len(n.Parts) == 1 {
		return p.knownType(i)
	}
	q, ok := p.names.(QualifiedNames)
	return ok && q.IsQualifiedType(last.Sym, int(p.rel(i)))
}

func (p *parser) knownValue(sym token.Sym) bool { return p.locals[sym] == localValue }

// identAt reports whether token pos+n is an identifier; builtin traits are ordinary names unless arguments follow.
func (p *parser) identAt(n int) bool {
	switch p.peek(n) {
	case code(token.Ident):
		return true
	case kTrait, kTransform:
		return !p.peekIs(n+1, token.LParen)
	}
	return false
}

func (p *parser) ident() bool {
	return p.sub == 0 && p.identAt(0)
}

// identSym takes an identifier.
func (p *parser) identSym() token.Sym {
	if !p.ident() {
		p.fail()
		return 0
	}
	s := p.toks[p.pos].Sym
	p.next()
	return s
}

func (p *parser) nextSym() token.Sym {
	if p.pos < p.end {
		return p.toks[p.pos].Sym
	}
	return 0
}

// ---- Names read

// startsName reports whether a possibly qualified name may stand next.
func (p *parser) startsName() bool {
	switch p.tok() {
	case code(token.ColonCol):
		c := p.peek(1)
		return p.identAt(1) || c == kOperator || c == code(token.Tilde) || c == kTemplate
	case kOperator:
		return true
	}
	return p.ident()
}

// nameMode says what is known of a name from where it stands.
type nameMode uint8

const (
	usedName     nameMode = iota // in an expression
	typeName                     // where a type is due
	declaredName                 // where a '<' cannot be less-than
)

// name reads a possibly qualified name.
func (p *parser) name(mode nameMode) *ast.Name {
	return p.qualified(false, mode)
}

// qualified reads a possibly qualified name: that of a member behind an object, or any.
func (p *parser) qualified(member bool, mode nameMode) *ast.Name {
	if !p.enter() {
		return &ast.Name{Span: p.from(p.pos), Parts: make([]ast.NamePart, 1)}
	}
	defer p.leave()
	start := p.pos
	n := oneName()
	n.Global = p.accept(token.ColonCol)
	for {
		n.Parts = append(n.Parts, p.namePart(len(n.Parts) > 0 || n.Global && !member, len(n.Parts) == 0 && member, mode))
		if p.failed || !p.qualifies() {
			break
		}
		p.next()
	}
	n.Span = p.from(start)
	return n
}

// oneName is a name without parts that has room for one: most have no more, and one piece of memory is enough for them.
func oneName() *ast.Name {
	n := new(struct {
		name ast.Name
		part [1]ast.NamePart
	})
	n.name.Parts = n.part[:0]
	return &n.name
}

// qualifies reports whether a :: stands next that goes on with another name's part (and is not that of a member pointer).
func (p *parser) qualifies() bool {
	if !p.is(token.ColonCol) {
		return false
	}
	c := p.peek(1)
	return p.identAt(1) || c == code(token.Tilde) || c == kOperator || c == kTemplate
}

func (p *parser) namePart(qualified, member bool, mode nameMode) ast.NamePart {
	start := p.pos
	part := ast.NamePart{}
	if p.acceptCode(kTemplate) {
		part.Template, mode = true, declaredName
	}
	switch c := p.tok(); {
	case c == kOperator:
		p.operatorName(&part)
	case c == code(token.Tilde):
		p.next()
		part.Kind = ast.NameDestructor
		if p.tok() == kDecltype || p.tok() == kAuto {
			part.Type = p.typeID()
			break
		}
		part.Sym = p.identSym()
		if p.is(token.Less) && !p.failed {
			p.templateArgsOf(&part, p.pos-1, true, member, mode)
		}
	case c == kDecltype && !qualified:
		part.Kind = ast.NameDecltype
		p.next()
		p.within(func() { part.Expr = p.expr() })
	case p.ident():
		part.Sym = p.identSym()
		if p.is(token.Less) && !p.failed {
			p.templateArgsOf(&part, p.pos-1, qualified, member, mode)
		}
	default:
		p.fail()
	}
	part.Span = p.from(start)
	return part
}

// templateArgsOf reads the template arguments after the identifier at token i, when they are some. A name that is not known
// as a template may be declared in a header that is missing: it counts as one where less-than makes no sense.
func (p *parser) templateArgsOf(part *ast.NamePart, i int, qualified, member bool, mode nameMode) {
	open := p.pos
	if _, no := p.notArgs[open]; no && mode != declaredName {
		return
	}
	unknown := mode != declaredName && !p.mayBeTemplate(i, member, qualified)
	if unknown && !qualified && !member && p.locals[p.toks[i].Sym] != localUnknown {
		return
	}
	if p.try(func() bool {
		part.Args = p.templateArgs()
		return !p.failed && (!unknown || p.onlyTemplate(part.Args, mode))
	}) {
		part.HasArgs = true
		return
	}
	part.Args = nil
	if p.notArgs == nil {
		p.notArgs = map[int]struct{}{}
	}
	p.notArgs[open] = struct{}{}
}

// onlyTemplate reports whether what was read as template arguments can hardly be comparisons.
func (p *parser) onlyTemplate(args []ast.TemplateArg, mode nameMode) bool {
	if p.sub != 0 {
		return true // the rest of >> closes an outer list
	}
	for _, a := range args {
		if n, ok := a.Expr.(*ast.NameExpr); a.Pack || ok && n.Name.Last().HasArgs {
			return true
		}
		if a.Type != nil && a.Expr == nil && !slices.ContainsFunc(a.Type.Ops, func(op ast.TypeOp) bool { return op.Kind == ast.OpFunc }) {
			return true
		}
	}
	switch c := p.tok(); c {
	case 0, code(token.RParen), code(token.RBrace), code(token.RBracket), code(token.Semi), code(token.LBrace):
		return !p.noGreater // else the '>' was that of the list around
	case code(token.ColonCol):
		return true
	case code(token.LParen):
		return p.peekIs(1, token.RParen)
	case code(token.Amp), code(token.Star), code(token.AndAnd):
		return mode == typeName || c == code(token.AndAnd)
	case code(token.Plus), code(token.Minus), code(token.PlusPlus), code(token.MinusMinus), code(token.LBracket),
		code(token.Less), code(token.Shl):
		return p.launchStart() > 0
	}
	if p.startsOperand() || p.startsType() {
		return mode == typeName && (p.ident() || p.startsType() || p.tok() == kOperator)
	}
	return true // no operand can follow, so that the '>' was no operator
}

// templateArgs reads <…>.
func (p *parser) templateArgs() []ast.TemplateArg {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	p.expect(token.Less)
	noGreater, inLaunch := p.noGreater, p.inLaunch
	p.noGreater, p.inLaunch = true, false
	args := []ast.TemplateArg{}
	for !p.failed && !p.atGreater() {
		args = append(args, p.templateArg())
		if !p.accept(token.Comma) {
			break
		}
	}
	p.noGreater, p.inLaunch = noGreater, inLaunch
	p.closeArgs()
	return args
}

func (p *parser) atGreater() bool {
	switch p.tok() {
	case code(token.Greater), code(token.Shr), code(token.LaunchClose):
		return true
	}
	return false
}

// closeArgs takes one '>', maybe the first of a longer token.
func (p *parser) closeArgs() {
	switch p.tok() {
	case code(token.Greater):
		p.next()
	case code(token.Shr), code(token.LaunchClose):
		p.sub++
	default:
		p.fail()
	}
}

// templateArg reads a template argument: a type-id, an expression, or both where only names can tell.
func (p *parser) templateArg() ast.TemplateArg {
	start := p.pos
	arg := ast.TemplateArg{}
	if p.is(token.LBrace) {
		arg.Expr = p.initClause()
	} else {
		arg.Type, arg.Expr = p.typeOrExpr(func() bool {
			return p.atGreater() || p.is(token.Comma) || p.is(token.RParen) || p.is(token.Ellipsis) || p.pos >= p.end
		})
	}
	if p.accept(token.Ellipsis) {
		arg.Pack = true
	}
	arg.Span = p.from(start)
	return arg
}

// typeOrExpr reads a type-id or an expression up to where done holds: the type alone when it cannot be an expression, both
// when only names can tell.
func (p *parser) typeOrExpr(done func() bool) (*ast.TypeID, ast.Expr) {
	before := p.mark()
	var t *ast.TypeID
	if p.startsType() && p.try(func() bool {
		t = p.typeID()
		return done()
	}) {
		switch p.typeCertainty(t) {
		case certainType:
			if !p.mayCast(t) {
				return t, nil
			}
		case bareName:
			if n := t.Spec.Type.(*ast.NamedType).Name; n.Simple() && p.knownValue(n.Last().Sym) {
				return nil, p.nameAsExpr(t)
			}
			return t, p.nameAsExpr(t)
		}
		after := p.mark()
		p.reset(before)
		var x ast.Expr
		if p.try(func() bool {
			x = p.assign()
			return done()
		}) {
			return t, x
		}
		p.reset(after)
		p.failed = false
		return t, nil
	}
	return nil, p.assign()
}

type certainty uint8

const (
	maybeType certainty = iota
	bareName            // nothing but a name
	certainType
)

// typeCertainty says whether a type-id that was read can be anything else.
func (p *parser) typeCertainty(t *ast.TypeID) certainty {
	nt, ok := t.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename || t.Spec.CV != 0 || len(t.Spec.CUDA) != 0 {
		return certainType
	}
	if p.knownTypeName(nt.Name) {
		return certainType
	}
	if len(t.Ops) == 0 {
		return bareName
	}
	// The outermost operation stands last in the text for prefix operations: a* or a& can be no expression.
	switch op := t.Ops[len(t.Ops)-1]; op.Kind {
	case ast.OpPointer, ast.OpLRef, ast.OpRRef, ast.OpMemberPointer:
		return certainType
	case ast.OpArray:
		if op.Size == nil {
			return certainType
		}
	case ast.OpFunc:
		// f() may be a call: with nothing between the parentheses only the name could tell.
		if len(op.Func.Params) > 0 && p.certainParams(op.Func) {
			return certainType
		}
	}
	if t.Ops[0].Kind != ast.OpArray && t.Ops[0].Kind != ast.OpFunc {
		return certainType // a *[3] is no expression
	}
	return maybeType
}

// mayCast reports whether what reads as the type of a function with one parameter may cast a value: bool(x), bool(T::x & y).
func (p *parser) mayCast(t *ast.TypeID) bool {
	if len(t.Ops) != 1 || t.Ops[0].Kind != ast.OpFunc || len(t.Ops[0].Func.Params) != 1 {
		return false
	}
	param := t.Ops[0].Func.Params[0]
	nt, ok := param.Spec.Type.(*ast.NamedType)
	return ok && !p.certainParam(param) && !p.knownTypeName(nt.Name)
}

func (p *parser) nameAsExpr(t *ast.TypeID) ast.Expr {
	n := t.Spec.Type.(*ast.NamedType).Name
	return &ast.NameExpr{Span: n.Span, Name: n}
}

// operatorName reads operator and what follows it.
func (p *parser) operatorName(part *ast.NamePart) {
	p.next()
	part.Kind = ast.NameOperator
	switch c := p.tok(); {
	case c == code(token.LParen) && p.peekIs(1, token.RParen):
		part.Sym = p.in.Sym("()")
		p.next()
		p.next()
	case c == code(token.LBracket) && p.peekIs(1, token.RBracket):
		part.Sym = p.in.Sym("[]")
		p.next()
		p.next()
	case c == kNew || c == kDelete:
		text := p.in.Text(p.nextSym())
		p.next()
		if p.is(token.LBracket) && p.peekIs(1, token.RBracket) {
			text += "[]"
			p.next()
			p.next()
		}
		part.Sym = p.in.Sym(text)
	case c == kCoAwait:
		part.Sym = p.nextSym()
		p.next()
	case c == code(token.String):
		part.Kind = ast.NameLiteral
		text := p.in.Text(p.nextSym())
		p.next()
		if text == `""` {
			part.Sym = p.nextSym()
			p.next()
		} else if len(text) > 2 {
			part.Sym = p.in.Sym(text[2:])
		}
	case c == code(token.LaunchOpen) && p.sub == 0: // operator<<<T>
		part.Sym = token.Shl.Punct()
		p.sub = 2
	case operatorCode(c):
		part.Sym = token.Kind(c).Punct()
		p.next()
	default:
		part.Kind = ast.NameConversion
		start := p.pos
		t := p.pointers()
		t.Span = p.from(start)
		part.Type = t
		return
	}
	if p.is(token.Less) && !p.failed {
		p.templateArgsOf(part, p.pos-1, true, false, declaredName)
	}
}

func operatorCode(c code) bool {
	switch k := token.Kind(c); k {
	case token.LParen, token.RParen, token.LBrace, token.RBrace, token.LBracket, token.RBracket, token.Semi, token.Colon,
		token.ColonCol, token.Question, token.Dot, token.DotStar, token.Ellipsis, token.Hash, token.HashHash,
		token.LaunchOpen, token.LaunchClose:
		return false
	default:
		return c < firstKeyword && k.IsPunct()
	}
}
