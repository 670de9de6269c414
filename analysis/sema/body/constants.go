package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// The constant expressions inside a type that a body names (template arguments, array bounds, alignments, enumerators) are
// the body's own: the front end charges the calls in them to the function. These functions walk them with the Constant
// circumstance; the types themselves are resolved elsewhere.

// constant walks one constant expression in circumstances ctx. Names and literals, in parentheses or not, call nothing, and only
// those of references read something.
func (w *walker) constant(sc *sema.Scope, e ast.Expr, ctx sema.Context) {
	switch e := sema.Unparen(e).(type) {
	case nil:
		return
	case *ast.Literal:
		if w.u.literalSuffix(e) == "" {
			return
		}
	case *ast.NameExpr:
		w.unevaluated(sc, e)
		w.instanceNamed(sc, e, ctx)
		if !w.namesReference(sc, e) {
			return
		}
	}
	w.in(sema.Constant|ctx, func() {
		o := w.expr(sc, e)
		switch {
		case o.Set != nil || o.IsUnknown() || sema.IsDependent(o):
			w.consumeUnknown(o)
		case o.Type.Kind != types.Class:
			w.load(o)
		case ctx == sema.Strict || ctx == sema.ClassArg && w.u.Std < 20: // what parameters are of classes is not looked up
			w.integer(sc, o)
		}
	})
}

// namesReference reports whether a name is that of a variable which is a reference.
func (w *walker) namesReference(sc *sema.Scope, e *ast.NameExpr) bool {
	if !w.reads(sc, e.Span) {
		return false
	}
	f := w.u.LookupName(sc, e.Name)
	if f.State != sema.FoundOK {
		return false
	}
	v, ok := f.Entities[0].(*sema.Var)
	return ok && w.u.VarType(v).IsRef()
}

// instanceNamed is about an instance of a function template that a template argument names: its address is taken.
func (w *walker) instanceNamed(sc *sema.Scope, e *ast.NameExpr, ctx sema.Context) {
	if !e.Name.Last().HasArgs || !w.reads(sc, e.Span) {
		return
	}
	f := w.u.LookupName(sc, e.Name)
	if f.State != sema.FoundOK {
		return
	}
	if t, ok := f.Entities[0].(*sema.Template); !ok || t.Kind != sema.FuncTemplate {
		return
	}
	w.in(sema.Constant|ctx, func() {
		o := w.quiet().expr(sc, e)
		if o.Set == nil {
			return
		}
		if fn, ok := w.u.SingleFunction(o.Set); ok == sema.Yes && fn != nil {
			w.ref(fn, o.Set.Site)
		}
	})
}

// nameConstants walks the template arguments of a name; expr says that its last part names a function or variable.
func (w *walker) nameConstants(sc *sema.Scope, n *ast.Name, expr bool) {
	if n == nil || !w.reads(sc, n.Span) {
		return
	}
	for i := range n.Parts {
		ctx := sema.ClassArg
		if expr && i == len(n.Parts)-1 {
			ctx = 0
		}
		w.unevaluated(sc, n.Parts[i].Expr)
		for j := range n.Parts[i].Args {
			w.argConstants(sc, &n.Parts[i].Args[j], ctx)
		}
	}
}

func (w *walker) argConstants(sc *sema.Scope, a *ast.TemplateArg, ctx sema.Context) {
	w.textureArg(sc, a, ctx)
	switch {
	case a.Type != nil && (a.Expr == nil || w.u.IsType(sc, a.Type)):
		w.typeConstants(sc, a.Type)
	case a.Expr != nil && !a.Pack:
		w.constant(sc, a.Expr, ctx)
	}
}

func (w *walker) typeConstants(sc *sema.Scope, id *ast.TypeID) {
	if id == nil || !w.reads(sc, id.Span) {
		return
	}
	w.writtenType(sc, &id.Spec)
	w.specConstants(sc, &id.Spec)
	w.opConstants(sc, id.Ops)
}

// opConstants walks what a declarator makes of its type: bounds of arrays and, for what they name, signatures of functions.
func (w *walker) opConstants(sc *sema.Scope, ops []ast.TypeOp) {
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case ast.OpArray:
			w.constant(sc, op.Size, sema.Strict)
		case ast.OpFunc:
			q := w.quiet()
			q.noted = nil // the front end says nothing of what signatures hold
			for _, p := range op.Func.Params {
				q.specConstants(sc, &p.Spec)
				q.opConstants(sc, p.Decl.Ops)
			}
			q.typeConstants(sc, op.Func.Trailing)
			q.unevaluated(sc, op.Func.Noexcept)
		}
	}
}

// reads reports whether what stands at a span is to be walked: something is recorded of it.
func (w *walker) reads(sc *sema.Scope, s ast.Span) bool {
	return w.noting() || w.u.Collects(sema.Site{Chunk: sc.Chunk, Span: s})
}

// declaredWith walks the specifiers of a declaration in a body.
func (w *walker) declaredWith(sc *sema.Scope, s *ast.Specifiers) {
	w.specConstants(sc, s)
	w.writtenType(sc, s)
	w.namedType(sc, s)
}

func (w *walker) specConstants(sc *sema.Scope, s *ast.Specifiers) {
	if !w.reads(sc, s.Span) {
		return
	}
	switch t := s.Type.(type) {
	case *ast.NamedType:
		w.nameConstants(sc, t.Name, false)
	case *ast.DecltypeType:
		w.unevaluated(sc, t.X)
		w.typeConstants(sc, t.Type)
		if !w.noting() { // outside of bodies nobody may ever ask for the type
			w.u.ResolveTypeSpec(sc, t)
		}
	case *ast.ElaboratedType:
		w.nameConstants(sc, t.Name, false)
	case *ast.EnumType:
		w.typeConstants(sc, t.Enum.Base)
		for i := range t.Enum.Enumerators {
			w.constant(sc, t.Enum.Enumerators[i].Value, sema.Strict)
		}
	}
	w.constant(sc, s.ExplicitCond, sema.Strict)
	for i := range s.Attrs {
		w.alignment(sc, &s.Attrs[i])
	}
}

func (w *walker) alignment(sc *sema.Scope, a *ast.Attr) {
	if a.Style != ast.AttrAlignas {
		return
	}
	for i := range a.Exprs {
		switch x := &a.Exprs[i]; {
		case x.Type != nil && (x.Expr == nil || w.u.IsType(sc, x.Type)):
			w.typeConstants(sc, x.Type)
		case x.Expr != nil:
			w.constant(sc, x.Expr, sema.Strict)
		}
	}
}
