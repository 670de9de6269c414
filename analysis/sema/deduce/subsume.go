package deduce

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// atom is an atomic constraint [temp.constr.atomic]: two are identical when they are the same piece of text and the
// parameters around it stand for the same.
type atom struct {
	text ast.Node
	args string
}

// normalForm is a constraint with its concepts replaced by what they say [temp.constr.normal], as a disjunction of
// conjunctions and as a conjunction of disjunctions.
type normalForm struct{ anyOf, allOf [][]atom }

// maxClauses bounds both forms, which grow exponentially.
const maxClauses = 256

func atomic(text ast.Node, args string) normalForm {
	clauses := [][]atom{{{text, args}}}
	return normalForm{anyOf: clauses, allOf: clauses}
}

// unconstrained is the conjunction of nothing.
func unconstrained() normalForm { return normalForm{anyOf: [][]atom{nil}} }

func (f normalForm) and(g normalForm) (normalForm, bool) {
	anyOf, ok := distribute(f.anyOf, g.anyOf)
	return normalForm{anyOf, join(f.allOf, g.allOf)}, ok && len(f.allOf)+len(g.allOf) <= maxClauses
}

func (f normalForm) or(g normalForm) (normalForm, bool) {
	allOf, ok := distribute(f.allOf, g.allOf)
	return normalForm{join(f.anyOf, g.anyOf), allOf}, ok && len(f.anyOf)+len(g.anyOf) <= maxClauses
}

func join[T any](a, b []T) []T { return append(a[:len(a):len(a)], b...) }

func distribute(a, b [][]atom) ([][]atom, bool) {
	if len(a)*len(b) > maxClauses {
		return nil, false
	}
	out := make([][]atom, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, join(x, y))
		}
	}
	return out, true
}

// subsumes reports whether f can be proved to be at least as strict as g [temp.constr.order].
func (f normalForm) subsumes(g normalForm) bool {
	for _, all := range f.anyOf {
		has := make(map[atom]bool, len(all))
		for _, a := range all {
			has[a] = true
		}
		for _, some := range g.allOf {
			if !anyIn(some, has) {
				return false
			}
		}
	}
	return true
}

func anyIn(atoms []atom, set map[atom]bool) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return set[a] })
}

// moreConstrained orders two declarations by their constraints: -1 when those of a subsume those of b and not the reverse.
func moreConstrained(a, b normalForm) int {
	over, under := a.subsumes(b), b.subsumes(a)
	if over == under {
		return 0
	}
	return sema.BoolCompare(over)
}

// headForm is what a template's header demands of its parameters.
func (u *Model) headForm(h *sema.TemplateHead) (normalForm, bool) {
	form, ok := unconstrained(), true
	if !h.Constrained() {
		return form, true
	}
	own := u.OwnArgs(h)
	sc := u.BindScope(h.Outer, h, own)
	add := func(more normalForm, known bool) {
		if ok = ok && known; ok {
			form, ok = form.and(more)
		}
	}
	for i, p := range h.Params {
		if p.Constraint == nil || i >= len(own) {
			continue
		}
		arg := own[i]
		if arg.Kind == types.PackArg { // what is demanded of each element
			arg = types.Arg{Kind: types.TypeArg, Type: arg.Pack[0].Type.Elem}
		}
		t, args := u.ConstrainedBy(sc, p.Constraint, arg)
		add(u.conceptForm(t, args))
	}
	if h.Requires != nil {
		add(u.exprForm(sc, "", h.Requires))
	}
	return form, ok
}

// templateForm is what the associated constraints of a template demand.
func (u *Model) templateForm(t *sema.Template) (normalForm, bool) {
	form, ok := u.headForm(t.Head)
	if !ok || t.Func == nil {
		return form, ok
	}
	for _, d := range t.Func.Decls {
		if sema.DeclRequires(d) == nil {
			continue
		}
		head := d.Head
		if head == nil {
			head = t.Head
		}
		trailing, ok := u.trailingForm(u.BindScope(head.Outer, head, u.OwnArgs(head)), d)
		if !ok {
			return normalForm{}, false
		}
		return form.and(trailing)
	}
	return form, true
}

// functionForm is what the trailing requires-clause of a function that is no template demands.
func (u *Model) functionForm(f *sema.Func) (normalForm, bool) {
	for _, d := range f.Declared().Decls {
		if sema.DeclRequires(d) != nil {
			return u.trailingForm(d.Scope, d)
		}
	}
	return unconstrained(), true
}

func (u *Model) trailingForm(sc *sema.Scope, d *sema.FuncDecl) (normalForm, bool) {
	if d.Sig != nil {
		sc = u.SignatureScope(sc, d.Sig)
	}
	return u.exprForm(sc, "", sema.DeclRequires(d))
}

// conceptUse is a concept with arguments.
type conceptUse struct {
	t    *sema.Template
	args string
}

// knownForm is a normal form; ok is false for one that is too large, or not known.
type knownForm struct {
	form normalForm
	ok   bool
}

// conceptForm is what a concept says of arguments.
func (u *Model) conceptForm(t *sema.Template, args []types.Arg) (normalForm, bool) {
	if t == nil || args == nil {
		return normalForm{}, false
	}
	use := conceptUse{t, u.ArgsKey(args)}
	if k, ok := u.forms[use]; ok {
		return k.form, k.ok
	}
	var k knownForm
	cut := u.Consts.Cut
	for i := range t.Decls {
		if d, ok := t.Decls[i].Decl.(*ast.ConceptDecl); ok && t.Decls[i].Head() != nil {
			h := t.Decls[i].Head()
			k.form, k.ok = u.exprForm(u.BindScope(h.Outer, h, args), use.args, d.X)
			break
		}
	}
	if u.Consts.Cut == cut {
		if u.forms == nil {
			u.forms = make(map[conceptUse]knownForm)
		}
		u.forms[use] = k
	}
	return k.form, k.ok
}

// exprForm is the normal form of a constraint-expression, whose parameters stand for what key says.
func (u *Model) exprForm(sc *sema.Scope, key string, e ast.Expr) (normalForm, bool) {
	if !u.EnterDeep() {
		return normalForm{}, false
	}
	defer u.LeaveDeep()
	e = sema.Unparen(e)
	switch x := e.(type) {
	case *ast.Binary:
		op := x.Op.String()
		if op != "&&" && op != "||" {
			break
		}
		f, ok := u.exprForm(sc, key, x.X)
		if !ok {
			return normalForm{}, false
		}
		g, ok := u.exprForm(sc, key, x.Y)
		switch {
		case !ok:
			return normalForm{}, false
		case op == "&&":
			return f.and(g)
		}
		return f.or(g)
	case *ast.NameExpr:
		found := u.LookupName(sc, x.Name)
		if found.State != sema.FoundOK || len(found.Entities) == 0 {
			break
		}
		if t, ok := found.Entities[0].(*sema.Template); ok && t.Kind == sema.Concept {
			return u.conceptForm(t, u.ResolveTemplateArgs(sc, x.Name.Last().Args, t))
		}
	}
	return atomic(e, key), true
}
