package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// initCopy converts an operand to a type, as copy-initialisation does [dcl.init]: arguments, returned values, assigned
// scalars. to nil keeps the operand's own type.
func (w *walker) initCopy(sc *sema.Scope, o sema.Operand, to *types.Type, site sema.Site, kind sema.CallKind) sema.Operand {
	return w.initValue(sc, o, to, sema.InitCopy, site, kind)
}

// initValue is initCopy for other forms too, of what is neither a class's nor an array: direct ones take explicit conversion functions
// [over.match.conv], but for a reference's temporary.
func (w *walker) initValue(sc *sema.Scope, o sema.Operand, to *types.Type, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	if to == nil {
		to = w.decayed(o).Type.Unqual()
	}
	if sema.IsDependent(o) || to.IsDependent() {
		if !to.IsDependent() && to.Kind != types.Auto {
			o = w.decayInDefinition(o)
		}
		w.use(o, sema.UnknownUse, nil)
		for _, b := range o.Braced {
			w.use(b, sema.UnknownUse, nil)
		}
		return operandOf(to).Typed(o.Tree)
	}
	if to.Kind == types.Unknown || sema.HasAuto(to) || o.IsUnknown() && o.Set == nil {
		w.consumeUnknown(o)
		return operandOf(to).Typed(o.Tree)
	}
	if to.Kind == types.Array && o.String {
		return operandOf(to).Typed(o.Tree)
	}
	direct := (form == sema.InitDirect || form == sema.InitListDirect) && !to.IsRef()
	return w.apply(sc, o, w.u.ImplicitConversion(o, to, sema.ConvOptions{Explicit: direct}), to, site, kind)
}

// apply records what an implicit conversion sequence does. kind is what a copy or move of a class object counts as.
func (w *walker) apply(sc *sema.Scope, o sema.Operand, c sema.Conv, to *types.Type, site sema.Site, kind sema.CallKind) sema.Operand {
	r := w.applyOperand(sc, o, c, to, site, kind)
	if r.Tree == nil {
		r.Tree = o.Tree
	}
	return r
}

func (w *walker) applyOperand(sc *sema.Scope, o sema.Operand, c sema.Conv, to *types.Type, site sema.Site, kind sema.CallKind) sema.Operand {
	if !w.u.Nest() {
		w.consumeUnknown(o)
		return w.unknown()
	}
	defer w.u.Unnest()
	if to == nil || to.Kind == types.Unknown {
		w.consumeUnknown(o)
		return w.unknown()
	}
	w.keptConstant(sc, o, to)
	if c.Fails() {
		w.inconvertible(c)
		w.consumeUnknown(o)
		return operandOf(to).Typed(failedTree(to))
	}
	switch {
	case w.testsAddress(o, c, to):
		return w.boolean(sc, o, site) // no address is null, which is known where constants are looked for
	case o.Set != nil && c.User != nil && c.First != nil && c.Address != nil: // a constructor is given the address
		first := *c.First
		first.Address = c.Address
		o.Type, c.First, c.Address = w.u.FunctionOperand(c.Address, o.Set.AddressOf).Type, &first, nil
		return w.applyUser(sc, o, c, to, site, kind)
	case o.Set != nil:
		return w.applyAddress(o, c, to)
	case o.Type.Kind == types.Braced && to.IsRef() && !c.Temporary: // binds it to the only element
		return w.apply(sc, o.Braced[0], c, to, site, kind)
	case o.Type.Kind == types.Braced:
		return w.applyList(sc, o, to, site, kind)
	case c.Address != nil: // a closure's function
		return w.closurePointer(o, c.Address, to, site)
	case c.User != nil:
		return w.applyUser(sc, o, c, to, site, kind)
	case to.IsRef():
		w.textureBound(o, to, w.argSite(sc, o, site))
		return w.bindReference(o, c, to)
	case to.Kind == types.Class:
		return sema.Operand{Type: to, Tree: w.copyTree(to, w.copyClass(o, to, site, kind), o)}
	}
	return w.applyScalar(o, to)
}

// closurePointer converts a closure to a pointer to its function.
func (w *walker) closurePointer(o sema.Operand, call *sema.Func, to *types.Type, site sema.Site) sema.Operand {
	w.addRef(sema.FuncRef{Func: call, Site: site, Converted: true})
	w.use(o, sema.Object, call.Closure.Invoker)
	r := operandOf(to)
	if w.u.Std < 17 {
		return r.Typed(failedTree(to)) // the conversion is no constant
	}
	return r.Typed(addressTree(call, to.NonRef()))
}

// testsAddress reports whether a conversion asks whether something that has an address has one.
func (w *walker) testsAddress(o sema.Operand, c sema.Conv, to *types.Type) bool {
	scalar := !o.Type.IsArithmetic() && o.Type.Kind != types.Class && o.Type.Kind != types.Braced || w.isLoose(o)
	return (w.ctx&sema.InInit != 0 || o.Type.Kind == types.MemberPointer) && c.User == nil && to.IsBool() && scalar && w.u.SoleFunction(o).Set == nil
}

// applyAddress records that the address of one function of a set is taken.
func (w *walker) applyAddress(o sema.Operand, c sema.Conv, to *types.Type) sema.Operand {
	if c.Address == nil {
		w.consumeUnknown(o)
		return operandOf(to)
	}
	r := operandOf(to).Typed(addressTree(c.Address, to.NonRef()))
	r.Ref = w.ref(c.Address, o.Set.Site)
	return r
}

// bindReference records what binding a reference without a user's conversion does.
func (w *walker) bindReference(o sema.Operand, c sema.Conv, to *types.Type) sema.Operand {
	r := operandOf(to)
	switch {
	case c.Temporary || o.Bits:
		old := w.ctx
		w.ctx &^= sema.InInit
		w.load(o)
		w.ctx = old
	case o.Address:
		w.addressUse(o)
	default:
		if f, ok := o.Entity.(*sema.Func); ok && o.Type.Kind == types.Func {
			w.ref(f, w.exprSite(o))
		}
		w.use(o, sema.Bind, nil)
		r.Node = o.Node
	}
	return r
}

// applyScalar records that a value that is no object of a class is read.
func (w *walker) applyScalar(o sema.Operand, to *types.Type) sema.Operand {
	null := to.Kind == types.Pointer && isNull(o)
	value := o.Base != nil || o.Type.Kind != types.Func && o.Value.Kind == types.AddressValue
	o = w.load(o)
	switch {
	case !to.IsBool():
	case value: // a constant's; a function that is named here is not looked through
		w.foldRef(o)
	case o.Type.IsArithmetic():
		w.tested(o, o.Tree)
	}
	if null {
		o.Node = w.flow.Constant(sema.NodeNull)
	}
	return sema.Operand{Type: to, Value: o.Value, Literal: o.Literal, Node: o.Node, Ref: o.Ref}
}

