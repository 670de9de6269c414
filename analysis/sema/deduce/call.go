package deduce

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// DeduceCall deduces a function template's arguments from a call [temp.deduct.call]. set may be nil; its explicit arguments
// come first.
func (u *Model) DeduceCall(t *sema.Template, set *sema.OverloadSet, args []sema.Operand) ([]types.Arg, sema.DeduceStatus) {
	if t.Head == nil || t.Func == nil {
		return nil, sema.UnknownDeduction
	}
	ft := u.FuncType(t.Func)
	if ft.Kind != types.Func {
		return nil, sema.UnknownDeduction
	}
	d := u.newDeducer(t.Head)
	if !d.giveExplicit(t, set) {
		return nil, sema.DeduceFailed
	}
	params := ft.Params
	for i, p := range params {
		if p.Kind == types.Expansion {
			if i < len(params)-1 {
				// A pack that is not last is non-deduced: it is what was given, or empty.
				return d.deduceAround(t, params, i, args)
			}
			if !d.deduceRest(p.Elem, args[min(i, len(args)):]) {
				return nil, sema.DeduceFailed
			}
			break
		}
		if i >= len(args) {
			break
		}
		if !d.deduceParam(p, args[i]) {
			return nil, sema.DeduceFailed
		}
	}
	return d.finish(t)
}

// deduceAround handles a parameter pack in front of other parameters: its length is that of the explicit arguments.
func (d *deducer) deduceAround(t *sema.Template, params []*types.Type, at int, args []sema.Operand) ([]types.Arg, sema.DeduceStatus) {
	packs := make(map[int]bool)
	d.collectTypePacks(params[at].Elem, packs)
	n := 0
	for i := range packs {
		n = max(n, d.given[i])
	}
	for i := range at {
		if i < len(args) && !d.deduceParam(params[i], args[i]) {
			return nil, sema.DeduceFailed
		}
	}
	for i, p := range params[at+1:] {
		if p.Kind == types.Expansion {
			return nil, sema.UnknownDeduction
		}
		if k := at + n + i; k < len(args) && !d.deduceParam(p, args[k]) {
			return nil, sema.DeduceFailed
		}
	}
	return d.finish(t)
}

// deduceRest deduces a trailing parameter pack from the arguments that are left.
func (d *deducer) deduceRest(pattern *types.Type, args []sema.Operand) bool {
	return d.expand(types.Arg{Kind: types.TypeArg, Type: pattern}, len(args), func(d *deducer, k int) bool {
		packs := make(map[int]bool)
		d.collectTypePacks(pattern, packs)
		for i := range packs {
			if d.given[i] > k {
				return true // given explicitly: conversions apply
			}
		}
		return d.deduceParam(pattern, args[k])
	}, -1)
}

// giveExplicit takes over explicit template arguments [temp.arg.explicit].
func (d *deducer) giveExplicit(t *sema.Template, set *sema.OverloadSet) bool {
	if set == nil || !set.HasExplicit {
		return true
	}
	params := d.u.TemplateParams(t)
	rest := flattenArgs(set.Explicit)
	for i, p := range params {
		if len(rest) == 0 {
			return true
		}
		if p.Pack {
			for _, a := range rest {
				if !fitsParam(p, a) || d.u.misfits(p, a, t.Head, d.bound[:i]) {
					return false
				}
			}
			for k := range rest {
				rest[k] = d.u.ConvertArg(p, rest[k], t.Head, d.bound[:i])
			}
			d.bound[i] = types.Arg{Kind: types.PackArg, Pack: append([]types.Arg(nil), rest...)}
			d.given[i] = len(rest)
			for _, a := range rest {
				d.unknown = d.unknown || a.IsUnknown()
			}
			return true
		}
		a := rest[0]
		rest = rest[1:]
		if sema.IsExpansionArg(a) || a.IsUnknown() {
			d.unknown = true
			return true
		}
		if !fitsParam(p, a) || d.u.misfits(p, a, t.Head, d.bound[:i]) {
			return false
		}
		d.bound[i], d.known[i], d.given[i] = d.u.ConvertArg(p, a, t.Head, d.bound[:i]), true, 1
	}
	return len(rest) == 0
}

