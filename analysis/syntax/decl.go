package syntax

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// Decls reads the declarations in a span of a chunk. Bodies, initialisers and default arguments are left for later.
func Decls(in Input, span ast.Span) []ast.Decl {
	p := newParser(in, span)
	p.realign()
	p.deferring = true
	var out []ast.Decl
	for p.pos < p.end {
		out = append(out, p.declaration(ctxNamespace))
	}
	return out
}

// declaration reads one declaration; what cannot be read becomes a BadDecl.
func (p *parser) declaration(ctx context) ast.Decl {
	m := p.mark()
	d := p.declarationOrFail(ctx)
	if !p.failed && p.pos > m.pos && d != nil {
		return d
	}
	p.reset(m)
	return p.badDecl(ctx)
}

// badDecl takes tokens up to a semicolon or a body's closing brace, in a class up to the next member as the layout tells it.
func (p *parser) badDecl(ctx context) ast.Decl {
	start := p.pos
	d := &ast.BadDecl{}
	p.fuel = max(p.fuel, 0)
	p.failed = false
	for p.pos < p.end {
		if p.is(token.Semi) {
			p.pos++
			break
		}
		if ctx == ctxClass && p.nextMember(start) {
			p.doubted = p.pos < p.end && p.toks[p.pos].Flags&token.Apart == 0 && p.onlyWords(start)
			break
		}
		first := p.pos
		brace := p.is(token.LBrace)
		switch p.tok() {
		case code(token.LParen), code(token.LBracket), code(token.LBrace):
			if ctx != ctxClass || p.paired() {
				p.pos = min(p.closer(), p.end-1)
			}
		}
		p.pos++
		for i := first; i < p.pos; i++ {
			if p.codes[i] == code(token.Ident) {
				d.Syms = append(d.Syms, p.toks[i].Sym)
			}
		}
		if brace && !p.is(token.Semi) && !p.is(token.Comma) {
			if ctx == ctxNamespace && p.nameAndParensBetween(start, first) {
				d.Body = &ast.Body{Deferred: ast.Deferred{Span: p.from(first)}, Kind: ast.BodyBlock}
			}
			break
		}
	}
	p.sub = 0
	slices.Sort(d.Syms)
	d.Syms = slices.Compact(d.Syms)
	d.Span = p.from(start)
	p.noteBad(start)
	return d
}

// nameAndParensBetween reports whether a name and what stands in parentheses are all that stands between two places.
func (p *parser) nameAndParensBetween(from, to int) bool {
	return to > from+2 && p.codes[from] == code(token.Ident) && p.codes[from+1] == code(token.LParen) && int(p.match[from+1]) == to-1
}

// nextMember reports whether the layout tells that a member of a class begins with the token that stands next, in front of which
// somebody is typing the one that begins at start: its line is indented no deeper.
func (p *parser) nextMember(start int) bool {
	switch c := p.tok(); c {
	case kConst, kVolatile, kNoexcept, kRequires, kTry:
		return false
	case code(token.Tilde), code(token.LBracket):
	default:
		if p.toks[p.pos].Kind != token.Ident {
			return false
		}
	}
	return p.toks[start].Flags&p.toks[p.pos].Flags&token.LineStart != 0 && p.outdented(start)
}

// onlyWords reports whether nothing but words was read since start: they may be specifiers of what follows.
func (p *parser) onlyWords(start int) bool {
	return !slices.ContainsFunc(p.toks[start:p.pos], func(t token.Token) bool { return t.Kind != token.Ident })
}

