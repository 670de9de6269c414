package syntax

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// Binding strengths of binary operators.
const (
	precNone = iota
	precComma
	precAssign
	precConditional
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEqual
	precRelational
	precThreeWay
	precShift
	precAdd
	precMul
	precMember // .* and ->*
)

var precedence = [256]uint8{
	token.Comma: precComma, token.Assign: precAssign, token.PlusEq: precAssign, token.MinusEq: precAssign,
	token.StarEq: precAssign, token.SlashEq: precAssign, token.PercentEq: precAssign, token.CaretEq: precAssign,
	token.AmpEq: precAssign, token.PipeEq: precAssign, token.ShlEq: precAssign, token.ShrEq: precAssign,
	token.Question: precConditional, token.OrOr: precOr, token.AndAnd: precAnd, token.Pipe: precBitOr,
	token.Caret: precBitXor, token.Amp: precBitAnd, token.EqEq: precEqual, token.NotEq: precEqual,
	token.Less: precRelational, token.Greater: precRelational, token.LessEq: precRelational,
	token.GreaterEq: precRelational, token.Spaceship: precThreeWay, token.Shl: precShift, token.Shr: precShift,
	token.Plus: precAdd, token.Minus: precAdd, token.Star: precMul, token.Slash: precMul, token.Percent: precMul,
	token.DotStar: precMember, token.ArrowStar: precMember,
}

// expr reads an expression, comma operators included.
func (p *parser) expr() ast.Expr { return p.binary(precComma) }

// assign reads an assignment-expression.
func (p *parser) assign() ast.Expr { return p.binary(precAssign) }

// conditional reads a constant-expression.
func (p *parser) conditional() ast.Expr { return p.binary(precConditional) }

// binaryOp is the operator that stands next and its strength; 0 when none does that belongs to this expression.
func (p *parser) binaryOp() (token.Kind, int) {
	c := p.tok()
	prec := int(precedence[c])
	if prec == precNone {
		return 0, 0
	}
	k := token.Kind(c)
	if p.noGreater && (k == token.Greater || k == token.Shr) {
		return 0, 0
	}
	if p.inLaunch && p.launchEnd() > 0 {
		return 0, 0
	}
	return k, prec
}

func (p *parser) binary(least int) ast.Expr {
	if !p.enter() {
		return &ast.BadExpr{Span: p.from(p.pos)}
	}
	defer p.leave()
	start := p.pos
	x := p.unary()
	for !p.failed {
		op, prec := p.binaryOp()
		if prec == 0 || prec < least || p.peekIs(1, token.Ellipsis) && prec != precComma { // a fold's operator is the caller's
			break
		}
		if prec == precComma && (p.peekIs(1, token.Ellipsis) || p.pos+1 >= p.end) {
			break
		}
		at := p.pos
		switch prec {
		case precConditional:
			p.next()
			c := &ast.Conditional{C: x}
			if !p.is(token.Colon) {
				noGreater := p.noGreater
				c.T = p.expr()
				p.noGreater = noGreater
			}
			p.expect(token.Colon)
			c.F = p.assign()
			c.Span = p.from(start)
			x = c
		case precAssign:
			p.next()
			y := p.initClause()
			x = &ast.Binary{Span: p.from(start), Op: op, X: x, Y: y, OpTok: p.rel(at)}
		default:
			p.next()
			y := p.binary(prec + 1)
			x = &ast.Binary{Span: p.from(start), Op: op, X: x, Y: y, OpTok: p.rel(at)}
		}
	}
	return x
}

// initClause reads an assignment-expression or a braced list.
func (p *parser) initClause() ast.Expr {
	if p.is(token.LBrace) {
		return p.initListExpr()
	}
	return p.assign()
}

func (p *parser) initListExpr() ast.Expr {
	start := p.pos
	l := &ast.InitList{}
	if !p.enter() {
		return &ast.BadExpr{Span: p.from(start)}
	}
	defer p.leave()
	p.within(func() { l.Elems = p.elems() })
	l.Span = p.from(start)
	return l
}

