package syntax

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// block reads a compound statement. What cannot be read in it becomes a BadStmt.
func (p *parser) block() *ast.Block {
	start := p.pos
	b := &ast.Block{}
	if !p.is(token.LBrace) || !p.enter() {
		p.fail()
		b.Span = p.from(start)
		return b
	}
	defer p.leave()
	scope, deferring := p.scope(), p.deferring
	p.deferring = false
	p.braced(func() { b.Stmts = p.stmts() })
	p.deferring = deferring
	p.undo(scope)
	b.Span = p.from(start)
	return b
}

// stmts reads statements up to the end.
func (p *parser) stmts() []ast.Stmt {
	var out []ast.Stmt
	for p.pos < p.end && !p.failed {
		out = append(out, p.stmt())
	}
	return out
}

// stmt reads one statement; what cannot be read becomes a BadStmt.
func (p *parser) stmt() ast.Stmt {
	m := p.mark()
	s := p.stmtOrFail()
	if !p.failed && p.pos > m.pos {
		return s
	}
	p.reset(m)
	start := p.pos
	if p.fuel < 0 { // the rest at once: each statement tried in vain costs what is nested in it, on every level
		p.failed, p.end, p.pos = false, m.end, m.end
		return p.badStmt(start)
	}
	for p.pos < p.end && !p.is(token.Semi) {
		if p.outdented(start) {
			return p.badStmt(start)
		}
		brace := p.is(token.LBrace)
		switch p.tok() {
		case code(token.LParen), code(token.LBracket), code(token.LBrace):
			if closeAt := p.closer(); closeAt < p.end {
				p.pos = closeAt
				if !p.closed() {
					return p.badStmt(start)
				}
			}
		}
		p.pos++
		if brace && !p.is(token.Semi) && !p.is(token.Comma) && !p.is(token.RParen) && !p.is(token.Dot) {
			return p.badStmt(start)
		}
	}
	if p.pos < p.end {
		p.pos++
	}
	return p.badStmt(start)
}

// openLaunch is the <<< between start and here that no >>> follows, if any. A statement without its semicolon is being typed.
func (p *parser) openLaunch(start int) ast.Span {
	at := ast.Span{}
	if p.pos == start || p.codes[p.pos-1] != code(token.Semi) {
		return at
	}
	for i := start; i < p.pos; i++ {
		switch {
		case p.codes[i] == code(token.LaunchOpen) && (i == start || p.codes[i-1] != kOperator):
			at = p.span(i, i+1)
		case p.codes[i] == code(token.LaunchClose),
			p.codes[i] == code(token.Shr) && i+1 < p.pos && p.codes[i+1] == code(token.Greater):
			return ast.Span{}
		}
	}
	return at
}

// badStmt makes a statement of the tokens from start on, which could not be read.
func (p *parser) badStmt(start int) *ast.BadStmt {
	p.sub = 0
	p.fuel -= p.pos - start
	s := &ast.BadStmt{Span: p.from(start), Launch: p.openLaunch(start)}
	if !s.Launch.IsEmpty() {
		s.Unclosed = p.span(p.pos-1, p.pos)
		if start < p.unclosed && p.unclosed < p.pos {
			s.Unclosed = p.span(p.unclosed, p.unclosed+1)
		}
	}
	p.bad = append(p.bad, s.Span)
	// A declarator is not the first word, and stands before an initialiser or body.
	for i := start + 1; i < p.pos; i++ {
		switch p.codes[i] {
		case code(token.Ident):
			s.Syms = append(s.Syms, p.toks[i].Sym)
		case code(token.Assign), code(token.LParen), code(token.LBrace), code(token.LBracket):
			return s
		}
	}
	return s
}