func (p *parser) declarationOrFail(ctx context) ast.Decl {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	start := p.pos
	if c := p.tok(); c == kExtension || c == kExport {
		p.next()
		d := p.declarationOrFail(ctx)
		if w, ok := d.(interface{ Widen(lo int32) }); ok {
			w.Widen(p.rel(start))
		}
		return d
	}
	switch p.tok() {
	case code(token.Semi):
		p.next()
		return &ast.EmptyDecl{Span: p.from(start)}
	case kTemplate:
		if p.peekIs(1, token.Less) {
			return p.template(ctx)
		}
		return p.explicitInst(ctx, start)
	case kExtern:
		if p.peek(1) == kTemplate {
			p.next()
			return p.explicitInst(ctx, start)
		}
		if p.peekIs(1, token.String) {
			return p.linkage(ctx)
		}
	case kNamespace:
		return p.namespace(false)
	case kInline:
		if p.peek(1) == kNamespace {
			p.next()
			return p.namespace(true)
		}
	case kUsing:
		return p.using()
	case kStaticAssert:
		return p.staticAssert()
	case kAsm:
		p.next()
		for p.tok() == kVolatile || p.tok() == kInline || p.tok() == kGoto {
			p.next()
		}
		if !p.is(token.LParen) {
			p.fail()
			return nil
		}
		p.skipOne()
		p.semi()
		return &ast.AsmDecl{Span: p.from(start)}
	case kConcept:
		return p.concept()
	case code(token.LBracket):
		// An attribute-declaration: [[…]];
		m := p.mark()
		var drop ast.Specifiers
		for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
		}
		if p.accept(token.Semi) {
			return &ast.EmptyDecl{Span: p.from(start)}
		}
		p.reset(m)
	}
	return p.simpleDecl(ctx)
}

// semi takes the semicolon that ends a declaration or statement. A missing one is noted where the line ends after what was
// read, and is a failure elsewhere.
func (p *parser) semi() {
	if p.accept(token.Semi) || p.failed {
		return
	}
	if p.sub == 0 && (p.pos >= p.end || p.toks[p.pos].Flags&token.LineStart != 0) && p.pos > 0 {
		p.noteMissing()
		return
	}
	p.fail()
}

// noteMissing notes that something is missing after what was read.
func (p *parser) noteMissing() { p.bad = append(p.bad, p.span(p.pos-1, p.pos)) }

// guideOrBinding reads a deduction guide or structured bindings; it is nil where there are none.
func (p *parser) guideOrBinding(start int, s *ast.Specifiers, ctx context) ast.Decl {
	if s.Type == nil && ctx <= ctxClass && p.ident() {
		return p.deductionGuide(start, s)
	}
	if _, ok := s.Type.(*ast.AutoType); ok {
		return p.binding(start, s, ctx)
	}
	return nil
}

// simpleDecl reads a declaration that begins with specifiers: variables, functions, types, members, bindings, guides.
func (p *parser) simpleDecl(ctx context) ast.Decl {
	start := p.pos
	d := &ast.SimpleDecl{}
	doubted := p.doubted
	p.doubted = false
	if p.externC {
		d.Spec.Flags |= ast.ExternC
	}
	p.specifiers(&d.Spec, ctx)
	if p.failed {
		return nil
	}
	s := &d.Spec
	if s.Type != nil && (p.anew(start, ctx) || p.anotherType(s)) {
		p.noteMissing()
		d.Span = p.from(start)
		return d
	}
	if doubted {
		s.Unexplained = append(s.Unexplained, p.span(start, start+1))
	}
	p.doubtful(s, start, p.pos)
	if other := p.guideOrBinding(start, s, ctx); other != nil || p.failed {
		return other
	}
	if p.is(token.Semi) && ctx <= ctxBlock {
		p.next()
		if s.Type == nil { // nothing but attributes
			return &ast.EmptyDecl{Span: p.from(start)}
		}
		d.Span = p.from(start)
		return d
	}
	if s.Type != nil && p.pos >= p.end && ctx <= ctxBlock && isDefinition(s.Type) {
		p.semi()
		d.Span = p.from(start)
		return d
	}
	defined := p.declarators(d, ctx)
	if p.failed && !defined {
		return nil
	}
	if !defined && ctx <= ctxBlock {
		bad := len(p.bad)
		p.semi()
		if last := d.Declarators[len(d.Declarators)-1]; len(p.bad) > bad && last.Init == nil {
			last.Unended = true
		}
	}
	d.Span = p.from(start)
	return d
}

