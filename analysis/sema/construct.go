package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Construct is something that a body contains besides calls and uses of variables: what some target, or some compiler, does
// not take, and what compilers warn of wherever it stands. Unevaluated operands count, with that circumstance.
type Construct struct {
	Kind    ConstructKind
	Context Context
	// Site is the keyword, operator or name, Full the whole of it.
	Site, Full Site
	// Type is the type of a WrittenType and of a constant.
	Type *types.Type
	// Alias: a WrittenType is not spelled out, but named.
	Alias bool
	// Entity is the variable of an AddressTaken or of an operator on textures, and what a DeprecatedName names.
	Entity Entity
	// Space is the specifier of a NewQualifier.
	Space ast.CUDAKind
	// Word is the word of a FunctionName.
	Word string
	// Text is what a FunctionName holds, "" where the compiler chooses how to write it; what stands in a Pragma.
	Text string
	// Asm is set for an AsmStatement, Unroll for an UnrollPragma.
	Asm    *Asm
	Unroll *Unroll
	// ABI is set for a PlacedABIPragma.
	ABI *ABIPragma
}

// ConstructKind is the sort of a construct.
type ConstructKind uint8

// The constructs.
const (
	Throw ConstructKind = iota
	// Try is a try block, or a function-try-block.
	Try
	Typeid
	DynamicCast
	// LabelAddress is the GNU &&label.
	LabelAddress
	// Suspension is co_await or co_yield.
	Suspension
	CoReturn
	// AddressTaken is & before the name of a variable that does not live in a function's frame, or before a member of it.
	AddressTaken
	// WrittenType is a type, named or spelled out among specifiers, that not every target has.
	WrittenType
	// WrittenClass is a class of the person's own, or an instance, that is named among specifiers.
	WrittenClass
	// LongDouble is a constant of type long double that is not converted, nor folded with others, before it is used. Its place is
	// that of the literal, or of the initialiser of the constant that is named.
	LongDouble
	// NewQualifier is a memory space in the type of a new-expression.
	NewQualifier
	// Alloca is a call of alloca.
	Alloca
	// DeprecatedName names, or calls in silence, what is marked as deprecated.
	DeprecatedName
	// FunctionName is __func__ or one of its relatives.
	FunctionName
	// VectorOperation is a binary operator, assignment apart, on GNU vectors.
	VectorOperation
	// AsmStatement is an asm statement; its place is that of the keyword.
	AsmStatement
	// TileJump is goto, break or continue in tile code.
	TileJump
	// Pragma is a pragma between the tokens of the body, UnrollPragma one for unrolling before a statement.
	Pragma
	UnrollPragma
	// PlacedABIPragma is a #pragma nv_abi before a statement.
	PlacedABIPragma
	// TextureAddress is & before an object of a class that stands for a texture or surface, TextureIndirection * before a pointer
	// to one; the operand may name a variable, their Entity. TextureReference binds a reference to one.
	TextureAddress
	TextureIndirection
	TextureReference
	// TextureParam is the name of a template parameter that an instance binds to a texture.
	TextureParam
)

// note records a construct. An operand that nobody evaluates records constructs alone.
func (w *walker) note(c Construct) {
	facts := w.facts
	if facts == nil {
		facts = w.noted
	}
	if facts == nil {
		return
	}
	c.Context |= w.ctx
	if w.facts == nil {
		c.Context |= Unevaluated
	}
	facts.Constructs = append(facts.Constructs, c)
}

// noting reports whether anybody records constructs.
func (w *walker) noting() bool { return w.facts != nil || w.noted != nil }

// keyword records a construct that begins with its keyword.
func (w *walker) keyword(sc *Scope, kind ConstructKind, n ast.Node) {
	full := w.site(sc, n)
	w.note(Construct{Kind: kind, Site: firstToken(full), Full: full})
}

func firstToken(s Site) Site { return Site{s.Chunk, ast.Span{Lo: s.Span.Lo, Hi: s.Span.Lo + 1}} }

// refused marks the value of what some targets do not have: their compilers say that and look no further.
func (w *walker) refused(o Operand) Operand {
	o.refused = true
	return o
}