func (p *parser) stmtOrFail() ast.Stmt {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	start := p.pos
	var drop ast.Specifiers
	for p.is(token.LBracket) && p.peekIs(1, token.LBracket) {
		m := p.mark()
		if !p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
			return nil
		}
		if len(drop.CUDA) > 0 || p.startsDeclaration() == certainDecl {
			p.reset(m) // the attribute appertains to a declaration
			break
		}
	}
	switch p.tok() {
	case code(token.LBrace):
		return p.block()
	case code(token.Semi):
		p.next()
		return &ast.ExprStmt{Span: p.from(start)}
	case kIf:
		return p.ifStmt()
	case kSwitch:
		s := &ast.Switch{}
		scope := p.scope()
		p.next()
		s.Init, s.Cond = p.header()
		s.Body = p.substmt()
		p.undo(scope)
		s.Span = p.from(start)
		return s
	case kWhile:
		s := &ast.While{}
		scope := p.scope()
		p.next()
		_, s.Cond = p.header()
		s.Body = p.substmt()
		p.undo(scope)
		s.Span = p.from(start)
		return s
	case kDo:
		return p.doStmt(start)
	case kFor:
		return p.forStmt()
	case kCase, kDefault:
		return p.caseStmt()
	case kReturn, kCoReturn:
		return p.returnStmt(start)
	case kBreak, kContinue, kGoto:
		return p.jumpStmt(start)
	case kTry:
		s := &ast.Try{}
		p.next()
		s.Block = p.block()
		s.Handlers = p.handlers()
		s.Span = p.from(start)
		return s
	case kAsm:
		return p.asmStmt()
	case kCUDA, kAttribute:
		if s := p.attributed(); s != nil {
			return s
		}
	case code(token.Ident):
		if p.peekIs(1, token.Colon) {
			s := &ast.Label{Sym: p.identSym()}
			p.next()
			for p.tok() == kAttribute {
				p.specifierAttribute(&drop.CUDA, &drop.Attrs)
			}
			if p.pos < p.end {
				s.Stmt = p.stmt()
			}
			s.Span = p.from(start)
			return s
		}
	}
	return p.declOrExpr()
}

func (p *parser) doStmt(start int) ast.Stmt {
	s := &ast.DoWhile{}
	p.next()
	s.Body = p.substmt()
	if !p.acceptCode(kWhile) || !p.is(token.LParen) {
		p.fail()
		return s
	}
	p.within(func() { s.Cond = p.expr() })
	p.semi()
	s.Span = p.from(start)
	return s
}

func (p *parser) returnStmt(start int) ast.Stmt {
	s := &ast.Return{Co: p.tok() == kCoReturn}
	p.next()
	if !p.is(token.Semi) && p.pos < p.end {
		if p.is(token.LBrace) {
			s.X = p.initListExpr()
		} else {
			s.X = p.expr()
		}
	}
	p.semi()
	s.Span = p.from(start)
	return s
}

func (p *parser) jumpStmt(start int) ast.Stmt {
	c := p.tok()
	s := &ast.Jump{}
	p.next()
	switch c {
	case kContinue:
		s.Kind = ast.Continue
	case kGoto:
		s.Kind = ast.Goto
		if p.accept(token.Star) {
			s.X = p.unary()
		} else {
			s.Label = p.identSym()
		}
	}
	p.semi()
	s.Span = p.from(start)
	return s
}

// attributed reads a statement behind CUDA's words; nil where they may begin a declaration, as before everything that is neither a
// statement nor a call for certain.
func (p *parser) attributed() ast.Stmt {
	start, m := p.pos, p.mark()
	s := &ast.AttributedStmt{}
	var attrs []ast.Attr
	for (p.tok() == kCUDA || p.tok() == kAttribute) && p.specifierAttribute(&s.CUDA, &attrs) {
	}
	statement := p.startsCall()
	switch p.tok() {
	case code(token.LBrace), code(token.Semi), kIf, kSwitch, kWhile, kDo, kFor, kReturn, kBreak, kContinue, kGoto, kTry:
		statement = true
	}
	if statement && !p.failed && len(s.CUDA) > 0 {
		s.Stmt = p.stmt()
		s.Span = p.from(start)
		return s
	}
	p.reset(m)
	return nil
}

// startsCall reports whether an expression begins that calls or launches something, or a member of something, unless its first name is
// that of a type that nobody knows.
func (p *parser) startsCall() bool {
	if p.tok() == kThis {
		return true
	}
	if !p.ident() || p.knownType(p.pos) {
		return false
	}
	switch p.peek(1) {
	case code(token.LParen), code(token.LaunchOpen), code(token.Dot), code(token.Arrow):
		return true
	}
	return false
}