// elems reads the elements of a braced list up to the end.
func (p *parser) elems() []ast.InitElem {
	var out []ast.InitElem
	for p.pos < p.end && !p.failed {
		e := ast.InitElem{}
		switch {
		case p.is(token.Dot) && p.identAt(1):
			p.next()
			e.Field = p.identSym()
			p.accept(token.Assign)
			e.X = p.initClause()
		case p.ident() && p.peekIs(1, token.Colon): // GNU: field: value
			e.Field = p.identSym()
			p.next()
			e.X = p.initClause()
		case p.is(token.LBracket) && p.pos < p.end && p.assignAfterBrackets():
			p.within(func() { e.Index = p.expr() })
			p.expect(token.Assign)
			e.X = p.initClause()
		default:
			e.X = p.packed(p.initClause())
		}
		out = append(out, e)
		if !p.accept(token.Comma) {
			break
		}
	}
	return out
}

func (p *parser) assignAfterBrackets() bool {
	c := int(p.match[p.pos])
	return c+1 < p.end && p.codes[c+1] == code(token.Assign)
}

// packed wraps x as a pack expansion when ... follows.
func (p *parser) packed(x ast.Expr) ast.Expr {
	if p.failed || !p.accept(token.Ellipsis) {
		return x
	}
	return &ast.PackExpansion{Span: ast.Span{Lo: x.Pos().Lo, Hi: p.rel(p.pos-1) + 1}, X: x}
}

// exprList reads initialiser-clauses separated by commas, up to the end.
func (p *parser) exprList() []ast.Expr {
	var args []ast.Expr
	for p.pos < p.end && !p.failed {
		args = append(args, p.orBad(func() ast.Expr { return p.packed(p.argument()) }))
		if !p.accept(token.Comma) {
			break
		}
		if p.pos >= p.end && !p.failed { // an argument is still to be written
			args = append(args, p.missing())
		}
	}
	return args
}

// missing stands for an expression that should follow.
func (p *parser) missing() ast.Expr {
	if p.trying > 0 {
		p.fail()
	}
	b := &ast.BadExpr{Span: p.span(p.pos, p.pos)}
	p.bad = append(p.bad, b.Span)
	return b
}

// orBad reads one of a list of expressions. Unless the whole may be taken back, one that cannot be read becomes a BadExpr
// that reaches to the next comma, and the rest goes on.
func (p *parser) orBad(read func() ast.Expr) ast.Expr {
	if p.trying > 0 {
		return read()
	}
	m, end := p.mark(), p.end
	x := read()
	if !p.failed {
		switch p.tok() {
		case 0, code(token.Comma), code(token.Semi), code(token.Ellipsis):
			return x
		}
		if p.sub == 0 && p.toks[p.pos].Flags&token.LineStart != 0 {
			return x // maybe a semicolon is missing, which is said elsewhere
		}
	}
	p.reset(m)
	if p.failed {
		return x
	}
	p.end = end
	for p.pos < p.end && !p.failed && !p.is(token.Comma) && !p.is(token.Semi) {
		p.skipOne()
	}
	b := &ast.BadExpr{Span: p.span(m.pos, p.pos)}
	p.bad = append(p.bad, b.Span)
	return b
}

// argument reads an argument; one that can only be a type is a TypeExpr.
func (p *parser) argument() ast.Expr {
	m := p.mark()
	x := p.initClause()
	if !p.failed && (p.pos >= p.end || p.is(token.Comma) || p.is(token.Ellipsis) || p.inLaunch) {
		return x
	}
	after := p.mark()
	p.reset(m)
	var t *ast.TypeID
	if p.startsType() && p.try(func() bool {
		t = p.typeID()
		return p.pos >= p.end || p.is(token.Comma)
	}) {
		return &ast.TypeExpr{Span: t.Span, Type: t}
	}
	p.reset(after)
	if after.failed {
		p.failed = true
	}
	return x
}