// applyUser records a user-defined conversion.
func (w *walker) applyUser(sc *sema.Scope, o sema.Operand, c sema.Conv, to *types.Type, site sema.Site, kind sema.CallKind) sema.Operand {
	u := w.u
	f := c.User
	if f.Kind == sema.Constructor {
		ft := u.FuncType(f)
		arg := o
		if c.First != nil && ft.Kind == types.Func && len(ft.Params) > 0 {
			start := w.mark()
			arg = w.apply(sc, o, *c.First, ft.Params[0], site, sema.CallParamCopy)
			if w.facts != nil {
				for i := 1; i < len(ft.Params); i++ {
					w.defaultArg(f, i, ft.Params[i], site)
				}
			}
			w.constantObject(start, f, []sema.Operand{o}, kind)
		} else {
			w.consumeUnknown(o)
		}
		i := w.call(sema.Call{
			Kind: sema.CallTempCtor, Callee: f, Site: site, Full: site, NonConstArgs: w.nonConst([]sema.Operand{o}), From: o.Type,
			Plain: kind != sema.CallCopy, Element: kind == sema.CallCopy,
		})
		t := u.ClassType(f.MemberOf)
		r := sema.Operand{Type: t, Made: w.temp(t, i, site)}
		if !to.IsRef() && kind != sema.CallParamCopy {
			w.claim(r)
			w.rekind(i, kind)
		}
		return operandOf(to).Typed(constructTree(t, f, []sema.Operand{arg}))
	}
	r := w.convertByFunction(o, f, site)
	tree := r.Tree
	switch {
	case !to.IsRef() && to.Kind == types.Class && !u.isObjectOf(r, to):
		tree = w.copyTree(to, w.copyClass(r, to, site, sema.CallCopy), r)
	case !to.IsRef() && r.Type.Kind == types.Class:
		if kind != sema.CallParamCopy {
			w.claim(r)
		}
	case !to.IsRef() && !to.IsBool():
		return w.applyScalar(r, to).Typed(tree)
	case r.Cat == sema.LValue:
		w.use(r, sema.Bind, nil)
	}
	return operandOf(to).Typed(tree)
}

// convertByFunction records a call of a conversion function and returns what it yields.
func (w *walker) convertByFunction(o sema.Operand, f *sema.Func, site sema.Site) sema.Operand {
	if f.Closure != nil {
		return w.closurePointer(o, f.Closure.Call, w.u.ResultType(f), site)
	}
	start := w.markOf(o)
	w.use(o, sema.Object, f)
	w.call(sema.Call{Kind: sema.CallConversion, Callee: f, Site: site, Full: site, From: o.Type, Virtual: w.u.IsVirtual(f) == sema.Yes})
	return w.constantOperator(start, f, w.result(f, site).Typed(w.callTree(f, sema.CallConversion, &o, nil)), site)
}

// isObjectOf reports whether o is a prvalue of class type to itself: what it initialises is that object, and nothing is copied.
func (u *Model) isObjectOf(o sema.Operand, to *types.Type) bool {
	return o.Cat == sema.PRValue && o.Type.Unqual() == to.Unqual()
}

// copyClass copies or moves a class object into a new one of type to; a prvalue of that type is the object itself. It returns the
// constructor that does it, nil where there is nothing to do but to copy bytes, or where that is not known.
func (w *walker) copyClass(o sema.Operand, to *types.Type, site sema.Site, kind sema.CallKind) *sema.Func {
	u := w.u
	if u.isObjectOf(o, to) {
		if kind == sema.CallParamCopy {
			return nil // the caller destroys the parameter, as it would the temporary
		}
		if p := w.claim(o); p != nil && p.call >= 0 {
			w.rekind(p.call, kind)
		}
		return nil
	}
	c := u.ClassOf(to)
	if kind == sema.CallParamCopy && c != nil {
		w.temp(to.Unqual(), -1, site)
	}
	if c == nil {
		w.consumeUnknown(o)
		return nil
	}
	w.needsType(to.Unqual())
	if s := u.SpecialsOf(c); !s.Uncertain && s.CopyCtor != nil && u.IsTrivial(s.CopyCtor) == sema.Yes && u.IsTriviallyCopyable(c) == sema.Yes {
		if kind != sema.CallCopy && to.IsConst() && constantSource(o) && wholeConst(o.Base) && u.isPlain(c) {
			w.use(o, sema.Bind, s.CopyCtor)
		} else {
			w.use(o, sema.Read, nil)
		}
		return nil
	}
	r := u.ConstructorFor(c, []sema.Operand{o}, sema.InitDirect)
	if r.Status != sema.Resolved {
		w.use(o, sema.UnknownUse, nil)
		w.unknownCall(site, "which constructor copies the object is not known")
		return nil
	}
	if u.IsTrivial(r.Func) == sema.Yes {
		w.use(o, sema.Read, nil)
		return nil
	}
	start := w.mark()
	w.use(o, sema.Bind, r.Func)
	if w.mark() != start && !w.resolving && constantSource(o) && u.IsFolded(w.copyTree(to, r.Func, o), false) == sema.Yes {
		w.markConstant(start)
	}
	if ft := u.FuncType(r.Func); ft.Kind == types.Func && len(ft.Params) > 0 {
		w.textureBound(o, ft.Params[0], site)
	}
	w.call(sema.Call{Kind: kind, Callee: r.Func, Site: site, Full: site, NonConstArgs: nonConst([]sema.Operand{o})})
	return r.Func
}

// wholeConst reports whether what is copied is a whole object that is constant by its type alone. Of a structure as C has them the front end
// puts no value in the copy's place then, if that is const as well, and does not stand in a list.
func wholeConst(b *sema.VarRef) bool { return !b.Var.Constexpr && len(b.Path) == 0 && !b.Element }

// isPlain reports whether a class is a structure as C has them: nobody declared a constructor of it or of a part, nor a default member
// initialiser.
func (u *Model) isPlain(c *sema.Class) bool {
	if s := u.SpecialsOf(c); s.Uncertain || s.DeclaredCtor || !u.Nest() {
		return false
	}
	defer u.Unnest()
	for _, b := range c.Bases() {
		if !u.isPlain(b.Class) {
			return false
		}
	}
	for _, f := range c.Fields() {
		if part := u.ClassOf(sema.ElementOf(u.FieldType(f))); sema.HasDefaultInit(f) || part != nil && !u.isPlain(part) {
			return false
		}
	}
	return true
}

// constantSource reports whether what is copied is a constant object, or a part of one, that outlives the function.
func constantSource(o sema.Operand) bool {
	return o.Base != nil && o.Type.IsConst() && !o.Type.IsVolatile() && !o.Base.ViaRef && !sema.Automatic(o.Base.Var)
}

// copyInto makes an object of type t by its copy or move constructor, whose argument converts as convs say. What a conversion
// function makes is the object itself [dcl.init.general]/16.6.1; but casts and bases do copy it, as front ends see them.
func (w *walker) copyInto(sc *sema.Scope, t *types.Type, o sema.Operand, convs []sema.Conv, form sema.InitForm, site sema.Site, kind sema.CallKind) *sema.Expr {
	to := t
	if form.List() {
		to = t.Unqual() // see wholeConst
	}
	if o.Type.Kind == types.Braced && (kind != sema.CallBaseCtor && kind != sema.CallDelegate || form.List()) {
		return w.applyList(sc, o, t, site, kind).Tree // the object itself: nvcc 12.4 copies none
	}
	if len(convs) != 1 || convs[0].User == nil || convs[0].User.Kind != sema.Conversion {
		return w.copyTree(t, w.copyClass(o, to, site, kind), o)
	}
	o = w.convertByFunction(o, convs[0].User, site)
	if form == sema.InitDirect && (kind == sema.CallTempCtor || kind == sema.CallBaseCtor) && o.Cat == sema.PRValue {
		o.Cat = sema.XValue
	}
	return w.copyTree(t, w.copyClass(o, to, site, kind), o)
}

