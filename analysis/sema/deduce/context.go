package deduce

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// DeduceConversion deduces a conversion function template's arguments from the type that is wanted [temp.deduct.conv].
func (u *Model) DeduceConversion(t *sema.Template, want *types.Type) ([]types.Arg, sema.DeduceStatus) {
	if t.Head == nil || t.Func == nil {
		return nil, sema.UnknownDeduction
	}
	p := u.ConversionTarget(t.Func)
	if p.Kind == types.Unknown || want == nil || sema.IsPlaceholder(want.NonRef()) {
		return nil, sema.UnknownDeduction
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
	d := u.newDeducer(t.Head)
	// The target may be more qualified than what the function yields, so that a mismatch of qualifiers is tried away.
	p = p.Unqual()
	if p.Kind == types.Param {
		a = a.Unqual()
	}
	if !d.match(p, a, true) {
		return nil, sema.DeduceFailed
	}
	return d.finish(t)
}

// DeduceAddress deduces from the function type that an overloaded name's address is converted to [temp.deduct.funcaddr];
// target nil deduces from explicit arguments alone.
func (u *Model) DeduceAddress(t *sema.Template, set *sema.OverloadSet, target *types.Type) ([]types.Arg, sema.DeduceStatus) {
	if t.Head == nil || t.Func == nil {
		return nil, sema.UnknownDeduction
	}
	d := u.newDeducer(t.Head)
	if !d.giveExplicit(t, set) {
		return nil, sema.DeduceFailed
	}
	if target != nil {
		ft := u.FuncType(t.Func)
		if ft.Kind != types.Func {
			return nil, sema.UnknownDeduction
		}
		if target.Kind != types.Func {
			return nil, sema.DeduceFailed
		}
		p := ft
		if sema.HasAuto(ft.Elem) { // nothing is deduced from a placeholder, nor, of a specialisation, for one
			p, target = u.withoutResult(ft), u.withoutResult(target)
		}
		if p.IsDependent() && !d.matchFunc(p, target, true) {
			return nil, sema.DeduceFailed
		}
	}
	return d.finish(t)
}

// withoutResult is a function type with void in its result's place.
func (u *Model) withoutResult(t *types.Type) *types.Type {
	return u.T.Func(types.FuncType{
		Result: u.T.Basic(ast.Void), Params: t.Params, Variadic: t.Variadic, CV: t.FnCV, Ref: t.FnRef, Noexcept: t.Noexcept,
	})
}

// matchPartial matches a partial specialisation's argument list with actual arguments [temp.spec.partial.match]. Yes says
// that all parameters were deduced; parts of the pattern that are non-deduced contexts remain to be substituted and compared
// by the caller.
func (u *Model) matchPartial(pattern []types.Arg, head *sema.TemplateHead, args []types.Arg) ([]types.Arg, sema.Tri) {
	d := u.newDeducer(head)
	if !d.matchArgs(pattern, args) || !d.matchValueTypes(head) {
		return nil, sema.No
	}
	for i, p := range head.Entity {
		if d.known[i] {
			continue
		}
		if p.Pack {
			d.bound[i], d.known[i] = types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}, true
			continue
		}
		if d.unknown {
			return nil, sema.UnknownTri
		}
		return nil, sema.No
	}
	if d.unknown {
		return nil, sema.UnknownTri
	}
	return d.bound, sema.Yes
}

// matchValueTypes deduces from the types of the values that were found for parameters of dependent type [temp.deduct.type]/14.
func (d *deducer) matchValueTypes(head *sema.TemplateHead) bool {
	for i, p := range head.Entity {
		if p.Decl.Kind != ast.ParamValue || p.Pack || !d.known[i] || d.bound[i].Value.Type == nil || !d.bound[i].Value.IsKnown() {
			continue
		}
		if t := d.u.ValueParamType(p, head, nil); t.IsDependent() && !d.match(t, d.bound[i].Value.Type, false) {
			return false
		}
	}
	return true
}

// MatchSpecialization matches a partial specialisation of t with actual arguments: what matchPartial deduces is substituted
// into the specialisation's argument list, which must then be the arguments [temp.spec.partial.match].
func (u *Model) MatchSpecialization(t *sema.Template, ps *sema.PartialSpec, args []types.Arg) ([]types.Arg, sema.Tri) {
	bound, ok := u.matchPartial(ps.Args, ps.Head, args)
	if ok != sema.Yes {
		return nil, ok
	}
	trial, deep := u.EnterConversion()
	if !deep {
		return nil, sema.UnknownTri
	}
	defer u.LeaveConversion(trial)
	var got []types.Arg
	failures := u.Substitute(func() {
		for i, p := range ps.Head.Entity {
			bound[i] = u.ConvertArg(p, bound[i], ps.Head, bound[:i])
		}
		got = u.ResolveTemplateArgs(u.BindScope(ps.Head.Outer, ps.Head, bound), ps.Raw.Name.Last().Args, t)
	})
	if got == nil {
		if failures.Certain() {
			return nil, sema.No
		}
		return nil, sema.UnknownTri
	}
	same := u.SameArg(types.Arg{Kind: types.PackArg, Pack: got}, types.Arg{Kind: types.PackArg, Pack: args})
	if same == sema.Yes {
		same = u.HeadSatisfied(ps.Head, bound)
	}
	if same != sema.Yes {
		return nil, same
	}
	return bound, sema.Yes
}

