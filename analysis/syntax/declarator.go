package syntax

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// declMode says whether a declarator has a name.
type declMode uint8

const (
	named        declMode = iota
	abstractOnly          // a type-id's
	either                // a parameter's
)

// declarator reads a declarator without its initialiser.
func (p *parser) declarator(s *ast.Specifiers, ctx context, mode declMode) *ast.Declarator {
	start := p.pos
	d := &ast.Declarator{}
	d.Ops = p.declaratorOps(d, s, ctx, mode)
	if mode == named && d.Name == nil {
		p.fail()
	}
	d.Span = p.from(start)
	return d
}

// pointers reads a type's specifiers and pointer operators, which are all that a new-expression or a conversion function's name has without
// parentheses. The span is left to the caller.
func (p *parser) pointers() *ast.TypeID {
	t := &ast.TypeID{}
	p.specifiers(&t.Spec, ctxType)
	if t.Spec.Type == nil {
		p.fail()
	}
	for !p.failed {
		op, ok := p.pointerOp(&t.Spec)
		if !ok {
			break
		}
		t.Ops = append(t.Ops, op)
	}
	return t
}

// pointerOp reads one prefix operation of a declarator.
func (p *parser) pointerOp(s *ast.Specifiers) (ast.TypeOp, bool) {
	start := p.pos
	op := ast.TypeOp{}
	switch p.tok() {
	case code(token.Star):
		op.Kind = ast.OpPointer
		p.next()
	case code(token.Amp):
		op.Kind = ast.OpLRef
		p.next()
	case code(token.AndAnd):
		op.Kind = ast.OpRRef
		p.next()
	default:
		if !p.ident() && !p.is(token.ColonCol) {
			return op, false
		}
		if c := p.peek(1); p.ident() && c != code(token.ColonCol) && c != code(token.Less) {
			return op, false
		}
		if !p.try(func() bool {
			op.Class = p.name(declaredName)
			if p.is(token.ColonCol) && p.peekIs(1, token.Star) {
				p.next()
				p.next()
				return true
			}
			return false
		}) {
			return op, false
		}
		op.Kind = ast.OpMemberPointer
	}
	for p.cv(&op.CV) || p.specifierAttribute(&s.CUDA, &s.Attrs) {
	}
	op.Span = p.from(start)
	return op, !p.failed
}

// pointerOps reads what stands before a declarator's name.
func (p *parser) pointerOps(s *ast.Specifiers) (ops []ast.TypeOp) {
	for !p.failed {
		if p.specifierAttribute(&s.CUDA, &s.Attrs) {
			continue
		}
		op, ok := p.pointerOp(s)
		if !ok {
			break
		}
		ops = append(ops, op)
	}
	return ops
}

func (p *parser) arrayOp() ast.TypeOp {
	start := p.pos
	op := ast.TypeOp{Kind: ast.OpArray}
	p.within(func() {
		p.acceptCode(kStatic)
		if p.pos < p.end {
			op.Size = p.expr()
		}
	})
	op.Span = p.from(start)
	return op
}

// declaratorOps reads a declarator's operations in the order in which they apply to the base type, and its name into d.
func (p *parser) declaratorOps(d *ast.Declarator, s *ast.Specifiers, ctx context, mode declMode) []ast.TypeOp {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	ops := p.pointerOps(s)
	if p.failed {
		return ops
	}
	if p.is(token.Ellipsis) && (mode == either || mode == named) && (p.identAt(1) || ctx == ctxParam) {
		d.Pack = true
		p.next()
	}
	var inner []ast.TypeOp
	switch {
	case p.is(token.LParen) && p.nestedDeclarator(mode):
		p.within(func() { inner = p.declaratorOps(d, s, ctx, mode) })
	case mode != abstractOnly && (p.startsName() || p.is(token.Tilde) && mode == named) && d.Name == nil:
		d.Name = p.declaratorName(mode)
	}
	var suffixes []ast.TypeOp
	for !p.failed {
		if p.is(token.LBracket) && !p.peekIs(1, token.LBracket) {
			suffixes = append(suffixes, p.arrayOp())
			continue
		}
		if p.is(token.LParen) {
			op, ok := p.functionOp(d, s, ctx, mode, inner)
			if !ok {
				break
			}
			suffixes = append(suffixes, op)
			continue
		}
		if p.tok() == kAsm && mode == named {
			p.asmLabel(d)
			continue
		}
		if (d.Name != nil || len(suffixes) > 0) && p.specifierAttribute(&s.CUDA, &d.Attrs) {
			continue
		}
		break
	}
	slices.Reverse(suffixes)
	ops = append(ops, suffixes...)
	return append(ops, inner...)
}

