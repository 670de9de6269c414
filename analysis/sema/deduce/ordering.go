package deduce

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// OrderTemplates orders two candidates that are specialisations of function templates [temp.func.order]: -1 when a's is more
// specialised.
func (u *Model) OrderTemplates(a, b *sema.Candidate) (int, bool) {
	at, bt := a.Tmpl, b.Tmpl
	key := sema.TemplateOrder{A: at, B: bt, Args: max(len(a.Convs), len(b.Convs)), Reversed: a.Reversed != b.Reversed, Conversion: a.Second != nil && b.Second != nil}
	if o, ok := u.Resolved.Orders[key]; ok {
		return o, true
	}
	if !u.Spend(sema.StepsPerCandidate) {
		return 0, false
	}
	o, known := u.findTemplateOrder(a, b)
	if known {
		if u.Resolved.Orders == nil {
			u.Resolved.Orders = make(map[sema.TemplateOrder]int)
		}
		u.Resolved.Orders[key] = o
	}
	return o, known
}

func (u *Model) findTemplateOrder(a, b *sema.Candidate) (int, bool) {
	at, bt := a.Tmpl, b.Tmpl
	if a.Second != nil && b.Second != nil && isConversion(at) && isConversion(bt) {
		return u.orderTypes(pattern{heads(at), []*types.Type{u.ConversionTarget(at.Func)}}, pattern{heads(bt), []*types.Type{u.ConversionTarget(bt.Func)}})
	}
	n := max(len(a.Convs), len(b.Convs))
	ap, aok := u.orderingParams(at, bt, n)
	bp, bok := u.orderingParams(bt, at, n)
	if !aok || !bok {
		return 0, false
	}
	if a.Reversed != b.Reversed && len(bp) == 2 {
		bp = []*types.Type{bp[1], bp[0]}
	}
	return u.orderTypes(pattern{heads(at), ap}, pattern{heads(bt), bp})
}

// pattern are the parameters of what is ordered, and the headers of the template parameters in their types.
type pattern struct {
	heads  []*sema.TemplateHead
	params []*types.Type
}

func heads(ts ...*sema.Template) []*sema.TemplateHead {
	var out []*sema.TemplateHead
	for _, t := range ts {
		if t != nil {
			out = append(out, t.Head)
		}
	}
	return out
}

func isConversion(t *sema.Template) bool { return t.Func != nil && t.Func.Kind == sema.Conversion }

// orderingParams are the parameter types that partial ordering looks at: those the call has arguments for, with the implicit
// object parameter in front where one of the two is a non-static member and the other is not [temp.func.order]/3.
func (u *Model) orderingParams(t, other *sema.Template, n int) ([]*types.Type, bool) {
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
	if len(params) > n && !sema.HasExpansion(params[:n]) {
		params = params[:n]
		if extra := ft.Params; len(extra) > n && extra[len(extra)-1].Kind == types.Expansion && len(extra) == n+1 {
			// A trailing pack that stands for nothing still makes the template less specialised.
			params = extra
		}
	}
	return params, true
}

func isNonStaticMember(f *sema.Func) bool {
	return f.MemberOf != nil && !f.Static && f.Kind != sema.Constructor
}

// orderTypes decides by deducing each side's types from the other's [temp.deduct.partial].
func (u *Model) orderTypes(a, b pattern) (int, bool) {
	ap, bp := a.params, b.params
	// a is at least as specialised as b when b's parameters can be deduced from a's types.
	aOver, aRef := u.atLeastAsSpecialized(b, ap)
	bOver, bRef := u.atLeastAsSpecialized(a, bp)
	if aOver == sema.UnknownTri || bOver == sema.UnknownTri {
		return 0, false
	}
	switch {
	case aOver == sema.Yes && bOver == sema.No:
		return -1, true
	case bOver == sema.Yes && aOver == sema.No:
		return 1, true
	case aOver == sema.No && bOver == sema.No:
		return 0, true
	}
	// [temp.deduct.partial]/9: references that tie are told apart by their kind and qualifiers.
	if aRef != bRef {
		return sema.BoolCompare(aRef), true
	}
	// [temp.deduct.partial]/11: a trailing pack is less specialised.
	apack, bpack := sema.HasExpansion(ap), sema.HasExpansion(bp)
	if apack != bpack {
		return sema.BoolCompare(bpack), true
	}
	if apack && len(ap) != len(bp) {
		return sema.BoolCompare(len(ap) > len(bp)), true
	}
	return 0, true
}