// DeduceAuto is the type that a placeholder in pattern is deduced to from an initialiser [dcl.type.auto.deduct]: the whole
// type with the placeholder replaced. Unknown where it cannot be. A braced list gives no type here: what it means depends on
// the form of the initialisation.
func (u *Model) DeduceAuto(pattern *types.Type, init sema.Operand) *types.Type {
	if sema.IsDependent(init) {
		return u.T.Dependent("auto:"+init.Type.Key+init.Value.Key, nil, []types.Arg{{Kind: types.TypeArg, Type: init.Type}})
	}
	switch init.Type.Kind {
	case types.Braced:
		return u.T.Unknown()
	case types.Overloads:
		if init.Set == nil {
			return u.T.Unknown()
		}
		fn, ok := u.SingleFunction(init.Set)
		if ok != sema.Yes {
			return u.T.Unknown()
		}
		init = u.FunctionOperand(fn, init.Set.AddressOf)
	}
	d := &deducer{
		u: u, depth: autoDepth, outer: 1, pack: make([]bool, 1), bound: make([]types.Arg, 1), known: make([]bool, 1),
		given: make([]int, 1),
	}
	p := u.ReplaceAuto(pattern, u.T.Param(autoDepth, 0, false))
	if !d.deduceParam(p, init) || d.unknown || !d.known[0] {
		return u.T.Unknown()
	}
	return u.ReplaceAuto(pattern, d.bound[0].Type)
}

// autoDepth is a depth that no template header has.
const autoDepth = 1 << 14

// DeduceClass deduces a class template's arguments from an initialiser [over.match.class.deduct]. The template may be an alias for instances
// of one.
func (u *Model) DeduceClass(t *sema.Template, args []sema.Operand, form sema.InitForm) (*sema.Class, sema.Tri) {
	if t.Head == nil {
		return nil, sema.UnknownTri
	}
	trial, ok := u.EnterConversion()
	if !ok {
		return nil, sema.UnknownTri
	}
	defer u.LeaveConversion(trial)
	var alias *aliased
	if t.Kind == sema.AliasTemplate {
		of := u.AliasType(t, u.OwnArgs(t.Head))
		c := u.ClassOf(of)
		if c == nil || c.Template == nil {
			return nil, sema.UnknownTri
		}
		alias = &aliased{t, of, c.Args}
		t = c.Template
	}
	pattern := u.PatternClass(t)
	if pattern == nil {
		return nil, sema.UnknownTri
	}
	// A primary template that is only declared has no constructors, but guides lead to its specialisations.
	if state := u.Complete(pattern); state != sema.Complete && (state != sema.Incomplete || len(t.Guides) == 0) {
		return nil, sema.UnknownTri
	}
	return u.deduceWithGuides(t, pattern, alias, args, form)
}

// InstanceArg is the one function that a template with arguments of its own names as an argument.
func (u *Model) InstanceArg(sc *sema.Scope, name *ast.NameExpr, ref bool) (arg types.Arg, ok bool) {
	o := u.TypeOf(sc, name)
	if o.Set == nil {
		return types.Arg{}, false
	}
	f, single := u.SingleFunction(o.Set)
	if single != sema.Yes || f == nil || f.MemberOf != nil && !f.Static {
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

// OverloadedArg is a template argument that names an overloaded function: the parameter's type chooses among them
// [temp.arg.nontype]. ok is false where the name is not overloaded or the parameter's type is not known.
func (u *Model) OverloadedArg(f sema.Found, want *sema.TemplateParam) (arg types.Arg, ok bool) {
	if want == nil || want.Decl.Kind != ast.ParamValue {
		return types.Arg{}, false
	}
	if _, several := f.Entities[0].(*sema.Template); len(f.Entities) < 2 && !several {
		return types.Arg{}, false
	}
	for _, e := range f.Entities {
		switch e := e.(type) {
		case *sema.Func:
		case *sema.Template:
			if e.Kind != sema.FuncTemplate {
				return types.Arg{}, false
			}
		default:
			return types.Arg{}, false
		}
	}
	t := u.DeclaratorType(want.Scope, &want.Decl.Spec, &want.Decl.Decl)
	if t.IsDependent() || t.IsUnknown() || sema.HasAuto(t) {
		return types.Arg{}, false
	}
	fn, found := u.AddressOfOverload(&sema.OverloadSet{Cands: f.Entities, Incomplete: f.Incomplete}, t.NonRef())
	if found != sema.Yes {
		return types.Arg{}, true
	}
	return types.Arg{Kind: types.ValueArg, Value: types.Value{Kind: types.AddressValue, Entity: fn, Type: t}}, true
}