// substmt reads the statement that another governs.
func (p *parser) substmt() ast.Stmt {
	scope := p.scope()
	if p.pos >= p.end {
		p.fail()
	}
	if p.failed {
		return &ast.BadStmt{Span: p.from(p.pos)}
	}
	s := p.stmt()
	p.undo(scope)
	return s
}

type declVerdict uint8

const (
	noDecl declVerdict = iota
	tryDecl
	certainDecl
)

// startsDeclaration says, from the first tokens and what is known of names, whether a statement is a declaration.
func (p *parser) startsDeclaration() declVerdict {
	c := p.tok()
	switch c {
	case kTypedef, kStatic, kExtern, kConstexpr, kConsteval, kConstinit, kConst, kVolatile, kThreadLocal, kRegister, kInline,
		kMutable, kVirtual, kFriend, kExplicit, kUsing, kStruct, kClass, kUnion, kEnum, kAlignas, kAttribute, kCUDA, kTemplate,
		kStaticAssert, kNamespace, kDeclspec, kConcept:
		return certainDecl
	case kTypename, kAuto, kDecltype, kTypeof, kExtension, kTransform:
		return tryDecl
	case code(token.LBracket):
		if p.peekIs(1, token.LBracket) {
			return certainDecl
		}
		return noDecl
	}
	if builtinTypeCode(c) {
		if p.peekIs(1, token.LParen) || p.peekIs(1, token.LBrace) {
			return tryDecl
		}
		return certainDecl
	}
	if !p.ident() && c != code(token.ColonCol) && c != kOperator {
		return noDecl
	}
	if p.ident() {
		if p.identAt(1) {
			return certainDecl
		}
		switch n := p.peek(1); n {
		case code(token.Less), code(token.ColonCol), code(token.Star), code(token.Amp), code(token.AndAnd):
			if p.knownValue(p.nextSym()) && n != code(token.ColonCol) {
				return noDecl
			}
			return tryDecl
		case code(token.LParen):
			if p.knownType(p.pos) {
				return tryDecl
			}
			return noDecl
		case kConst, kVolatile, kCUDA, kAttribute, kRestrict, kStatic, kConstexpr, kAuto, kThreadLocal, kExtern, kInline,
			kStruct, kTypename:
			return certainDecl
		default:
			if builtinTypeCode(n) { // MACRO int x
				return certainDecl
			}
			return noDecl
		}
	}
	return tryDecl
}

// declOrExpr reads a declaration or an expression statement.
func (p *parser) declOrExpr() ast.Stmt {
	start := p.pos
	switch p.startsDeclaration() {
	case certainDecl:
		d := p.declarationOrFail(ctxBlock)
		return &ast.DeclStmt{Span: p.from(start), Decl: d}
	case tryDecl:
		var d ast.Decl
		if p.try(func() bool {
			d = p.declarationOrFail(ctxBlock)
			return d != nil && p.plausible(d)
		}) {
			return &ast.DeclStmt{Span: p.from(start), Decl: d, Ambiguous: p.ambiguous(d)}
		}
	}
	x := p.expr()
	p.semi()
	return &ast.ExprStmt{Span: p.from(start), X: x}
}

// plausible reports whether what was read as a declaration makes sense as one: `f(x);` with a name that is not known to be
// a type does not.
func (p *parser) plausible(d ast.Decl) bool {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok {
		return true
	}
	if sd.Spec.Type == nil {
		return false
	}
	nt, ok := sd.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename {
		return true
	}
	if len(sd.Declarators) == 0 {
		return false // a name and a semicolon
	}
	dl := sd.Declarators[0]
	if dl.Name == nil {
		return false
	}
	if p.toks[p.local(dl.Lo)].Kind == token.LParen && !p.knownTypeName(nt.Name) {
		// f(x); and get<0>(x) = …, but T (*f)(int) = …
		return dl.Init != nil && dl.Init.Kind != ast.InitParen && dl.Init.Kind != ast.InitBrace &&
			len(dl.Ops) > 1 && dl.Ops[0].Kind >= ast.OpArray && dl.Ops[len(dl.Ops)-1].Kind < ast.OpArray
	}
	return dl.Name.Simple()
}