func (p *parser) unary() ast.Expr {
	if !p.enter() {
		return &ast.BadExpr{Span: p.from(p.pos)}
	}
	defer p.leave()
	start := p.pos
	switch c := p.tok(); c {
	case code(token.Plus), code(token.Minus), code(token.Not), code(token.Tilde), code(token.Star), code(token.Amp),
		code(token.PlusPlus), code(token.MinusMinus), kReal:
		p.next()
		x := p.unary()
		op := token.Kind(c)
		if c == kReal {
			op = token.Ident
		}
		return &ast.Unary{Span: p.from(start), Op: op, X: x, OpTok: p.rel(start)}
	case code(token.AndAnd): // the address of a label
		p.next()
		n := p.name(usedName)
		x := &ast.NameExpr{Span: n.Span, Name: n}
		return &ast.Unary{Span: p.from(start), Op: token.AndAnd, X: x, OpTok: p.rel(start)}
	case kExtension:
		p.next()
		return p.unary()
	case kCoAwait:
		p.next()
		x := p.unary()
		return &ast.Yield{Span: p.from(start), Await: true, X: x}
	case kCoYield:
		p.next()
		x := p.initClause()
		return &ast.Yield{Span: p.from(start), X: x}
	case kThrow:
		p.next()
		t := &ast.Throw{}
		if !p.endOfOperand() {
			t.X = p.assign()
		}
		t.Span = p.from(start)
		return t
	case kSizeof:
		return p.sizeof()
	case kAlignof:
		return p.query(ast.Alignof)
	case kNoexcept:
		return p.query(ast.Noexcept)
	case kNew:
		return p.newExpr()
	case kDelete:
		return p.deleteExpr()
	case code(token.ColonCol):
		switch p.peek(1) {
		case kNew:
			return p.newExpr()
		case kDelete:
			return p.deleteExpr()
		}
	case code(token.LParen):
		if x := p.castOrNil(); x != nil || p.failed {
			return x
		}
	}
	return p.postfix()
}

func (p *parser) endOfOperand() bool {
	switch p.tok() {
	case 0, code(token.Semi), code(token.RParen), code(token.RBracket), code(token.RBrace), code(token.Comma), code(token.Colon):
		return true
	}
	return false
}

// startsOperand reports whether what stands next can only be an operand, never go on with an expression before it.
func (p *parser) startsOperand() bool {
	switch c := p.tok(); c {
	case code(token.Ident), code(token.Number), code(token.Char), code(token.String), code(token.Not), code(token.Tilde),
		code(token.ColonCol), kTrue, kFalse, kNullptr, kThis, kSizeof, kAlignof, kNew, kDelete, kTrait, kTransform,
		kStaticCast, kDynamicCast, kConstCast, kReinterpretCast, kBitCast, kOffsetof, kVaArg, kTypeid, kTypename, kDecltype,
		kOperator, kReal, kExtension, kNoexcept, kCoAwait, kRequires, kAuto:
		return true
	default:
		return builtinTypeCode(c)
	}
}

// castOrNil reads (T)x or (T){…} when the parentheses are certain to hold a type; else it reads nothing and returns nil.
func (p *parser) castOrNil() ast.Expr {
	if p.peekIs(1, token.LBrace) || p.peekIs(1, token.Ellipsis) {
		return nil
	}
	start := p.pos
	var t *ast.TypeID
	if !p.mayHoldType() || !p.try(func() bool {
		p.within(func() { t = p.typeID() })
		return true
	}) {
		return nil
	}
	certain := p.typeCertainty(t) == certainType && !readsAsCall(t)
	switch {
	case p.is(token.LBrace):
		c := &ast.Construct{Type: t, Brace: true}
		p.within(func() { c.Args = p.braceElems() })
		c.Span = p.from(start)
		return p.postfixOf(c, start)
	case p.startsOperand():
	case certain && (p.is(token.Plus) || p.is(token.Minus) || p.is(token.Star) || p.is(token.Amp) || p.is(token.LParen) ||
		p.is(token.PlusPlus) || p.is(token.MinusMinus) || p.is(token.AndAnd) && p.identAt(1) || p.is(token.LBracket)):
	case certain:
		return &ast.TypeExpr{Span: p.from(start), Type: t}
	default:
		if p.is(token.LParen) { // (T)(int)x: what is cast to must be a type when what is cast is a cast
			m := p.mark()
			if x, ok := p.castOrNil().(*ast.Cast); ok && !p.failed {
				return &ast.Cast{Span: p.from(start), Kind: ast.CastC, Type: t, X: x}
			}
			p.reset(m)
		}
		p.pos, p.sub = start, 0
		return nil
	}
	x := p.unary()
	return &ast.Cast{Span: p.from(start), Kind: ast.CastC, Type: t, X: x}
}

// readsAsCall reports whether a type-id is that of a function, as f(), f(&(x)) and int(x) read: nothing is cast to a function, so that
// in parentheses it is a call.
func readsAsCall(t *ast.TypeID) bool {
	return len(t.Ops) > 0 && t.Ops[len(t.Ops)-1].Kind == ast.OpFunc
}