func fitsParam(p *sema.TemplateParam, a types.Arg) bool {
	switch a.Kind {
	case types.TypeArg:
		return p.Decl.Kind == ast.ParamType
	case types.ValueArg:
		return p.Decl.Kind == ast.ParamValue
	case types.TemplateArg:
		return p.Decl.Kind == ast.ParamTemplate
	}
	return true
}

// misfits reports whether a value argument has no conversion to its parameter's type that a constant may take: nothing but itself
// becomes an enumeration, and a scoped one becomes nothing else [expr.const].
func (u *Model) misfits(p *sema.TemplateParam, a types.Arg, h *sema.TemplateHead, before []types.Arg) bool {
	if a.Kind != types.ValueArg || !a.Value.IsKnown() || a.Value.Type == nil || p.Decl.Kind != ast.ParamValue {
		return false
	}
	have, want := a.Value.Type.Unqual(), u.ValueParamType(p, h, before).Unqual()
	if sema.HasAuto(want) || want.IsUnknown() || want.IsDependent() || have == want {
		return false
	}
	switch {
	case have.Kind == types.Enum && want.Kind == types.Enum:
		return true
	case want.Kind == types.Enum:
		return have.IsArithmetic()
	case have.Kind == types.Enum:
		return want.IsArithmetic() && sema.IsScopedEnum(have)
	}
	return false
}

// settled reports whether every parameter that p names outside of non-deduced contexts was given explicitly, so that nothing is left
// to deduce from it.
func (d *deducer) settled(p *types.Type) bool {
	if !p.IsDependent() {
		return true
	}
	switch p.Kind {
	case types.Param:
		i := d.index(p.Depth, p.Index)
		return i < 0 || !d.pack[i] && d.given[i] > 0
	case types.Pointer, types.LRef, types.RRef:
		return d.settled(p.Elem)
	case types.Func:
		for _, q := range p.Params {
			if !d.settled(q) {
				return false
			}
		}
		return d.settled(p.Elem)
	case types.MemberPointer:
		return d.settled(p.Elem) && d.settled(p.Class)
	case types.Array:
		return d.settled(p.Elem) && d.argsSettled(p.Args)
	case types.Class:
		return d.argsSettled(p.Args)
	case types.Dependent:
		if i := d.givenTemplate(p); i >= 0 {
			return d.argsSettled(p.Args)
		}
		return !d.participates(p)
	}
	return false
}

// givenTemplate is the index of the template template parameter of TT<args> where it was given explicitly, else -1.
func (d *deducer) givenTemplate(p *types.Type) int {
	if p.Decl == nil {
		return -1
	}
	if i := d.templateParam(p.Decl); i >= 0 && !d.pack[i] && d.given[i] > 0 {
		return i
	}
	return -1
}

func (d *deducer) argsSettled(args []types.Arg) bool {
	for _, a := range args {
		switch {
		case a.Kind == types.TypeArg:
			if !d.settled(a.Type) {
				return false
			}
		case a.Kind == types.ValueArg && a.Value.Kind == types.DependentValue:
			if a.Value.Key != "" {
				continue // an expression
			}
			if i := d.index(a.Value.Depth, a.Value.Index); i < 0 || d.pack[i] || d.given[i] == 0 {
				return false
			}
		case a.IsDependent():
			return false
		}
	}
	return true
}