// declarators reads those of a simple declaration; defined: the one is a function, with its body.
func (p *parser) declarators(d *ast.SimpleDecl, ctx context) (defined bool) {
	s := &d.Spec
	for !p.failed {
		from := p.pos
		dl := p.initDeclaratorHead(s, ctx)
		if p.failed {
			return false
		}
		d.Declarators = append(d.Declarators, dl)
		if dl.Func() == nil && (s.Type == nil || !namesVariable(dl)) {
			p.fail()
			return false
		}
		if p.untyped(dl) && s.Type != nil { // which is of something else, in front of which it is being typed
			s.Unexplained = append(s.Unexplained, s.Type.Pos())
			s.Type = nil
		}
		p.declareDeclarator(s, dl)
		if fn := dl.Func(); fn != nil {
			p.attributes(s, &dl.Attrs)
			if dl.Name != nil {
				// Parameters may be of whatever types: for whom the function is they do not tell.
				p.doubtful(s, from, p.local(dl.Name.Span.Hi))
				p.doubtful(s, int(p.match[p.local(fn.Span.Lo)])+1, p.pos+1)
			}
			if len(d.Declarators) == 1 && ctx <= ctxBlock && p.functionBody(d) {
				if s.Flags&ast.Typedef != 0 { // of something else, in front of which it is being typed
					s.Flags &^= ast.Typedef
					s.Unexplained = append(s.Unexplained, p.from(from))
				}
				return true
			}
			if p.failed {
				return false
			}
		}
		if fn := dl.Func(); fn == nil || fn.Ambiguous {
			p.attributes(s, &dl.Attrs)
			p.initializer(dl, ctx)
		}
		if !p.is(token.Comma) || ctx == ctxCond {
			return false
		}
		p.next()
		p.attributes(s, &s.Attrs)
	}
	return false
}

// initDeclaratorHead reads a declarator, or of a class's member the width that a bit-field without name has.
func (p *parser) initDeclaratorHead(s *ast.Specifiers, ctx context) *ast.Declarator {
	from := p.pos
	if ctx == ctxClass && p.is(token.Colon) {
		dl := &ast.Declarator{}
		p.bits(dl)
		dl.Span = p.from(from)
		return dl
	}
	dl := p.declarator(s, ctx, named)
	if ctx == ctxClass && p.is(token.Colon) && dl.Func() == nil && !p.failed {
		p.bits(dl)
	}
	return dl
}

// attributes reads attributes that stand between declarators.
func (p *parser) attributes(s *ast.Specifiers, to *[]ast.Attr) {
	for p.specifierAttribute(&s.CUDA, to) {
	}
}

// doubtful notes the tokens from lo up to hi that rest on a guess: specifiers may stand in their place.
func (p *parser) doubtful(s *ast.Specifiers, lo, hi int) {
	for i := lo; i < min(hi, len(p.toks)); i++ {
		if p.toks[i].Flags&token.Doubtful != 0 {
			s.Unexplained = append(s.Unexplained, p.span(i, i+1))
			return
		}
	}
}

// anew reports whether the layout tells that the token that stands next does not belong to the declaration that begins at start,
// which somebody is typing in front of it: an empty line parts them, or in a block the token begins a line that is indented no
// deeper, and is not a name of what the class in front is the type of: no statement is a name alone.
func (p *parser) anew(start int, ctx context) bool {
	if p.pos <= start || p.pos >= p.end || p.sub != 0 {
		return false
	}
	t := p.toks[p.pos]
	if ctx == ctxBlock {
		named := p.codes[p.pos-1] == code(token.RBrace) && p.ident() && (p.peekIs(1, token.Semi) || p.peekIs(1, token.LBrace))
		return p.outdented(start) && !named
	}
	return ctx <= ctxClass && t.Flags&token.Apart != 0 && !p.declaratorAhead()
}

// declaratorAhead reports whether what stands next may go on with a declaration of which the specifiers were read: a name and what
// stands behind names that are declared. A constructor or destructor goes on with none.
func (p *parser) declaratorAhead() bool {
	i := 0
	for p.peekIs(i, token.Star) || p.peekIs(i, token.Amp) || p.peekIs(i, token.AndAnd) || p.peek(i) == kConst {
		i++
	}
	if p.peek(i) == kOperator || p.peekIs(i, token.LParen) {
		return true
	}
	class := token.Sym(0)
	if len(p.classes) > 0 {
		class = p.classes[len(p.classes)-1]
	}
	for p.peekIs(i, token.Ident) {
		name := p.toks[p.pos+i].Sym
		constructor := name == class
		switch i++; {
		case p.peekIs(i, token.ColonCol):
			class = name
			if i++; p.peek(i) == kOperator {
				return true
			}
		case p.peekIs(i, token.LParen):
			return !constructor
		default:
			return p.peekIs(i, token.Assign) || p.peekIs(i, token.Semi) || p.peekIs(i, token.Comma) || p.peekIs(i, token.LBracket) ||
				p.peekIs(i, token.LBrace) || p.peekIs(i, token.Colon) || p.peekIs(i, token.Less)
		}
	}
	return false
}