// anyRefused reports whether a call has such a value among its operands.
func anyRefused(os []Operand) bool {
	return slices.ContainsFunc(os, func(o Operand) bool { return o.refused })
}

// ---- Types

// writtenTypes records what stands among specifiers: the type, if not every target has it.
func (w *walker) writtenType(sc *Scope, s *ast.Specifiers) {
	if !w.noting() {
		return
	}
	c := Construct{Kind: WrittenType}
	switch t := s.Type.(type) {
	case *ast.BuiltinType:
		c.Type = w.u.T.Basic(t.Kind)
	case *ast.NamedType:
		c.Type, c.Alias = w.u.resolveNamed(sc, t), true
	case *ast.DecltypeType:
		c.Type, c.Alias = w.u.resolveTypeSpec(sc, t), true
	case *ast.ElaboratedType:
		c.Type = w.u.resolveTypeSpec(sc, t)
	default:
		return
	}
	switch {
	case unportable(c.Type):
	case w.ownClass(c.Type):
		c.Kind = WrittenClass
	default:
		return
	}
	c.Site = w.site(sc, s.Type)
	c.Full = c.Site
	w.note(c)
}

// ownClass reports whether a type leads to a class that a system header does not declare by itself.
func (w *walker) ownClass(t *types.Type) bool {
	for t.Elem != nil && t.Kind != types.Class {
		t = t.Elem
	}
	c := w.u.ClassOf(t)
	return c != nil && !t.IsDependent() && (len(c.Args) > 0 || c.site.Chunk != nil && !c.site.Chunk.System)
}

// unportable reports whether a type is, or points to, one that not every target has.
func unportable(t *types.Type) bool {
	for t.Elem != nil && t.Kind != types.Func && t.Kind != types.MemberPointer && t.Kind != types.Vector {
		t = t.Elem
	}
	return t.Kind == types.Vector || t.Kind == types.Basic && (t.Basic == ast.LongDouble || t.Basic == ast.Float128)
}

// newQualifiers records the memory spaces in a new-expression's type.
func (w *walker) newQualifiers(sc *Scope, e *ast.New) {
	for i := range e.Type.Spec.CUDA {
		s := &e.Type.Spec.CUDA[i]
		switch s.Kind {
		case ast.SpecDevice, ast.SpecConstant, ast.SpecShared, ast.SpecManaged:
			w.note(Construct{Kind: NewQualifier, Site: Site{sc.Chunk, s.Span}, Full: w.site(sc, e), Space: s.Kind})
		}
	}
}

// keptConstant records a constant of type long double that is used as such. What an operator or a conversion makes of
// constants is another constant, so that only literals count.
func (w *walker) keptConstant(sc *Scope, o Operand, to *types.Type) {
	long := w.u.T.Basic(ast.LongDouble)
	if !w.noting() || o.Expr == nil || w.staticInit || o.Type.Unqual() != long || to.Unqual() != long {
		return
	}
	var s Site
	switch x := unparen(o.Expr).(type) {
	case *ast.Literal:
		s = w.site(sc, x)
	case *ast.NameExpr:
		v, ok := o.Entity.(*Var)
		if !ok || !o.Value.IsKnown() || w.ctx&InInit != 0 { // constantInit is about initialisers
			return
		}
		s = w.u.initialValue(v)
		if s.IsZero() {
			return
		}
	default:
		return
	}
	w.note(Construct{Kind: LongDouble, Site: s, Full: s, Type: long})
}

// initialValue is where the value stands that a constant was initialised with, and that stands in the constant's place.
func (u *Unit) initialValue(v *Var) Site {
	d := u.InitDecl(v)
	if d == nil || d.Dtor.Init == nil {
		return Site{}
	}
	if init := u.parseInit(d.Scope, d.Dtor.Init); init != nil && len(init.Args) == 1 {
		return Site{d.Site.Chunk, init.Args[0].Pos()}
	}
	return Site{d.Site.Chunk, d.Dtor.Init.Span}
}

