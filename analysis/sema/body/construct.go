package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// note records a construct. An operand that nobody evaluates records constructs alone.
func (w *walker) note(c sema.Construct) {
	facts := w.facts
	if facts == nil {
		facts = w.noted
	}
	if facts == nil {
		return
	}
	c.Context |= w.ctx
	if w.facts == nil {
		c.Context |= sema.Unevaluated
	}
	facts.Constructs = append(facts.Constructs, c)
}

// noting reports whether anybody records constructs.
func (w *walker) noting() bool { return w.facts != nil || w.noted != nil }

// keyword records a construct that begins with its keyword.
func (w *walker) keyword(sc *sema.Scope, kind sema.ConstructKind, n ast.Node) {
	w.note(sema.Construct{Kind: kind, Site: firstToken(w.site(sc, n))})
}

func firstToken(s sema.Site) sema.Site {
	return sema.Site{Chunk: s.Chunk, Span: ast.Span{Lo: s.Span.Lo, Hi: s.Span.Lo + 1}}
}

// refused marks the value of what some targets do not have: their compilers say that and look no further.
func (w *walker) refused(o sema.Operand) sema.Operand {
	o.Refused = true
	return o
}

// anyRefused reports whether a call has such a value among its operands.
func anyRefused(os []sema.Operand) bool {
	return slices.ContainsFunc(os, func(o sema.Operand) bool { return o.Refused })
}

// ---- Types

// writtenTypes records what stands among specifiers: the type, if not every target has it.
func (w *walker) writtenType(sc *sema.Scope, s *ast.Specifiers) {
	if !w.noting() {
		return
	}
	c := sema.Construct{Kind: sema.WrittenType}
	switch t := s.Type.(type) {
	case *ast.BuiltinType:
		c.Type = w.u.T.Basic(t.Kind)
	case *ast.NamedType:
		c.Type, c.Alias = w.u.ResolveNamed(sc, t), true
	case *ast.DecltypeType:
		c.Type, c.Alias = w.u.ResolveTypeSpec(sc, t), true
	case *ast.ElaboratedType:
		c.Type = w.u.ResolveTypeSpec(sc, t)
	default:
		return
	}
	switch {
	case unportable(c.Type):
	case w.ownClass(c.Type):
		c.Kind = sema.WrittenClass
	default:
		return
	}
	c.Site = w.site(sc, s.Type)
	w.note(c)
}

// ownClass reports whether a type leads to a class that a system header does not declare by itself.
func (w *walker) ownClass(t *types.Type) bool {
	for t.Elem != nil && t.Kind != types.Class {
		t = t.Elem
	}
	c := w.u.ClassOf(t)
	return c != nil && !t.IsDependent() && (len(c.Args) > 0 || c.Place.Chunk != nil && !c.Place.Chunk.System)
}

// unportable reports whether a type is, or points to, one that not every target has.
func unportable(t *types.Type) bool {
	for t.Elem != nil && t.Kind != types.Func && t.Kind != types.MemberPointer && t.Kind != types.Vector {
		t = t.Elem
	}
	return t.Kind == types.Vector || t.Kind == types.Basic && (t.Basic == ast.LongDouble || t.Basic == ast.Float128)
}

// newQualifiers records the memory spaces in a new-expression's type.
func (w *walker) newQualifiers(sc *sema.Scope, e *ast.New) {
	for i := range e.Type.Spec.CUDA {
		s := &e.Type.Spec.CUDA[i]
		switch s.Kind {
		case ast.SpecDevice, ast.SpecConstant, ast.SpecShared, ast.SpecManaged:
			w.note(sema.Construct{Kind: sema.NewQualifier, Site: sema.Site{Chunk: sc.Chunk, Span: s.Span}, Space: s.Kind})
		}
	}
}

// keptConstant records a constant of type long double that is used as such. What an operator or a conversion makes of
// constants is another constant, so that only literals count.
func (w *walker) keptConstant(sc *sema.Scope, o sema.Operand, to *types.Type) {
	long := w.u.T.Basic(ast.LongDouble)
	if !w.noting() || o.Expr == nil || w.staticInit || o.Type.Unqual() != long || to.Unqual() != long {
		return
	}
	var s sema.Site
	switch x := sema.Unparen(o.Expr).(type) {
	case *ast.Literal:
		s = w.site(sc, x)
	case *ast.NameExpr:
		v, ok := o.Entity.(*sema.Var)
		if !ok || !o.Value.IsKnown() || w.ctx&sema.InInit != 0 { // constantInit is about initialisers
			return
		}
		s = w.u.initialValue(v)
		if s.IsZero() {
			return
		}
	default:
		return
	}
	w.note(sema.Construct{Kind: sema.LongDouble, Site: s, Type: long})
}

