package syntax

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
)

// context says what is being declared, and so what may follow.
type context uint8

const (
	ctxNamespace context = iota
	ctxClass
	ctxBlock
	ctxCond  // the condition of if, while, switch
	ctxFor   // the first clause of for
	ctxParam // a parameter
	ctxType  // a type-id
)

// startsType reports whether a type-id may stand next.
func (p *parser) startsType() bool {
	switch p.tok() {
	case kConst, kVolatile, kCUDA, kAttribute, kExtension, kAlignas, kDeclspec, kVirtual:
		return true
	}
	return p.startsTypeSpecifier()
}

// startsTypeSpecifier reports whether what stands next may name a type: a keyword or a name.
func (p *parser) startsTypeSpecifier() bool {
	switch p.tok() {
	case code(token.ColonCol):
		return p.startsName()
	case kTransform:
		return true
	}
	return builtinTypeCode(p.tok()) || typeKeyword(p.tok()) || p.ident()
}

// builtinTypeCode reports whether c is a word of a fundamental type.
func builtinTypeCode(c code) bool {
	switch c {
	case kBool, kChar, kBuiltinType, kShort, kInt, kLong, kFloat, kDouble, kSigned, kUnsigned, kVoid, kInt128, kComplex:
		return true
	}
	return false
}

// typeKeyword reports whether c begins a type-specifier of more than one word.
func typeKeyword(c code) bool {
	switch c {
	case kAuto, kDecltype, kTypeof, kTypename, kStruct, kClass, kUnion, kEnum:
		return true
	}
	return false
}

// builtinWords counts the words of a fundamental type.
type builtinWords struct {
	signed, unsigned, short, complex bool
	long                             int
	base                             ast.BuiltinKind
	hasBase                          bool
	lo, hi                           int
}

func (w *builtinWords) kind() ast.BuiltinKind {
	if w.hasBase {
		switch w.base {
		case ast.CharT:
			if w.unsigned {
				return ast.UChar
			}
			if w.signed {
				return ast.SChar
			}
		case ast.Int128:
			if w.unsigned {
				return ast.UInt128
			}
		case ast.Double:
			if w.long > 0 {
				return ast.LongDouble
			}
		case ast.Int:
			return w.integer()
		}
		return w.base
	}
	if w.complex && !w.short && !w.signed && !w.unsigned && w.long == 0 {
		return ast.Double
	}
	return w.integer()
}

func (w *builtinWords) integer() ast.BuiltinKind {
	k := ast.Int
	switch {
	case w.short:
		k = ast.Short
	case w.long == 1:
		k = ast.Long
	case w.long > 1:
		k = ast.LongLong
	}
	if w.unsigned {
		k++ // each unsigned type follows its signed one
	}
	return k
}

// builtinWord takes one word of a fundamental type.
func (p *parser) builtinWord(w *builtinWords) {
	base := func(k ast.BuiltinKind) { w.base, w.hasBase = k, true }
	switch p.tok() {
	case kBool:
		base(ast.Bool)
	case kChar:
		base(ast.CharT)
	case kBuiltinType:
		base(p.lang.builtins[p.nextSym()])
	case kShort:
		w.short = true
	case kInt:
		base(ast.Int)
	case kLong:
		w.long++
	case kFloat:
		base(ast.Float)
	case kDouble:
		base(ast.Double)
	case kSigned:
		w.signed = true
	case kUnsigned:
		w.unsigned = true
	case kVoid:
		base(ast.Void)
	case kInt128:
		base(ast.Int128)
	case kComplex:
		w.complex = true
	}
	p.next()
	w.hi = p.pos
}

// specifiers reads a decl-specifier-seq, or for ctxType a type-specifier-seq, into s. It leaves s.Type nil and stops in
// front of a name that must be the declarator of a function without return type.
func (p *parser) specifiers(s *ast.Specifiers, ctx context) {
	if !p.enter() {
		return
	}
	defer p.leave()
	start := p.pos
	p.specifierSeq(s, ctx)
	s.Span = p.from(start)
}

var flagOf = [256]ast.SpecFlags{
	kTypedef: ast.Typedef, kStatic: ast.Static, kExtern: ast.Extern, kMutable: ast.Mutable, kThreadLocal: ast.ThreadLocal,
	kRegister: ast.Register, kInline: ast.Inline, kVirtual: ast.Virtual, kFriend: ast.Friend, kConstexpr: ast.Constexpr,
	kConsteval: ast.Consteval, kConstinit: ast.Constinit,
}