// mayHoldType reports whether the parenthesis that stands next may be a type's, by its first and last tokens.
func (p *parser) mayHoldType() bool {
	closeAt := p.closer()
	if closeAt >= p.end || closeAt == p.pos+1 {
		return false
	}
	switch c := p.codes[closeAt-1]; c {
	case code(token.Number), code(token.String), code(token.Char), kTrue, kFalse, kThis, kNullptr, code(token.PlusPlus),
		code(token.MinusMinus), code(token.RBrace):
		return false
	}
	p.pos++
	ok := p.startsType()
	p.pos--
	return ok
}

func (p *parser) postfix() ast.Expr {
	start := p.pos
	return p.postfixOf(p.operand(), start)
}

func (p *parser) postfixOf(x ast.Expr, start int) ast.Expr {
	for !p.failed {
		switch c := p.tok(); c {
		case code(token.LParen):
			call := &ast.Call{Fn: x, Open: p.rel(p.pos), Close: p.rel(p.closer())}
			p.within(func() { call.Args = p.exprList() })
			call.Span = p.from(start)
			x = call
		case code(token.LBracket):
			ix := &ast.Index{X: x}
			p.within(func() { ix.Args = p.exprList() })
			ix.Span = p.from(start)
			x = ix
		case code(token.Dot), code(token.Arrow):
			m := &ast.MemberExpr{X: x, Arrow: c == code(token.Arrow), OpTok: p.rel(p.pos)}
			p.next()
			m.Name = p.qualified(true, usedName)
			m.Span = p.from(start)
			x = m
		case code(token.PlusPlus), code(token.MinusMinus):
			x = &ast.Unary{Op: token.Kind(c), Postfix: true, X: x, OpTok: p.rel(p.pos)}
			p.next()
			x.(*ast.Unary).Span = p.from(start)
		case code(token.LaunchOpen), code(token.Shl), code(token.Less):
			n := p.launchStart()
			if n == 0 {
				return x
			}
			x = p.launchExpr(x, start, n)
		case code(token.LBrace):
			// T{…}, the only brace that follows an operand.
			n, ok := x.(*ast.NameExpr)
			if !ok {
				return x
			}
			t := &ast.TypeID{Span: n.Span}
			t.Spec.Span, t.Spec.Type = n.Span, &ast.NamedType{Span: n.Span, Name: n.Name}
			b := &ast.Construct{Type: t, Brace: true}
			p.within(func() { b.Args = p.braceElems() })
			b.Span = p.from(start)
			x = b
		default:
			return x
		}
	}
	return x
}

// ---- Launches

// launchStart is the number of tokens that spell <<<, or << <, or 0.
func (p *parser) launchStart() int {
	switch p.tok() {
	case code(token.LaunchOpen):
		if p.sub == 0 {
			return 1
		}
	case code(token.Shl):
		if p.peekIs(1, token.Less) {
			return 2
		}
	}
	return 0
}

// launchEnd is the number of tokens that spell >>>, or >> >, or 0.
func (p *parser) launchEnd() int {
	switch p.tok() {
	case code(token.LaunchClose):
		return 1
	case code(token.Shr):
		if p.peekIs(1, token.Greater) {
			return 2
		}
	}
	return 0
}

func (p *parser) launchExpr(fn ast.Expr, start, n int) ast.Expr {
	l := &ast.Launch{Fn: fn}
	open := p.pos
	for range n {
		p.next()
	}
	noGreater, inLaunch := p.noGreater, p.inLaunch
	p.noGreater, p.inLaunch = false, true
	for !p.failed && p.launchEnd() == 0 {
		l.Config = append(l.Config, p.packed(p.argument()))
		if !p.accept(token.Comma) {
			break
		}
		if p.launchEnd() > 0 {
			l.Config = append(l.Config, p.missing())
		}
	}
	p.noGreater, p.inLaunch = noGreater, inLaunch
	k := p.launchEnd()
	if k == 0 {
		if !p.failed {
			p.unclosed = max(p.unclosed, p.pos)
		}
		p.fail()
		return &ast.BadExpr{Span: p.from(start)}
	}
	for range k {
		p.next()
	}
	l.ConfigSpan = p.from(open)
	if !p.is(token.LParen) {
		p.fail()
		return &ast.BadExpr{Span: p.from(start)}
	}
	l.Open, l.Close = p.rel(p.pos), p.rel(p.closer())
	p.within(func() { l.Args = p.exprList() })
	l.Span = p.from(start)
	return l
}

// ---- Operands

