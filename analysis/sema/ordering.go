package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// orderTemplates orders two candidates that are specialisations of function templates [temp.func.order]: -1 when a's is more
// specialised.
func (u *Unit) orderTemplates(a, b *candidate) (int, bool) {
	at, bt := a.tmpl, b.tmpl
	key := templateOrder{at, bt, max(len(a.convs), len(b.convs)), a.reversed != b.reversed, a.second != nil && b.second != nil}
	if o, ok := u.resolved.orders[key]; ok {
		return o, true
	}
	if !u.spend(stepsPerCandidate) {
		return 0, false
	}
	o, known := u.findTemplateOrder(a, b)
	if known {
		if u.resolved.orders == nil {
			u.resolved.orders = make(map[templateOrder]int)
		}
		u.resolved.orders[key] = o
	}
	return o, known
}

// templateOrder is what the order of two function templates depends on.
type templateOrder struct {
	a, b                 *Template
	args                 int
	reversed, conversion bool
}

func (u *Unit) findTemplateOrder(a, b *candidate) (int, bool) {
	at, bt := a.tmpl, b.tmpl
	if a.second != nil && b.second != nil && isConversion(at) && isConversion(bt) {
		return u.orderTypes(at, bt, []*types.Type{u.conversionTarget(at.Func)}, []*types.Type{u.conversionTarget(bt.Func)})
	}
	n := max(len(a.convs), len(b.convs))
	ap, aok := u.orderingParams(at, bt, n)
	bp, bok := u.orderingParams(bt, at, n)
	if !aok || !bok {
		return 0, false
	}
	if a.reversed != b.reversed && len(bp) == 2 {
		bp = []*types.Type{bp[1], bp[0]}
	}
	return u.orderTypes(at, bt, ap, bp)
}

func isConversion(t *Template) bool { return t.Func != nil && t.Func.Kind == Conversion }

// orderingParams are the parameter types that partial ordering looks at: those the call has arguments for, with the implicit
// object parameter in front where one of the two is a non-static member and the other is not [temp.func.order]/3.
func (u *Unit) orderingParams(t, other *Template, n int) ([]*types.Type, bool) {
	ft := u.FuncType(t.Func)
	if ft.Kind != types.Func {
		return nil, false
	}
	params := ft.Params
	if isNonStaticMember(t.Func) && !isNonStaticMember(other.Func) && !other.Func.Static {
		object := u.T.Qualify(u.ClassType(t.Func.MemberOf), ft.FnCV)
		if ft.FnRef == ast.RefRValue {
			object = u.T.RRef(object)
		} else {
			object = u.T.LRef(object)
		}
		params = append([]*types.Type{object}, params...)
	}
	if len(params) > n && !hasExpansion(params[:n]) {
		params = params[:n]
		if extra := ft.Params; len(extra) > n && extra[len(extra)-1].Kind == types.Expansion && len(extra) == n+1 {
			// A trailing pack that stands for nothing still makes the template less specialised.
			params = extra
		}
	}
	return params, true
}

func isNonStaticMember(f *Func) bool {
	return f.MemberOf != nil && !f.Static && f.Kind != Constructor
}

// orderTypes decides by deducing each side's types from the other's [temp.deduct.partial].
func (u *Unit) orderTypes(a, b *Template, ap, bp []*types.Type) (int, bool) {
	// a is at least as specialised as b when b's parameters can be deduced from a's types.
	aOver, aRef := u.atLeastAsSpecialized(b, bp, ap)
	bOver, bRef := u.atLeastAsSpecialized(a, ap, bp)
	if aOver == UnknownTri || bOver == UnknownTri {
		return 0, false
	}
	switch {
	case aOver == Yes && bOver == No:
		return -1, true
	case bOver == Yes && aOver == No:
		return 1, true
	case aOver == No && bOver == No:
		return 0, true
	}
	// [temp.deduct.partial]/9: references that tie are told apart by their kind and qualifiers.
	if aRef != bRef {
		return boolCompare(aRef), true
	}
	// [temp.deduct.partial]/11: a trailing pack is less specialised.
	apack, bpack := hasExpansion(ap), hasExpansion(bp)
	if apack != bpack {
		return boolCompare(bpack), true
	}
	if apack && len(ap) != len(bp) {
		return boolCompare(len(ap) > len(bp)), true
	}
	return 0, true
}

// atLeastAsSpecialized reports whether the parameters ps of t can be deduced from the types as of another template. ref says
// that some pair of references would tie were it not for its kind or qualifiers, which favour as.
func (u *Unit) atLeastAsSpecialized(t *Template, ps, as []*types.Type) (tri Tri, ref bool) {
	d := u.newDeducer(t.head)
	d.ordering = true
	pa := make([]types.Arg, 0, len(ps))
	aa := make([]types.Arg, 0, len(as))
	for _, p := range ps {
		pa = append(pa, types.Arg{Kind: types.TypeArg, Type: u.orderingType(p)})
	}
	for _, a := range as {
		aa = append(aa, types.Arg{Kind: types.TypeArg, Type: u.orderingType(a)})
	}
	for i := range min(len(ps), len(as)) {
		ref = ref || refFavours(as[i], ps[i])
	}
	if !d.matchOrdering(pa, aa) {
		return No, ref
	}
	if d.unknown {
		return UnknownTri, ref
	}
	return Yes, ref
}