// leaveUnexplained forgets the specifiers before a declaration that begins anew. Whether they are for it nobody knows, unless it says for
// itself where it runs.
func (p *parser) leaveUnexplained(s *ast.Specifiers, start int, ctx context) {
	own := p.spaceAhead()
	if !own && placeless(s, ctx) {
		return
	}
	unexplained := s.Unexplained
	if !own {
		unexplained = append(unexplained, p.from(start))
	}
	*s = ast.Specifiers{Flags: s.Flags & ast.ExternC, Unexplained: unexplained}
}

// flag reads a specifier that is a flag.
func (p *parser) flag(s *ast.Specifiers, c code) {
	s.Flags |= flagOf[c]
	p.next()
	if c == kExtern && p.is(token.String) { // extern "C" among the specifiers
		p.next()
	}
}

func (p *parser) specifierSeq(s *ast.Specifiers, ctx context) {
	var words *builtinWords
	start := p.pos
	for !p.failed {
		c := p.tok()
		if p.anotherType(s) {
			return
		}
		if p.anew(start, ctx) {
			if s.Type != nil {
				return
			}
			p.leaveUnexplained(s, start, ctx)
			start = p.pos
		}
		switch {
		case flagOf[c] != 0:
			if ctx == ctxType {
				return
			}
			p.flag(s, c)
		case p.qualifier(s, c), p.specifierAttribute(&s.CUDA, &s.Attrs):
		case c == kAuto:
			if !p.auto(s) {
				return
			}
		case c == kDecltype && p.constrainedDecltype(s):
		case builtinTypeCode(c):
			if words == nil {
				if !p.mayBecome(s) {
					return
				}
				words = &builtinWords{lo: p.pos}
			}
			p.builtinWord(words)
			s.Type = &ast.BuiltinType{Span: p.span(words.lo, words.hi), Kind: words.kind(), Complex: words.complex}
		case p.beginsType(c):
			if !p.mayBecome(s) {
				return
			}
			s.Type = p.typeSpecifier(s, c, ctx)
		case s.Type == nil && (p.ident() || c == code(token.ColonCol)):
			if !p.typeName(s, ctx) {
				return
			}
		case s.Type != nil && ctx <= ctxBlock && p.beginsDeclarator(c):
			if !p.secondName(s, ctx) {
				return
			}
		default:
			return
		}
	}
}

// placeless reports whether specifiers say nothing of where a function runs, and of a member or a local variable nothing else that its
// uses depend on.
func placeless(s *ast.Specifiers, ctx context) bool {
	flags := ast.ExternC | ast.Inline
	if ctx == ctxNamespace {
		flags |= ast.Static | ast.Extern
	}
	return s.Flags&^flags == 0 && len(s.CUDA)+len(s.Attrs)+len(s.Unexplained) == 0
}

// beginsDeclarator reports whether the name that a declaration declares may begin with c.
func (p *parser) beginsDeclarator(c code) bool {
	return p.ident() || c == kOperator || c == code(token.Tilde) || c == code(token.ColonCol)
}

// mayBecome reports whether specifiers may have the type that comes: they have none, or what they have explains itself otherwise.
func (p *parser) mayBecome(s *ast.Specifiers) bool { return s.Type == nil || p.unexplain(s) }

// qualifier reads a specifier that takes part in no decision, if c is one.
func (p *parser) qualifier(s *ast.Specifiers, c code) bool {
	switch c {
	case kExplicit:
		s.Flags |= ast.Explicit
		p.next()
		if p.is(token.LParen) {
			p.within(func() { s.ExplicitCond = p.expr() })
		}
		return true
	case kExtension, kNoreturn:
		p.next()
		return true
	}
	return p.cv(&s.CV)
}

// cv reads a cv-qualifier.
func (p *parser) cv(into *ast.Qualifiers) bool {
	switch p.tok() {
	case kConst:
		*into |= ast.Const
	case kVolatile:
		*into |= ast.Volatile
	case kRestrict:
		*into |= ast.Restrict
	default:
		return false
	}
	p.next()
	return true
}