// participates reports whether anything can be deduced from p: whether it names a parameter outside of non-deduced contexts
// [temp.deduct.type]/5. Where nothing can, the argument is converted instead [temp.arg.explicit]/7.
func (d *deducer) participates(p *types.Type) bool {
	if p == nil || !p.IsDependent() {
		return false
	}
	switch p.Kind {
	case types.Param:
		return d.index(p.Depth, p.Index) >= 0
	case types.Dependent:
		return p.Decl != nil && d.templateParam(p.Decl) >= 0
	case types.Class:
		c := d.u.ClassOf(p)
		return c != nil && c.Template != nil && d.argsParticipate(c.Args)
	case types.Array:
		return d.participates(p.Elem) || d.argsParticipate(p.Args)
	}
	if slices.ContainsFunc(p.Params, d.participates) {
		return true
	}
	return d.participates(p.Elem) || d.participates(p.Class)
}

func (d *deducer) argsParticipate(args []types.Arg) bool {
	for _, a := range args {
		switch a.Kind {
		case types.TypeArg:
			if d.participates(a.Type) {
				return true
			}
		case types.ValueArg:
			if a.Value.Kind == types.DependentValue && d.index(a.Value.Depth, a.Value.Index) >= 0 {
				return true
			}
		case types.TemplateArg:
			if d.templateParam(a.Template) >= 0 {
				return true
			}
		case types.PackArg:
			if d.argsParticipate(a.Pack) {
				return true
			}
		}
	}
	return false
}

// deduceParam deduces from one parameter and its argument [temp.deduct.call].
func (d *deducer) deduceParam(p *types.Type, arg sema.Operand) bool {
	if !d.u.Nest() {
		d.unknown = true
		return true
	}
	defer d.u.Unnest()
	u := d.u
	if d.settled(p) || !d.participates(p) {
		d.unknown = d.unknown || p.Kind == types.Unknown
		return true
	}
	if arg.Type == nil {
		d.unknown = true
		return true
	}
	switch arg.Type.Kind {
	case types.Braced:
		return d.deduceList(p, arg)
	case types.Overloads:
		return d.deduceOverloads(p, arg)
	}
	a := arg.Type
	ref := p.IsRef()
	if a.Kind == types.Unknown || !ref && a.Kind == types.Basic && a.Basic == ast.VaList { // an array, of what has no name here
		if !nonDeduced(d, p) {
			d.unknown = true
		}
		return true
	}
	forwarding := d.isForwarding(p)
	target := p.NonRef()
	switch {
	case forwarding && arg.Cat == sema.LValue:
		a = u.T.LRef(a)
	case !ref:
		a = u.T.Decay(a)
		target = target.Unqual()
	}
	return d.match(target, a, true)
}

// isForwarding reports whether p is a forwarding reference: T&& for a parameter of this template.
func (d *deducer) isForwarding(p *types.Type) bool {
	if p.Kind != types.RRef || p.Elem.Kind != types.Param || p.Elem.CV != 0 {
		return false
	}
	i := d.index(p.Elem.Depth, p.Elem.Index)
	return i >= 0 && (!d.class || i >= d.outer)
}

// nonDeduced reports whether nothing can be deduced from p.
func nonDeduced(d *deducer, p *types.Type) bool {
	t := p.NonRef()
	for t.Kind == types.Pointer {
		t = t.Elem
	}
	switch t.Kind {
	case types.Dependent:
		return t.Decl == nil || d.templateParam(t.Decl) < 0
	case types.Class:
		c := d.u.ClassOf(t)
		return c == nil || c.Template == nil
	case types.Param:
		i := d.index(t.Depth, t.Index)
		return i >= 0 && d.known[i]
	}
	return false
}

// deduceList deduces from a braced list [temp.deduct.call]/1: std::initializer_list<T> and T[N] take part, anything else is
// a non-deduced context.
func (d *deducer) deduceList(p *types.Type, arg sema.Operand) bool {
	t := p.NonRef()
	elem := d.u.InitializerListElem(t)
	if t.Kind == types.Array && len(arg.Braced) > 0 {
		elem = t.Elem
		if t.Len == types.DependentLen && len(t.Args) > 0 {
			n := types.Value{Kind: types.IntValue, Type: d.u.T.Basic(ast.ULong), Int: int64(len(arg.Braced))}
			if !d.matchValue(t.Args[0].Value, n) {
				return false
			}
		}
	}
	if elem == nil {
		return true
	}
	return !slices.ContainsFunc(arg.Braced, func(e sema.Operand) bool { return !d.deduceParam(elem, e) })
}