// matchOrdering is matchArgs for parameter lists under partial ordering: a list that is shorter because of default
// arguments or ellipses is compared as far as it goes.
func (d *deducer) matchOrdering(ps, as []types.Arg) bool {
	n := len(as)
	if len(ps) == 0 || !isExpansionArg(ps[len(ps)-1]) {
		n = min(len(ps), len(as))
		ps = ps[:n]
		// An argument pack against an ordinary parameter fails in matchArgs.
	}
	return d.matchArgs(ps, as[:n])
}

// orderingType strips references and top-level qualifiers [temp.deduct.partial]/5, /7, also inside a pack expansion.
func (u *Unit) orderingType(t *types.Type) *types.Type {
	if t.Kind == types.Expansion {
		return u.T.Expansion(u.orderingType(t.Elem))
	}
	return u.T.WithCV(t.NonRef(), 0)
}

// refFavours reports whether reference a is more specialised than reference p, where their types are otherwise the same
// [temp.deduct.partial]/9.
func refFavours(a, p *types.Type) bool {
	if a.Kind == types.Expansion {
		a = a.Elem
	}
	if p.Kind == types.Expansion {
		p = p.Elem
	}
	if !a.IsRef() || !p.IsRef() {
		return false
	}
	if a.Kind != p.Kind {
		return a.Kind == types.LRef
	}
	ac, pc := elemCV(a.Elem), elemCV(p.Elem)
	return ac != pc && pc&^ac == 0
}

// orderConstraints prefers the more constrained of two templates that are otherwise equal [temp.func.order]/6.4.
func (u *Unit) orderConstraints(a, b *Template) (int, bool) {
	ac, bc := isConstrained(a), isConstrained(b)
	switch {
	case !ac && !bc:
		return 0, true
	case ac != bc:
		return boolCompare(ac), true
	}
	return orderForms(u, u.templateForm, a, b)
}

// orderConstrained prefers the more constrained of two functions that are no templates [over.match.best]/2.6.
func (u *Unit) orderConstrained(a, b *Func) (int, bool) {
	if ac, bc := u.hasConstraints(a), u.hasConstraints(b); ac != bc {
		return boolCompare(ac), true
	}
	return orderForms(u, u.functionForm, a, b)
}

// orderForms orders two declarations by what they demand: -1 when the first is the more constrained one.
func orderForms[T any](u *Unit, form func(T) (normalForm, bool), a, b T) (cmp int, known bool) {
	u.attempt(func() Tri { // what fails in here is no failure of a substitution around it
		f, fok := form(a)
		g, gok := form(b)
		if known = fok && gok; known {
			cmp = moreConstrained(f, g)
		}
		return UnknownTri
	})
	return cmp, known
}

// isConstrained reports whether a template has associated constraints.
func isConstrained(t *Template) bool {
	if t.head == nil {
		return false
	}
	if t.head.constrained() {
		return true
	}
	if t.Func != nil {
		for _, d := range t.Func.Decls {
			if declRequires(d) != nil {
				return true
			}
		}
	}
	return false
}

// constrained reports whether a template's header has constraints.
func (h *templateHead) constrained() bool {
	return h.requires != nil || slices.ContainsFunc(h.params, func(p *ast.TemplateParam) bool { return p.Constraint != nil })
}

// partialMoreSpecialized reports whether partial specialisation a is more specialised than b [temp.spec.partial.order].
func (u *Unit) partialMoreSpecialized(a, b *partialSpec) Tri {
	ab, ba := u.partialAtLeast(b, a), u.partialAtLeast(a, b)
	if ab == Yes && ba == Yes && a.head.constrained() {
		if !b.head.constrained() {
			return Yes
		}
		cmp, known := orderForms(u, u.headForm, a.head, b.head)
		if !known {
			return UnknownTri
		}
		return TriOf(cmp < 0)
	}
	return ab.And(ba.not())
}

// partialAtLeast reports whether a is at least as specialised as p: p's arguments can be deduced from a's.
func (u *Unit) partialAtLeast(p, a *partialSpec) Tri {
	d := u.newDeducer(p.head)
	d.ordering = true
	if !d.matchArgs(p.args, a.args) {
		return No
	}
	for i, k := range d.known {
		if !k && !d.pack[i] {
			if d.unknown {
				return UnknownTri
			}
			return No
		}
	}
	if d.unknown {
		return UnknownTri
	}
	return Yes
}

// declRequires is the trailing requires-clause of a function's declaration, nil without one.
func declRequires(d *FuncDecl) ast.Expr {
	switch {
	case d.Dtor != nil && d.Dtor.Requires != nil:
		return d.Dtor.Requires
	case d.Sig != nil && d.Sig.Requires != nil:
		return d.Sig.Requires
	}
	return nil
}