// auto reads the placeholder, behind a concept or by itself; false where it cannot stand.
func (p *parser) auto(s *ast.Specifiers) bool {
	switch t := s.Type.(type) {
	case nil:
		s.Type = &ast.AutoType{Span: p.span(p.pos, p.pos+1)}
	case *ast.NamedType: // a constrained placeholder
		s.Type = &ast.AutoType{Span: ast.Span{Lo: t.Lo, Hi: p.rel(p.pos) + 1}, Constraint: t.Name}
	default:
		return false
	}
	p.next()
	return true
}

// constrainedDecltype reads decltype(auto) behind a concept, if it stands here.
func (p *parser) constrainedDecltype(s *ast.Specifiers) bool {
	t, ok := s.Type.(*ast.NamedType)
	if !ok || !p.peekIs(1, token.LParen) || p.peek(2) != kAuto {
		return false
	}
	p.next()
	p.within(p.next)
	s.Type = &ast.AutoType{Span: ast.Span{Lo: t.Lo, Hi: p.rel(p.pos-1) + 1}, Decltype: true, Constraint: t.Name}
	return true
}

// beginsType reports whether a type specifier begins with c other than a name or a built-in type.
func (p *parser) beginsType(c code) bool {
	switch c {
	case kDecltype, kTypeof, kTypename, kStruct, kClass, kUnion, kEnum:
		return true
	}
	return c == kTransform && p.peekIs(1, token.LParen)
}

// typeSpecifier reads a type specifier that begins with c.
func (p *parser) typeSpecifier(s *ast.Specifiers, c code, ctx context) ast.TypeSpec {
	start := p.pos
	switch c {
	case kDecltype:
		return p.decltype()
	case kStruct, kClass, kUnion:
		return p.classSpecifier(s, ctx)
	case kEnum:
		return p.enumSpecifier(s, ctx)
	case kTypename:
		p.next()
		n := p.name(declaredName)
		return &ast.NamedType{Span: p.from(start), Name: n, Typename: true}
	case kTypeof:
		p.next()
		t := &ast.DecltypeType{Typeof: true}
		p.within(func() {
			t.Type, t.X = p.typeOrExpr(func() bool { return p.pos == p.end })
		})
		t.Span = p.from(start)
		return t
	default:
		t := &ast.TransformType{Trait: p.nextSym()}
		p.next()
		p.within(func() { t.Args = p.traitArgs() })
		t.Span = p.from(start)
		return t
	}
}

// decltype reads decltype(x), decltype(auto), or a name that begins with one.
func (p *parser) decltype() ast.TypeSpec {
	start := p.pos
	if p.peekIs(1, token.LParen) && p.peek(2) == kAuto {
		p.next()
		p.within(p.next)
		return &ast.AutoType{Span: p.from(start), Decltype: true}
	}
	t := &ast.DecltypeType{}
	p.next()
	p.within(func() { t.X = p.expr() })
	t.Span = p.from(start)
	if !p.qualifies() {
		return t
	}
	first := ast.NamePart{Span: t.Span, Kind: ast.NameDecltype, Expr: t.X}
	p.next()
	n := p.name(usedName)
	n.Parts = append([]ast.NamePart{first}, n.Parts...)
	n.Span = p.from(start)
	return &ast.NamedType{Span: n.Span, Name: n}
}

// typeName reads the name that stands first where a type is due. It reports false, and reads nothing, when the name is the
// declarator of a function without return type: a constructor, destructor, conversion function or deduction guide.
func (p *parser) typeName(s *ast.Specifiers, ctx context) bool {
	m, start := p.mark(), p.pos
	n := p.name(typeName)
	if p.failed {
		return false
	}
	last := n.Last()
	if last.Kind != ast.NameIdent {
		p.reset(m)
		return false
	}
	if ctx <= ctxClass && p.is(token.LParen) && !p.operatorInParens() {
		switch p.nameAndParens(n, ctx) {
		case functionName:
			p.reset(m)
			return false
		case macroCall:
			p.pos = p.closer()
			p.next()
			s.Unexplained = append(s.Unexplained, p.from(start))
			return true
		}
	}
	s.Type = &ast.NamedType{Span: n.Span, Name: n}
	return true
}

// operatorInParens reports whether an operator's name stands next in parentheses, and its parameters behind: (operator-)(…).
func (p *parser) operatorInParens() bool {
	return p.peek(1) == kOperator && p.peekIs(p.closer()-p.pos+1, token.LParen)
}

type namedParens uint8

const (
	typeBeforeParens namedParens = iota
	functionName                 // the declarator of a function without return type
	macroCall                    // what a macro that nobody defined left behind
)