// copiesObject reports whether NVIDIA's front end (12.4) copies a prvalue of the type that it initialises: in parentheses for a base and
// for a delegating constructor, and before C++17, where C++ lets it, in a list and by a cast that is none of a function's form.
func (u *Model) copiesObject(form sema.InitForm, kind sema.CallKind) bool {
	if form == sema.InitDirect && (kind == sema.CallBaseCtor || kind == sema.CallDelegate) {
		return true
	}
	return u.Std < 17 && (form == sema.InitListDirect || form == sema.InitDirect && kind == sema.CallTempCtor)
}

// rekind gives a constructor call that turned out to make a variable the variable's kind.
func (w *walker) rekind(i int, kind sema.CallKind) {
	if kind == sema.CallLocalCtor && i >= 0 {
		if c := &w.facts.Calls[i]; c.Kind == sema.CallTempCtor {
			c.Kind = sema.CallLocalCtor
		}
	}
}

// applyList records the initialisation of an object from a braced list.
func (w *walker) applyList(sc *sema.Scope, o sema.Operand, to *types.Type, site sema.Site, kind sema.CallKind) sema.Operand {
	t := to.NonRef().Unqual()
	k := kind
	if to.IsRef() || kind == sema.CallParamCopy {
		k = sema.CallTempCtor
	}
	args := o.Braced
	if to.IsRef() && t.IsScalar() {
		args = withoutStorage(args) // front ends do not note that the element is read
	}
	r := w.construct(sc, t, args, sema.InitListCopy, site, k)
	if !to.IsRef() && kind != sema.CallParamCopy {
		w.claim(r)
	}
	return operandOf(to).Typed(r.Tree)
}