// anotherType reports whether a line begins here with what makes no sense behind a type of the language: that declaration is
// still to be typed.
func (p *parser) anotherType(s *ast.Specifiers) bool {
	_, builtin := s.Type.(*ast.BuiltinType)
	return builtin && p.beginsLine() && !p.specifiersGoOn()
}

// specifiersGoOn reports whether specifiers without a type stand next, and then what they declare: the type in front is theirs.
func (p *parser) specifiersGoOn() bool {
	m := p.mark()
	defer p.reset(m)
	var drop ast.Specifiers
	for c := p.tok(); flagOf[c] != 0 || p.qualifier(&drop, c) || p.specifierAttribute(&drop.CUDA, &drop.Attrs); c = p.tok() {
		if flagOf[c] != 0 {
			p.flag(&drop, c)
		}
	}
	return !p.failed && p.declaratorAhead()
}

// beginsLine reports whether a line begins with what stands next, and that is a word that begins declarations.
func (p *parser) beginsLine() bool {
	if p.pos >= p.end || p.toks[p.pos].Flags&token.LineStart == 0 {
		return false
	}
	c := p.tok()
	return builtinTypeCode(c) || typeKeyword(c) || flagOf[c] != 0 || p.spaceAhead()
}

// maxSpecifiersAhead is how many specifiers nobody writes in front of a space.
const maxSpecifiersAhead = 16

// spaceAhead reports whether a word for an execution or memory space stands next, behind other specifiers or none; the toolkit's headers
// make attributes of them.
func (p *parser) spaceAhead() bool {
	i := 0
	for i < maxSpecifiersAhead && (flagOf[p.peek(i)] != 0 || p.peek(i) == kConst || i > 0 && p.peekIs(i, token.String)) {
		i++
	}
	if p.pos+i >= p.end {
		return false
	}
	kind, ok := Words{p.lang}.CUDA(p.in, p.toks, p.pos+i)
	return ok && kind <= ast.SpecManaged
}

// outdented reports whether the token that stands next begins a line that is certainly indented no deeper than the one that token
// start begins.
func (p *parser) outdented(start int) bool {
	t, of := p.toks[p.pos], p.toks[start]
	return p.pos > start && t.Col > 0 && t.Col <= of.Col && (t.Col == 1 || (t.Flags^of.Flags)&token.Tabbed == 0)
}

// isDefinition reports whether a type-specifier declares something by itself.
func isDefinition(t ast.TypeSpec) bool {
	switch t.(type) {
	case *ast.ClassType, *ast.EnumType:
		return true
	}
	return false
}

// namesVariable reports whether something else than a function may have a declarator's name.
func namesVariable(d *ast.Declarator) bool {
	return d.Name == nil || d.Name.Last().Kind == ast.NameIdent
}

// untyped reports whether a declarator is of a function that has no type in front: a constructor, destructor or conversion.
func (p *parser) untyped(d *ast.Declarator) bool {
	if d.Name == nil || d.Func() == nil {
		return false
	}
	switch last := d.Name.Last(); last.Kind {
	case ast.NameConversion, ast.NameDestructor:
		return true
	default:
		n := len(p.classes)
		return n > 0 && len(d.Ops) == 1 && d.Name.Simple() && last.Sym == p.classes[n-1]
	}
}

func (p *parser) bits(d *ast.Declarator) {
	p.next()
	d.Bits = p.conditional()
}

func (p *parser) declareDeclarator(s *ast.Specifiers, d *ast.Declarator) {
	if d.Name == nil || !d.Name.Simple() {
		return
	}
	sym := d.Name.Last().Sym
	switch {
	case s.Flags&ast.Typedef != 0:
		p.declareType(sym)
	case p.deferring && (p.templated || d.Func() != nil):
		// A function's name may be overloaded by a template elsewhere.
	default:
		p.declare(sym, localValue)
	}
}