// ambiguous reports whether what was read as a declaration may be an expression.
func (p *parser) ambiguous(d ast.Decl) bool {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok || sd.Spec.CV != 0 || sd.Spec.Flags&^ast.ExternC != 0 || len(sd.Declarators) == 0 {
		return false
	}
	nt, ok := sd.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename {
		return false
	}
	if p.knownTypeName(nt.Name) {
		return false
	}
	for _, dl := range sd.Declarators {
		if dl.Init != nil && dl.Init.Kind != ast.InitParen {
			return false
		}
	}
	dl := sd.Declarators[0]
	if p.toks[p.local(dl.Lo)].Kind == token.LParen {
		return true
	}
	for _, op := range dl.Ops {
		if op.Kind == ast.OpPointer && op.CV != 0 {
			return false
		}
	}
	return len(dl.Ops) > 0 && dl.Name.Lo > dl.Lo // something stands between the two names
}

// header reads the parentheses of if, switch or while: an optional first statement and the condition.
func (p *parser) header() (init ast.Stmt, cond ast.Cond) {
	if !p.is(token.LParen) {
		p.fail()
		return nil, cond
	}
	p.within(func() {
		if p.semiAhead() {
			init = p.stmtOrFail()
		}
		cond = p.cond()
	})
	return init, cond
}

// semiAhead reports whether a semicolon stands in what may be read, outside brackets.
func (p *parser) semiAhead() bool {
	for i := p.pos; i < p.end; i++ {
		switch p.codes[i] {
		case code(token.Semi):
			return true
		case code(token.LParen), code(token.LBrace), code(token.LBracket):
			i = int(p.match[i])
		}
	}
	return false
}

// cond reads a condition up to the end of the parentheses.
func (p *parser) cond() ast.Cond {
	if p.startsDeclaration() != noDecl {
		var d ast.Decl
		if p.try(func() bool {
			d = p.simpleDecl(ctxCond)
			if d == nil || p.failed || p.pos < p.end {
				return false
			}
			switch d := d.(type) {
			case *ast.SimpleDecl:
				return len(d.Declarators) == 1 && d.Declarators[0].Init != nil && d.Declarators[0].Init.Kind != ast.InitParen
			case *ast.BindingDecl:
				return d.Init != nil
			}
			return false
		}) {
			return ast.Cond{Decl: d}
		}
	}
	return ast.Cond{X: p.expr()}
}

func (p *parser) ifStmt() ast.Stmt {
	start := p.pos
	s := &ast.If{}
	scope := p.scope()
	p.next()
	switch {
	case p.acceptCode(kConstexpr):
		s.Constexpr = true
	case p.is(token.Not) && p.peek(1) == kConsteval:
		p.next()
		p.next()
		s.Consteval, s.Not = true, true
	case p.acceptCode(kConsteval):
		s.Consteval = true
	}
	if !s.Consteval {
		s.Init, s.Cond = p.header()
	}
	s.Then = p.substmt()
	if p.acceptCode(kElse) {
		s.Else = p.substmt()
	}
	p.undo(scope)
	s.Span = p.from(start)
	return s
}

func (p *parser) forStmt() ast.Stmt {
	start := p.pos
	scope := p.scope()
	p.next()
	if p.tok() == kCoAwait {
		p.next()
	}
	if !p.is(token.LParen) {
		p.fail()
		return nil
	}
	var out ast.Stmt
	var f *ast.For
	var r *ast.RangeFor
	p.within(func() {
		semis := 0
		for i := p.pos; i < p.end; i++ {
			switch p.codes[i] {
			case code(token.Semi):
				semis++
			case code(token.LParen), code(token.LBrace), code(token.LBracket):
				i = int(p.match[i])
			}
		}
		if semis >= 2 {
			f = &ast.For{}
			f.Init = p.stmtOrFail()
			if !p.is(token.Semi) && !p.failed {
				end := p.end
				for i := p.pos; i < end; i++ {
					if c := p.codes[i]; c == code(token.Semi) {
						p.end = i
						break
					} else if c == code(token.LParen) || c == code(token.LBrace) || c == code(token.LBracket) {
						i = int(p.match[i])
					}
				}
				f.Cond = p.cond()
				if p.failed || p.pos != p.end {
					p.fail()
					return
				}
				p.end = end
			}
			p.expect(token.Semi)
			if p.pos < p.end {
				f.Inc = p.expr()
			}
			return
		}
		r = &ast.RangeFor{}
		if semis == 1 {
			r.Init = p.stmtOrFail()
		}
		r.Decl = p.simpleDecl(ctxFor)
		r.Colon = p.rel(p.pos)
		p.expect(token.Colon)
		r.Range = p.initClause()
	})
	body := p.substmt()
	p.undo(scope)
	if f != nil {
		f.Body, f.Span = body, p.from(start)
		out = f
	} else if r != nil {
		r.Body, r.Span = body, p.from(start)
		out = r
	}
	return out
}

