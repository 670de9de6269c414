package sema

import (
	"slices"

	"cudals/analysis/token"
	"cudals/analysis/types"
)

// userConversion finds the user-defined conversion to a type that is no reference [over.match.copy], [over.match.conv].
func (u *Unit) userConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	return u.rememberedConversion('u', from, to, opt, func() Conv { return u.findUserConversion(from, to, opt) })
}

func (u *Unit) findUserConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	var cands []*Candidate
	unsure := false
	if c := u.ClassOf(from.Type); c != nil && c.Lambda != nil && to.Kind == types.Pointer {
		return u.closureConversion(c.Lambda, to)
	}
	if to.Kind == types.Class {
		more, known := u.convertingConstructors(from, to, opt)
		cands, unsure = more, !known
	}
	if from.Type.Kind == types.Class {
		more, known := u.conversionFunctions(from, opt, func(result *types.Type, fn *Func) (Conv, bool) {
			return u.convertResult(result, fn, to)
		}, to)
		cands = append(cands, more...)
		unsure = unsure || !known
	}
	return u.pickConversion(cands, to, unsure)
}

// closureConversion converts a lambda without captures to a pointer to function [expr.prim.lambda.closure]/8.
func (u *Unit) closureConversion(l *Lambda, to *types.Type) Conv {
	if len(l.Captures) > 0 || l.Expr != nil && (l.Expr.Default != token.EOF || len(l.Expr.Captures) > 0) {
		return noConv(to)
	}
	if l.Call == nil && l.CallT == nil {
		return unknownConv(to)
	}
	if to.Elem.Kind != types.Func {
		return noConv(to)
	}
	call, ok := l.Call, Yes
	if call == nil {
		call, ok = u.invokerFor(l.CallT, to.Elem)
	}
	if ok != Yes {
		if ok == No {
			return noConv(to)
		}
		return unknownConv(to)
	}
	ft := u.FuncType(call)
	if ft.Kind != types.Func {
		return unknownConv(to)
	}
	invoker := u.T.Func(types.FuncType{
		Result: u.ResultType(call), Params: ft.Params, Variadic: ft.Variadic, Noexcept: ft.Noexcept,
	})
	switch u.sameFunction(invoker, to.Elem, true) {
	case No:
		return noConv(to)
	case UnknownTri:
		return unknownConv(to)
	}
	return Conv{Rank: RankUser, To: to, Address: call, Second: &Conv{From: to.Unqual(), To: to}}
}

// invokerFor is the specialisation of a generic lambda's call operator that has the parameters of a function type.
func (u *Unit) invokerFor(t *Template, target *types.Type) (*Func, Tri) {
	want := u.T.Func(types.FuncType{
		Result: target.Elem, Params: target.Params, Variadic: target.Variadic, CV: u.FuncType(t.Func).FnCV,
	})
	args, status := u.DeduceAddress(t, nil, want)
	switch status {
	case DeduceFailed:
		return nil, No
	case UnknownDeduction:
		return nil, UnknownTri
	}
	return u.instance(t, args)
}

// convertResult converts the result of a conversion function to the target by a standard conversion; ok is false where an
// explicit function may not be used.
func (u *Unit) convertResult(result *types.Type, fn *Func, to *types.Type) (Conv, bool) {
	if u.isExplicit(fn) == Yes {
		// [over.match.conv]: only to types that a qualification conversion reaches.
		if r := u.T.Decay(result.NonRef()); r.Unqual() != to.Unqual() && !IsPlaceholder(r) {
			if to.Kind != types.Pointer && to.Kind != types.Class {
				return Conv{}, false
			}
		}
	}
	return u.ImplicitConversion(resultOperand(result), to, ConvOptions{NoUser: true}), true
}

// resultOperand is a call's value whose function returns t [expr.call]/14.
func resultOperand(t *types.Type) Operand {
	switch {
	case t.Kind == types.LRef, t.Kind == types.RRef && t.Elem.Kind == types.Func:
		return Operand{Type: t.Elem, Cat: LValue}
	case t.Kind == types.RRef:
		return Operand{Type: t.Elem, Cat: XValue}
	case t.Kind == types.Class:
		return Operand{Type: t}
	}
	return Operand{Type: t.Unqual()}
}

// referenceConversion looks for conversion functions that yield something a reference can bind to [over.match.ref]; it is
// tried before a temporary is made.
func (u *Unit) referenceConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	return u.rememberedConversion('r', from, to, opt, func() Conv { return u.findReferenceConversion(from, to, opt) })
}

func (u *Unit) findReferenceConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	cands, known := u.conversionFunctions(from, opt, func(result *types.Type, fn *Func) (Conv, bool) {
		o := resultOperand(result)
		if result.Kind == types.Unknown || IsPlaceholder(o.Type) {
			return unknownConv(to), true
		}
		compat, _ := u.referenceCompatible(to.Elem, o.Type)
		if compat == refUnknown {
			return unknownConv(to), true
		}
		if compat != refCompatible {
			return Conv{}, false
		}
		c := u.bindReference(o, to, ConvOptions{NoUser: true})
		return c, c.Rank != RankNone
	}, to)
	return u.pickConversion(cands, to, !known)
}