// functionBody reads what defines a function: a body, = default, = delete; or = 0.
func (p *parser) functionBody(d *ast.SimpleDecl) bool {
	start := p.pos
	switch p.tok() {
	case code(token.Assign):
		kind := ast.BodyDefault
		switch p.peek(1) {
		case kDefault:
		case kDelete:
			kind = ast.BodyDelete
		case code(token.Number):
			if p.in.Text(p.toks[p.pos+1].Sym) == "0" {
				d.Pure = true
				p.next()
				p.next()
				p.semi()
				return !p.failed
			}
			return false
		default:
			return false
		}
		p.next()
		p.next()
		if p.is(token.LParen) { // = delete("reason")
			p.skipOne()
		}
		d.Body = &ast.Body{Deferred: ast.Deferred{Span: p.from(start)}, Kind: kind}
		p.semi()
		return !p.failed
	case code(token.LBrace):
		p.skipBlock()
		d.Body = &ast.Body{Deferred: ast.Deferred{Span: p.from(start)}, Kind: ast.BodyBlock}
		return !p.failed
	case code(token.Colon):
		p.skipMemInits()
		p.skipBlock()
		d.Body = &ast.Body{Deferred: ast.Deferred{Span: p.from(start)}, Kind: ast.BodyBlock}
		return !p.failed
	case kTry:
		p.next()
		if p.is(token.Colon) {
			p.skipMemInits()
		}
		p.skipBlock()
		for p.tok() == kCatch && !p.failed {
			p.next()
			p.skipOne()
			p.skipBlock()
		}
		d.Body = &ast.Body{Deferred: ast.Deferred{Span: p.from(start)}, Kind: ast.BodyTry}
		return !p.failed
	}
	return false
}

// skipBlock takes a body; one without closing brace reaches to the end.
func (p *parser) skipBlock() {
	if !p.is(token.LBrace) {
		p.fail()
		return
	}
	p.skipOne()
}

func (p *parser) skipMemInits() {
	p.next()
	for !p.failed {
		if p.tok() == kTypename {
			p.next()
		}
		if p.tok() == kDecltype {
			p.decltype()
		} else {
			p.name(declaredName)
		}
		if !p.is(token.LParen) && !p.is(token.LBrace) {
			p.fail()
			return
		}
		p.skipOne()
		p.accept(token.Ellipsis)
		if !p.accept(token.Comma) {
			return
		}
	}
}

// initializer reads the initialiser of a declarator, if one stands next.
func (p *parser) initializer(d *ast.Declarator, ctx context) {
	if p.failed {
		return
	}
	start := p.pos
	init := &ast.Init{}
	switch {
	case p.is(token.Assign):
		p.next()
		if p.is(token.LBrace) {
			init.Kind = ast.InitEqBrace
			p.initList(init)
			break
		}
		init.Kind = ast.InitEq
		if p.deferring {
			init.X.Span = p.skipInitializer()
			break
		}
		from := p.pos
		init.Args, init.Parsed = []ast.Expr{p.orBad(p.assign)}, true
		init.X.Span = p.from(from)
	case p.is(token.LBrace):
		init.Kind = ast.InitBrace
		p.initList(init)
	case p.is(token.LParen) && ctx != ctxClass:
		if d.Func() != nil {
			return
		}
		init.Kind = ast.InitParen
		p.initList(init)
	default:
		return
	}
	init.Span = p.from(start)
	d.Init = init
	d.Span.Hi = init.Hi
}

// initList reads the list of an initialiser in parentheses or braces.
func (p *parser) initList(init *ast.Init) {
	closeAt := p.closer()
	init.X.Span = p.span(p.pos+1, closeAt)
	if p.deferring {
		if closeAt >= p.end {
			p.fail()
			return
		}
		p.skipOne()
		return
	}
	if init.Kind == ast.InitParen {
		p.within(func() { init.Args = p.exprList() })
	} else {
		p.within(func() { init.Args = p.braceElems() })
	}
	init.Parsed = true
}

// braceElems reads the elements of a braced initialiser, each an expression; one with a designator is an InitList of one
// element.
func (p *parser) braceElems() []ast.Expr {
	var args []ast.Expr
	for _, e := range p.elems() {
		if e.Field == 0 && e.Index == nil {
			args = append(args, e.X)
			continue
		}
		args = append(args, &ast.Designated{Span: e.X.Pos(), Elem: e})
	}
	return args
}

