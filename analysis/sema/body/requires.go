package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// RequiresExpr reports whether all requirements of a requires-expression hold.
func (u *Model) RequiresExpr(sc *sema.Scope, e *ast.RequiresExpr) sema.Tri {
	if u.DependentScope(sc) {
		return sema.UnknownTri
	}
	s := sc.Child(sema.FuncScope)
	if len(e.Params) > 0 {
		u.AddParams(s, nil, &ast.FuncSig{Span: e.Span, Params: e.Params})
	}
	result := sema.Yes
	for i := range e.Reqs {
		result = result.And(u.requirement(s, &e.Reqs[i]))
		if result == sema.No {
			return sema.No
		}
	}
	return result
}

func (u *Model) requirement(sc *sema.Scope, r *ast.Requirement) sema.Tri {
	switch {
	case r.Nested != nil:
		return u.Constraint(sc, r.Nested)
	case r.Type != nil && r.X == nil:
		failed, ok := u.TryOut(func() sema.Tri {
			t := u.ResolveTypeID(sc, r.Type)
			if t.IsUnknown() || t.IsDependent() {
				return sema.UnknownTri
			}
			return sema.Yes
		})
		if ok == sema.Yes {
			return sema.Yes
		}
		if failed == sema.Yes {
			return sema.No
		}
		return sema.UnknownTri
	case r.X == nil:
		return sema.UnknownTri
	}
	valid, o := u.validExpr(sc, r.X)
	if valid != sema.Yes {
		return valid
	}
	result := sema.Yes
	if r.Noexcept {
		result = u.CannotThrow(sc, r.X)
	}
	if r.Constraint != nil && result != sema.No {
		nt, ok := r.Constraint.Spec.Type.(*ast.NamedType)
		if !ok || len(r.Constraint.Ops) > 0 {
			return result.And(sema.UnknownTri)
		}
		t := o.Type // decltype((x))
		switch o.Cat {
		case sema.LValue:
			t = u.T.LRef(t)
		case sema.XValue:
			t = u.T.RRef(t)
		}
		result = result.And(u.TypeConstraint(sc, nt.Name, types.Arg{Kind: types.TypeArg, Type: t}))
	}
	return result
}

// validExpr reports whether an expression is valid: Yes when its type is known and everything in it was resolved, No when
// something in it certainly does not exist.
func (u *Model) validExpr(sc *sema.Scope, e ast.Expr) (sema.Tri, sema.Operand) {
	var o sema.Operand
	failed, r := u.TryOut(func() sema.Tri {
		w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, facts: &sema.Facts{}, trial: true}
		o = w.expr(sc, e)
		if o.IsUnknown() || o.Type.IsUnknown() || sema.IsDependent(o) {
			return sema.UnknownTri
		}
		// Of lambdas nvcc 12.4's front end says that none is valid where a template's arguments are put in.
		if len(w.facts.Unknown) > 0 || len(w.facts.Bad) > 0 || len(w.facts.Lambdas) > 0 && sc.InInstance() {
			return sema.UnknownTri
		}
		for _, c := range w.facts.Calls {
			if c.Dependent || c.Callee == nil {
				return sema.UnknownTri
			}
			if c.Callee.Deleted {
				return sema.No
			}
		}
		if c := u.ClassOf(o.Type); c != nil && o.Cat == sema.PRValue {
			if d := c.Destructor(); d != nil && d.Deleted {
				return sema.No
			}
		}
		return sema.Yes
	})
	if failed == sema.Yes {
		return sema.No, o
	}
	return r, o
}

// argumentsFit reports whether a function of a type can be called with arguments.
func (u *Model) argumentsFit(t *types.Type, args []sema.Operand) sema.Tri {
	if sema.HasExpansion(t.Params) {
		return sema.UnknownTri
	}
	if len(args) < len(t.Params) || len(args) > len(t.Params) && !t.Variadic {
		return sema.No
	}
	result := sema.Yes
	for i, p := range t.Params {
		result = result.And(u.Convertible(args[i], p))
	}
	return result
}

// ---- noexcept

// CannotThrow is noexcept(e).
func (u *Model) CannotThrow(sc *sema.Scope, e ast.Expr) sema.Tri {
	if !u.Nest() {
		return sema.UnknownTri
	}
	defer u.Unnest()
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, facts: &sema.Facts{}, resolving: true, trial: true}
	o := w.expr(sc, e)
	result := u.treeThrows(o.Tree)
	if result == sema.No {
		return sema.No
	}
	if sema.IsDependent(o) || len(w.facts.Unknown) > 0 {
		result = sema.UnknownTri
	}
	for _, c := range w.facts.Calls {
		if c.Callee == nil {
			return sema.UnknownTri
		}
		result = result.And(u.Nothrow(c.Callee))
		if result == sema.No {
			return sema.No
		}
	}
	return result
}

// treeThrows looks at the parts of an expression that are no calls of known functions: No where something is thrown.
func (u *Model) treeThrows(x *sema.Expr) sema.Tri {
	result := sema.Yes
	switch x.Op {
	case sema.ExprThrow:
		return sema.No
	case sema.ExprNew:
		return sema.UnknownTri
	case sema.ExprOpaque:
		switch x.Syntax.(type) {
		case *ast.NameExpr, *ast.Literal:
		default:
			return sema.UnknownTri
		}
	case sema.ExprCast:
		if x.Cast == ast.CastDynamic {
			return sema.UnknownTri
		}
	case sema.ExprCall:
		if x.Entity == nil {
			result = sema.UnknownTri
		}
	}
	if x.Object != nil {
		result = result.And(u.treeThrows(x.Object))
	}
	for _, a := range x.Args {
		result = result.And(u.treeThrows(a))
	}
	return result
}