// constantInit is keptConstant for the initialiser of a variable, where a constant of any type becomes one.
func (w *walker) constantInit(sc *Scope, v *Var, t *types.Type, init *ast.Init) {
	if !w.noting() || v.Kind != LocalVar || t.Unqual() != w.u.T.Basic(ast.LongDouble) || init == nil || len(init.Args) != 1 {
		return
	}
	if w.u.isConstant(w.u.typedExpr(sc, init.Args[0])) {
		s := w.site(sc, init.Args[0])
		w.note(Construct{Kind: LongDouble, Site: s, Full: s, Type: t.Unqual()})
	}
}

// ---- Names

// named records the name of something deprecated.
func (w *walker) named(e Entity, s Site) {
	if w.noting() && !s.IsZero() && w.u.Deprecated(e, s).Is {
		w.note(Construct{Kind: DeprecatedName, Site: s, Full: s, Entity: e})
	}
}

// namedType is named for the type of a declaration, and for the types among its template arguments.
func (w *walker) namedType(sc *Scope, s *ast.Specifiers) {
	if !w.noting() {
		return
	}
	var name *ast.Name
	switch t := s.Type.(type) {
	case *ast.NamedType:
		name = t.Name
	case *ast.ElaboratedType:
		name = t.Name
	default:
		return
	}
	last := name.Last()
	site := Site{sc.Chunk, last.Span}
	for _, e := range w.u.lookupTypeName(sc, name).Entities {
		if t, ok := e.(*Template); ok && t.Kind == ClassTemplate {
			if c := w.u.ClassOf(w.u.resolveTypeSpec(sc, s.Type)); c != nil {
				e = c
			}
		}
		if isTypeEntity(e) {
			w.named(e, site)
			break
		}
	}
	for i := range last.Args {
		if a := &last.Args[i]; a.Type != nil && (a.Expr == nil || w.u.isType(sc, a.Type)) {
			w.namedType(sc, &a.Type.Spec)
		}
	}
}

// Deprecation is what [[deprecated]] says of an entity.
type Deprecation struct {
	Is bool
	// Text is the string given with it, "" for none.
	Text string
}

// Deprecated is what the declarations of an entity that stand before a use of it say of its being deprecated.
func (u *Unit) Deprecated(e Entity, use Site) Deprecation {
	for _, attrs := range attributesOf(e, use) {
		for i := range attrs {
			a := &attrs[i]
			if u.Text(a.Name) != "deprecated" || a.Style == ast.AttrAlignas || a.Style == ast.AttrAsm {
				continue
			}
			d := Deprecation{Is: true}
			for _, x := range a.Exprs {
				if l, ok := x.Expr.(*ast.Literal); ok && l.Kind == ast.LitString {
					d.Text = u.literal(l).Value.Key
				}
			}
			return d
		}
	}
	return Deprecation{}
}

// attributesOf are the lists of attributes on an entity's declarations before a use of it.
func attributesOf(e Entity, use Site) [][]ast.Attr {
	switch e := e.(type) {
	case *Func:
		return funcAttributes(e, use)
	case *Var:
		return varAttributes(e, use)
	case *Field:
		return writtenAttributes(nil, e.Spec, e.Dtor)
	case *Class:
		return classAttributes(e)
	case *Template:
		return templateAttributes(e)
	case *Enum:
		if e.Def != nil {
			return [][]ast.Attr{e.Def.Attrs}
		}
	case *Enumerator:
		if e.decl != nil {
			return [][]ast.Attr{e.decl.Attrs}
		}
	case *Typedef:
		return append(writtenAttributes(nil, e.spec, e.dtor), e.attrs)
	}
	return nil
}

// writtenAttributes appends the attributes among specifiers and on a declarator, of which there may be none.
func writtenAttributes(out [][]ast.Attr, s *ast.Specifiers, d *ast.Declarator) [][]ast.Attr {
	if s != nil && len(s.Attrs) > 0 {
		out = append(out, s.Attrs)
	}
	if d != nil && len(d.Attrs) > 0 {
		out = append(out, d.Attrs)
	}
	return out
}