// deduceOverloads deduces from the name of an overloaded function [temp.deduct.call]/6.
func (d *deducer) deduceOverloads(p *types.Type, arg sema.Operand) bool {
	set := arg.Set
	if set == nil {
		d.unknown = true
		return true
	}
	for _, e := range set.Cands {
		if _, ok := e.(*sema.Template); ok && !set.HasExplicit {
			return true // a set with a template in it: non-deduced
		}
	}
	if fn, ok := d.u.SingleFunction(set); ok == sema.Yes {
		return d.deduceParam(p, d.u.FunctionOperand(fn, set.AddressOf))
	} else if ok == sema.UnknownTri {
		d.unknown = true
		return true
	}
	var found *deducer
	for _, e := range set.Cands {
		fn, ok := e.(*sema.Func)
		if !ok {
			return true
		}
		t := d.fork()
		if !t.deduceParam(p, d.u.FunctionOperand(fn, set.AddressOf)) {
			continue
		}
		if found != nil && !found.equal(t) {
			return true // more than one fits: non-deduced
		}
		found = t
	}
	if found == nil {
		return false
	}
	d.adopt(found)
	return true
}

// FunctionOperand is the expression that names a function, or its address.
func (u *Model) FunctionOperand(fn *sema.Func, address bool) sema.Operand {
	o := sema.Operand{Type: u.NamedType(fn), Cat: sema.LValue, Entity: fn}
	if !address || o.Type.Kind != types.Func {
		return o
	}
	o.Cat = sema.PRValue
	if fn.MemberOf != nil && !fn.Static {
		o.Type = u.T.MemberPointer(u.ClassType(fn.MemberOf), o.Type)
	} else {
		o.Type = u.T.Pointer(o.Type)
	}
	return o
}

// finish fills in default arguments and empty packs [temp.deduct.type], [temp.param].
func (d *deducer) finish(t *sema.Template) ([]types.Arg, sema.DeduceStatus) {
	for i, p := range t.Head.Entity {
		if d.known[i] {
			if !d.unknown {
				d.bound[i] = d.u.ConvertArgOrPack(p, d.bound[i], t.Head, d.bound[:i])
			}
			continue
		}
		if p.Pack {
			// A trailing pack that nothing was deduced for is what was given, or empty.
			if d.bound[i].Kind != types.PackArg {
				d.bound[i] = types.Arg{Kind: types.PackArg, Pack: []types.Arg{}}
			}
			d.known[i] = true
			continue
		}
		if d.unknown {
			return nil, sema.UnknownDeduction
		}
		a, status := d.u.deduceDefault(t, i, d.bound[:i])
		if status != sema.Deduced {
			return nil, status
		}
		d.bound[i], d.known[i] = a, true
	}
	if d.unknown {
		return nil, sema.UnknownDeduction
	}
	return d.bound, sema.Deduced
}

// deduceDefault takes a parameter's default argument; a default that cannot be substituted fails the deduction.
func (u *Model) deduceDefault(t *sema.Template, i int, before []types.Arg) (types.Arg, sema.DeduceStatus) {
	var a types.Arg
	var ok bool
	failures := u.Substitute(func() { a, ok = u.DefaultArg(t, i, before) })
	switch {
	case !ok, a.IsUnknown() && failures.Certain():
		return a, sema.DeduceFailed
	case a.IsUnknown() || a.IsDependent() && !sema.AnyDependent(before):
		return a, sema.UnknownDeduction
	}
	return a, sema.Deduced
}