// binding reads a structured binding after its specifiers; nil when none stands there.
func (p *parser) binding(start int, s *ast.Specifiers, ctx context) ast.Decl {
	ref := ast.OpPointer
	n := 0
	if p.is(token.Amp) || p.is(token.AndAnd) {
		n = 1
	}
	if !p.peekIs(n, token.LBracket) || p.peekIs(n+1, token.LBracket) {
		return nil
	}
	if p.accept(token.Amp) {
		ref = ast.OpLRef
	} else if p.accept(token.AndAnd) {
		ref = ast.OpRRef
	}
	b := &ast.BindingDecl{Spec: *s, Ref: ref}
	p.within(func() {
		for p.pos < p.end && !p.failed {
			b.Spans = append(b.Spans, p.span(p.pos, p.pos+1))
			b.Syms = append(b.Syms, p.identSym())
			var drop ast.Specifiers
			for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
			}
			if !p.accept(token.Comma) {
				return
			}
		}
	})
	for _, sym := range b.Syms {
		p.declare(sym, localValue)
	}
	if !p.failed {
		var d ast.Declarator
		p.initializer(&d, ctxBlock)
		b.Init = d.Init
		if ctx <= ctxBlock {
			p.semi()
		}
	}
	b.Span = p.from(start)
	return b
}

// deductionGuide reads one after its specifiers; nil when none stands there.
func (p *parser) deductionGuide(start int, s *ast.Specifiers) ast.Decl {
	if !p.peekIs(1, token.LParen) {
		return nil
	}
	closeAt := int(p.match[p.pos+1])
	if closeAt >= p.end || closeAt+1 >= p.end || p.codes[closeAt+1] != code(token.Arrow) {
		return nil
	}
	g := &ast.DeductionGuide{Sig: &ast.FuncSig{}}
	g.Name = p.declaratorName(either)
	from := p.pos
	scope := p.scope()
	p.within(func() { p.params(g.Sig) })
	p.undo(scope)
	g.Sig.Span = p.from(from)
	p.expect(token.Arrow)
	g.Target = p.typeID()
	g.Spec = *s
	p.semi()
	g.Span = p.from(start)
	return g
}

// ---- Templates

func (p *parser) template(ctx context) ast.Decl {
	start := p.pos
	scope, templated := p.scope(), p.templated
	t := &ast.TemplateDecl{}
	p.next()
	t.Params = p.templateParams()
	outer := p.doubted
	p.templated = len(t.Params) > 0
	if p.tok() == kRequires {
		p.next()
		t.Requires = p.constraint()
	}
	var header ast.Specifiers
	p.doubtful(&header, start, p.pos)
	p.doubted = outer || len(header.Unexplained) > 0
	if !p.failed {
		t.Inner = p.declarationOrFail(ctx)
	}
	p.templated, p.doubted = templated, outer
	p.undo(scope)
	if sym := declaredTemplate(t.Inner); sym != 0 && !p.failed {
		p.declare(sym, localTemplate)
	}
	t.Span = p.from(start)
	return t
}

// declaredTemplate is the name of a class or alias template.
func declaredTemplate(d ast.Decl) token.Sym {
	switch d := d.(type) {
	case *ast.AliasDecl:
		return d.Sym
	case *ast.SimpleDecl:
		if t, ok := d.Spec.Type.(*ast.ClassType); ok && t.Class.Name != nil && len(d.Declarators) == 0 && t.Class.Name.Simple() {
			return t.Class.Name.Last().Sym
		}
		if t, ok := d.Spec.Type.(*ast.ElaboratedType); ok && len(d.Declarators) == 0 && t.Name.Simple() && d.Spec.Flags&ast.Friend == 0 {
			return t.Name.Last().Sym
		}
	}
	return 0
}

// templateParams reads <…> of a template header.
func (p *parser) templateParams() []*ast.TemplateParam {
	p.expect(token.Less)
	noGreater := p.noGreater
	p.noGreater = true
	var params []*ast.TemplateParam
	for !p.failed && !p.atGreater() {
		params = append(params, p.templateParam())
		if !p.accept(token.Comma) {
			break
		}
	}
	p.noGreater = noGreater
	p.closeArgs()
	return params
}