func (p *parser) stringLiteral() ast.Expr {
	start := p.pos
	l := &ast.Literal{Kind: ast.LitString, Sym: p.nextSym()}
	for p.is(token.String) {
		l.Syms = append(l.Syms, p.nextSym())
		p.next()
	}
	l.Span = p.from(start)
	return l
}

// trait reads a builtin trait with arguments.
func (p *parser) trait() ast.Expr {
	start := p.pos
	t := &ast.Trait{Sym: p.nextSym()}
	m := p.mark()
	p.next()
	if p.try(func() bool {
		p.within(func() { t.Args = p.traitArgs() })
		return true
	}) {
		t.Span = p.from(start)
		return t
	}
	p.reset(m)
	p.fail()
	return &ast.BadExpr{Span: p.from(start)}
}

func (p *parser) operand() ast.Expr {
	start := p.pos
	lit := func(k ast.LiteralKind) ast.Expr {
		l := &ast.Literal{Kind: k, Sym: p.nextSym()}
		p.next()
		l.Span = p.from(start)
		return l
	}
	switch c := p.tok(); c {
	case code(token.Number):
		return lit(ast.LitNumber)
	case code(token.Char):
		return lit(ast.LitChar)
	case kTrue, kFalse:
		return lit(ast.LitBool)
	case kNullptr:
		return lit(ast.LitNullptr)
	case code(token.String):
		return p.stringLiteral()
	case kThis:
		p.next()
		return &ast.This{Span: p.from(start)}
	case code(token.LParen):
		return p.parens()
	case code(token.LBracket):
		return p.lambda()
	case code(token.LBrace):
		return p.initListExpr()
	case kStaticCast, kDynamicCast, kConstCast, kReinterpretCast:
		return p.namedCast()
	case kBitCast:
		p.next()
		x := &ast.Cast{Kind: ast.CastBuiltinBit}
		p.within(func() {
			x.Type = p.typeID()
			p.expect(token.Comma)
			x.X = p.assign()
		})
		x.Span = p.from(start)
		return x
	case kTypeid:
		return p.query(ast.Typeid)
	case kOffsetof, kVaArg:
		t := &ast.Trait{Sym: p.nextSym()}
		p.next()
		p.within(func() { t.Args = p.traitArgs() })
		t.Span = p.from(start)
		return t
	case kTrait:
		if p.peekIs(1, token.LParen) {
			return p.trait()
		}
	case kRequires:
		return p.requiresExpr()
	case kTypename:
		p.next()
		n := p.name(declaredName)
		nt := &ast.NamedType{Span: p.from(start), Name: n, Typename: true}
		return p.constructOf(nt, start)
	case kAuto:
		p.next()
		return p.constructOf(&ast.AutoType{Span: p.from(start)}, start)
	case kDecltype:
		t := p.decltype()
		if n, ok := t.(*ast.NamedType); ok && !p.failed {
			return &ast.NameExpr{Span: n.Span, Name: n.Name}
		}
		return p.constructOf(t, start)
	case kTypeof, kTransform, kStruct, kClass, kUnion, kEnum, kConst, kVolatile:
		return p.typeOperand()
	default:
		if builtinTypeCode(c) {
			return p.typeOperand()
		}
	}
	if p.startsName() {
		n := p.name(usedName)
		return &ast.NameExpr{Span: n.Span, Name: n}
	}
	p.fail()
	return &ast.BadExpr{Span: p.from(start)}
}

// typeOperand reads an operand that begins with a type's keyword: a construction, or a bare type-id.
func (p *parser) typeOperand() ast.Expr {
	start := p.pos
	t := &ast.TypeID{}
	p.specifiers(&t.Spec, ctxType)
	if t.Spec.Type == nil || p.failed {
		p.fail()
		return &ast.BadExpr{Span: p.from(start)}
	}
	if p.is(token.LParen) || p.is(token.LBrace) {
		m := p.mark()
		var x ast.Expr
		if p.try(func() bool {
			x = p.constructOf(t.Spec.Type, start)
			return true
		}) {
			return x
		}
		p.reset(m)
	}
	var d ast.Declarator
	t.Ops = p.declaratorOps(&d, &t.Spec, ctxType, abstractOnly)
	t.Span = p.from(start)
	return &ast.TypeExpr{Span: t.Span, Type: t}
}