// declaratorName reads the name that is declared.
func (p *parser) declaratorName(mode declMode) *ast.Name {
	if mode == either { // a parameter's name is one identifier
		start := p.pos
		part := ast.NamePart{Sym: p.identSym()}
		part.Span = p.from(start)
		return &ast.Name{Span: part.Span, Parts: []ast.NamePart{part}}
	}
	return p.name(declaredName)
}

func (p *parser) asmLabel(d *ast.Declarator) {
	start := p.pos
	a := ast.Attr{Name: p.in.Sym("asm"), Style: ast.AttrAsm}
	p.next()
	p.attributeArgs(&a)
	a.Span = p.from(start)
	d.Attrs = append(d.Attrs, a)
}

// nestedDeclarator reports whether the parenthesis that stands next holds a declarator rather than parameters.
func (p *parser) nestedDeclarator(mode declMode) bool {
	if mode == named {
		return true
	}
	switch c := p.peek(1); c {
	case code(token.Star), code(token.Amp), code(token.AndAnd), code(token.Caret):
		return true
	case code(token.LParen):
		return mode == either || p.peekIs(2, token.Star) || p.peekIs(2, token.Amp)
	case kAttribute, kDeclspec, kCUDA:
		return true
	case code(token.Ellipsis):
		return mode == either && p.identAt(2)
	}
	if !p.identAt(1) && !p.peekIs(1, token.ColonCol) {
		return false
	}
	if p.peekIs(2, token.ColonCol) || p.peekIs(2, token.Less) || p.peekIs(1, token.ColonCol) {
		m := p.mark()
		p.next()
		_, ok := p.pointerOp(&ast.Specifiers{})
		p.reset(m)
		return ok
	}
	if mode == either && (p.peekIs(2, token.RParen) || p.peekIs(2, token.LBracket)) {
		return !p.knownType(p.pos + 1)
	}
	return false
}

// mayInitialise reports whether a parenthesis behind a declarator may open an initialiser.
func mayInitialise(ctx context) bool { return ctx == ctxNamespace || ctx >= ctxBlock && ctx <= ctxFor }

// functionOp reads parameters and what follows them. It reports false when the parenthesis opens an initialiser.
func (p *parser) functionOp(d *ast.Declarator, s *ast.Specifiers, ctx context, mode declMode, inner []ast.TypeOp) (ast.TypeOp, bool) {
	start := p.pos
	sig := &ast.FuncSig{}
	op := ast.TypeOp{Kind: ast.OpFunc, Func: sig}
	if mode == named && d.Name == nil {
		return op, false
	}
	if mode != named || s.Flags&(ast.Typedef|ast.Friend) != 0 || s.Type == nil || d.Name.Last().Kind != ast.NameIdent ||
		!mayInitialise(ctx) {
		p.funcSig(sig, s, ctx, mode)
		op.Span = p.from(start)
		sig.Span = op.Span
		return op, true
	}
	list := p.span(p.pos+1, p.closer())
	if !p.try(func() bool {
		p.funcSig(sig, s, ctx, mode)
		return !p.failed && p.afterFunction()
	}) {
		if ctx == ctxNamespace && !p.readsAsList() {
			p.fail() // a macro that nothing defines stands among the parameters, maybe
		}
		return op, false
	}
	op.Span = p.from(start)
	sig.Span = op.Span
	if !p.is(token.LBrace) && !p.is(token.Colon) && p.tok() != kTry && !isVoid(s.Type) && sig.CV == 0 && sig.Ref == 0 &&
		sig.NoexceptKind == 0 && sig.Trailing == nil && !global(s) && !p.certainParams(sig) {
		if p.namesValue(sig) {
			p.pos, p.sub = start, 0
			return op, false
		}
		if len(inner) == 0 { // T (&x)(y) with a y that is not known is rather a reference to a function
			sig.Ambiguous, sig.ParamsSpan = true, list
		}
	}
	return op, true
}

// readsAsList reports whether expressions stand in the parentheses that begin here.
func (p *parser) readsAsList() bool {
	m := p.mark()
	defer p.reset(m)
	return p.try(func() bool {
		p.within(func() { p.exprList() })
		return !p.failed
	})
}

func isVoid(t ast.TypeSpec) bool {
	b, ok := t.(*ast.BuiltinType)
	return ok && b.Kind == ast.Void
}

func global(s *ast.Specifiers) bool {
	return slices.ContainsFunc(s.CUDA, func(c ast.CUDASpec) bool { return c.Kind == ast.SpecGlobal })
}

// afterFunction reports whether what stands next can follow a function's declarator.
func (p *parser) afterFunction() bool {
	switch p.tok() {
	case code(token.Semi), code(token.Comma), code(token.LBrace), code(token.Assign), code(token.Colon), kTry, kRequires, 0,
		code(token.RParen), kAsm, kAttribute:
		return true
	}
	return p.toks[p.pos].Flags&token.LineStart != 0 // maybe a semicolon or a body is still to be typed
}