// namesClass reports whether a name is that of the class whose members are read.
func (p *parser) namesClass(n *ast.Name) bool {
	return n.Simple() && len(p.classes) > 0 && n.Last().Sym == p.classes[len(p.classes)-1]
}

// pointerCode reports whether a token makes pointers or references of types.
func pointerCode(c code) bool {
	return c == code(token.Star) || c == code(token.Amp) || c == code(token.AndAnd)
}

// declarationKeyword reports whether a token other than a type begins a declaration.
func declarationKeyword(c code) bool {
	switch c {
	case kStatic, kInline, kConstexpr, kExtern, kVirtual, kTypedef, kTemplate, kExplicit, kFriend, kCUDA:
		return true
	}
	return false
}

// nameAndParens says what a name is that stands in front of a parenthesis where a type is due.
func (p *parser) nameAndParens(n *ast.Name, ctx context) namedParens {
	if len(n.Parts) >= 2 || ctx == ctxClass && p.namesClass(n) {
		return functionName
	}
	closeAt := p.closer()
	if closeAt >= p.end {
		return functionName
	}
	after := closeAt - p.pos + 1
	c := p.peek(after)
	if c == code(token.Arrow) {
		return functionName // a deduction guide
	}
	switch {
	case pointerCode(p.peek(1)):
		return typeBeforeParens
	case p.identAt(1) && p.peekIs(2, token.ColonCol) && (c == code(token.LParen) || c == code(token.Semi)):
		return typeBeforeParens // T (C::*p)(…)
	case p.identAt(1) && p.peekIs(2, token.RParen) && c != code(token.LBrace) && c != code(token.Colon) && !p.identAt(after):
		if c == code(token.LParen) || c == code(token.LBracket) || c == code(token.Assign) || p.knownType(p.pos-1) {
			return typeBeforeParens
		}
	}
	if p.identAt(after) || builtinTypeCode(c) || typeKeyword(c) || declarationKeyword(c) {
		if p.peekSymIn(after, p.lang.override, p.lang.final) {
			return functionName
		}
		return macroCall
	}
	return functionName
}

func (p *parser) peekSymIn(n int, syms ...token.Sym) bool {
	return p.pos+n < p.end && slices.Contains(syms, p.toks[p.pos+n].Sym)
}

// mayBeMacro reports whether the type read so far may as well be a macro that a missing header would have defined: a plain
// name that is not known to be a type.
func (p *parser) mayBeMacro(s *ast.Specifiers) bool {
	nt, ok := s.Type.(*ast.NamedType)
	return ok && !nt.Typename && nt.Name.Simple() && !p.knownTypeName(nt.Name)
}

// unexplain makes the type read so far an unexplained identifier, since another type follows it.
func (p *parser) unexplain(s *ast.Specifiers) bool {
	if !p.mayBeMacro(s) {
		return false
	}
	s.Unexplained = append(s.Unexplained, s.Type.Pos())
	s.Type = nil
	return true
}

// secondName is asked when a name stands after the type. It reports false when the name is the declarator's; else it has
// dealt with one of the two names as unexplained.
func (p *parser) secondName(s *ast.Specifiers, ctx context) bool {
	m := p.mark()
	macro := p.mayBeMacro(s)
	if p.ident() {
		// T MACRO x, T MACRO(…) x
		n := 1
		if p.peekIs(1, token.LParen) && !macro {
			n = int(p.match[p.pos+1]) - p.pos + 1
		}
		if !macro && (p.identAt(n) || p.peek(n) == kOperator) && !p.peekSymIn(n, p.lang.override, p.lang.final) && p.pos+n < p.end &&
			(n == 1 || ctx != ctxBlock) {
			start := p.pos
			p.pos += n
			s.Unexplained = append(s.Unexplained, p.from(start))
			return true
		}
	}
	if !macro {
		return false
	}
	n := p.name(typeName)
	if p.failed {
		p.reset(m)
		return false
	}
	c := p.tok()
	last := n.Last()
	isType := false
	switch {
	case last.Kind == ast.NameConversion || last.Kind == ast.NameDestructor:
		p.reset(m)
		p.unexplain(s)
		return false
	case last.Kind != ast.NameIdent:
	case p.ident() && !p.peekSymIn(0, p.lang.override, p.lang.final), c == kOperator, builtinTypeCode(c), pointerCode(c):
		isType = true
	case c == code(token.LParen):
		k := len(n.Parts)
		if ctx == ctxClass && p.namesClass(n) || k >= 2 && n.Parts[k-2].Sym == last.Sym {
			p.reset(m)
			p.unexplain(s)
			return false
		}
	}
	if !isType {
		p.reset(m)
		return false
	}
	p.unexplain(s)
	s.Type = &ast.NamedType{Span: n.Span, Name: n}
	return true
}

