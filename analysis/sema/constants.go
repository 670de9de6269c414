package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// The constant expressions inside a type that a body names (template arguments, array bounds, alignments, enumerators) are
// the body's own: the front end charges the calls in them to the function. These functions walk them with the Constant
// circumstance; the types themselves are resolved elsewhere.

// constant walks one constant expression in circumstances ctx. Names and literals call nothing.
func (w *walker) constant(sc *Scope, e ast.Expr, ctx Context) {
	switch e.(type) {
	case nil, *ast.Literal, *ast.NameExpr:
		return
	}
	w.in(Constant|ctx, func() {
		o := w.expr(sc, e)
		switch {
		case o.Set != nil || o.IsUnknown() || isDependent(o):
			w.consumeUnknown(o)
		case o.Type.Kind != types.Class:
			w.load(o)
		}
	})
}

// nameConstants walks the template arguments of a name; expr says that its last part names a function or variable.
func (w *walker) nameConstants(sc *Scope, n *ast.Name, expr bool) {
	if w.facts == nil || n == nil {
		return
	}
	for i := range n.Parts {
		ctx := ClassArg
		if expr && i == len(n.Parts)-1 {
			ctx = 0
		}
		for j := range n.Parts[i].Args {
			a := &n.Parts[i].Args[j]
			switch {
			case a.Type != nil && (a.Expr == nil || w.u.isType(sc, a.Type)):
				w.typeConstants(sc, a.Type)
			case a.Expr != nil && !a.Pack:
				w.constant(sc, a.Expr, ctx)
			}
		}
	}
}

func (w *walker) typeConstants(sc *Scope, id *ast.TypeID) {
	if w.facts == nil || id == nil {
		return
	}
	w.specConstants(sc, &id.Spec)
	for i := range id.Ops {
		if op := &id.Ops[i]; op.Kind == ast.OpArray {
			w.constant(sc, op.Size, 0)
		}
	}
}

func (w *walker) specConstants(sc *Scope, s *ast.Specifiers) {
	if w.facts == nil {
		return
	}
	switch t := s.Type.(type) {
	case *ast.NamedType:
		w.nameConstants(sc, t.Name, false)
	case *ast.EnumType:
		for i := range t.Enum.Enumerators {
			w.constant(sc, t.Enum.Enumerators[i].Value, 0)
		}
	}
	for i := range s.Attrs {
		w.alignment(sc, &s.Attrs[i])
	}
}

func (w *walker) alignment(sc *Scope, a *ast.Attr) {
	if a.Style != ast.AttrAlignas {
		return
	}
	for i := range a.Exprs {
		if x := &a.Exprs[i]; x.Expr != nil && (x.Type == nil || !w.u.isType(sc, x.Type)) {
			w.constant(sc, x.Expr, 0)
		}
	}
}
