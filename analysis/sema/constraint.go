package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Satisfaction of constraints: concepts, requires-clauses, constrained parameters and requires-expressions. A substitution
// failure is No; what cannot be typed here is unknown, never No.

// ConceptSatisfied reports whether a concept holds for arguments.
func (u *Unit) ConceptSatisfied(t *Template, args []types.Arg) Tri {
	if t == nil || t.Kind != Concept || args == nil {
		return UnknownTri
	}
	for _, a := range args {
		if a.IsDependent() || a.IsUnknown() {
			return UnknownTri
		}
	}
	key := string(u.T.AppendArgKey(nil, &types.Arg{Kind: types.TemplateArg, Template: t})) + u.ArgsKey(args)
	return AskOf(u, &u.Consts.satisfied, key, func() Tri {
		for i := range t.Decls {
			d, ok := t.Decls[i].Decl.(*ast.ConceptDecl)
			if h := t.Decls[i].Head(); ok && h != nil {
				return u.Constraint(u.BindScope(h.Outer, h, args), d.X)
			}
		}
		return UnknownTri
	})
}

// constraintsSatisfied reports whether the associated constraints of a template hold for arguments: its constrained
// parameters, its requires-clause, and a function template's trailing one.
func (u *Unit) constraintsSatisfied(t *Template, args []types.Arg) Tri {
	if t == nil || t.Head == nil {
		return Yes
	}
	h := t.Head
	result := u.HeadSatisfied(h, args)
	if result == No || t.Func == nil {
		return result
	}
	for _, d := range t.Func.Decls {
		if DeclRequires(d) == nil {
			continue
		}
		head := d.Head
		if head == nil {
			head = h
		}
		result = result.And(u.trailingSatisfied(u.BindScope(head.Outer, head, args), d))
		break
	}
	return result
}

// HeadSatisfied reports whether the constraints that a template's header has hold for its arguments.
func (u *Unit) HeadSatisfied(h *TemplateHead, args []types.Arg) Tri {
	result := Yes
	var sc *Scope
	scope := func() *Scope {
		if sc == nil {
			sc = u.BindScope(h.Outer, h, args)
		}
		return sc
	}
	for i, p := range h.Params {
		if p.Constraint == nil || i >= len(args) {
			continue
		}
		if args[i].Kind == types.PackArg {
			for _, a := range args[i].Pack {
				result = result.And(u.TypeConstraint(scope(), p.Constraint, a))
			}
		} else {
			result = result.And(u.TypeConstraint(scope(), p.Constraint, args[i]))
		}
		if result == No {
			return No
		}
	}
	if h.Requires != nil {
		result = result.And(u.Constraint(scope(), h.Requires))
	}
	return result
}

// trailingSatisfied reports whether the trailing requires-clause that a declaration of a function may have holds, with the
// names that sc binds.
func (u *Unit) trailingSatisfied(sc *Scope, d *FuncDecl) Tri {
	requires := DeclRequires(d)
	if requires == nil {
		return Yes
	}
	if d.Sig != nil {
		sc = u.SignatureScope(sc, d.Sig)
	}
	return u.Constraint(sc, requires)
}

// TypeConstraint reports whether C<args…> holds with a type put in front of its arguments.
func (u *Unit) TypeConstraint(sc *Scope, name *ast.Name, arg types.Arg) Tri {
	return u.ConceptSatisfied(u.ConstrainedBy(sc, name, arg))
}

// ConstrainedBy is the concept C of a type constraint C<args…>, and its arguments with arg in front: nil where they are unknown.
func (u *Unit) ConstrainedBy(sc *Scope, name *ast.Name, arg types.Arg) (*Template, []types.Arg) {
	found := u.LookupName(sc, name)
	if found.State != FoundOK || len(found.Entities) == 0 {
		return nil, nil
	}
	t, ok := found.Entities[0].(*Template)
	if !ok || t.Kind != Concept {
		return nil, nil
	}
	args := []types.Arg{arg}
	last := name.Last()
	params := u.TemplateParams(t)
	for i := range last.Args {
		var want *TemplateParam
		if n := len(args); n < len(params) {
			want = params[n]
		}
		args = u.AppendTemplateArg(args, sc, &last.Args[i], want)
	}
	return t, u.CompleteArgs(t, args)
}

// Constraint evaluates a constraint-expression: conjunctions and disjunctions of atomic constraints, in which a
// substitution failure means no.
func (u *Unit) Constraint(sc *Scope, e ast.Expr) Tri {
	if !u.EnterDeep() {
		return UnknownTri
	}
	defer u.LeaveDeep()
	switch x := Unparen(e).(type) {
	case *ast.Binary:
		switch x.Op.String() {
		case "&&":
			l := u.Constraint(sc, x.X)
			if l == No {
				return No
			}
			return l.And(u.Constraint(sc, x.Y))
		case "||":
			l := u.Constraint(sc, x.X)
			if l == Yes {
				return Yes
			}
			return l.Or(u.Constraint(sc, x.Y))
		}
	case *ast.RequiresExpr:
		return u.RequiresExpr(sc, x)
	}
	failed, r := u.TryOut(func() Tri {
		return u.ConditionHolds(sc, e)
	})
	if r == UnknownTri && failed == Yes {
		return No
	}
	return r
}

// ConditionHolds evaluates a condition: what an explicit- or noexcept-specifier asks, an atomic constraint.
func (u *Unit) ConditionHolds(sc *Scope, e ast.Expr) Tri {
	v := u.Eval(sc, e, EvalOptions{})
	if b, ok := v.Bool(); ok && v.Kind != types.DependentValue {
		return TriOf(b)
	}
	return UnknownTri
}

// TryOut runs a substitution and says whether it failed for certain: something named does not exist.
func (u *Unit) TryOut(fn func() Tri) (failed, result Tri) {
	f := u.Substitute(func() { result = fn() })
	switch {
	case f.Certain():
		failed = Yes
	case f.hard == 0 && f.soft == 0:
		failed = No
	}
	return failed, result
}
