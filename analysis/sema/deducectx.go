package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// deduceConversion deduces a conversion function template's arguments from the type that is wanted [temp.deduct.conv].
func (u *Unit) deduceConversion(t *Template, want *types.Type) ([]types.Arg, DeduceStatus) {
	if t.head == nil || t.Func == nil {
		return nil, UnknownDeduction
	}
	p := u.conversionTarget(t.Func)
	if p.Kind == types.Unknown || want == nil || isPlaceholder(want.NonRef()) {
		return nil, UnknownDeduction
	}
	a := want
	ref := p.IsRef()
	p = p.NonRef()
	switch {
	case a.IsRef():
		a = a.NonRef()
		if !ref {
			a = a.Unqual()
			p = p.Unqual()
		}
	case !ref:
		p, a = u.T.Decay(p), a.Unqual()
	default:
		a = a.Unqual()
	}
	d := u.newDeducer(t.head)
	// The target may be more qualified than what the function yields, so that a mismatch of qualifiers is tried away.
	p = p.Unqual()
	if p.Kind == types.Param {
		a = a.Unqual()
	}
	if !d.match(p, a, true) {
		return nil, DeduceFailed
	}
	return d.finish(t)
}

// deduceAddress deduces from the function type that an overloaded name's address is converted to [temp.deduct.funcaddr];
// target nil deduces from explicit arguments alone.
func (u *Unit) deduceAddress(t *Template, set *OverloadSet, target *types.Type) ([]types.Arg, DeduceStatus) {
	if t.head == nil || t.Func == nil {
		return nil, UnknownDeduction
	}
	d := u.newDeducer(t.head)
	if !d.giveExplicit(t, set) {
		return nil, DeduceFailed
	}
	if target != nil {
		ft := u.FuncType(t.Func)
		if ft.Kind != types.Func {
			return nil, UnknownDeduction
		}
		if target.Kind != types.Func {
			return nil, DeduceFailed
		}
		p := ft
		if hasAuto(ft.Elem) { // nothing is deduced from a placeholder, nor, of a specialisation, for one
			p, target = u.withoutResult(ft), u.withoutResult(target)
		}
		if p.IsDependent() && !d.matchFunc(p, target, true) {
			return nil, DeduceFailed
		}
	}
	return d.finish(t)
}

// withoutResult is a function type with void in its result's place.
func (u *Unit) withoutResult(t *types.Type) *types.Type {
	return u.T.Func(types.FuncType{
		Result: u.T.Basic(ast.Void), Params: t.Params, Variadic: t.Variadic, CV: t.FnCV, Ref: t.FnRef, Noexcept: t.Noexcept,
	})
}

// matchPartial matches a partial specialisation's argument list with actual arguments [temp.spec.partial.match]. Yes says
// that all parameters were deduced; parts of the pattern that are non-deduced contexts remain to be substituted and compared
// by the caller.
func (u *Unit) matchPartial(pattern []types.Arg, head *templateHead, args []types.Arg) ([]types.Arg, Tri) {
	d := u.newDeducer(head)
	if !d.matchArgs(pattern, args) || !d.matchValueTypes(head) {
		return nil, No
	}
	for i, p := range head.entity {
		if d.known[i] {
			continue
		}
		if p.Pack {
			d.bound[i], d.known[i] = types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}, true
			continue
		}
		if d.unknown {
			return nil, UnknownTri
		}
		return nil, No
	}
	if d.unknown {
		return nil, UnknownTri
	}
	return d.bound, Yes
}

// matchValueTypes deduces from the types of the values that were found for parameters of dependent type [temp.deduct.type]/14.
func (d *deducer) matchValueTypes(head *templateHead) bool {
	for i, p := range head.entity {
		if p.Decl.Kind != ast.ParamValue || p.Pack || !d.known[i] || d.bound[i].Value.Type == nil || !d.bound[i].Value.IsKnown() {
			continue
		}
		if t := d.u.valueParamType(p, head, nil); t.IsDependent() && !d.match(t, d.bound[i].Value.Type, false) {
			return false
		}
	}
	return true
}

// matchSpecialization matches a partial specialisation of t with actual arguments: what matchPartial deduces is substituted
// into the specialisation's argument list, which must then be the arguments [temp.spec.partial.match].
func (u *Unit) matchSpecialization(t *Template, ps *partialSpec, args []types.Arg) ([]types.Arg, Tri) {
	bound, ok := u.matchPartial(ps.args, ps.head, args)
	if ok != Yes {
		return nil, ok
	}
	trial, deep := u.enterConversion()
	if !deep {
		return nil, UnknownTri
	}
	defer u.leaveConversion(trial)
	var got []types.Arg
	failures := u.substitute(func() {
		for i, p := range ps.head.entity {
			bound[i] = u.convertArg(p, bound[i], ps.head, bound[:i])
		}
		got = u.resolveTemplateArgs(u.bindScope(ps.head.outer, ps.head, bound), ps.raw.name.Last().Args, t)
	})
	if got == nil {
		if failures.certain() {
			return nil, No
		}
		return nil, UnknownTri
	}
	same := u.sameArg(types.Arg{Kind: types.PackArg, Pack: got}, types.Arg{Kind: types.PackArg, Pack: args})
	if same == Yes {
		same = u.headSatisfied(ps.head, bound)
	}
	if same != Yes {
		return nil, same
	}
	return bound, Yes
}