// constructOf reads the parentheses or braces after a type.
func (p *parser) constructOf(spec ast.TypeSpec, start int) ast.Expr {
	t := &ast.TypeID{Span: spec.Pos()}
	t.Spec.Span, t.Spec.Type = spec.Pos(), spec
	c := &ast.Construct{Type: t}
	switch {
	case p.is(token.LParen):
		p.within(func() { c.Args = p.exprList() })
	case p.is(token.LBrace):
		c.Brace = true
		p.within(func() { c.Args = p.braceElems() })
	default:
		var d ast.Declarator
		t.Ops = p.declaratorOps(&d, &t.Spec, ctxType, abstractOnly)
		t.Span = p.from(start)
		return &ast.TypeExpr{Span: t.Span, Type: t}
	}
	c.Span = p.from(start)
	return c
}

// parens reads (x), a fold expression, or a statement-expression.
func (p *parser) parens() ast.Expr {
	start := p.pos
	if p.peekIs(1, token.LBrace) {
		s := &ast.StmtExpr{}
		p.within(func() { s.Block = p.block() })
		s.Span = p.from(start)
		return s
	}
	x := &ast.Paren{}
	var fold *ast.Fold
	p.within(func() {
		if p.is(token.Ellipsis) {
			p.next()
			fold = &ast.Fold{Op: p.foldOp()}
			fold.R = p.binary(precMember)
			return
		}
		x.X = p.expr()
		if p.failed || p.pos >= p.end {
			return
		}
		if op, ok := p.foldOpAhead(); ok {
			p.next()
			p.next()
			fold = &ast.Fold{Op: op, L: x.X}
			if p.pos < p.end {
				p.next()
				fold.R = p.binary(precMember)
			}
		}
	})
	if fold != nil {
		fold.Span = p.from(start)
		return fold
	}
	x.Span = p.from(start)
	if n, ok := x.X.(*ast.NameExpr); ok && n.Name.Last().Kind == ast.NameIdent {
		if !n.Name.Simple() || !p.knownValue(n.Name.Last().Sym) {
			x.Type = namedTypeID(n.Name)
		}
	} else if c, ok := x.X.(*ast.Call); ok && !p.failed {
		if _, ok := c.Fn.(*ast.NameExpr); ok {
			x.Type = p.reread(start+1, int(p.match[start]))
		}
	}
	return x
}

// reread reads the tokens from lo to hi once more, as a type-id; nil when they are none.
func (p *parser) reread(lo, hi int) *ast.TypeID {
	after := p.mark()
	p.pos, p.sub, p.end = lo, 0, min(hi, p.end)
	var t *ast.TypeID
	if p.startsType() {
		t = p.typeID()
	}
	if p.failed || p.pos != p.end {
		t = nil
	}
	p.reset(after)
	return t
}

func namedTypeID(n *ast.Name) *ast.TypeID {
	t := &ast.TypeID{Span: n.Span}
	t.Spec.Span, t.Spec.Type = n.Span, &ast.NamedType{Span: n.Span, Name: n}
	return t
}

func (p *parser) foldOpAhead() (token.Kind, bool) {
	c := p.tok()
	if precedence[c] == 0 || c == code(token.Question) || !p.peekIs(1, token.Ellipsis) {
		return 0, false
	}
	return token.Kind(c), true
}

func (p *parser) foldOp() token.Kind {
	c := p.tok()
	if precedence[c] == 0 || c == code(token.Question) {
		p.fail()
		return 0
	}
	p.next()
	return token.Kind(c)
}

func (p *parser) namedCast() ast.Expr {
	start := p.pos
	x := &ast.Cast{}
	switch p.tok() {
	case kStaticCast:
		x.Kind = ast.CastStatic
	case kDynamicCast:
		x.Kind = ast.CastDynamic
	case kConstCast:
		x.Kind = ast.CastConst
	default:
		x.Kind = ast.CastReinterpret
	}
	p.next()
	p.expect(token.Less)
	noGreater, inLaunch := p.noGreater, p.inLaunch
	p.noGreater, p.inLaunch = true, false
	x.Type = p.typeID()
	p.noGreater, p.inLaunch = noGreater, inLaunch
	p.closeArgs()
	if !p.is(token.LParen) || p.failed {
		p.fail()
		return x
	}
	p.within(func() { x.X = p.expr() })
	x.Span = p.from(start)
	return x
}

func (p *parser) sizeof() ast.Expr {
	start := p.pos
	if p.peekIs(1, token.Ellipsis) {
		p.next()
		p.next()
		q := &ast.Query{Kind: ast.SizeofPack}
		p.within(func() { q.Sym = p.identSym() })
		q.Span = p.from(start)
		return q
	}
	return p.query(ast.Sizeof)
}