// atLeastAsSpecialized reports whether the parameters of p can be deduced from the types as of another template. ref says
// that some pair of references would tie were it not for its kind or qualifiers, which favour as.
func (u *Model) atLeastAsSpecialized(p pattern, as []*types.Type) (tri sema.Tri, ref bool) {
	ps := p.params
	d := u.newDeducer(p.heads[0])
	for _, h := range p.heads[1:] {
		d.nested = true
		d.addParams(h)
	}
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
		return sema.No, ref
	}
	if d.unknown {
		return sema.UnknownTri, ref
	}
	return sema.Yes, ref
}

// matchOrdering is matchArgs for parameter lists under partial ordering: a list that is shorter because of default
// arguments or ellipses is compared as far as it goes.
func (d *deducer) matchOrdering(ps, as []types.Arg) bool {
	n := len(as)
	if len(ps) == 0 || !sema.IsExpansionArg(ps[len(ps)-1]) {
		n = min(len(ps), len(as))
		ps = ps[:n]
		// An argument pack against an ordinary parameter fails in matchArgs.
	}
	return d.matchArgs(ps, as[:n])
}

// orderingType strips references and top-level qualifiers [temp.deduct.partial]/5, /7, also inside a pack expansion.
func (u *Model) orderingType(t *types.Type) *types.Type {
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
	ac, pc := sema.ElemCV(a.Elem), sema.ElemCV(p.Elem)
	return ac != pc && pc&^ac == 0
}

// OrderConstraints prefers the more constrained of two templates that are otherwise equal [temp.func.order]/6.4.
func (u *Model) OrderConstraints(a, b *sema.Template) (int, bool) {
	ac, bc := sema.IsConstrained(a), sema.IsConstrained(b)
	switch {
	case !ac && !bc:
		return 0, true
	case ac != bc:
		return sema.BoolCompare(ac), true
	}
	return orderForms(u, u.templateForm, a, b)
}

// OrderConstrained prefers the more constrained of two functions that are no templates [over.match.best]/2.6.
func (u *Model) OrderConstrained(a, b *sema.Func) (int, bool) {
	if ac, bc := u.HasConstraints(a), u.HasConstraints(b); ac != bc {
		return sema.BoolCompare(ac), true
	}
	return orderForms(u, u.functionForm, a, b)
}

// orderForms orders two declarations by what they demand: -1 when the first is the more constrained one.
func orderForms[T any](u *Model, form func(T) (normalForm, bool), a, b T) (cmp int, known bool) {
	u.TryOut(func() sema.Tri { // what fails in here is no failure of a substitution around it
		f, fok := form(a)
		g, gok := form(b)
		if known = fok && gok; known {
			cmp = moreConstrained(f, g)
		}
		return sema.UnknownTri
	})
	return cmp, known
}

// PartialMoreSpecialized reports whether partial specialisation a is more specialised than b [temp.spec.partial.order].
func (u *Model) PartialMoreSpecialized(a, b *sema.PartialSpec) sema.Tri {
	ab, ba := u.partialAtLeast(b, a), u.partialAtLeast(a, b)
	if ab == sema.Yes && ba == sema.Yes && a.Head.Constrained() {
		if !b.Head.Constrained() {
			return sema.Yes
		}
		cmp, known := orderForms(u, u.headForm, a.Head, b.Head)
		if !known {
			return sema.UnknownTri
		}
		return sema.TriOf(cmp < 0)
	}
	return ab.And(ba.Not())
}

// partialAtLeast reports whether a is at least as specialised as p: p's arguments can be deduced from a's.
func (u *Model) partialAtLeast(p, a *sema.PartialSpec) sema.Tri {
	d := u.newDeducer(p.Head)
	d.ordering = true
	if !d.matchArgs(p.Args, a.Args) {
		return sema.No
	}
	for i, k := range d.known {
		if !k && !d.pack[i] {
			if d.unknown {
				return sema.UnknownTri
			}
			return sema.No
		}
	}
	if d.unknown {
		return sema.UnknownTri
	}
	return sema.Yes
}