func (p *parser) templateParam() *ast.TemplateParam {
	start := p.pos
	t := &ast.TemplateParam{}
	defer func() { t.Span = p.from(start) }()
	if !p.enter() {
		return t
	}
	defer p.leave()
	switch c := p.tok(); {
	case c == kTemplate:
		t.Kind = ast.ParamTemplate
		p.next()
		scope := p.scope()
		t.Params = p.templateParams()
		p.undo(scope)
		if p.tok() == kRequires {
			p.next()
			p.constraint()
		}
		if p.tok() != kClass && p.tok() != kTypename {
			p.fail()
			return t
		}
		p.next()
		t.Pack = p.accept(token.Ellipsis)
		if p.ident() {
			t.Sym = p.identSym()
			p.declare(t.Sym, localTemplate)
		}
		p.templateDefault(t)
	case (c == kTypename || c == kClass) && p.typeParamAhead():
		p.next()
		t.Pack = p.accept(token.Ellipsis)
		if p.ident() {
			t.Sym = p.identSym()
			p.declareType(t.Sym)
		}
		p.templateDefault(t)
	default:
		t.Kind = ast.ParamValue
		p.specifiers(&t.Spec, ctxParam)
		if t.Spec.Type == nil {
			p.fail()
		}
		if p.failed {
			return t
		}
		t.Decl = *p.declarator(&t.Spec, ctxParam, either)
		t.Pack = t.Decl.Pack
		if t.Decl.Name != nil {
			t.Sym = t.Decl.Name.Last().Sym
			// A constrained type parameter looks just like this, so that what the name is stays open.
			if _, ok := t.Spec.Type.(*ast.NamedType); !ok || len(t.Decl.Ops) > 0 {
				p.declare(t.Sym, localValue)
			} else {
				p.declare(t.Sym, localPlain)
			}
		}
		p.templateDefault(t)
	}
	return t
}

// typeParamAhead reports whether the typename or class that stands next begins a type parameter.
func (p *parser) typeParamAhead() bool {
	n := 1
	if p.peekIs(n, token.Ellipsis) {
		return true
	}
	if p.identAt(n) {
		n++
	}
	switch p.peek(n) {
	case code(token.Comma), code(token.Greater), code(token.Shr), code(token.LaunchClose), code(token.Assign),
		code(token.GreaterEq):
		return true
	}
	return false
}

func (p *parser) templateDefault(t *ast.TemplateParam) {
	if !p.accept(token.Assign) || p.failed {
		return
	}
	a := p.templateArg()
	if t.Kind == ast.ParamType && a.Type != nil {
		a.Expr = nil
	}
	if t.Kind == ast.ParamValue && a.Expr != nil {
		if _, named := t.Spec.Type.(*ast.NamedType); !named {
			a.Type = nil
		}
	}
	t.Default = &a
}

// constraint reads a constraint-logical-or-expression: primary expressions joined by && and ||.
func (p *parser) constraint() ast.Expr { return p.joined(token.OrOr, p.constraintAnd) }

func (p *parser) constraintAnd() ast.Expr { return p.joined(token.AndAnd, p.constraintPrimary) }

// joined reads operands with an operator between them.
func (p *parser) joined(by token.Kind, operand func() ast.Expr) ast.Expr {
	x := operand()
	for p.is(by) && !p.failed {
		op := p.pos
		p.next()
		y := operand()
		x = &ast.Binary{Span: join(x, y), Op: by, X: x, Y: y, OpTok: p.rel(op)}
	}
	return x
}

func (p *parser) constraintPrimary() ast.Expr {
	switch {
	case p.is(token.LParen):
		return p.parens()
	case p.is(token.Not):
		return p.unary()
	case p.startsName():
		n := p.name(usedName)
		var x ast.Expr = &ast.NameExpr{Span: n.Span, Name: n}
		return x
	}
	return p.operand()
}

func join(a, b ast.Node) ast.Span { return ast.Span{Lo: a.Pos().Lo, Hi: b.Pos().Hi} }

func (p *parser) explicitInst(ctx context, start int) ast.Decl {
	e := &ast.ExplicitInst{Extern: p.codes[start] == kExtern}
	p.next()
	e.Inner = p.simpleDecl(ctx)
	e.Span = p.from(start)
	return e
}