// typeID reads a type-id.
func (p *parser) typeID() *ast.TypeID {
	start := p.pos
	t := &ast.TypeID{}
	if !p.enter() {
		t.Spec.Type = &ast.BadType{Span: p.from(start)}
		return t
	}
	defer p.leave()
	p.specifiers(&t.Spec, ctxType)
	if t.Spec.Type == nil {
		p.fail()
		t.Spec.Type = &ast.BadType{Span: p.from(start)}
	}
	if !p.failed {
		var d ast.Declarator
		t.Ops = p.declaratorOps(&d, &t.Spec, ctxType, abstractOnly)
	}
	t.Span = p.from(start)
	return t
}

// ---- Classes and enums

func (p *parser) classKey() ast.ClassKey {
	k := ast.KeyStruct
	switch p.tok() {
	case kClass:
		k = ast.KeyClass
	case kUnion:
		k = ast.KeyUnion
	}
	p.next()
	return k
}

// classHead reads what stands before a class's bases: attributes, name, final.
func (p *parser) classHead(s *ast.Specifiers) *ast.ClassDecl {
	c := &ast.ClassDecl{Key: p.classKey()}
	for p.specifierAttribute(&c.CUDA, &c.Attrs) {
	}
	for p.ident() && p.identAt(1) && !p.peekSymIn(1, p.lang.final) {
		// struct MACRO X: the second name is the class's only when a definition or base follows it.
		if k := p.peek(2); k != code(token.LBrace) && k != code(token.Colon) && k != code(token.Less) {
			break
		}
		s.Unexplained = append(s.Unexplained, p.span(p.pos, p.pos+1))
		p.next()
	}
	if p.startsName() {
		c.Name = p.name(declaredName)
	}
	for p.specifierAttribute(&c.CUDA, &c.Attrs) {
	}
	if p.nextSym() == p.lang.final && (p.peekIs(1, token.LBrace) || p.peekIs(1, token.Colon)) {
		c.Final = true
		p.next()
	}
	return c
}

// classSpecifier reads a class definition or `struct X`.
func (p *parser) classSpecifier(s *ast.Specifiers, ctx context) ast.TypeSpec {
	start := p.pos
	c := p.classHead(s)
	if p.failed {
		return &ast.BadType{Span: p.from(start)}
	}
	define := p.is(token.LBrace) || p.is(token.Colon) && p.braceAhead()
	if !define || ctx == ctxType && p.noGreater && c.Name != nil {
		if c.Name == nil {
			p.fail()
			return &ast.BadType{Span: p.from(start)}
		}
		s.CUDA = append(s.CUDA, c.CUDA...)
		s.Attrs = append(s.Attrs, c.Attrs...)
		if n := c.Name; n.Simple() && !p.templated {
			p.declareElaborated(n.Last().Sym)
		}
		return &ast.ElaboratedType{Span: p.from(start), Key: c.Key, Name: c.Name}
	}
	if c.Name != nil && ctx != ctxType {
		if p.templated || c.Name.Last().HasArgs {
			p.declare(c.Name.Last().Sym, localTemplate)
		} else {
			p.declare(c.Name.Last().Sym, localType)
		}
	}
	if p.accept(token.Colon) {
		p.bases(c)
	}
	p.classBody(c)
	c.Span = p.from(start)
	p.typeAttributes(s, &c.Attrs)
	return &ast.ClassType{Span: c.Span, Class: c}
}

// typeAttributes reads GNU's attributes right behind the closing brace of a class or enumeration, which belong to the type as
// those behind the keyword do; those behind other specifiers belong to what is declared.
func (p *parser) typeAttributes(s *ast.Specifiers, attrs *[]ast.Attr) {
	for p.tok() == kAttribute && p.specifierAttribute(&s.CUDA, attrs) {
	}
}