// neverConverts reports whether it is plain that an object of one class converts to no object of another: the first has
// neither bases nor conversion functions, and the second no constructors but those that copy and move.
func (u *Unit) neverConverts(from *Operand, to *types.Type) bool {
	t := to.NonRef()
	if from.Type.Kind != types.Class || t.Kind != types.Class || from.Type.Unqual() == t.Unqual() ||
		from.Type.IsDependent() || t.IsDependent() {
		return false
	}
	fc, tc := u.ClassOf(from.Type), u.ClassOf(t)
	return fc != nil && tc != nil && u.isolated(fc).source && u.isolated(tc).target
}

// isolation tells what a class certainly does not convert to or from.
type isolation struct{ known, source, target bool }

func (u *Unit) isolated(c *Class) isolation {
	if c.isolation.known || c.State != Complete && u.Complete(c) != Complete || !c.ordered && c.Lambda == nil {
		return c.isolation
	}
	bases, basesKnown := u.AllBases(c)
	convs, convsKnown := u.VisibleConversions(c)
	i := isolation{
		known: true, source: basesKnown && convsKnown && len(bases) == 0 && len(convs) == 0 && c.Lambda == nil,
		target: !c.UnknownBase && !u.SpecialsOf(c).Uncertain,
	}
	for _, e := range c.Ctors() {
		f, ok := e.(*Func)
		i.target = i.target && ok && (f.Special() == DefaultCtor || f.Special() == CopyCtor || f.Special() == MoveCtor)
	}
	c.isolation = i
	return i
}

// droppedPerStep are the constructors that drop out in the time of a step, as most do of many.
const droppedPerStep = 8

// convertingConstructors are the constructors of class type to that can take from as their only argument.
func (u *Unit) convertingConstructors(from Operand, to *types.Type, opt ConvOptions) (cands []*Candidate, known bool) {
	class := u.ClassOf(to)
	if class == nil {
		return nil, false
	}
	known = u.Known(class)
	args := []Operand{from}
	u.Spend(len(class.Ctors()) / droppedPerStep)
	for _, e := range class.Ctors() {
		if !opt.Explicit && surelyExplicit(e) {
			continue
		}
		c := u.Candidate(e, nil, nil, args, ConvOptions{NoUser: true})
		if c == nil {
			continue
		}
		if c.Fn != nil && !opt.Explicit && u.dropExplicit(c) {
			continue
		}
		c.Second = &Conv{From: to.Unqual(), To: to}
		cands = append(cands, c)
	}
	return cands, known
}

// isExplicit reports whether f is explicit, which a condition may leave to the template's arguments [dcl.fct.spec]/4.
func (u *Unit) isExplicit(f *Func) Tri {
	for _, d := range f.Declared().Decls {
		if d.Spec != nil && d.Spec.ExplicitCond != nil {
			return u.ConditionHolds(d.Scope, d.Spec.ExplicitCond)
		}
	}
	return TriOf(f.Explicit)
}

// dropExplicit reports whether a candidate drops out where explicit functions are none.
func (u *Unit) dropExplicit(c *Candidate) bool {
	explicit := u.isExplicit(c.Fn)
	if explicit == UnknownTri {
		c.Viable, c.unsure = UnknownTri, true
	}
	return explicit == Yes
}

// surelyExplicit reports whether e is declared explicit, whatever its arguments are; a condition may depend on them.
func surelyExplicit(e Entity) bool {
	f := FuncOf(e)
	if f == nil || !f.Explicit {
		return false
	}
	return !slices.ContainsFunc(f.Decls, func(d *FuncDecl) bool { return d.Spec != nil && d.Spec.ExplicitCond != nil })
}

// conversionFunctions makes candidates of the conversion functions of from's class. second converts a function's result to
// the target, or refuses the function.
func (u *Unit) conversionFunctions(from Operand, opt ConvOptions, second func(*types.Type, *Func) (Conv, bool),
	target *types.Type,
) (cands []*Candidate, known bool) {
	class := u.ClassOf(from.Type)
	if class == nil {
		return nil, false
	}
	convs, known := u.VisibleConversions(class)
	for _, e := range convs {
		if !opt.Explicit && surelyExplicit(e) {
			continue
		}
		c := &Candidate{ent: e, Viable: Yes}
		switch e := e.(type) {
		case *Func:
			if c.Fn, c.Viable = e, u.functionConstraints(e); c.Viable == No {
				continue
			}
			c.unsure = c.Viable == UnknownTri
		case *Template:
			c.Tmpl = e
			args, status := u.DeduceConversion(e, target)
			if status == DeduceFailed {
				continue
			}
			if status == Deduced {
				switch fn, ok := u.instance(e, args); ok {
				case No:
					continue
				case Yes:
					c.Fn = fn
				}
			}
		}
		if c.Fn == nil {
			c.Viable, c.unsure = UnknownTri, true
			cands = append(cands, c)
			continue
		}
		object := u.objectConversion(from, c.Fn)
		if object.Rank == RankNone || !opt.Explicit && u.dropExplicit(c) {
			continue
		}
		c.Convs = []Conv{object}
		result := u.ResultType(c.Fn)
		conv, ok := second(result, c.Fn)
		if !ok || conv.Rank == RankNone {
			continue
		}
		c.Second = &conv
		if conv.Rank == RankUnknown || object.Rank == RankUnknown {
			c.Viable, c.unsure = UnknownTri, true
		}
		cands = append(cands, c)
	}
	return cands, known
}