// query reads sizeof, alignof, noexcept or typeid with its operand.
func (p *parser) query(kind ast.QueryKind) ast.Expr {
	start := p.pos
	q := &ast.Query{Kind: kind}
	p.next()
	if kind == ast.Noexcept {
		p.within(func() { q.X = p.expr() })
		q.Span = p.from(start)
		return q
	}
	if p.is(token.LParen) && !p.peekIs(1, token.LBrace) {
		m := p.mark()
		var x ast.Expr
		if p.try(func() bool {
			p.within(func() {
				q.Type, x = p.typeOrExpr(func() bool { return p.pos >= p.end })
			})
			return q.Type != nil
		}) && !p.goesOn() {
			q.X = x
			q.Span = p.from(start)
			return q
		}
		q.Type = nil
		p.reset(m)
	}
	if kind == ast.Typeid {
		p.within(func() { q.X = p.expr() })
	} else {
		q.X = p.unary()
		if x, ok := q.X.(*ast.Paren); ok && x.Type == nil {
			q.X = x.X
		}
	}
	q.Span = p.from(start)
	return q
}

// goesOn reports whether a postfix operator stands next.
func (p *parser) goesOn() bool {
	switch p.tok() {
	case code(token.Dot), code(token.Arrow), code(token.LBracket), code(token.LParen), code(token.LBrace):
		return true
	}
	return false
}

func (p *parser) newExpr() ast.Expr {
	start := p.pos
	n := &ast.New{Global: p.accept(token.ColonCol)}
	p.next()
	if p.is(token.LParen) && p.placement() {
		n.HasPlace = true
		p.within(func() { n.Placement = p.exprList() })
	}
	if p.is(token.LParen) {
		p.within(func() { n.Type = p.typeID() })
	} else {
		from := p.pos
		t := p.pointers()
		var bounds []ast.TypeOp
		for p.is(token.LBracket) && !p.failed {
			at := p.pos
			op := ast.TypeOp{Kind: ast.OpArray}
			p.within(func() {
				if p.pos < p.end {
					op.Size = p.expr()
				}
			})
			op.Span = p.from(at)
			bounds = append([]ast.TypeOp{op}, bounds...)
		}
		t.Ops = append(t.Ops, bounds...)
		t.Span = p.from(from)
		n.Type = t
	}
	if (p.is(token.LParen) || p.is(token.LBrace)) && !p.failed {
		at := p.pos
		i := &ast.Init{Kind: ast.InitParen}
		if p.is(token.LBrace) {
			i.Kind = ast.InitBrace
		}
		deferring := p.deferring
		p.deferring = false
		p.initList(i)
		p.deferring = deferring
		i.Span = p.from(at)
		n.Init = i
	}
	n.Span = p.from(start)
	return n
}

// placement reports whether the parenthesis after new holds placement arguments rather than the type.
func (p *parser) placement() bool {
	closeAt := p.closer()
	if closeAt+1 >= p.end {
		return false
	}
	switch c := p.codes[closeAt+1]; {
	case c == code(token.Ident), c == code(token.ColonCol), builtinTypeCode(c), typeKeyword(c), c == kConst, c == kVolatile,
		c == kTrait, c == kTransform, c == kCUDA, c == kAttribute:
		return true
	case c == code(token.LParen):
		t := p.reread(p.pos+1, closeAt)
		return t == nil || p.typeCertainty(t) != certainType
	}
	return false
}

func (p *parser) deleteExpr() ast.Expr {
	start := p.pos
	d := &ast.Delete{Global: p.accept(token.ColonCol)}
	p.next()
	if p.is(token.LBracket) && p.peekIs(1, token.RBracket) {
		d.Array = true
		p.next()
		p.next()
	}
	d.X = p.unary()
	d.Span = p.from(start)
	return d
}

// ---- Lambdas and requires-expressions

