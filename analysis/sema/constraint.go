package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Satisfaction of constraints: concepts, requires-clauses, constrained parameters and requires-expressions. A substitution
// failure is No; what cannot be typed here is unknown, never No.

// conceptSatisfied reports whether a concept holds for arguments.
func (u *Unit) conceptSatisfied(t *Template, args []types.Arg) Tri {
	if t == nil || t.Kind != Concept || args == nil {
		return UnknownTri
	}
	for _, a := range args {
		if a.IsDependent() || a.IsUnknown() {
			return UnknownTri
		}
	}
	key := string(u.T.AppendArgKey(nil, &types.Arg{Kind: types.TemplateArg, Template: t})) + u.argsKey(args)
	if r, ok := u.consts.satisfied[key]; ok {
		return r
	}
	if u.consts.satisfied == nil {
		u.consts.satisfied = make(map[string]Tri)
	}
	cut := u.consts.cut
	u.consts.satisfied[key] = UnknownTri // ends cycles
	result := UnknownTri
	for i := range t.decls {
		d, ok := t.decls[i].decl.(*ast.ConceptDecl)
		if !ok || t.decls[i].head() == nil {
			continue
		}
		h := t.decls[i].head()
		result = u.constraint(u.bindScope(h.outer, h, args), d.X)
		break
	}
	u.consts.satisfied[key] = result
	if result == UnknownTri && u.consts.cut != cut {
		delete(u.consts.satisfied, key)
	}
	return result
}

// constraintsSatisfied reports whether the associated constraints of a template hold for arguments: its constrained
// parameters, its requires-clause, and a function template's trailing one.
func (u *Unit) constraintsSatisfied(t *Template, args []types.Arg) Tri {
	if t == nil || t.head == nil {
		return Yes
	}
	h := t.head
	result := u.headSatisfied(h, args)
	if result == No || t.Func == nil {
		return result
	}
	for _, d := range t.Func.Decls {
		if declRequires(d) == nil {
			continue
		}
		head := d.head
		if head == nil {
			head = h
		}
		result = result.And(u.trailingSatisfied(u.bindScope(head.outer, head, args), d))
		break
	}
	return result
}

// headSatisfied reports whether the constraints that a template's header has hold for its arguments.
func (u *Unit) headSatisfied(h *templateHead, args []types.Arg) Tri {
	result := Yes
	var sc *Scope
	scope := func() *Scope {
		if sc == nil {
			sc = u.bindScope(h.outer, h, args)
		}
		return sc
	}
	for i, p := range h.params {
		if p.Constraint == nil || i >= len(args) {
			continue
		}
		if args[i].Kind == types.PackArg {
			for _, a := range args[i].Pack {
				result = result.And(u.typeConstraint(scope(), p.Constraint, a))
			}
		} else {
			result = result.And(u.typeConstraint(scope(), p.Constraint, args[i]))
		}
		if result == No {
			return No
		}
	}
	if h.requires != nil {
		result = result.And(u.constraint(scope(), h.requires))
	}
	return result
}

// trailingSatisfied reports whether the trailing requires-clause that a declaration of a function may have holds, with the
// names that sc binds.
func (u *Unit) trailingSatisfied(sc *Scope, d *FuncDecl) Tri {
	requires := declRequires(d)
	if requires == nil {
		return Yes
	}
	if d.Sig != nil {
		sc = u.signatureScope(sc, d.Sig)
	}
	return u.constraint(sc, requires)
}

// typeConstraint reports whether C<args…> holds with a type put in front of its arguments.
func (u *Unit) typeConstraint(sc *Scope, name *ast.Name, arg types.Arg) Tri {
	return u.conceptSatisfied(u.constrainedBy(sc, name, arg))
}

// constrainedBy is the concept C of a type constraint C<args…>, and its arguments with arg in front: nil where they are unknown.
func (u *Unit) constrainedBy(sc *Scope, name *ast.Name, arg types.Arg) (*Template, []types.Arg) {
	found := u.lookupName(sc, name)
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
		args = u.appendTemplateArg(args, sc, &last.Args[i], want)
	}
	return t, u.completeArgs(t, args)
}

// constraint evaluates a constraint-expression: conjunctions and disjunctions of atomic constraints, in which a
// substitution failure means no.
func (u *Unit) constraint(sc *Scope, e ast.Expr) Tri {
	if !u.enterDeep() {
		return UnknownTri
	}
	defer u.leave()
	switch x := unparen(e).(type) {
	case *ast.Binary:
		switch x.Op.String() {
		case "&&":
			l := u.constraint(sc, x.X)
			if l == No {
				return No
			}
			return l.And(u.constraint(sc, x.Y))
		case "||":
			l := u.constraint(sc, x.X)
			if l == Yes {
				return Yes
			}
			return l.Or(u.constraint(sc, x.Y))
		}
	case *ast.RequiresExpr:
		return u.requiresExpr(sc, x)
	}
	failed, r := u.attempt(func() Tri {
		v := u.Eval(sc, e, EvalOptions{})
		if b, ok := v.Bool(); ok && v.Kind != types.DependentValue {
			return TriOf(b)
		}
		return UnknownTri
	})
	if r == UnknownTri && failed == Yes {
		return No
	}
	return r
}