func funcAttributes(f *Func, use Site) (out [][]ast.Attr) {
	for _, d := range f.Decls {
		// An instance finds what stands behind the template.
		if d.Site.Chunk.Ord <= use.Chunk.Ord || f.Decls[0].Site.Chunk.Ord > use.Chunk.Ord {
			out = writtenAttributes(out, d.Spec, d.Dtor)
		}
	}
	if f.Template != nil && f.Args != nil && !f.Specialization && f.Template.Func != nil {
		out = append(out, funcAttributes(f.Template.Func, use)...)
	}
	return out
}

func varAttributes(x *Var, use Site) (out [][]ast.Attr) {
	for _, d := range x.Decls {
		if d.Site.Chunk.Ord <= use.Chunk.Ord {
			out = writtenAttributes(out, d.Spec, d.Dtor)
		}
	}
	if x.Param != nil {
		out = writtenAttributes(out, &x.Param.Spec, &x.Param.Decl)
	}
	return out
}

func classAttributes(c *Class) [][]ast.Attr {
	switch {
	case c.def != nil:
		return [][]ast.Attr{c.def.Attrs}
	case c.Template != nil: // an instance that was not completed
		return templateAttributes(c.Template)
	}
	return nil
}

func templateAttributes(t *Template) (out [][]ast.Attr) {
	for i := range t.decls {
		if d := t.decls[i].class; d != nil {
			out = append(out, d.Attrs)
		}
		if d, ok := t.decls[i].decl.(*ast.AliasDecl); ok {
			out = append(out, d.Attrs)
		}
	}
	return out
}

// addressTaken records & before the name of a variable, or of a member of one, that does not live in a function's frame.
func (w *walker) addressTaken(sc *Scope, e *ast.Unary, o Operand) {
	b := o.base
	if b == nil || o.arms != nil || b.viaRef || b.element || b.viaPointer || automatic(b.v) {
		return
	}
	x := unparen(e.X)
	for {
		m, ok := x.(*ast.MemberExpr)
		if !ok {
			break
		}
		x = unparen(m.X)
	}
	if _, ok := x.(*ast.NameExpr); ok {
		s := w.site(sc, e)
		w.note(Construct{Kind: AddressTaken, Site: s, Full: s, Entity: b.v})
	}
}

// labelAddress is the GNU &&label.
func (w *walker) labelAddress(sc *Scope, e *ast.Unary) Operand {
	full := w.site(sc, e)
	w.note(Construct{Kind: LabelAddress, Site: Site{sc.Chunk, ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}, Full: full})
	return w.refused(Operand{Type: w.u.T.Pointer(w.u.T.Basic(ast.Void))})
}

// functionName is __func__ and its relatives, which every body declares [dcl.fct.def.general]/8; ok is false for another name.
func (w *walker) functionName(sc *Scope, n *ast.Name) (o Operand, ok bool) {
	if !n.Simple() || sc.Func == nil && sc.Lambda == nil {
		return Operand{}, false
	}
	length, text := int64(types.UnknownLen), ""
	word := w.u.Text(n.Last().Sym)
	switch word {
	case "__PRETTY_FUNCTION__":
	case "__func__", "__FUNCTION__":
		text = w.u.bodyName(sc)
		length = int64(len(text) + 1)
	default:
		return Operand{}, false
	}
	t := w.u.T.Array(w.u.T.Qualify(w.u.T.Basic(ast.CharT), ast.Const), length)
	s := Site{sc.Chunk, n.Span}
	w.note(Construct{Kind: FunctionName, Site: s, Full: s, Type: t, Word: word, Text: text})
	return Operand{Type: t, Cat: LValue}, true
}

// bodyName is the name that __func__ holds in the body that a scope belongs to.
func (u *Unit) bodyName(sc *Scope) string {
	if sc.Lambda != nil {
		return "operator()"
	}
	return u.Name(sc.Func)
}

// vectorOperation records an operator on GNU vectors.
func (w *walker) vectorOperation(op token.Kind, site, full Site, x, y Operand) {
	if x.Type == nil || y.Type == nil || x.Type.Kind != types.Vector && y.Type.Kind != types.Vector || op == token.Assign {
		return
	}
	w.note(Construct{Kind: VectorOperation, Site: site, Full: full})
}