func (p *parser) caseStmt() ast.Stmt {
	start := p.pos
	s := &ast.Case{Default: p.tok() == kDefault}
	p.next()
	if !s.Default {
		s.X = p.conditional()
		if p.accept(token.Ellipsis) {
			s.Hi = p.conditional()
		}
	}
	p.expect(token.Colon)
	if p.pos < p.end && !p.failed {
		s.Stmt = p.stmt()
	}
	s.Span = p.from(start)
	return s
}

func (p *parser) handlers() []*ast.Handler {
	var out []*ast.Handler
	for p.tok() == kCatch && !p.failed {
		start := p.pos
		h := &ast.Handler{}
		scope := p.scope()
		p.next()
		if !p.is(token.LParen) {
			p.fail()
			return out
		}
		p.within(func() {
			if !p.accept(token.Ellipsis) {
				h.Param = p.param()
			}
		})
		h.Block = p.block()
		p.undo(scope)
		h.Span = p.from(start)
		out = append(out, h)
	}
	return out
}

func (p *parser) asmStmt() ast.Stmt {
	start := p.pos
	s := &ast.AsmStmt{}
	p.next()
	for {
		switch p.tok() {
		case kVolatile:
			s.Volatile = true
		case kInline, kGoto:
		default:
			goto operands
		}
		p.next()
	}
operands:
	if !p.is(token.LParen) {
		p.fail()
		return s
	}
	p.within(func() {
		s.Template = p.nextSym()
		if !p.is(token.String) {
			p.pos = p.end // an asm that is no string literal is nothing we know
			return
		}
		for first := true; p.is(token.String); first = false {
			if first && p.peekIs(1, token.String) || s.Syms != nil {
				s.Syms = append(s.Syms, p.nextSym())
			}
			p.next()
		}
		for part := 0; p.pos < p.end && !p.failed; {
			switch {
			case p.accept(token.Colon):
				part++
				s.Extended = true
				continue
			case p.accept(token.ColonCol):
				part += 2
				s.Extended = true
				continue
			case p.accept(token.Comma):
				continue
			}
			switch part {
			case 1:
				s.Outputs = append(s.Outputs, p.asmOperand())
			case 2:
				s.Inputs = append(s.Inputs, p.asmOperand())
			case 3:
				s.Clobbers = append(s.Clobbers, p.asmText())
			default:
				p.next()
			}
		}
	})
	p.semi()
	s.Span = p.from(start)
	return s
}

// asmText is a constraint or a clobber: a string literal, or several that follow one another. What is none is one word.
func (p *parser) asmText() []token.Sym {
	text := []token.Sym{p.nextSym()}
	literal := p.is(token.String)
	p.next()
	for literal && p.is(token.String) {
		text = append(text, p.nextSym())
		p.next()
	}
	return text
}

func (p *parser) asmOperand() ast.AsmOperand {
	start := p.pos
	o := ast.AsmOperand{}
	if p.is(token.LBracket) {
		p.skipOne()
	}
	if !p.is(token.String) {
		p.fail()
		return o
	}
	o.Constraint = p.asmText()
	if !p.is(token.LParen) {
		p.fail()
		return o
	}
	p.within(func() { o.X = p.expr() })
	o.Span = p.from(start)
	return o
}