// namesValue reports whether what was read as a parameter's type, at any depth, is known to be a value: f(x, T(y)) has
// arguments then.
func (p *parser) namesValue(sig *ast.FuncSig) bool {
	for _, a := range sig.Params {
		if nt, ok := a.Spec.Type.(*ast.NamedType); ok && nt.Name.Simple() && p.knownValue(nt.Name.Last().Sym) {
			return true
		}
		for _, op := range a.Decl.Ops {
			if op.Kind == ast.OpFunc && p.namesValue(op.Func) {
				return true
			}
		}
	}
	return false
}

// certainParams reports whether what was read as a declarator's parameters can be nothing else: there are none, or one has
// what no expression has.
func (p *parser) certainParams(sig *ast.FuncSig) bool {
	return len(sig.Params) == 0 || p.noArguments(sig)
}

// noArguments reports whether what was read as parameters has what no list of arguments has.
func (p *parser) noArguments(sig *ast.FuncSig) bool {
	return sig.Variadic && !p.mayExpand(sig) || slices.ContainsFunc(sig.Params, p.certainParam)
}

// mayExpand reports whether the dots at the end of what was read as parameters stand behind one without a comma, so that they may
// expand a pack: T x(forward<Args>(args)...).
func (p *parser) mayExpand(sig *ast.FuncSig) bool {
	n := len(sig.Params)
	return n > 0 && p.toks[p.local(sig.Params[n-1].Hi)].Kind == token.Ellipsis
}

func (p *parser) certainParam(a *ast.Param) bool {
	nt, ok := a.Spec.Type.(*ast.NamedType)
	if !ok || nt.Typename || a.Spec.CV != 0 || a.Spec.Flags != 0 || a.Default != nil || a.This ||
		len(a.Spec.CUDA)+len(a.Spec.Attrs)+len(a.Decl.Attrs) != 0 {
		return true
	}
	// T(x) converts x where it is no parameter, also when T is known to be a type.
	converts := a.Decl.Hi > a.Decl.Lo && p.toks[p.local(a.Decl.Lo)].Kind == token.LParen
	if p.knownTypeName(nt.Name) && !converts {
		return true
	}
	ops := a.Decl.Ops
	if a.Decl.Name == nil {
		if len(ops) == 0 {
			return false
		}
		operator := ops[0].Kind == ast.OpArray || ops[0].Kind == ast.OpFunc
		return !operator || p.onlyDeclares(ops[0])
	}
	// a b is a parameter; a * b, a & b, a(b) may be expressions.
	if len(ops) == 0 {
		return p.toks[p.local(a.Decl.Name.Lo)-1].Kind != token.LParen
	}
	if slices.ContainsFunc(ops, p.onlyDeclares) {
		return true
	}
	// a b[i] is a parameter; a(b[i]) may be a call.
	first := ops[0].Kind
	return !converts && (first == ast.OpArray || first == ast.OpFunc)
}

// onlyDeclares reports whether a part of a declarator is nothing that an expression has.
func (p *parser) onlyDeclares(op ast.TypeOp) bool {
	switch op.Kind {
	case ast.OpMemberPointer:
		return true
	case ast.OpPointer, ast.OpLRef, ast.OpRRef:
		return op.CV != 0
	case ast.OpFunc:
		return p.noArguments(op.Func) // f() may be a call
	case ast.OpArray:
		return op.Size == nil
	}
	return false
}

// funcSig reads parameters and what follows them in a function's declarator.
func (p *parser) funcSig(sig *ast.FuncSig, s *ast.Specifiers, ctx context, mode declMode) {
	start := p.pos
	scope := p.scope()
	p.within(func() { p.params(sig) })
	p.afterParams(sig, s, ctx, mode)
	p.undo(scope)
	sig.Span = p.from(start)
}

// throwSpec reads a dynamic exception specification.
func (p *parser) throwSpec(sig *ast.FuncSig) {
	p.next()
	sig.NoexceptKind = 1
	p.within(func() {
		for p.pos < p.end && !p.failed {
			sig.NoexceptKind = 3
			if !p.accept(token.Ellipsis) {
				p.typeID()
				p.accept(token.Ellipsis)
			}
			if !p.accept(token.Comma) {
				return
			}
		}
	})
}