// attempt runs a substitution and says whether it failed for certain: something named does not exist.
func (u *Unit) attempt(fn func() Tri) (failed, result Tri) {
	f := u.substitute(func() { result = fn() })
	switch {
	case f.certain():
		failed = Yes
	case f.hard == 0 && f.soft == 0:
		failed = No
	}
	return failed, result
}

// requiresExpr reports whether all requirements of a requires-expression hold.
func (u *Unit) requiresExpr(sc *Scope, e *ast.RequiresExpr) Tri {
	if u.dependentScope(sc) {
		return UnknownTri
	}
	s := sc.child(FuncScope)
	if len(e.Params) > 0 {
		u.addParams(s, nil, &ast.FuncSig{Span: e.Span, Params: e.Params})
	}
	result := Yes
	for i := range e.Reqs {
		result = result.And(u.requirement(s, &e.Reqs[i]))
		if result == No {
			return No
		}
	}
	return result
}

func (u *Unit) requirement(sc *Scope, r *ast.Requirement) Tri {
	switch {
	case r.Nested != nil:
		return u.constraint(sc, r.Nested)
	case r.Type != nil && r.X == nil:
		failed, ok := u.attempt(func() Tri {
			t := u.resolveTypeID(sc, r.Type)
			if t.IsUnknown() || t.IsDependent() {
				return UnknownTri
			}
			return Yes
		})
		if ok == Yes {
			return Yes
		}
		if failed == Yes {
			return No
		}
		return UnknownTri
	case r.X == nil:
		return UnknownTri
	}
	valid, o := u.validExpr(sc, r.X)
	if valid != Yes {
		return valid
	}
	result := Yes
	if r.Noexcept {
		result = u.cannotThrow(sc, r.X)
	}
	if r.Constraint != nil && result != No {
		nt, ok := r.Constraint.Spec.Type.(*ast.NamedType)
		if !ok || len(r.Constraint.Ops) > 0 {
			return result.And(UnknownTri)
		}
		t := o.Type // decltype((x))
		switch o.Cat {
		case LValue:
			t = u.T.LRef(t)
		case XValue:
			t = u.T.RRef(t)
		}
		result = result.And(u.typeConstraint(sc, nt.Name, types.Arg{Kind: types.TypeArg, Type: t}))
	}
	return result
}

// validExpr reports whether an expression is valid: Yes when its type is known and everything in it was resolved, No when
// something in it certainly does not exist.
func (u *Unit) validExpr(sc *Scope, e ast.Expr) (Tri, Operand) {
	var o Operand
	failed, r := u.attempt(func() Tri {
		w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, facts: &Facts{}, typing: true, trial: true}
		o = w.expr(sc, e)
		if o.isUnknown() || o.Type.IsUnknown() || isDependent(o) {
			return UnknownTri
		}
		if len(w.facts.Unknown) > 0 || len(w.facts.Bad) > 0 {
			return UnknownTri
		}
		for _, c := range w.facts.Calls {
			if c.Dependent || c.Callee == nil {
				return UnknownTri
			}
			if c.Callee.Deleted {
				return No
			}
		}
		return Yes
	})
	if r == UnknownTri && failed == Yes {
		return No, o
	}
	return r, o
}

// argumentsFit reports whether a function of a type can be called with arguments.
func (u *Unit) argumentsFit(t *types.Type, args []Operand) Tri {
	if hasExpansion(t.Params) {
		return UnknownTri
	}
	if len(args) < len(t.Params) || len(args) > len(t.Params) && !t.Variadic {
		return No
	}
	result := Yes
	for i, p := range t.Params {
		result = result.And(u.convertible(args[i], p))
	}
	return result
}

// ---- noexcept

// cannotThrow is noexcept(e).
func (u *Unit) cannotThrow(sc *Scope, e ast.Expr) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda, facts: &Facts{}, typing: true, resolving: true, trial: true}
	o := w.expr(sc, e)
	result := u.treeThrows(o.tree)
	if result == No {
		return No
	}
	if isDependent(o) || len(w.facts.Unknown) > 0 {
		result = UnknownTri
	}
	for _, c := range w.facts.Calls {
		if c.Callee == nil {
			return UnknownTri
		}
		result = result.And(u.nothrow(c.Callee))
		if result == No {
			return No
		}
	}
	return result
}

// treeThrows looks at the parts of an expression that are no calls of known functions: No where something is thrown.
func (u *Unit) treeThrows(x *Expr) Tri {
	result := Yes
	switch x.Op {
	case ExprThrow:
		return No
	case ExprNew:
		return UnknownTri
	case ExprOpaque:
		switch x.syntax.(type) {
		case *ast.NameExpr, *ast.Literal:
		default:
			return UnknownTri
		}
	case ExprCast:
		if x.Cast == ast.CastDynamic {
			return UnknownTri
		}
	case ExprCall:
		if x.Entity == nil {
			result = UnknownTri
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