// declareElaborated is what struct X declares without a definition: X when it stands alone. In struct X x; the name may be
// a class that a variable hides, and goes on being hidden.
func (p *parser) declareElaborated(sym token.Sym) {
	switch {
	case p.is(token.Semi) || p.names == nil:
		p.declareType(sym)
	case p.locals[sym] == 0:
		p.declare(sym, localPlain)
	}
}

// declareType makes sym a type without hiding that it may be a template.
func (p *parser) declareType(sym token.Sym) {
	if p.locals[sym] != localTemplate {
		p.declare(sym, localType)
	}
}

// braceAhead reports whether a brace opens before the declaration ends: the colon that stands next is that of a base clause.
func (p *parser) braceAhead() bool {
	for i := p.pos; i < p.end; i++ {
		switch p.codes[i] {
		case code(token.LBrace):
			return true
		case code(token.Semi), code(token.RBrace), code(token.RParen), code(token.Assign):
			return false
		case code(token.LParen), code(token.LBracket):
			i = int(p.match[i])
		}
	}
	return false
}

func (p *parser) bases(c *ast.ClassDecl) {
	for !p.failed {
		start := p.pos
		b := ast.Base{}
		var drop ast.Specifiers
		for {
			if p.tok() == kVirtual {
				b.Virtual = true
				p.next()
			} else if a := accessOf(p.tok()); a != ast.AccessNone {
				b.Access = a
				p.next()
			} else if !p.specifierAttribute(&drop.CUDA, &drop.Attrs) {
				break
			}
		}
		t := &ast.TypeID{}
		from := p.pos
		switch p.tok() {
		case kDecltype:
			t.Spec.Type = p.decltype()
		case kTypename:
			p.next()
			n := p.name(declaredName)
			t.Spec.Type = &ast.NamedType{Span: p.from(from), Name: n, Typename: true}
		default:
			n := p.name(declaredName)
			t.Spec.Type = &ast.NamedType{Span: p.from(from), Name: n}
		}
		t.Span = p.from(from)
		t.Spec.Span = t.Span
		b.Type = t
		b.Pack = p.accept(token.Ellipsis)
		b.Span = p.from(start)
		c.Bases = append(c.Bases, b)
		if !p.accept(token.Comma) {
			return
		}
	}
}

func accessOf(c code) ast.Access {
	switch c {
	case kPublic:
		return ast.Public
	case kProtected:
		return ast.Protected
	case kPrivate:
		return ast.Private
	}
	return ast.AccessNone
}

func (p *parser) classBody(c *ast.ClassDecl) {
	if !p.is(token.LBrace) {
		p.fail()
		return
	}
	sym := token.Sym(0)
	if c.Name != nil {
		sym = c.Name.Last().Sym
	}
	p.classes = append(p.classes, sym)
	scope, deferring, templated := p.scope(), p.deferring, p.templated
	p.deferring, p.templated = true, false
	c.Close = p.rel(p.closer())
	access := ast.Private
	if c.Key != ast.KeyClass {
		access = ast.Public
	}
	p.braced(func() {
		for p.pos < p.end {
			if a := accessOf(p.tok()); a != ast.AccessNone && p.peekIs(1, token.Colon) {
				access = a
				p.next()
				p.next()
				continue
			}
			c.Members = append(c.Members, ast.Member{Access: access, Decl: p.declaration(ctxClass)})
		}
	})
	p.undo(scope)
	p.classes, p.deferring, p.templated = p.classes[:len(p.classes)-1], deferring, templated
}

// braced reads the inside of braces with f, which deals with whatever it finds up to the end. A missing closing brace is
// noted, not a failure.
func (p *parser) braced(f func()) {
	end := p.end
	closeAt, ok := p.inside(f)
	if !ok {
		return
	}
	p.end = end
	if closeAt >= end || !p.closed() {
		p.bad = append(p.bad, p.span(max(closeAt-1, 0), closeAt))
		return
	}
	p.next()
}