// VisibleConversions are the conversion functions and templates of a class and its bases, less those that are hidden by one
// to the same type in a derived class [class.member.lookup]/[over.match.conv].
func (u *Unit) VisibleConversions(class *Class) (all []Entity, known bool) {
	if class.allConvs != nil {
		return class.allConvs, true
	}
	all, known = []Entity{}, true
	var hidden []*types.Type
	seen := make(map[*Class]bool)
	var visit func(c *Class)
	visit = func(c *Class) {
		if seen[c] {
			return
		}
		seen[c] = true
		if !u.Known(c) {
			known = false
		}
		var own []*types.Type
		for _, e := range c.Conversions() {
			f, ok := e.(*Func)
			if !ok {
				all = append(all, e)
				continue
			}
			result := u.ConversionTarget(f)
			if slices.Contains(hidden, result) {
				continue
			}
			own = append(own, result)
			all = append(all, e)
		}
		mark := len(hidden)
		hidden = append(hidden, own...)
		for _, b := range c.Bases() {
			if b.Class == nil {
				known = false
				continue
			}
			visit(b.Class)
		}
		hidden = hidden[:mark]
	}
	visit(class)
	if known {
		class.allConvs = slices.Clip(all)
	}
	return all, known
}

// ConversionTarget is the type that a conversion function converts to.
func (u *Unit) ConversionTarget(f *Func) *types.Type {
	if ft := u.FuncType(f); ft.Kind == types.Func {
		return ft.Elem
	}
	return u.T.Unknown()
}

// pickConversion chooses among user-defined conversions. unsure says that there may be more of them.
func (u *Unit) pickConversion(cands []*Candidate, to *types.Type, unsure bool) Conv {
	live := cands[:0:0]
	for _, c := range cands {
		if c.Viable != No {
			live = append(live, c)
		}
	}
	if len(live) == 0 {
		if unsure {
			return unknownConv(to)
		}
		return noConv(to)
	}
	if unsure {
		return unknownConv(to)
	}
	best, verdict := u.best(live)
	switch verdict {
	case AmbiguousMatch:
		return Conv{Rank: RankUser, To: to, Ambiguous: true}
	case Resolved:
		if best.Viable != Yes || best.Fn == nil {
			return unknownConv(to)
		}
		conv := Conv{Rank: RankUser, To: to, User: best.Fn, Second: best.Second}
		if len(best.Convs) > 0 {
			conv.First = &best.Convs[0]
			if best.Convs[0].Ambiguous {
				conv.Ambiguous = true
			}
			conv.From = best.Convs[0].From
		}
		return conv
	}
	return unknownConv(to)
}

// ConvertTo contextually converts a class operand to a type that want accepts, as switch conditions, array bounds and
// delete operands do [conv.general]/5: the one such type among the conversion functions. Operands of other types are
// returned as identity where want accepts them.
func (u *Unit) ConvertTo(o Operand, want func(*types.Type) bool) Conv {
	if o.IsUnknown() || IsPlaceholder(o.Type) {
		return unknownConv(nil)
	}
	if o.Type.Kind != types.Class {
		t := u.T.Decay(o.Type)
		if want(t) {
			return Conv{From: t, To: t}
		}
		return noConv(nil)
	}
	class := u.ClassOf(o.Type)
	if class == nil {
		return unknownConv(nil)
	}
	convs, known := u.VisibleConversions(class)
	if !known {
		return unknownConv(nil)
	}
	var target *types.Type
	for _, e := range convs {
		f, ok := e.(*Func)
		if !ok || u.isExplicit(f) == Yes {
			continue
		}
		t := u.ConversionTarget(f).NonRef().Unqual()
		if t.Kind == types.Unknown {
			return unknownConv(nil)
		}
		if !want(t) || target == t {
			continue
		}
		if target != nil {
			return Conv{Rank: RankUser, Ambiguous: true}
		}
		target = t
	}
	if target == nil {
		return noConv(nil)
	}
	return u.ImplicitConversion(o, target, ConvOptions{})
}

// SoleFunction replaces the name of an overload set that means only one function by that function.
func (u *Unit) SoleFunction(o Operand) Operand {
	if o.Type == nil || o.Type.Kind != types.Overloads || o.Set == nil {
		return o
	}
	if fn, ok := u.SingleFunction(o.Set); ok == Yes {
		return u.FunctionOperand(fn, o.Set.AddressOf)
	}
	return o
}

// IsArithmeticOrEnum reports whether a type is arithmetic or an enumeration, scoped or not.
func IsArithmeticOrEnum(t *types.Type) bool { return t.IsArithmetic() || t.Kind == types.Enum }