func (p *parser) lambda() ast.Expr {
	start := p.pos
	if !p.enter() {
		return &ast.BadExpr{Span: p.from(start)}
	}
	defer p.leave()
	l := &ast.Lambda{}
	scope := p.scope()
	deferring, noGreater := p.deferring, p.noGreater
	p.deferring = false
	p.within(func() { p.captures(l) })
	l.Intro = p.from(start)
	specStart := p.pos
	p.lambdaSpecs(l)
	l.Lead = len(l.Spec.CUDA)
	if p.is(token.Less) {
		l.TParams = p.templateParams()
		if p.tok() == kRequires {
			p.next()
			l.Requires = p.constraint()
		}
		p.lambdaSpecs(l)
	}
	if p.is(token.LParen) && !p.failed {
		l.Sig = &ast.FuncSig{}
		from := p.pos
		p.within(func() { p.params(l.Sig) })
		l.Sig.Span = p.from(from)
	}
	sig := l.Sig
	if sig == nil {
		sig = &ast.FuncSig{}
	}
	for !p.failed {
		at := p.pos
		p.lambdaSpecs(l)
		p.afterParams(sig, &l.Spec, ctxBlock, abstractOnly)
		if p.tok() == kRequires {
			p.next()
			sig.Requires = p.constraint()
		}
		if p.pos == at {
			break
		}
	}
	if l.Sig == nil && (sig.Trailing != nil || sig.NoexceptKind != 0 || sig.Requires != nil) {
		sig.Span = p.from(specStart)
		l.Sig = sig
	}
	l.Spec.Span = p.from(specStart)
	p.doubtful(&l.Spec, start, p.pos+1)
	if !p.is(token.LBrace) {
		p.fail()
	}
	if !p.failed {
		l.Block = p.block()
	}
	p.deferring, p.noGreater = deferring, noGreater
	p.undo(scope)
	l.Span = p.from(start)
	return l
}

func (p *parser) lambdaSpecs(l *ast.Lambda) {
	for !p.failed {
		switch c := p.tok(); c {
		case kMutable, kConstexpr, kConsteval, kStatic:
			l.Spec.Flags |= flagOf[c]
			p.next()
		default:
			if !p.specifierAttribute(&l.Spec.CUDA, &l.Spec.Attrs) {
				return
			}
		}
	}
}

func (p *parser) captures(l *ast.Lambda) {
	for p.pos < p.end && !p.failed {
		start := p.pos
		c := ast.Capture{}
		switch {
		case p.is(token.Assign):
			l.Default = token.Assign
			p.next()
		case p.is(token.Amp) && (p.peekIs(1, token.Comma) || p.pos+1 >= p.end):
			l.Default = token.Amp
			p.next()
		case p.tok() == kThis:
			p.next()
			c.This = true
		case p.is(token.Star):
			p.next()
			c.This, c.Star = true, true
			if !p.acceptCode(kThis) {
				p.fail()
			}
		default:
			c.ByRef = p.accept(token.Amp)
			c.Pack = p.accept(token.Ellipsis)
			c.Sym = p.identSym()
			var d ast.Declarator
			p.initializer(&d, ctxBlock)
			c.Init = d.Init
			if p.accept(token.Ellipsis) {
				c.Pack = true
			}
			if c.Init != nil {
				p.declare(c.Sym, localValue)
			}
		}
		if c.This || c.Sym != 0 {
			c.Span = p.from(start)
			l.Captures = append(l.Captures, c)
		}
		if !p.accept(token.Comma) {
			return
		}
	}
}

func (p *parser) requiresExpr() ast.Expr {
	start := p.pos
	r := &ast.RequiresExpr{}
	scope := p.scope()
	p.next()
	if p.is(token.LParen) {
		var sig ast.FuncSig
		p.within(func() { p.params(&sig) })
		r.Params = sig.Params
	}
	if !p.is(token.LBrace) {
		p.fail()
		return r
	}
	p.within(func() {
		for p.pos < p.end && !p.failed {
			r.Reqs = append(r.Reqs, p.requirement())
		}
	})
	p.undo(scope)
	r.Span = p.from(start)
	return r
}

func (p *parser) requirement() ast.Requirement {
	start := p.pos
	q := ast.Requirement{}
	switch {
	case p.is(token.LBrace):
		p.within(func() { q.X = p.expr() })
		q.Noexcept = p.acceptCode(kNoexcept)
		if p.accept(token.Arrow) {
			q.Constraint = p.typeID()
		}
	case p.tok() == kTypename && p.try(func() bool {
		q.Type = p.typeID()
		return p.is(token.Semi)
	}):
	case p.tok() == kRequires && !p.peekIs(1, token.LBrace):
		p.next()
		q.Nested = p.expr()
	default:
		q.X = p.expr()
	}
	p.expect(token.Semi)
	q.Span = p.from(start)
	return q
}