// initialValue is where the value stands that a constant was initialised with, and that stands in the constant's place.
func (u *Model) initialValue(v *sema.Var) sema.Site {
	d := u.InitDecl(v)
	if d == nil || d.Dtor.Init == nil {
		return sema.Site{}
	}
	if init := u.ParseInit(d.Scope, d.Dtor.Init); init != nil && len(init.Args) == 1 {
		return sema.Site{Chunk: d.Site.Chunk, Span: init.Args[0].Pos()}
	}
	return sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Init.Span}
}

// constantInit is keptConstant for the initialiser of a variable, where a constant of any type becomes one.
func (w *walker) constantInit(sc *sema.Scope, v *sema.Var, t *types.Type, init *ast.Init) {
	if !w.noting() || v.Kind != sema.LocalVar || t.Unqual() != w.u.T.Basic(ast.LongDouble) || init == nil || len(init.Args) != 1 {
		return
	}
	if w.u.IsConstant(w.u.TypedExpr(sc, init.Args[0])) {
		s := w.site(sc, init.Args[0])
		w.note(sema.Construct{Kind: sema.LongDouble, Site: s, Type: t.Unqual()})
	}
}

// ---- Names

// named records the name of something deprecated.
func (w *walker) named(e sema.Entity, s sema.Site) {
	if w.noting() && !s.IsZero() && w.u.Deprecated(e, s).Is {
		w.note(sema.Construct{Kind: sema.DeprecatedName, Site: s, Entity: e})
	}
}

// namedType is named for the type of a declaration, and for the types among its template arguments.
func (w *walker) namedType(sc *sema.Scope, s *ast.Specifiers) {
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
	site := sema.Site{Chunk: sc.Chunk, Span: last.Span}
	for _, e := range w.u.LookupTypeName(sc, name).Entities {
		if t, ok := e.(*sema.Template); ok && t.Kind == sema.ClassTemplate {
			if c := w.u.ClassOf(w.u.ResolveTypeSpec(sc, s.Type)); c != nil {
				e = c
			}
		}
		if sema.IsTypeEntity(e) {
			w.named(e, site)
			break
		}
	}
	for i := range last.Args {
		if a := &last.Args[i]; a.Type != nil && (a.Expr == nil || w.u.IsType(sc, a.Type)) {
			w.namedType(sc, &a.Type.Spec)
		}
	}
}

// Deprecated is what the declarations of an entity that stand before a use of it say of its being deprecated.
func (u *Model) Deprecated(e sema.Entity, use sema.Site) sema.Deprecation {
	for _, attrs := range attributesOf(e, use) {
		for i := range attrs {
			a := &attrs[i]
			if u.Text(a.Name) != "deprecated" || a.Style == ast.AttrAlignas || a.Style == ast.AttrAsm {
				continue
			}
			d := sema.Deprecation{Is: true}
			for _, x := range a.Exprs {
				if l, ok := x.Expr.(*ast.Literal); ok && l.Kind == ast.LitString {
					d.Text = u.literal(l).Value.Key
				}
			}
			return d
		}
	}
	return sema.Deprecation{}
}