func (p *parser) enumSpecifier(s *ast.Specifiers, ctx context) ast.TypeSpec {
	start := p.pos
	p.next()
	e := &ast.EnumDecl{}
	if p.tok() == kClass || p.tok() == kStruct {
		e.Scoped = true
		p.next()
	}
	var cuda []ast.CUDASpec
	for p.specifierAttribute(&cuda, &e.Attrs) {
	}
	if p.startsName() {
		e.Name = p.name(declaredName)
	}
	if p.is(token.Colon) && (ctx <= ctxBlock) && !p.failed {
		p.try(func() bool {
			p.next()
			e.Base = p.typeID()
			return p.is(token.LBrace) || p.is(token.Semi)
		})
		if !p.is(token.LBrace) && !p.is(token.Semi) {
			e.Base = nil
		}
	}
	if p.failed {
		return &ast.BadType{Span: p.from(start)}
	}
	if e.Name != nil && e.Name.Simple() {
		p.declareType(e.Name.Last().Sym)
	}
	if !p.is(token.LBrace) {
		if e.Name == nil {
			p.fail()
			return &ast.BadType{Span: p.from(start)}
		}
		if e.Base == nil && !(e.Scoped && p.is(token.Semi)) {
			return &ast.ElaboratedType{Span: p.from(start), Key: ast.KeyEnum, Name: e.Name}
		}
		e.Span = p.from(start)
		return &ast.EnumType{Span: e.Span, Enum: e}
	}
	e.Defined = true
	p.braced(func() { p.enumerators(e) })
	e.Span = p.from(start)
	p.typeAttributes(s, &e.Attrs)
	return &ast.EnumType{Span: e.Span, Enum: e}
}

func (p *parser) enumerators(e *ast.EnumDecl) {
	var cuda []ast.CUDASpec
	for p.pos < p.end {
		m, from := p.mark(), p.pos
		v := ast.Enumerator{Sym: p.identSym()}
		for p.specifierAttribute(&cuda, &v.Attrs) {
		}
		if p.accept(token.Assign) {
			v.Value = p.conditional()
		}
		if p.failed || p.pos < p.end && !p.is(token.Comma) {
			p.reset(m)
			p.skipTo(token.Comma)
			if slices.ContainsFunc(p.toks[from:p.pos], func(t token.Token) bool { return t.Kind == token.Semi }) {
				p.fail() // its brace is still to be typed, and what follows is no enumerator
				return
			}
			v.Value = &ast.BadExpr{Span: p.from(from)}
			p.noteBad(from)
		}
		v.Span = p.from(from)
		if v.Sym != 0 {
			p.declare(v.Sym, localValue)
			e.Enumerators = append(e.Enumerators, v)
		}
		if p.is(token.Comma) {
			p.next()
		} else if p.failed {
			return
		}
	}
}

// skipTo goes to the next token of a kind that is not in brackets, or to the end.
func (p *parser) skipTo(k token.Kind) {
	for p.pos < p.end && !p.failed && !p.is(k) {
		p.skipOne()
	}
}

// skipOne takes a token, or brackets with all that is in them.
func (p *parser) skipOne() {
	switch p.tok() {
	case code(token.LParen), code(token.LBracket), code(token.LBrace):
		p.pos = p.closer()
		p.sub = 0
		if p.pos < p.end && !p.closed() {
			return
		}
	}
	p.next()
}

func (p *parser) noteBad(start int) { p.bad = append(p.bad, p.from(start)) }

// ---- Attributes

// specifierAttribute takes one CUDA specifier or attribute, if one stands next.
func (p *parser) specifierAttribute(cuda *[]ast.CUDASpec, attrs *[]ast.Attr) bool {
	if p.failed {
		return false
	}
	switch p.tok() {
	case kCUDA:
		start := p.pos
		spec := ast.CUDASpec{Kind: p.lang.cuda[p.nextSym()]}
		p.next()
		if hasArgs(spec.Kind) && p.is(token.LParen) {
			p.within(func() { spec.Args = p.specArgs(spec.Kind) })
		}
		spec.Span = p.from(start)
		*cuda = append(*cuda, spec)
		return true
	case kAttribute, kDeclspec:
		start, specs, others := p.pos, len(*cuda), len(*attrs)
		style := ast.AttrGNU
		if p.tok() == kDeclspec {
			style = ast.AttrDeclspec
		}
		p.next()
		if !p.is(token.LParen) {
			p.fail()
			return false
		}
		p.within(func() {
			if style == ast.AttrGNU && p.is(token.LParen) {
				p.within(func() { p.attributeList(style, cuda, attrs) })
				return
			}
			p.attributeList(style, cuda, attrs)
		})
		if len(*cuda) == specs+1 && len(*attrs) == others {
			(*cuda)[specs].Span = p.from(start)
		}
		return !p.failed
	case kAlignas:
		start := p.pos
		a := ast.Attr{Name: p.in.Sym("alignas"), Style: ast.AttrAlignas}
		p.next()
		p.attributeArgs(&a)
		a.Span = p.from(start)
		*attrs = append(*attrs, a)
		return !p.failed
	case kExtension, kNoreturn:
		p.next()
		return true
	case code(token.LBracket):
		if !p.peekIs(1, token.LBracket) {
			return false
		}
		p.within(func() {
			if p.is(token.LBracket) {
				p.within(func() { p.attributeList(ast.AttrStd, cuda, attrs) })
			}
		})
		return !p.failed
	}
	return false
}