// deduceAuto is the type that a placeholder in pattern is deduced to from an initialiser [dcl.type.auto.deduct]: the whole
// type with the placeholder replaced. Unknown where it cannot be. A braced list gives no type here: what it means depends on
// the form of the initialisation.
func (u *Unit) deduceAuto(pattern *types.Type, init Operand) *types.Type {
	if isDependent(init) {
		return u.T.Dependent("auto:"+init.Type.Key+init.Value.Key, nil, []types.Arg{{Kind: types.TypeArg, Type: init.Type}})
	}
	switch init.Type.Kind {
	case types.Braced:
		return u.T.Unknown()
	case types.Overloads:
		if init.Set == nil {
			return u.T.Unknown()
		}
		fn, ok := u.singleFunction(init.Set)
		if ok != Yes {
			return u.T.Unknown()
		}
		init = u.functionOperand(fn, init.Set.AddressOf)
	}
	d := &deducer{
		u: u, depth: autoDepth, outer: 1, pack: make([]bool, 1), bound: make([]types.Arg, 1), known: make([]bool, 1),
		given: make([]int, 1),
	}
	p := u.replaceAuto(pattern, u.T.Param(autoDepth, 0, false))
	if !d.deduceParam(p, init) || d.unknown || !d.known[0] {
		return u.T.Unknown()
	}
	return u.replaceAuto(pattern, d.bound[0].Type)
}

// autoDepth is a depth that no template header has.
const autoDepth = 1 << 14

// deduceClass deduces a class template's arguments from an initialiser [over.match.class.deduct].
func (u *Unit) deduceClass(t *Template, args []Operand, form InitForm) (*Class, Tri) {
	if t.Kind != ClassTemplate || t.head == nil {
		return nil, UnknownTri
	}
	trial, ok := u.enterConversion()
	if !ok {
		return nil, UnknownTri
	}
	defer u.leaveConversion(trial)
	pattern := u.instantiateClass(t, u.ownArgs(t.head))
	if pattern == nil || u.Complete(pattern) != Complete {
		return nil, UnknownTri
	}
	return u.deduceWithGuides(t, pattern, args, form)
}

// instanceArg is the one function that a template with arguments of its own names as an argument.
func (u *Unit) instanceArg(sc *Scope, name *ast.NameExpr, ref bool) (arg types.Arg, ok bool) {
	o := u.typeOf(sc, name)
	if o.Set == nil {
		return types.Arg{}, false
	}
	f, single := u.singleFunction(o.Set)
	if single != Yes || f == nil || f.MemberOf != nil && !f.Static {
		return types.Arg{}, false
	}
	t := u.FuncType(f)
	if t.IsDependent() || t.IsUnknown() {
		return types.Arg{}, false
	}
	if ref {
		t = u.T.LRef(t)
	} else {
		t = u.T.Pointer(t)
	}
	return types.Arg{Kind: types.ValueArg, Value: types.Value{Kind: types.AddressValue, Entity: f, Type: t}}, true
}

// overloadedArg is a template argument that names an overloaded function: the parameter's type chooses among them
// [temp.arg.nontype]. ok is false where the name is not overloaded or the parameter's type is not known.
func (u *Unit) overloadedArg(f Found, want *TemplateParam) (arg types.Arg, ok bool) {
	if want == nil || want.Decl.Kind != ast.ParamValue {
		return types.Arg{}, false
	}
	if _, several := f.Entities[0].(*Template); len(f.Entities) < 2 && !several {
		return types.Arg{}, false
	}
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *Func:
		case *Template:
			if e.Kind != FuncTemplate {
				return types.Arg{}, false
			}
		default:
			return types.Arg{}, false
		}
	}
	t := u.declaratorType(want.Scope, &want.Decl.Spec, &want.Decl.Decl)
	if t.IsDependent() || t.IsUnknown() {
		return types.Arg{}, false
	}
	fn, found := u.addressOfOverload(&OverloadSet{Cands: f.Entities, Incomplete: f.Incomplete}, t.NonRef())
	if found != Yes {
		return types.Arg{}, true
	}
	return types.Arg{Kind: types.ValueArg, Value: types.Value{Kind: types.AddressValue, Entity: fn, Type: t}}, true
}