// attributesOf are the lists of attributes on an entity's declarations before a use of it.
func attributesOf(e sema.Entity, use sema.Site) [][]ast.Attr {
	switch e := e.(type) {
	case *sema.Func:
		return funcAttributes(e, use)
	case *sema.Var:
		return varAttributes(e, use)
	case *sema.Field:
		return writtenAttributes(nil, e.Spec, e.Dtor)
	case *sema.Class:
		return classAttributes(e)
	case *sema.Template:
		return templateAttributes(e)
	case *sema.Enum:
		if e.Def != nil {
			return [][]ast.Attr{e.Def.Attrs}
		}
	case *sema.Enumerator:
		if e.Decl != nil {
			return [][]ast.Attr{e.Decl.Attrs}
		}
	case *sema.Typedef:
		return append(writtenAttributes(nil, e.Spec, e.Dtor), e.Attrs)
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

func funcAttributes(f *sema.Func, use sema.Site) (out [][]ast.Attr) {
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

func varAttributes(x *sema.Var, use sema.Site) (out [][]ast.Attr) {
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

func classAttributes(c *sema.Class) [][]ast.Attr {
	switch {
	case c.Syntax != nil:
		return [][]ast.Attr{c.Syntax.Attrs}
	case c.Template != nil: // an instance that was not completed
		return templateAttributes(c.Template)
	}
	return nil
}

func templateAttributes(t *sema.Template) (out [][]ast.Attr) {
	for i := range t.Decls {
		if d := t.Decls[i].Class; d != nil {
			out = append(out, d.Attrs)
		}
		if d, ok := t.Decls[i].Decl.(*ast.AliasDecl); ok {
			out = append(out, d.Attrs)
		}
	}
	return out
}

// addressTaken records & before the name of a variable, or of a member of one, that does not live in a function's frame.
func (w *walker) addressTaken(sc *sema.Scope, e *ast.Unary, o sema.Operand) {
	b := o.Base
	if b == nil || o.Arms != nil || b.ViaRef || b.Element || b.ViaPointer || sema.Automatic(b.Var) {
		return
	}
	x := sema.Unparen(e.X)
	for {
		m, ok := x.(*ast.MemberExpr)
		if !ok {
			break
		}
		x = sema.Unparen(m.X)
	}
	if _, ok := x.(*ast.NameExpr); ok {
		s := w.site(sc, e)
		w.note(sema.Construct{Kind: sema.AddressTaken, Site: s, Entity: b.Var})
	}
}

// labelAddress is the GNU &&label.
func (w *walker) labelAddress(sc *sema.Scope, e *ast.Unary) sema.Operand {
	w.note(sema.Construct{Kind: sema.LabelAddress, Site: sema.Site{Chunk: sc.Chunk, Span: ast.Span{Lo: e.OpTok, Hi: e.OpTok + 1}}})
	if n, ok := e.X.(*ast.NameExpr); ok && n.Name.Simple() {
		w.u.Names.Label(sc, n.Name.Last().Sym, n.Span, false)
	}
	return w.refused(sema.Operand{Type: w.u.T.Pointer(w.u.T.Basic(ast.Void))})
}

// functionName is __func__ and its relatives, which every body declares [dcl.fct.def.general]/8; ok is false for another name.
func (w *walker) functionName(sc *sema.Scope, n *ast.Name) (o sema.Operand, ok bool) {
	if !n.Simple() || sc.Func == nil && sc.Lambda == nil {
		return sema.Operand{}, false
	}
	length, text := int64(types.UnknownLen), ""
	word := w.u.Text(n.Last().Sym)
	switch word {
	case "__PRETTY_FUNCTION__":
	case "__func__", "__FUNCTION__":
		text = w.u.bodyName(sc)
		length = int64(len(text) + 1)
	default:
		return sema.Operand{}, false
	}
	t := w.u.T.Array(w.u.T.Qualify(w.u.T.Basic(ast.CharT), ast.Const), length)
	s := sema.Site{Chunk: sc.Chunk, Span: n.Span}
	w.note(sema.Construct{Kind: sema.FunctionName, Site: s, Type: t, Word: word, Text: text})
	o = sema.Operand{Type: t, Cat: sema.LValue}
	if word != "__PRETTY_FUNCTION__" {
		o.Tree = constantTree(types.Value{Kind: types.StringValue, Type: t, Sym: n.Last().Sym, Key: text})
	}
	return o, true
}

// bodyName is the name that __func__ holds in the body that a scope belongs to.
func (u *Model) bodyName(sc *sema.Scope) string {
	if sc.Lambda != nil {
		return "operator()"
	}
	return spell.Name(u.Unit, sc.Func)
}

// vectorOperation records an operator on GNU vectors.
func (w *walker) vectorOperation(op token.Kind, site sema.Site, x, y sema.Operand) {
	if x.Type == nil || y.Type == nil || x.Type.Kind != types.Vector && y.Type.Kind != types.Vector || op == token.Assign {
		return
	}
	w.note(sema.Construct{Kind: sema.VectorOperation, Site: site})
}

// isCompound tells (T){…} from T{…}.
func isCompound(e *ast.Construct) bool { return e.Brace && e.Span.Lo < e.Type.Span.Lo }

// compound gives the GNU compound literal (T){…} an object: outside of functions it is a variable without a name, which lives as
// long as the program does.
func (w *walker) compound(sc *sema.Scope, e *ast.Construct, o sema.Operand) sema.Operand {
	if !isCompound(e) || w.facts == nil || w.facts.Var == nil || w.lambda != nil || sema.IsDependent(o) || o.Type.Kind == types.Unknown {
		return o
	}
	site := w.site(sc, e)
	v := &sema.Var{Kind: sema.NamespaceVar, Compound: true, Scope: sc}
	v.Unit, v.Place, v.Type = w.u.Unit, site, o.Type
	o.Base = &sema.VarRef{Var: v, Site: site}
	return o
}