// construct makes an object of type t from arguments and returns it.
func (w *walker) construct(sc *sema.Scope, t *types.Type, args []sema.Operand, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	if !w.u.Nest() {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	defer w.u.Unnest()
	if t.Kind == types.Auto && t.Decl != nil {
		return w.constructDeduced(sc, t, args, form, site, kind)
	}
	if t.IsDependent() || sema.AnyOperandDependent(args) {
		w.consumeUnknown(args...)
		if t.Kind != types.Basic {
			w.dependentCall(site)
		}
		return operandOf(t).Typed(dependentTree(t, args))
	}
	if t.Kind == types.Unknown || sema.HasAuto(t) {
		w.consumeUnknown(args...)
		w.unknownCall(site, "the type is not known")
		return operandOf(t)
	}
	var o sema.Operand
	switch t.Kind {
	case types.Class:
		copied := kind == sema.CallNewCtor && len(args) == 1 && w.u.ClassOf(args[0].Type) == w.u.ClassOf(t)
		if copied || kind == sema.CallParenCtor || form.List() && declares(kind) {
			args = w.leftToInstance(args)
		}
		o = w.constructClass(sc, t, args, form, site, kind)
	case types.Array:
		return sema.Operand{Type: t, Cat: sema.XValue, Tree: w.initArray(sc, t, args, site)}
	default:
		o = w.constructScalar(sc, t, args, form, site, kind)
	}
	if kind == sema.CallParenCtor && o.Tree != nil && o.Tree.Op != sema.ExprCall {
		o.Tree.Call = kind
	}
	return o
}

// declares reports whether a constructor that is called in this way makes what is declared: a variable, a member or a base.
func declares(kind sema.CallKind) bool {
	return kind == sema.CallLocalCtor || kind == sema.CallMemberCtor || kind == sema.CallBaseCtor || kind == sema.CallDelegate
}

// constructScalar makes what is neither a class's nor an array: a value, a reference, or nothing of type void.
func (w *walker) constructScalar(sc *sema.Scope, t *types.Type, args []sema.Operand, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	switch {
	case t.IsRef() && len(args) == 1:
		return w.cast(sc, ast.CastC, t, args[0], site)
	case t.IsVoid():
		for _, a := range args {
			w.discard(a)
		}
		return sema.Operand{Type: t}
	case len(args) == 0:
		zero := w.u.ConvertValue(types.Value{Kind: types.IntValue, Type: w.u.T.Basic(ast.Int)}, t)
		return sema.Operand{Type: t, Value: zero, Tree: &sema.Expr{Op: sema.ExprZero}}
	case len(args) > 1:
		w.consumeUnknown(args...)
		return sema.Operand{Type: t}
	case w.definition() && !form.List():
		w.consumeUnknown(args...)
		return sema.Operand{Type: t, Tree: castTree(t, args[0])}
	case form.List() && !(sema.IsScopedEnum(t) && args[0].Type.IsIntegral()): // a number makes an enumeration without a cast
		w.narrowed(args[0], t)
		o := w.initValue(sc, args[0], t, form, site, kind)
		return o.Typed(castTree(t, o))
	}
	return w.cast(sc, ast.CastC, t, args[0], site)
}

// constructDeduced is T(args) where T is a class template's name alone.
func (w *walker) constructDeduced(sc *sema.Scope, t *types.Type, args []sema.Operand, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	tmpl, ok := t.Decl.(*sema.Template)
	if !ok || sema.AnyOperandDependent(args) {
		w.consumeUnknown(args...)
		w.dependentCall(site)
		return w.dependent(w.u.TokenKey(sc, site.Span))
	}
	c, st := w.u.DeduceClass(tmpl, args, form)
	if st != sema.Yes || c == nil {
		w.consumeUnknown(args...)
		w.unknownCall(site, "the class template's arguments could not be deduced")
		return w.unknown()
	}
	return w.construct(sc, w.u.ClassType(c), args, form, site, kind)
}

func (w *walker) constructClass(sc *sema.Scope, t *types.Type, args []sema.Operand, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	u := w.u
	c := u.ClassOf(t)
	out := sema.Operand{Type: t}
	if len(args) == 1 && args[0].Type.Kind == types.Class && u.ClassOf(args[0].Type) == c && args[0].Cat == sema.PRValue {
		if u.copiesObject(form, kind) {
			args = []sema.Operand{args[0]}
			args[0].Cat = sema.XValue
		}
		out.Tree = w.copyTree(t, w.copyClass(args[0], t, site, kind), args[0])
		if kind == sema.CallParenCtor {
			w.destroy(t, site, sema.CallParenDtor) // checked though it is the same object
		}
		out.Made = w.temp(t, -1, site)
		return out
	}
	if form.List() {
		if el := u.InitializerListElem(t); el != nil {
			out.Tree = w.initializerList(sc, t, el, args, site)
			w.listObject(c, site)
			return out
		}
	}
	r := u.ConstructorFor(c, args, form)
	if d := u.SpecialsOf(c).DefaultCtor; r.Status == sema.ResolvedAggregate && form == sema.InitDirect && u.Substituting > 0 && len(args) > 1 &&
		d != nil && u.IsTrivial(d) == sema.Yes {
		r = sema.Resolution{Status: sema.NoMatch} // NVIDIA's front end takes several arguments for such a class for a failure in templates
	}
	switch r.Status {
	case sema.Resolved:
		return w.constructBy(sc, t, r, args, form, site, kind)
	case sema.ResolvedAggregate:
		if form == sema.InitDirect {
			out.Tree = w.parenthesised(sc, t, c, args, site)
		} else {
			out.Tree = w.aggregate(sc, t, args, site)
		}
		out.Made = w.temp(t, -1, site)
		return out
	}
	w.consumeUnknown(args...)
	if r.Status == sema.NoMatch {
		u.Refute()
	} else {
		u.Doubt()
	}
	w.unknownCall(site, "which constructor is called is not known: "+r.Unresolved())
	return out
}

// plain reports whether an initialiser of so many arguments makes an object by default, of an empty list, or by a conversion that is
// written.
func plain(form sema.InitForm, args int, kind sema.CallKind) bool {
	if form == sema.InitDirect {
		return args == 1 && kind == sema.CallTempCtor
	}
	return args == 0
}

// constructBy makes an object by the constructor, or conversion function, that was resolved.
func (w *walker) constructBy(sc *sema.Scope, t *types.Type, r sema.Resolution, args []sema.Operand, form sema.InitForm, site sema.Site, kind sema.CallKind) sema.Operand {
	u, f := w.u, r.Func
	out := sema.Operand{Type: t}
	if w.refuses(sc, f.MemberOf, f) {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	if f.Kind == sema.Conversion {
		w.use(args[0], sema.Object, f)
		i := w.call(sema.Call{Kind: sema.CallConversion, Callee: f, Site: site, Full: site, From: args[0].Type})
		out.Made, out.Tree = w.temp(t, i, site), w.callTree(f, sema.CallConversion, &args[0], nil)
		return out
	}
	if (f.Special() == sema.CopyCtor || f.Special() == sema.MoveCtor) && len(args) == 1 {
		out.Tree = w.copyInto(sc, t, args[0], r.Convs, form, site, kind)
		w.parenDtor(t, f, site, kind)
		out.Made = w.temp(t, -1, site)
		return out
	}
	var converted []sema.Operand
	if form.List() && u.IsListConstructor(f) && len(r.Convs) == 1 && (len(args) != 1 || args[0].Type.Kind != types.Braced) {
		converted = w.listArgument(sc, f, args, site)
	} else {
		start := w.mark()
		converted = w.applyArgs(sc, f, r.Convs, args, site)
		w.constantObject(start, f, args, kind)
	}
	i := -1
	if u.IsTrivial(f) != sema.Yes || len(args) > 0 {
		i = w.call(sema.Call{
			Kind: kind, Callee: f, Site: site, Full: site, NonConstArgs: w.nonConst(args),
			Plain:   kind != sema.CallCopy && plain(form, len(args), kind),
			Element: kind == sema.CallCopy,
		})
	}
	w.parenDtor(t, f, site, kind)
	out.Made, out.Tree = w.temp(t, i, site), constructTree(t, f, converted)
	return out
}

// parenDtor is the destructor's check behind T(x) that the constructor f makes. Where nobody declared f and it does nothing, the front end
// sees zeros, or a copy of bytes, and no constructor.
func (w *walker) parenDtor(t *types.Type, f *sema.Func, site sema.Site, kind sema.CallKind) {
	if kind == sema.CallParenCtor && (!f.Implicit || w.u.IsTrivial(f) != sema.Yes) {
		w.destroy(t, site, sema.CallParenDtor)
	}
}

// listArgument is the std::initializer_list that the list constructor f takes all of args as.
func (w *walker) listArgument(sc *sema.Scope, f *sema.Func, args []sema.Operand, site sema.Site) []sema.Operand {
	list := w.u.FuncType(f).Params[0].NonRef()
	elem := w.u.InitializerListElem(list)
	if elem == nil {
		w.consumeUnknown(args...)
		return args
	}
	list = list.Unqual()
	converted := sema.Operand{Type: list, Tree: w.initializerList(sc, list, elem, args, site)}
	w.listObject(w.u.ClassOf(list), site)
	return []sema.Operand{converted}
}

// listObject records the constructor by which the compiler makes a std::initializer_list of a braced list: the library's own
// one that takes the array and its length.
func (w *walker) listObject(c *sema.Class, site sema.Site) {
	if w.facts == nil || c == nil {
		return
	}
	for _, e := range c.Ctors() {
		if f, ok := e.(*sema.Func); ok && !f.Implicit {
			if ft := w.u.FuncType(f); ft.Kind == types.Func && len(ft.Params) == 2 {
				w.call(sema.Call{Kind: sema.CallTempCtor, Callee: f, Site: site, Full: site})
				return
			}
		}
	}
}

// parenthesised initialises an aggregate's bases and members from a list in parentheses, one by one.
func (w *walker) parenthesised(sc *sema.Scope, t *types.Type, c *sema.Class, args []sema.Operand, site sema.Site) *sema.Expr {
	list := &sema.Expr{Op: sema.ExprList, Type: t}
	w.in(w.inParts(), func() {
		for i, e := range sema.AggregateElems(c) {
			switch {
			case i < len(args):
				list.AddPart(e.At, w.initCopy(sc, args[i], w.u.ElemType(e), w.argSite(sc, args[i], site), sema.CallCopy))
			case e.Field != nil:
				w.defaultMember(c, e.Field, site)
			default:
				w.emptyInit(sc, w.u.ElemType(e), site)
			}
		}
	})
	return list
}

// aggregate initialises an aggregate's bases and members from a list [dcl.init.aggr].
func (w *walker) aggregate(sc *sema.Scope, t *types.Type, elems []sema.Operand, site sema.Site) (list *sema.Expr) {
	w.in(w.inParts(), func() { list = w.fromList(sc, t, elems, site) })
	return list
}

// inParts are the circumstances of the parts of an aggregate, whose addresses are noted in constants too.
func (w *walker) inParts() sema.Context {
	if w.ctx&sema.Constant != 0 {
		return sema.InInit | sema.ClassArg
	}
	return sema.InInit
}

// fromList initialises an array or an aggregate class from a list.
func (w *walker) fromList(sc *sema.Scope, t *types.Type, elems []sema.Operand, site sema.Site) *sema.Expr {
	w.needsType(t)
	init := w.u.ReadList(sema.Operands(elems), t)
	list := w.listed(sc, t, init, elems, site)
	rest := elems[init.Rest:]
	w.tooMany(rest)
	w.consumeUnknown(rest...)
	if len(rest) > 0 {
		return failedTree(t)
	}
	return list
}

// listed initialises the parts of an array or an aggregate class as a list says.
func (w *walker) listed(sc *sema.Scope, t *types.Type, init *sema.ListInit, elems []sema.Operand, site sema.Site) *sema.Expr {
	if !w.u.Nest() {
		return failedTree(t)
	}
	defer w.u.Unnest()
	list := &sema.Expr{Op: sema.ExprList, Type: t}
	if init.Unsure {
		list = failedTree(t)
	}
	part := func(t *types.Type, p *sema.ListPart) {
		if p.Init != nil {
			list.AddPart(p.At, sema.Operand{Tree: w.listed(sc, t, p.Init, elems, site)})
			return
		}
		w.narrowed(elems[p.Elem], t)
		list.AddPart(p.At, w.initCopy(sc, elems[p.Elem], t, w.argSite(sc, elems[p.Elem], site), sema.CallCopy))
	}
	if t.Kind == types.Array {
		for i := range init.Parts {
			part(t.Elem, &init.Parts[i])
		}
		if t.Len > int64(len(init.Parts)) || len(init.Parts) == 0 {
			w.defaultInit(sc, t.Elem, site, sema.CallArrayCtor)
		}
		return list
	}
	c := w.u.ClassOf(t)
	if c == nil {
		return list
	}
	init.Each(c, func(e sema.AggregateElem, p *sema.ListPart) bool {
		switch t := w.u.ElemType(e); {
		case p != nil:
			if p.Init == nil && e.Field != nil {
				w.designates(sc, &elems[p.Elem], e.Field)
			}
			part(t, p)
		case e.Field != nil:
			w.defaultMember(c, e.Field, site)
		default:
			w.emptyInit(sc, t, site)
		}
		return true
	})
	return list
}

// designates notes what the member means that an element of a list names: the last token of the name before the element.
func (w *walker) designates(sc *sema.Scope, o *sema.Operand, f *sema.Field) {
	if o.Designator == 0 || o.Designator != f.Spelling || o.Expr == nil || w.u.Names == nil {
		return
	}
	toks := sema.Site{Chunk: sc.Chunk, Span: ast.Span{Hi: o.Expr.Pos().Lo}}.Tokens()
	for i := len(toks) - 1; i >= max(0, len(toks)-designator); i-- {
		if toks[i].Sym == o.Designator {
			at := ast.Span{Lo: int32(i), Hi: int32(i) + 1}
			w.u.Names.Found(sc, &ast.NamePart{Span: at, Sym: o.Designator}, sema.Found{State: sema.FoundOK, Entities: []sema.Entity{f}})
			return
		}
	}
}

// designator is how many tokens before an element its designator may stand: name and =, or name and : as GNU C has it.
const designator = 2

// designatedElem is an element with a designator.
func (w *walker) designatedElem(sc *sema.Scope, e ast.InitElem) sema.Operand {
	o := w.expr(sc, e.X)
	o.Designator = e.Field
	if e.Index != nil {
		n := w.u.Eval(sc, e.Index, sema.EvalOptions{Converted: true})
		o.Index = &n
	}
	return o
}

// defaultMember initialises a member that a list leaves out.
func (w *walker) defaultMember(c *sema.Class, f *sema.Field, site sema.Site) {
	if w.facts == nil || !w.u.Spend(1) {
		return
	}
	if f.Dtor != nil && f.Dtor.Init != nil && !f.Bits {
		w.memberInit(c, f, site)
		return
	}
	w.emptyInit(c.Inner, w.u.FieldType(f), site)
}

// emptyInit initialises an element that a list leaves out, from an empty list: an aggregate element by element, but not
// where it is an element of an array.
func (w *walker) emptyInit(sc *sema.Scope, t *types.Type, site sema.Site) {
	if c := w.u.ClassOf(t); c != nil && !c.Dependent && w.u.IsAggregate(c) == sema.Yes {
		w.listed(sc, t, new(sema.ListInit), nil, site)
		return
	}
	kind := sema.CallSubobject
	if t.Kind == types.Array {
		kind = sema.CallArrayCtor
	}
	w.defaultInit(sc, t, site, kind)
}

// memberInit evaluates a default member initialiser; site is that of the member's own construction.
func (w *walker) memberInit(c *sema.Class, f *sema.Field, site sema.Site) {
	if w.argDepth > maxArgDepth {
		w.unknownCall(site, "default member initialisers are nested too deep")
		return
	}
	if !w.u.BeginQuery(&f.InitAsked) {
		w.unknownCall(site, "the default member initialiser leads back to itself")
		return
	}
	defer w.u.EndQuery(&f.InitAsked)
	w.argDepth++
	defer func() { w.argDepth-- }()
	sc := w.u.memberInitScope(c, f)
	init := w.u.ParseInit(sc, f.Dtor.Init)
	lambda := w.lambda
	w.lambda = nil
	w.in(sema.InMemberInit|sema.InInit, func() {
		w.initObject(sc, w.u.FieldType(f), init, site, sema.CallMemberCtor)
	})
	w.lambda = lambda
}

// memberInitScope is the scope of a default member initialiser.
func (u *Model) memberInitScope(c *sema.Class, f *sema.Field) *sema.Scope {
	if this := u.ClassType(c); f.InitScope == nil || f.InitScope.This != this {
		f.InitScope = f.Scope.Child(sema.BlockScope)
		f.InitScope.This = this
	}
	return f.InitScope
}

// defaultInit default-initialises an object.
func (w *walker) defaultInit(sc *sema.Scope, t *types.Type, site sema.Site, kind sema.CallKind) {
	if sema.NoElements(t) {
		return
	}
	array, plain := false, kind == sema.CallLocalCtor
	for t.Kind == types.Array {
		t, array = t.Elem, true
	}
	c := w.u.ClassOf(t)
	if c == nil || c.Dependent {
		return
	}
	if array && kind == sema.CallLocalCtor {
		kind = sema.CallArrayCtor
	}
	array = array || kind == sema.CallArrayCtor
	r := w.u.ConstructorFor(c, nil, sema.InitDefault)
	switch r.Status {
	case sema.Resolved:
		if w.u.IsTrivial(r.Func) == sema.Yes {
			return
		}
		w.in(w.elements(r.Func, array), func() {
			w.applyArgs(sc, r.Func, nil, nil, site)
			w.call(sema.Call{
				Kind: kind, Callee: r.Func, Site: site, Full: site, Array: array,
				Plain: plain, Element: kind == sema.CallSubobject || kind == sema.CallArrayCtor && !plain,
			})
		})
	case sema.ResolvedAggregate:
	default:
		w.unknownCall(site, "which constructor is called is not known: "+r.Unresolved())
	}
}

// elements is the context in which a constructor is called without arguments, be it for each element of an array.
func (w *walker) elements(ctor *sema.Func, array bool) sema.Context {
	if array && ctor.Kind == sema.Constructor && len(w.u.FuncType(ctor).Params) > 0 {
		return sema.InElements
	}
	return 0
}

func (w *walker) initArray(sc *sema.Scope, t *types.Type, elems []sema.Operand, site sema.Site) *sema.Expr {
	if len(elems) == 1 && elems[0].String {
		return elems[0].Tree
	}
	return w.fromList(sc, t, elems, site)
}

// initObject initialises an object of a declared type from a written initialiser. Of a scalar or reference it returns the value.
func (w *walker) initObject(sc *sema.Scope, t *types.Type, init *ast.Init, site sema.Site, kind sema.CallKind) sema.Operand {
	o := w.initOperand(sc, t, init, site, kind)
	if o.Tree == nil && init != nil {
		o.Tree = failedTree(t)
	}
	return o
}

func (w *walker) initOperand(sc *sema.Scope, t *types.Type, init *ast.Init, site sema.Site, kind sema.CallKind) sema.Operand {
	if init == nil {
		w.defaultInit(sc, t, site, kind)
		return sema.Operand{Type: t, Node: w.flow.Constant(sema.NodeUninit)}
	}
	args := w.exprs(sc, init.Args)
	switch init.Kind {
	case ast.InitEq:
		if len(args) != 1 {
			w.consumeUnknown(args...)
			return sema.Operand{Type: t}
		}
		return w.initEqual(sc, t, args[0], site, kind)
	case ast.InitParen:
		if t.Kind == types.Class || t.Kind == types.Auto {
			return w.claimed(t, w.construct(sc, t, args, sema.InitDirect, site, kind))
		}
		if t.Kind == types.Array && w.u.Std >= 20 && (len(args) > 1 || len(args) == 1 && args[0].Type.Kind != types.Array) {
			return sema.Operand{Type: t, Tree: w.initArray(sc, t, args, site)}
		}
		switch len(args) {
		case 0:
			return sema.Operand{Type: t, Tree: &sema.Expr{Op: sema.ExprZero}}
		case 1:
			return w.initValue(sc, args[0], t, sema.InitDirect, site, kind)
		}
		w.consumeUnknown(args...)
	default:
		if t.Kind == types.Array {
			if kind == sema.CallLocalCtor && sema.ElementOf(t).Kind == types.Class {
				args = w.leftToInstance(args)
			}
			return sema.Operand{Type: t, Tree: w.initArray(sc, t, args, site)}
		}
		form := sema.InitListDirect
		if init.Kind == ast.InitEqBrace {
			form = sema.InitListCopy
		}
		if t.Kind == types.Class || t.Kind == types.Auto || t.IsDependent() || t.Kind == types.Unknown {
			return w.claimed(t, w.construct(sc, t, args, form, site, kind))
		}
		switch {
		case t.IsRef():
			return w.initValue(sc, sema.Operand{Type: w.u.T.Braced(), Braced: args}, t, form, site, kind)
		case len(args) == 1:
			return w.initValue(sc, args[0], t, form, site, kind)
		case len(args) == 0:
			return sema.Operand{Type: t, Tree: &sema.Expr{Op: sema.ExprZero}}
		}
		w.consumeUnknown(args...)
	}
	return sema.Operand{Type: t}
}

// initEqual is the initialisation of an object by = o.
func (w *walker) initEqual(sc *sema.Scope, t *types.Type, o sema.Operand, site sema.Site, kind sema.CallKind) sema.Operand {
	if t.Kind == types.Array {
		if o.Type.Kind == types.Braced {
			return sema.Operand{Type: t, Tree: w.initArray(sc, t, o.Braced, site)}
		}
		if !o.String {
			w.consumeUnknown(o)
		}
		return operandOf(t).Typed(o.Tree)
	}
	if p := w.decayed(o); t.IsDependent() && (t.Kind == types.Pointer || t.Kind == types.LRef) && p.Address {
		w.addressUse(p)
		return sema.Operand{Type: t}
	}
	return w.initCopy(sc, o, t, site, kind)
}

// claimed is the initialisation of an object of declared type t by what construct made.
func (w *walker) claimed(t *types.Type, made sema.Operand) sema.Operand {
	w.claim(made)
	return sema.Operand{Type: t, Tree: made.Tree}
}

// initializerList converts the elements of a braced list to those of a std::initializer_list of type t.
func (w *walker) initializerList(sc *sema.Scope, t, elem *types.Type, args []sema.Operand, site sema.Site) *sema.Expr {
	converted := make([]sema.Operand, len(args))
	for i, a := range args {
		converted[i] = w.initCopy(sc, a, elem, w.argSite(sc, a, site), sema.CallCopy)
	}
	return &sema.Expr{Op: sema.ExprInitializerList, Type: t, Args: treesOf(converted)}
}

// varInit initialises a variable by its declarator.
func (w *walker) varInit(sc *sema.Scope, v *sema.Var, dt *ast.Declarator, site sema.Site) {
	u := w.u
	t := u.VarType(v)
	_, init := u.VariableDeclarator(sc, dt)
	init = u.ParseInit(sc, init)
	w.effects++
	mark := len(w.full)
	ctx := sema.InInit
	if v.Constexpr {
		ctx |= sema.Constant | sema.ConstexprInit
	}
	if v.Func != nil && !sema.Automatic(v) {
		ctx |= sema.InStatic
	}
	if v.InDeviceMemory() {
		ctx |= sema.Placed
	}
	w.in(ctx, func() {
		if init == nil && v.Kind == sema.LocalExtern {
			return
		}
		outer, within, whole := w.staticInit, w.initialises, w.wholeInit
		w.staticInit, w.initialises, w.wholeInit = v.Kind != sema.LocalVar, true, nil
		if init != nil && len(init.Args) == 1 && (t.IsConst() && t.IsScalar() || t.IsRef() || !sema.Automatic(v)) {
			w.wholeInit = &wholeInit{sc, init.Args[0], t.IsRef()}
		}
		w.constantInit(sc, v, t, init)
		o := w.initObject(sc, t, init, site, sema.CallLocalCtor)
		w.staticInit, w.initialises, w.wholeInit = outer, within, whole
		w.emit(sema.Stmt{Op: sema.StmtDecl, Var: v, X: o.Tree})
		if v.Kind == sema.LocalVar {
			w.flow.Assign(w.flow.Variable(v), w.flow.Argument(o, t), t, w.ctx, site)
		}
	})
	w.endFull(mark)
}

// DeduceVar is the type of a variable declared with a placeholder.
func (u *Model) DeduceVar(sc *sema.Scope, t *types.Type, init *ast.Init, spec *ast.Specifiers) *types.Type {
	if init == nil {
		if tmpl := placeholderTemplate(t); tmpl != nil {
			return u.deduceTemplate(t, tmpl, nil, sema.InitDefault)
		}
		return u.T.Unknown()
	}
	init = u.ParseInit(sc, init)
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda}
	if !u.EnterDeep() {
		return u.T.Unknown()
	}
	defer u.LeaveDeep()
	args := w.exprs(sc, init.Args)
	if tmpl := placeholderTemplate(t); tmpl != nil {
		form := sema.InitDirect
		switch init.Kind {
		case ast.InitEq:
			form = sema.InitCopy
		case ast.InitBrace:
			form = sema.InitListDirect
		case ast.InitEqBrace:
			form = sema.InitListCopy
		}
		if sema.AnyOperandDependent(args) {
			return u.T.Dependent("deduced:"+u.TokenKey(sc, init.Span), nil, nil)
		}
		return u.deduceTemplate(t, tmpl, args, form)
	}
	if init.Kind == ast.InitEqBrace || len(args) == 1 && args[0].Type.Kind == types.Braced {
		elems := args
		if len(args) == 1 && args[0].Type.Kind == types.Braced {
			elems = args[0].Braced
		}
		return u.deduceInitializerList(elems)
	}
	if len(args) != 1 {
		return u.T.Unknown()
	}
	if a, ok := spec.Type.(*ast.AutoType); ok && a.Decltype {
		return u.Decltype(sc, init.Args[0])
	}
	return u.DeduceAuto(t, args[0])
}

// deduceTemplate is t with the specialisation of a class template that an initialiser tells in the place of the template's name.
func (u *Model) deduceTemplate(t *types.Type, tmpl *sema.Template, args []sema.Operand, form sema.InitForm) *types.Type {
	if len(args) == 1 {
		if c := u.ClassOf(args[0].Type); c != nil && c.Template == tmpl {
			return u.ReplaceAuto(t, u.ClassType(c))
		}
	}
	c, ok := u.DeduceClass(tmpl, args, form)
	if ok != sema.Yes || c == nil {
		return u.T.Unknown()
	}
	return u.ReplaceAuto(t, u.ClassType(c))
}

func placeholderTemplate(t *types.Type) *sema.Template {
	for t != nil {
		if t.Kind == types.Auto {
			tmpl, _ := t.Decl.(*sema.Template)
			return tmpl
		}
		t = t.Elem
	}
	return nil
}

func (u *Model) deduceInitializerList(elems []sema.Operand) *types.Type {
	if len(elems) == 0 {
		return u.T.Unknown()
	}
	var t *types.Type
	for _, e := range elems {
		if sema.IsDependent(e) {
			return u.T.Dependent("list", nil, nil)
		}
		if e.IsUnknown() || e.Set != nil || e.Type.Kind == types.Braced {
			return u.T.Unknown()
		}
		d := u.T.Decay(e.Type)
		if t != nil && d != t {
			return u.T.Unknown()
		}
		t = d
	}
	return u.initializerListOf(t)
}

// initializerListOf is std::initializer_list<t>, unknown when the header is not there.
func (u *Model) initializerListOf(t *types.Type) *types.Type {
	ns := u.Global.Nested[u.Syms.Std]
	if ns == nil {
		return u.T.Unknown()
	}
	f := u.LookupDirect(ns, u.Syms.InitializerList, sema.MaxOrd)
	for _, e := range f.Entities {
		if tm, ok := e.(*sema.Template); ok {
			if args := u.CompleteArgs(tm, []types.Arg{{Kind: types.TypeArg, Type: t}}); args != nil {
				return u.ClassType(u.InstantiateClass(tm, args))
			}
		}
	}
	return u.T.Unknown()
}

// ---- new and delete

func (w *walker) newExpr(sc *sema.Scope, e *ast.New) sema.Operand {
	u := w.u
	n := newObject{site: w.site(sc, e), form: sema.InitDefault}
	place := w.exprs(sc, e.Placement)
	n.typ = u.ResolveTypeID(sc, e.Type)
	w.specConstants(sc, &e.Type.Spec)
	w.writtenType(sc, &e.Type.Spec)
	w.newQualifiers(sc, e)
	w.newBounds(sc, e)
	constants := sema.InInit
	if n.typ.IsScalar() || n.typ.Kind == types.Class {
		constants = 0 // no front end looks for constants there, but in the elements of aggregates
	}
	if e.Init != nil {
		w.in(constants, func() { n.args, n.form = w.newArgs(sc, e.Init) })
	}
	if n.typ.IsDependent() || sema.AnyOperandDependent(n.args) || sema.AnyOperandDependent(place) {
		w.consumeUnknown(append(n.args, place...)...)
		w.dependentCall(n.site)
		if n.typ.Kind == types.Class {
			return operandOf(u.T.Pointer(n.typ))
		}
		return w.dependentExpr(sc, e)
	}
	if sema.HasAuto(n.typ) {
		n.typ = u.deduceNew(n.typ, n.args, n.form)
	}
	placed := w.consumeUnknownPlacement(place)
	elem := sema.ElementOf(n.typ)
	old := w.ctx
	w.ctx |= constants
	defer func() { w.ctx = old }()
	array := n.typ.Kind == types.Array
	allocates := w.operatorNew(sc, elem, array, place, n.site, e.Global)
	if c := u.ClassOf(elem); c != nil {
		elements := w.initNewClass(sc, n, elem)
		if len(place) == 0 && !array {
			w.copyIntoNew(c, n)
		}
		if elements && len(place) == 0 {
			w.madeByLibrary(n, allocates)
			if !e.Global {
				w.deallocates(c, u.Syms.OperatorDeleteArray, n.site, true) // in case that a constructor throws
			}
		}
	} else {
		w.initNewScalar(sc, n)
		if n.typ.Kind == types.Unknown {
			w.unknownCall(n.site, "the type is not known")
			return w.unknown()
		}
	}
	w.effects++
	node := w.flow.Made(n.typ, placed, w.ctx, n.site)
	made := n.typ
	if array {
		made = made.Elem
	}
	return sema.Operand{Type: u.T.Pointer(made), Node: node, Tree: &sema.Expr{Op: sema.ExprNew}}
}

// newObject is what a new-expression makes.
type newObject struct {
	typ  *types.Type
	args []sema.Operand
	form sema.InitForm
	site sema.Site
}

// newArgs are what a new object is initialised from.
func (w *walker) newArgs(sc *sema.Scope, i *ast.Init) ([]sema.Operand, sema.InitForm) {
	form := sema.InitDirect
	if i.Kind == ast.InitBrace {
		form = sema.InitListDirect
	}
	return w.exprs(sc, w.u.ParseInit(sc, i).Args), form
}

// newBounds walks the bounds of a new array.
func (w *walker) newBounds(sc *sema.Scope, e *ast.New) {
	for i := range e.Type.Ops {
		op := &e.Type.Ops[i]
		if op.Kind != ast.OpArray || op.Size == nil {
			continue
		}
		if o := w.expr(sc, op.Size); o.Set != nil || o.Type.Kind == types.Braced {
			w.consumeUnknown(o)
		} else {
			w.integer(sc, o)
		}
	}
}

// deduceNew is the type of new auto(x), and of new T(x) where T is a class template's name alone.
func (u *Model) deduceNew(t *types.Type, args []sema.Operand, form sema.InitForm) *types.Type {
	if tmpl := placeholderTemplate(t); tmpl != nil {
		return u.deduceTemplate(t, tmpl, args, form)
	}
	if len(args) != 1 {
		return u.T.Unknown()
	}
	return u.DeduceAuto(t, args[0])
}

// initNewClass initialises a new object of a class, or a new array of such. It reports whether functions are called for each element of an
// array.
func (w *walker) initNewClass(sc *sema.Scope, n newObject, elem *types.Type) (elements bool) {
	kind := sema.CallNewCtor
	if n.form == sema.InitListDirect {
		kind = sema.CallTempCtor // new T{x} and new T[n]{} are not checked as new T(x) and new T[n] are
	}
	switch array := n.typ.Kind == types.Array; {
	case array && len(n.args) > 0:
		w.initArray(sc, n.typ, n.args, n.site)
	case array:
		made := w.callsMade()
		w.defaultInit(sc, w.u.T.Array(elem, types.NoLen), n.site, kind)
		return w.callsMade() > made
	case n.form == sema.InitDefault:
		w.defaultInit(sc, elem, n.site, kind)
	default:
		w.claim(w.construct(sc, elem, n.args, n.form, n.site, kind))
	}
	return false
}

// copyIntoNew notes the constructor that would copy into a new object what is made in its place: the host pass of NVIDIA's front end (12.4)
// looks at it, in bodies that are no instances.
func (w *walker) copyIntoNew(c *sema.Class, n newObject) {
	f := w.f
	if n.form != sema.InitDirect || len(n.args) != 1 || f == nil || f.Template != nil || w.u.PatternFunc(f) != f ||
		w.lambda != nil && w.lambda.CallT != nil {
		return
	}
	from := n.args[0]
	same := from.Cat == sema.PRValue && w.u.ClassOf(from.Type) == c
	if same {
		from.Cat = sema.XValue
	}
	r := w.u.ConstructorFor(c, []sema.Operand{from}, sema.InitDirect)
	if r.Status == sema.Resolved && sema.UserProvided(r.Func) && (same || r.Convs[0].User != nil && r.Func.Special() != sema.NotSpecial) {
		w.call(sema.Call{Kind: sema.CallNewCtor, Callee: r.Func, Site: n.site, Full: n.site, Elided: true})
	}
}

// madeByLibrary is about a new array whose elements a constructor makes, without placement arguments: a function of the library makes
// it. That is given the addresses of the allocation function, whose call has the index allocates, and of the destructor.
func (w *walker) madeByLibrary(n newObject, allocates int) {
	if allocates >= 0 {
		w.facts.Calls[allocates].Array = true
	}
	if n.form != sema.InitListDirect {
		w.destroy(w.u.T.Array(sema.ElementOf(n.typ), types.NoLen), n.site, sema.CallNewDtor)
	}
}

// initNewScalar initialises a new value that is no class's, or an array of such.
func (w *walker) initNewScalar(sc *sema.Scope, n newObject) {
	switch {
	case len(n.args) == 0:
	case n.typ.Kind == types.Unknown || w.definition() && !n.form.List():
		w.consumeUnknown(n.args...)
	case n.typ.Kind == types.Array:
		w.initArray(sc, n.typ, n.args, n.site)
	default:
		w.initValue(sc, n.args[0], n.typ, n.form, n.site, sema.CallCopy)
	}
}

// consumeUnknownPlacement uses the placement arguments of a new-expression, but for objects of classes, and returns what is known of them.
func (w *walker) consumeUnknownPlacement(place []sema.Operand) []sema.Node {
	nodes := make([]sema.Node, len(place))
	for i, p := range place {
		switch {
		case w.definition() || p.IsUnknown() || p.Set != nil:
			w.consumeUnknown(p)
		case p.Type.Kind != types.Class: // what an object becomes, the allocation function tells
			nodes[i] = w.load(p).Node
		}
	}
	return nodes
}

// operatorNew records the allocation function that a new-expression calls, but for those that every program has on both
// sides, and what it makes of objects among the placement arguments. It gives the index of the call, -1 where there is none.
func (w *walker) operatorNew(sc *sema.Scope, elem *types.Type, array bool, place []sema.Operand, site sema.Site, global bool) int {
	r := w.allocation(sc, elem, array, place, global)
	f, _ := sema.Chosen(r)
	for i, p := range place {
		switch {
		case w.definition() || p.IsUnknown() || p.Type.Kind != types.Class:
		case f != nil && i+1 < len(r.Convs) && i+1 < len(w.u.FuncType(f).Params):
			w.apply(sc, p, r.Convs[i+1], w.u.FuncType(f).Params[i+1], w.argSite(sc, p, site), sema.CallParamCopy)
		default:
			w.consumeUnknown(p)
		}
	}
	return w.call(sema.Call{Kind: sema.CallOperatorNew, Callee: f, Site: site, Full: site})
}

// allocation resolves the call of an allocation function: the class's own one, or else the global one that takes the placement arguments.
func (w *walker) allocation(sc *sema.Scope, elem *types.Type, array bool, place []sema.Operand, global bool) sema.Resolution {
	sym := w.u.Syms.OperatorNew
	if array {
		sym = w.u.Syms.OperatorNewArray
	}
	c := w.u.ClassOf(elem)
	var found sema.Found
	if c != nil && !global {
		found = w.u.LookupMember(c, sym)
	}
	if found.State == sema.NotFound && len(place) > 0 {
		found = w.u.LookupDirect(w.u.Global, sym, sc.Ord)
	}
	if found.State != sema.FoundOK {
		return sema.Resolution{}
	}
	set := &sema.OverloadSet{Cands: found.Entities, NamingClass: found.Class, Incomplete: found.Incomplete}
	return w.u.ResolveCall(set, nil, append([]sema.Operand{{Type: w.u.T.Basic(ast.ULong)}}, place...))
}

// ReplacesNew reports whether a new-expression of type t may call an allocation function that is not the library's: a member of
// the class, or one that the unit declares itself.
func (u *Model) ReplacesNew(t *types.Type) bool {
	array := t.Kind == types.Array
	t = sema.ElementOf(t)
	sym := u.Syms.OperatorNew
	if array {
		sym = u.Syms.OperatorNewArray
	}
	if c := u.ClassOf(t); c != nil && u.LookupMember(c, sym).State != sema.NotFound {
		return true
	}
	return slices.ContainsFunc(u.LookupDirect(u.Global, sym, sema.MaxOrd).Entities, func(e sema.Entity) bool { return !e.Site().IsZero() && !e.Site().Chunk.System })
}

// memberDeallocator is the class's usual deallocation function [basic.stc.dynamic.deallocation]: the one that takes a pointer alone,
// else the one that takes the size as well; nil when it has none.
func (u *Model) memberDeallocator(c *sema.Class, sym token.Sym) *sema.Func {
	var sized *sema.Func
	for _, e := range u.LookupMember(c, sym).Entities {
		f, ok := e.(*sema.Func)
		if !ok {
			continue // a template is never usual
		}
		switch ft := u.FuncType(f); {
		case ft.Kind != types.Func || ft.IsUnknown():
			return nil
		case len(ft.Params) == 1:
			return f
		case len(ft.Params) == 2 && ft.Params[1] == u.T.Basic(ast.ULong):
			sized = f
		}
	}
	return sized
}

func (w *walker) deleteExpr(sc *sema.Scope, e *ast.Delete) sema.Operand {
	u := w.u
	o := w.expr(sc, e.X)
	site := w.site(sc, e)
	void := sema.Operand{Type: u.T.Basic(ast.Void)}
	if sema.IsDependent(o) {
		w.use(o, sema.UnknownUse, nil)
		w.dependentCall(site)
		return void
	}
	if o.Type.Kind == types.Class {
		c := u.ConvertTo(o, func(t *types.Type) bool { return t.Kind == types.Pointer })
		if w.asks() && c.Rank == sema.RankNone {
			return w.invalid()
		}
		o = w.apply(sc, o, c, c.To, site, sema.CallTempCtor)
	} else {
		o = w.load(o)
	}
	w.effects++
	w.flow.Deleted(o.Node, w.ctx, site)
	if o.Type.Kind != types.Pointer {
		switch {
		case o.IsUnknown():
			w.unknownCall(site, sema.ReasonArgument)
		case w.asks() && certain(o):
			return w.invalid()
		}
		return void
	}
	if w.asks() && o.Type.Elem.Kind == types.Func {
		return w.invalid()
	}
	t := o.Type.Elem
	if e.Array {
		t = u.T.Array(t, types.NoLen)
	}
	if c := u.ClassOf(sema.ElementOf(t)); c != nil && !c.Dependent && c.Destructor() != nil {
		w.refuses(sc, c, c.Destructor())
	}
	w.destroy(t, site, sema.CallDeleteDtor)
	t = sema.ElementOf(t)
	if c := u.ClassOf(t); c != nil && !e.Global {
		d := c.Destructor()
		switch {
		case e.Array:
			w.deallocates(c, u.Syms.OperatorDeleteArray, site, d != nil && u.IsTrivial(d) != sema.Yes)
		case d == nil || u.IsVirtual(d) != sema.Yes: // else the destructor that the vtable leads to does it
			w.deallocates(c, u.Syms.OperatorDelete, site, false)
		}
	}
	return void
}

// deallocates records the call of a class's own deallocation function. elements: those of an array are destroyed before, which a function
// of the library does that is given the address of the deallocation function; it also knows the size, where that is asked for.
func (w *walker) deallocates(c *sema.Class, sym token.Sym, site sema.Site, elements bool) {
	if f := w.u.memberDeallocator(c, sym); f != nil {
		sized := sym == w.u.Syms.OperatorDeleteArray && len(w.u.FuncType(f).Params) > 1
		w.call(sema.Call{Kind: sema.CallOperatorDelete, Callee: f, Site: site, Full: site, Array: elements || sized})
	}
}

// memberSite is the declarator of a member with an initialiser.
func memberSite(f *sema.Field) sema.Site { return sema.Site{Chunk: f.Scope.Chunk, Span: f.Dtor.Span} }