func (p *parser) concept() ast.Decl {
	start := p.pos
	p.next()
	c := &ast.ConceptDecl{Sym: p.identSym()}
	var drop ast.Specifiers
	for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
	}
	p.expect(token.Assign)
	c.X = p.expr()
	p.semi()
	c.Span = p.from(start)
	return c
}

// ---- Namespaces, linkage, using

func (p *parser) namespace(inline bool) ast.Decl {
	start := p.pos
	if inline {
		start--
	}
	p.next()
	var drop ast.Specifiers
	for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
	}
	var names []token.Sym
	for p.ident() {
		names = append(names, p.identSym())
		for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
		}
		if len(names) == 1 && p.is(token.Assign) {
			p.next()
			a := &ast.NamespaceAlias{Sym: names[0], Target: p.name(usedName)}
			p.semi()
			a.Span = p.from(start)
			return a
		}
		if !p.accept(token.ColonCol) {
			break
		}
		if p.acceptCode(kInline) {
			inline = true
		}
	}
	d := &ast.NamespaceDecl{Inline: inline, Names: names}
	if !p.is(token.LBrace) {
		p.fail()
		return nil
	}
	p.braced(func() {
		for p.pos < p.end {
			d.Decls = append(d.Decls, p.declaration(ctxNamespace))
		}
	})
	d.Span = p.from(start)
	return d
}

func (p *parser) linkage(ctx context) ast.Decl {
	start := p.pos
	p.next()
	d := &ast.LinkageDecl{C: p.nextSym() == p.lang.quotedC}
	p.next()
	externC := p.externC
	p.externC = d.C
	if p.is(token.LBrace) {
		p.braced(func() {
			for p.pos < p.end {
				d.Decls = append(d.Decls, p.declaration(ctx))
			}
		})
	} else {
		inner := p.declarationOrFail(ctx)
		if inner != nil {
			d.Decls = []ast.Decl{inner}
		}
	}
	p.externC = externC
	d.Span = p.from(start)
	return d
}

func (p *parser) using() ast.Decl {
	start := p.pos
	p.next()
	if p.tok() == kNamespace {
		p.next()
		u := &ast.UsingDirective{Name: p.name(usedName)}
		var drop ast.Specifiers
		for p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
		}
		p.semi()
		u.Span = p.from(start)
		return u
	}
	if p.ident() {
		if a := p.alias(start); a != nil || p.failed {
			return a
		}
	}
	u := &ast.UsingDecl{}
	if p.acceptCode(kEnum) {
		u.Enum = true
	}
	for !p.failed {
		if p.acceptCode(kTypename) {
			u.Typename = true
		}
		u.Names = append(u.Names, p.name(declaredName))
		if p.accept(token.Ellipsis) {
			u.Pack = true
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.semi()
	u.Span = p.from(start)
	return u
}

// alias reads using A = T; nil when it is no alias.
func (p *parser) alias(start int) ast.Decl {
	m := p.mark()
	a := &ast.AliasDecl{Sym: p.identSym()}
	for p.specifierAttribute(&a.CUDA, &a.Attrs) {
	}
	if !p.is(token.Assign) {
		p.reset(m)
		return nil
	}
	p.next()
	t := &ast.TypeID{}
	from := p.pos
	p.specifiers(&t.Spec, ctxParam)
	if t.Spec.Type == nil {
		p.fail()
	}
	if !p.failed {
		var d ast.Declarator
		t.Ops = p.declaratorOps(&d, &t.Spec, ctxType, abstractOnly)
	}
	t.Span = p.from(from)
	a.Type = t
	p.semi()
	a.Span = p.from(start)
	if !p.templated {
		p.declareType(a.Sym)
	}
	return a
}

func (p *parser) staticAssert() ast.Decl {
	start := p.pos
	p.next()
	d := &ast.StaticAssert{}
	if !p.is(token.LParen) {
		p.fail()
		return nil
	}
	if p.deferring {
		p.within(func() {
			d.Cond.Span = p.skipInitializer()
			p.pos = p.end
		})
	} else {
		p.within(func() {
			from := p.pos
			d.X = p.conditional()
			d.Cond.Span = p.from(from)
			if p.accept(token.Comma) {
				p.pos = p.end
			}
		})
	}
	p.semi()
	d.Span = p.from(start)
	return d
}