func (p *parser) afterParams(sig *ast.FuncSig, s *ast.Specifiers, ctx context, mode declMode) {
	for !p.failed {
		switch p.tok() {
		case kConst:
			sig.CV |= ast.Const
			p.next()
			continue
		case kVolatile:
			sig.CV |= ast.Volatile
			p.next()
			continue
		case code(token.Amp):
			sig.Ref = ast.RefLValue
			p.next()
			continue
		case code(token.AndAnd):
			if mode == abstractOnly && p.identAt(1) {
				return // f(x) && y
			}
			sig.Ref = ast.RefRValue
			p.next()
			continue
		case kNoexcept:
			p.next()
			sig.NoexceptKind = 1
			if p.is(token.LParen) {
				sig.NoexceptKind = 2
				p.within(func() { sig.Noexcept = p.expr() })
			}
			continue
		case kThrow:
			p.throwSpec(sig)
			continue
		case code(token.Arrow):
			if _, auto := s.Type.(*ast.AutoType); mode != named && s.Type != nil && !auto {
				return // T()->x
			}
			p.next()
			sig.Trailing = p.typeID()
			continue
		case kRequires:
			if mode == abstractOnly {
				return
			}
			p.next()
			sig.Requires = p.constraint()
			continue
		}
		if ctx == ctxClass && mode == named && p.ident() {
			switch p.nextSym() {
			case p.lang.override:
				sig.Override = true
				p.next()
				continue
			case p.lang.final:
				sig.Final = true
				p.next()
				continue
			}
		}
		if mode == named && p.tok() == kAsm {
			d := &ast.Declarator{}
			p.asmLabel(d)
			s.Attrs = append(s.Attrs, d.Attrs...)
			continue
		}
		if !p.specifierAttribute(&s.CUDA, &s.Attrs) {
			return
		}
	}
}

// params reads parameters up to the end.
func (p *parser) params(sig *ast.FuncSig) {
	if p.tok() == kVoid && p.pos+1 == p.end {
		p.next()
		return
	}
	for p.pos < p.end && !p.failed {
		if p.accept(token.Ellipsis) {
			sig.Variadic = true
			return
		}
		a := p.param()
		sig.Params = append(sig.Params, a)
		if p.is(token.Ellipsis) { // int f(int ...) without comma
			p.next()
			sig.Variadic = true
			return
		}
		if !p.accept(token.Comma) {
			return
		}
	}
}

func (p *parser) param() *ast.Param {
	start := p.pos
	a := &ast.Param{}
	if p.acceptCode(kThis) {
		a.This = true
	}
	p.specifiers(&a.Spec, ctxParam)
	if a.Spec.Type == nil {
		p.fail()
	}
	if !p.failed {
		a.Decl = *p.declarator(&a.Spec, ctxParam, either)
	}
	if p.accept(token.Assign) {
		a.Default = &ast.Deferred{Span: p.skipInitializer()}
	}
	if n := a.Decl.Name; n != nil && !p.failed {
		p.declare(n.Last().Sym, localValue)
	}
	a.Span = p.from(start)
	return a
}

// skipInitializer takes the tokens of an initialiser: up to a comma, semicolon or closing bracket that is not in brackets
// or in what may be template arguments, or to the line that begins another member.
func (p *parser) skipInitializer() ast.Span {
	start := p.pos
	line := -1
	for p.pos < p.end && !p.failed {
		if p.beginsLine() {
			if line < 0 {
				for line = start - 1; line > 0 && p.toks[line].Flags&token.LineStart == 0; {
					line--
				}
			}
			if p.outdented(line) && !p.peekIs(1, token.LParen) {
				break
			}
		}
		switch p.tok() {
		case code(token.LParen), code(token.LBracket):
			if !p.paired() {
				p.next() // what it holds is still to be typed
				continue
			}
		case code(token.Comma), code(token.Semi), code(token.RParen), code(token.RBrace), code(token.RBracket):
			if p.pos == start {
				p.fail()
			}
			return p.span(start, p.pos)
		case code(token.Less):
			if p.pos > start && p.codes[p.pos-1] == code(token.Ident) && p.skipArgs() {
				continue
			}
		}
		p.skipOne()
	}
	if p.pos == start {
		p.fail()
	}
	return p.span(start, p.pos)
}

// skipArgs takes what may be template arguments without reading them. It reports false, and takes nothing, when the '<' has
// no partner, or when an '=' before it shows that commas in between separated declarators: int a = x < y, b = z > w.
func (p *parser) skipArgs() bool {
	m := p.mark()
	depth := 0
	for p.pos < p.end && !p.failed {
		switch p.tok() {
		case code(token.Less):
			if p.pos > 0 && p.codes[p.pos-1] == code(token.Ident) {
				depth++
			}
		case code(token.Greater):
			depth--
		case code(token.Shr):
			depth -= 2
		case code(token.LaunchClose):
			depth -= 3
		case code(token.Semi), code(token.RParen), code(token.RBrace), code(token.RBracket), code(token.Assign):
			p.reset(m)
			return false
		}
		p.skipOne()
		if depth <= 0 {
			return true
		}
	}
	p.reset(m)
	return false
}