func hasArgs(k ast.CUDAKind) bool {
	switch k {
	case ast.SpecLaunchBounds, ast.SpecClusterDims, ast.SpecMaxnreg, ast.SpecBlockSize, ast.SpecLocalMaxnreg, ast.SpecParent:
		return true
	}
	return false
}

// specArgs reads the arguments of a CUDA specifier, up to the end.
func (p *parser) specArgs(k ast.CUDAKind) []ast.Expr {
	if k == ast.SpecBlockSize {
		return p.tuples()
	}
	return p.exprList()
}

// tuples reads one or two tuples of three numbers, up to the end, and returns the numbers; what is anything else is passed over.
func (p *parser) tuples() []ast.Expr {
	const size, most = 3, 2
	var args []ast.Expr
	for n := 1; n <= most && p.is(token.LParen) && !p.failed; n++ {
		p.within(func() { args = append(args, p.exprList()...) })
		if p.failed || len(args) != n*size {
			break
		}
		if p.pos >= p.end {
			return args
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	for p.pos < p.end && !p.failed {
		p.skipOne()
	}
	return nil
}

// attributeList reads attributes up to the end of their brackets.
func (p *parser) attributeList(style ast.AttrStyle, cuda *[]ast.CUDASpec, attrs *[]ast.Attr) {
	var using token.Sym
	if p.tok() == kUsing { // [[using ns: a, b]]
		p.next()
		using = p.nextSym()
		p.next()
		p.expect(token.Colon)
	}
	for p.pos < p.end && !p.failed {
		if p.accept(token.Comma) || p.accept(token.Semi) {
			continue
		}
		start := p.pos
		if p.toks[p.pos].Kind != token.Ident {
			p.skipOne()
			continue
		}
		a := ast.Attr{Style: style, Space: using, Name: p.nextSym()}
		p.next()
		if p.is(token.ColonCol) {
			p.next()
			a.Space, a.Name = p.bare(a.Name), p.nextSym()
			p.next()
		}
		a.Name = p.bare(a.Name)
		kind, isCUDA := cudaAttributes[p.in.Text(a.Name)]
		late := kind == ast.SpecBlockSize || kind == ast.SpecLocalMaxnreg // which have no spelling in [[ ]]
		if isCUDA && (style != ast.AttrStd || p.in.Text(a.Space) == "nv" && !late) {
			spec := ast.CUDASpec{Kind: kind, Tile: p.in.Text(a.Name) == tileGlobal}
			if p.is(token.LParen) {
				p.within(func() { spec.Args = p.specArgs(kind) })
			}
			spec.Span = p.from(start)
			*cuda = append(*cuda, spec)
			continue
		}
		p.attributeArgs(&a)
		p.accept(token.Ellipsis)
		a.Span = p.from(start)
		*attrs = append(*attrs, a)
	}
}

// bare is an attribute's name without the underscores around.
func (p *parser) bare(s token.Sym) token.Sym {
	text := p.in.Text(s)
	if n := len(text); n > 4 && text[:2] == "__" && text[n-2:] == "__" {
		return p.in.Sym(text[2 : n-2])
	}
	return s
}

// attributeArgs reads an attribute's arguments, as expressions where they are some.
func (p *parser) attributeArgs(a *ast.Attr) {
	if !p.is(token.LParen) || p.failed {
		return
	}
	closeAt := p.closer()
	a.Args = p.span(p.pos+1, closeAt)
	if !p.try(func() bool {
		p.within(func() { a.Exprs = p.traitArgs() })
		return true
	}) {
		a.Exprs = nil
		p.skipOne()
	}
}

// traitArgs reads types or expressions separated by commas, up to the end.
func (p *parser) traitArgs() []ast.TemplateArg {
	var args []ast.TemplateArg
	for p.pos < p.end && !p.failed {
		args = append(args, p.templateArg())
		if !p.accept(token.Comma) {
			break
		}
	}
	return args
}
