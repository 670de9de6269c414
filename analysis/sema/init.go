package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// initCopy converts an operand to a type, as copy-initialisation does [dcl.init]: arguments, returned values, assigned
// scalars. to nil keeps the operand's own type.
func (w *walker) initCopy(sc *Scope, o Operand, to *types.Type, site Site, kind CallKind) Operand {
	if to == nil {
		to = w.decayed(o).Type.Unqual()
	}
	if isDependent(o) || to.IsDependent() {
		w.use(o, UnknownUse, nil)
		for _, b := range o.Braced {
			w.use(b, UnknownUse, nil)
		}
		return operandOf(to).typed(o.tree)
	}
	if to.Kind == types.Unknown || hasAuto(to) || o.isUnknown() && o.Set == nil {
		w.consumeUnknown(o)
		return operandOf(to).typed(o.tree)
	}
	return w.apply(sc, o, w.u.implicitConversion(o, to, ConvOptions{}), to, site, kind)
}

// apply records what an implicit conversion sequence does. kind is what a copy or move of a class object counts as.
func (w *walker) apply(sc *Scope, o Operand, c Conv, to *types.Type, site Site, kind CallKind) Operand {
	r := w.applyOperand(sc, o, c, to, site, kind)
	if r.tree == nil {
		r.tree = o.tree
	}
	return r
}

func (w *walker) applyOperand(sc *Scope, o Operand, c Conv, to *types.Type, site Site, kind CallKind) Operand {
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
	if c.fails() {
		w.inconvertible(c)
		w.consumeUnknown(o)
		return operandOf(to).typed(w.failedTree(to))
	}
	switch {
	case w.testsAddress(o, c, to):
		return w.boolean(sc, o, site) // no address is null, which is known where constants are looked for
	case o.Set != nil:
		return w.applyAddress(o, c, to)
	case o.Type.Kind == types.Braced:
		return w.applyList(sc, o, to, site, kind)
	case c.Address != nil: // a closure's function
		w.ref(c.Address, site)
		w.use(o, Object, nil)
		return operandOf(to).typed(w.failedTree(to))
	case c.User != nil:
		return w.applyUser(sc, o, c, to, site, kind)
	case to.IsRef():
		w.textureBound(o, to, w.argSite(sc, o, site))
		return w.bindReference(o, c, to)
	case to.Kind == types.Class:
		return Operand{Type: to, tree: w.copyTree(to, w.copyClass(o, to, site, kind), o)}
	}
	return w.applyScalar(o, to)
}

// testsAddress reports whether a conversion asks whether something that has an address has one.
func (w *walker) testsAddress(o Operand, c Conv, to *types.Type) bool {
	return (w.ctx&InInit != 0 || o.Type.Kind == types.MemberPointer) && c.User == nil && to.IsBool() && isAddress(o) && w.u.soleFunction(o).Set == nil
}

// applyAddress records that the address of one function of a set is taken.
func (w *walker) applyAddress(o Operand, c Conv, to *types.Type) Operand {
	if c.Address == nil {
		w.consumeUnknown(o)
		return operandOf(to)
	}
	r := operandOf(to).typed(w.addressTree(c.Address, to.NonRef()))
	r.ref = w.ref(c.Address, o.Set.Site)
	return r
}

// bindReference records what binding a reference without a user's conversion does.
func (w *walker) bindReference(o Operand, c Conv, to *types.Type) Operand {
	r := operandOf(to)
	switch {
	case c.Temporary || o.Bits:
		old := w.ctx
		w.ctx &^= InInit
		w.load(o)
		w.ctx = old
	case o.address:
		w.addressUse(o)
	default:
		if f, ok := o.Entity.(*Func); ok && o.Type.Kind == types.Func {
			w.ref(f, w.exprSite(o))
		}
		w.use(o, Bind, nil)
		r.node = o.node
	}
	return r
}

// applyScalar records that a value that is no object of a class is read.
func (w *walker) applyScalar(o Operand, to *types.Type) Operand {
	null := to.Kind == types.Pointer && isNull(o)
	o = w.load(o)
	if null {
		o.node = w.flow.constant(NodeNull)
	}
	return Operand{Type: to, Value: o.Value, Literal: o.Literal, node: o.node, ref: o.ref}
}

// applyUser records a user-defined conversion.
func (w *walker) applyUser(sc *Scope, o Operand, c Conv, to *types.Type, site Site, kind CallKind) Operand {
	u := w.u
	f := c.User
	if f.Kind == Constructor {
		ft := u.FuncType(f)
		arg := o
		if c.First != nil && ft.Kind == types.Func && len(ft.Params) > 0 {
			start := w.mark()
			arg = w.apply(sc, o, *c.First, ft.Params[0], site, CallParamCopy)
			if w.facts != nil {
				for i := 1; i < len(ft.Params); i++ {
					w.defaultArg(f, i, ft.Params[i], site)
				}
			}
			w.constantObject(start, f, []Operand{o}, kind)
		} else {
			w.consumeUnknown(o)
		}
		i := w.call(Call{
			Kind: CallTempCtor, Callee: f, Site: site, Full: site, NonConstArgs: w.nonConst([]Operand{o}), From: o.Type,
			Plain: kind != CallCopy, Element: kind == CallCopy,
		})
		t := u.ClassType(f.MemberOf)
		r := Operand{Type: t, made: w.temp(t, i, site)}
		if !to.IsRef() && kind != CallParamCopy {
			w.claim(r)
			w.rekind(i, kind)
		}
		return operandOf(to).typed(w.constructTree(t, f, []Operand{arg}))
	}
	r := w.convertByFunction(o, f, site)
	tree := r.tree
	switch {
	case !to.IsRef() && to.Kind == types.Class && !u.isObjectOf(r, to):
		tree = w.copyTree(to, w.copyClass(r, to, site, CallCopy), r)
	case !to.IsRef() && kind != CallParamCopy:
		w.claim(r)
	}
	return operandOf(to).typed(tree)
}

// convertByFunction records a call of a conversion function and returns what it yields.
func (w *walker) convertByFunction(o Operand, f *Func, site Site) Operand {
	w.use(o, Object, f)
	w.call(Call{Kind: CallConversion, Callee: f, Site: site, Full: site, From: o.Type, Virtual: w.u.IsVirtual(f) == Yes})
	return w.result(f, site).typed(w.callTree(f, CallConversion, &o, nil))
}

// isObjectOf reports whether o is a prvalue of class type to itself: what it initialises is that object, and nothing is copied.
func (u *Unit) isObjectOf(o Operand, to *types.Type) bool {
	return o.Cat == PRValue && o.Type.Unqual() == to.Unqual()
}

// copyClass copies or moves a class object into a new one of type to; a prvalue of that type is the object itself. It returns the
// constructor that does it, nil where there is nothing to do but to copy bytes, or where that is not known.
func (w *walker) copyClass(o Operand, to *types.Type, site Site, kind CallKind) *Func {
	u := w.u
	if u.isObjectOf(o, to) {
		if kind == CallParamCopy {
			return nil // the caller destroys the parameter, as it would the temporary
		}
		if p := w.claim(o); p != nil && p.call >= 0 {
			w.rekind(p.call, kind)
		}
		return nil
	}
	c := u.ClassOf(to)
	if kind == CallParamCopy && c != nil {
		w.temp(to.Unqual(), -1, site)
	}
	if c == nil {
		w.consumeUnknown(o)
		return nil
	}
	if s := u.specialsOf(c); !s.uncertain && s.copyCtor != nil && u.IsTrivial(s.copyCtor) == Yes && u.IsTriviallyCopyable(c) == Yes {
		w.use(o, Read, nil)
		return nil
	}
	r := u.ConstructorFor(c, []Operand{o}, InitDirect)
	if r.Status != Resolved {
		w.use(o, UnknownUse, nil)
		w.unknownCall(site, "which constructor copies the object is not known")
		return nil
	}
	if u.IsTrivial(r.Func) == Yes {
		w.use(o, Read, nil)
		return nil
	}
	w.use(o, Bind, r.Func)
	if ft := u.FuncType(r.Func); ft.Kind == types.Func && len(ft.Params) > 0 {
		w.textureBound(o, ft.Params[0], site)
	}
	w.call(Call{Kind: kind, Callee: r.Func, Site: site, Full: site, NonConstArgs: nonConst([]Operand{o})})
	return r.Func
}

// copyInto makes an object of type t by its copy or move constructor, whose argument converts as convs say. What a conversion
// function makes is the object itself [dcl.init.general]/16.6.1; but casts and bases do copy it, as front ends see them.
func (w *walker) copyInto(t *types.Type, o Operand, convs []Conv, form InitForm, site Site, kind CallKind) *Expr {
	if len(convs) != 1 || convs[0].User == nil || convs[0].User.Kind != Conversion {
		return w.copyTree(t, w.copyClass(o, t, site, kind), o)
	}
	o = w.convertByFunction(o, convs[0].User, site)
	if form == InitDirect && (kind == CallTempCtor || kind == CallBaseCtor) && o.Cat == PRValue {
		o.Cat = XValue
	}
	return w.copyTree(t, w.copyClass(o, t, site, kind), o)
}

// rekind gives a constructor call that turned out to make a variable the variable's kind.
func (w *walker) rekind(i int, kind CallKind) {
	if kind == CallLocalCtor && i >= 0 {
		if c := &w.facts.Calls[i]; c.Kind == CallTempCtor {
			c.Kind = CallLocalCtor
		}
	}
}

// applyList records the initialisation of an object from a braced list.
func (w *walker) applyList(sc *Scope, o Operand, to *types.Type, site Site, kind CallKind) Operand {
	t := to.NonRef().Unqual()
	k := kind
	if to.IsRef() || kind == CallParamCopy {
		k = CallTempCtor
	}
	r := w.construct(sc, t, o.Braced, InitListCopy, site, k)
	if !to.IsRef() && kind != CallParamCopy {
		w.claim(r)
	}
	return operandOf(to).typed(r.tree)
}

// construct makes an object of type t from arguments and returns it.
func (w *walker) construct(sc *Scope, t *types.Type, args []Operand, form InitForm, site Site, kind CallKind) Operand {
	if !w.u.Nest() {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	defer w.u.Unnest()
	if t.Kind == types.Auto && t.Decl != nil {
		return w.constructDeduced(sc, t, args, form, site, kind)
	}
	if t.IsDependent() || anyOperandDependent(args) {
		w.consumeUnknown(args...)
		if t.Kind != types.Basic {
			w.dependentCall(site)
		}
		return operandOf(t).typed(w.dependentTree(t, args))
	}
	if t.Kind == types.Unknown || hasAuto(t) {
		w.consumeUnknown(args...)
		w.unknownCall(site, "the type is not known")
		return operandOf(t)
	}
	switch t.Kind {
	case types.Class:
		return w.constructClass(sc, t, w.classArgs(args, form, kind), form, site, kind)
	case types.Array:
		return Operand{Type: t, Cat: XValue, tree: w.initArray(sc, t, args, site)}
	}
	return w.constructScalar(sc, t, args, form.list(), site, kind)
}

// classArgs are the arguments that an object of a class is made from, those left out that only an instance evaluates.
func (w *walker) classArgs(args []Operand, form InitForm, kind CallKind) []Operand {
	if form == InitListDirect && kind == CallTempCtor || kind == CallNewCtor {
		args = w.settled(args)
	}
	if form.list() || kind != CallLocalCtor {
		args = w.leftToInstance(args)
	}
	return args
}

// constructScalar makes what is neither a class's nor an array: a value, a reference, or nothing of type void.
func (w *walker) constructScalar(sc *Scope, t *types.Type, args []Operand, list bool, site Site, kind CallKind) Operand {
	switch {
	case t.IsRef() && len(args) == 1:
		return w.cast(sc, ast.CastC, t, args[0], site)
	case t.IsVoid():
		for _, a := range args {
			w.discard(a)
		}
		return Operand{Type: t}
	case len(args) == 0:
		zero := w.u.convertValue(types.Value{Kind: types.IntValue, Type: w.u.T.Basic(ast.Int)}, t)
		return Operand{Type: t, Value: zero, tree: w.simpleTree(ExprZero)}
	case len(args) > 1:
		w.consumeUnknown(args...)
		return Operand{Type: t}
	case w.definition():
		w.consumeUnknown(args...)
		return Operand{Type: t, tree: w.castTree(t, args[0])}
	case list:
		w.narrowed(args[0], t)
		o := w.initCopy(sc, args[0], t, site, kind)
		return o.typed(w.castTree(t, o))
	}
	return w.cast(sc, ast.CastC, t, args[0], site)
}

// constructDeduced is T(args) where T is a class template's name alone.
func (w *walker) constructDeduced(sc *Scope, t *types.Type, args []Operand, form InitForm, site Site, kind CallKind) Operand {
	tmpl, ok := t.Decl.(*Template)
	if !ok || anyOperandDependent(args) {
		w.consumeUnknown(args...)
		w.dependentCall(site)
		return w.dependent(w.u.tokenKey(sc, site.Span))
	}
	c, st := w.u.deduceClass(tmpl, args, form)
	if st != Yes || c == nil {
		w.consumeUnknown(args...)
		w.unknownCall(site, "the class template's arguments could not be deduced")
		return w.unknown()
	}
	return w.construct(sc, w.u.ClassType(c), args, form, site, kind)
}

func (w *walker) constructClass(sc *Scope, t *types.Type, args []Operand, form InitForm, site Site, kind CallKind) Operand {
	u := w.u
	c := u.ClassOf(t)
	out := Operand{Type: t}
	if len(args) == 1 && u.ClassOf(args[0].Type) == c && (args[0].Cat == PRValue) && args[0].Type.Kind == types.Class {
		out.tree = w.copyTree(t, w.copyClass(args[0], t, site, kind), args[0])
		out.made = w.temp(t, -1, site)
		return out
	}
	if form.list() {
		if el := u.initializerListElem(t); el != nil {
			out.tree = w.initializerList(sc, t, el, args, site)
			w.listObject(c, site)
			return out
		}
	}
	r := u.ConstructorFor(c, args, form)
	if d := u.specialsOf(c).defaultCtor; r.Status == ResolvedAggregate && form == InitDirect && u.substituting > 0 && len(args) > 1 &&
		d != nil && u.IsTrivial(d) == Yes {
		r = Resolution{Status: NoMatch} // NVIDIA's front end takes several arguments for such a class for a failure in templates
	}
	switch r.Status {
	case Resolved:
		return w.constructBy(sc, t, r, args, form, site, kind)
	case ResolvedAggregate:
		if form == InitDirect {
			out.tree = w.parenthesised(sc, t, c, args, site)
		} else {
			out.tree = w.aggregate(sc, t, args, site)
		}
		out.made = w.temp(t, -1, site)
		return out
	}
	w.consumeUnknown(args...)
	if r.Status == NoMatch {
		u.hardFail++
	} else {
		u.softFail++
	}
	w.unknownCall(site, "which constructor is called is not known: "+r.Reason)
	return out
}

// constructBy makes an object by the constructor, or conversion function, that was resolved.
func (w *walker) constructBy(sc *Scope, t *types.Type, r Resolution, args []Operand, form InitForm, site Site, kind CallKind) Operand {
	u, f := w.u, r.Func
	out := Operand{Type: t}
	if w.refuses(sc, f.MemberOf, f) {
		w.consumeUnknown(args...)
		return w.unknown()
	}
	if f.Kind == Conversion {
		w.use(args[0], Object, f)
		i := w.call(Call{Kind: CallConversion, Callee: f, Site: site, Full: site, From: args[0].Type})
		out.made, out.tree = w.temp(t, i, site), w.callTree(f, CallConversion, &args[0], nil)
		return out
	}
	if (f.Special() == CopyCtor || f.Special() == MoveCtor) && len(args) == 1 {
		out.tree = w.copyInto(t, args[0], r.Convs, form, site, kind)
		out.made = w.temp(t, -1, site)
		return out
	}
	var converted []Operand
	if form.list() && u.isListConstructor(f) && len(r.Convs) == 1 && (len(args) != 1 || args[0].Type.Kind != types.Braced) {
		converted = w.listArgument(sc, f, args, site)
	} else {
		start := w.mark()
		converted = w.applyArgs(sc, f, r.Convs, args, site)
		w.constantObject(start, f, args, kind)
	}
	i := -1
	if u.IsTrivial(f) != Yes || len(args) > 0 {
		i = w.call(Call{
			Kind: kind, Callee: f, Site: site, Full: site, NonConstArgs: w.nonConst(args),
			Plain:   (form != InitDirect && len(args) == 0 || form == InitDirect && len(args) == 1 && kind == CallTempCtor) && kind != CallCopy,
			Element: kind == CallCopy,
		})
	}
	if kind == CallParenCtor {
		w.destroy(t, site, CallParenDtor)
	}
	out.made, out.tree = w.temp(t, i, site), w.constructTree(t, f, converted)
	return out
}

// listArgument is the std::initializer_list that the list constructor f takes all of args as.
func (w *walker) listArgument(sc *Scope, f *Func, args []Operand, site Site) []Operand {
	list := w.u.FuncType(f).Params[0].NonRef()
	elem := w.u.initializerListElem(list)
	if elem == nil {
		w.consumeUnknown(args...)
		return args
	}
	list = list.Unqual()
	converted := Operand{Type: list, tree: w.initializerList(sc, list, elem, args, site)}
	w.listObject(w.u.ClassOf(list), site)
	return []Operand{converted}
}

// listObject records the constructor by which the compiler makes a std::initializer_list of a braced list: the library's own
// one that takes the array and its length.
func (w *walker) listObject(c *Class, site Site) {
	if w.facts == nil || c == nil {
		return
	}
	for _, e := range c.Ctors() {
		if f, ok := e.(*Func); ok && !f.Implicit {
			if ft := w.u.FuncType(f); ft.Kind == types.Func && len(ft.Params) == 2 {
				w.call(Call{Kind: CallTempCtor, Callee: f, Site: site, Full: site})
				return
			}
		}
	}
}

// parenthesised initialises an aggregate's bases and members from a list in parentheses, one by one.
func (w *walker) parenthesised(sc *Scope, t *types.Type, c *Class, args []Operand, site Site) *Expr {
	list := w.listTree(t)
	w.in(InInit, func() {
		for i, e := range aggregateElems(c) {
			switch {
			case i < len(args):
				list.part(e.at, w.initCopy(sc, args[i], w.u.elemType(e), w.argSite(sc, args[i], site), CallCopy))
			case e.field != nil:
				w.defaultMember(c, e.field, site)
			default:
				w.emptyInit(sc, w.u.elemType(e), site)
			}
		}
	})
	return list
}

// aggregate initialises an aggregate's bases and members from a list [dcl.init.aggr].
func (w *walker) aggregate(sc *Scope, t *types.Type, elems []Operand, site Site) (list *Expr) {
	w.in(InInit, func() { list = w.fromList(sc, t, elems, site) })
	return list
}

// fromList initialises an array or an aggregate class from a list.
func (w *walker) fromList(sc *Scope, t *types.Type, elems []Operand, site Site) *Expr {
	init := w.u.readList(operands(elems), t)
	list := w.listed(sc, t, init, elems, site)
	rest := elems[init.rest:]
	w.tooMany(rest)
	w.consumeUnknown(rest...)
	if len(rest) > 0 {
		return w.failedTree(t)
	}
	return list
}

// listed initialises the parts of an array or an aggregate class as a list says.
func (w *walker) listed(sc *Scope, t *types.Type, init *listInit, elems []Operand, site Site) *Expr {
	if !w.u.Nest() {
		return w.failedTree(t)
	}
	defer w.u.Unnest()
	list := w.listTree(t)
	if init.unsure {
		list = w.failedTree(t)
	}
	part := func(t *types.Type, p *listPart) {
		if p.init != nil {
			list.part(p.at, Operand{tree: w.listed(sc, t, p.init, elems, site)})
			return
		}
		w.narrowed(elems[p.elem], t)
		list.part(p.at, w.initCopy(sc, elems[p.elem], t, w.argSite(sc, elems[p.elem], site), CallCopy))
	}
	if t.Kind == types.Array {
		for i := range init.parts {
			part(t.Elem, &init.parts[i])
		}
		if t.Len > int64(len(init.parts)) || len(init.parts) == 0 {
			w.defaultInit(sc, t.Elem, site, CallArrayCtor)
		}
		return list
	}
	c := w.u.ClassOf(t)
	if c == nil {
		return list
	}
	init.each(c, func(e aggregateElem, p *listPart) bool {
		switch t := w.u.elemType(e); {
		case p != nil:
			part(t, p)
		case e.field != nil:
			w.defaultMember(c, e.field, site)
		default:
			w.emptyInit(sc, t, site)
		}
		return true
	})
	return list
}

// designatedElem is an element with a designator.
func (w *walker) designatedElem(sc *Scope, e ast.InitElem) Operand {
	o := w.expr(sc, e.X)
	o.Designator = e.Field
	if e.Index != nil {
		n := w.u.Eval(sc, e.Index, EvalOptions{Converted: true})
		o.index = &n
	}
	return o
}

// defaultMember initialises a member that a list leaves out.
func (w *walker) defaultMember(c *Class, f *Field, site Site) {
	if w.facts == nil {
		return
	}
	if f.Dtor != nil && f.Dtor.Init != nil && !f.Bits {
		w.memberInit(c, f, site)
		return
	}
	w.emptyInit(c.inner, w.u.FieldType(f), site)
}

// emptyInit initialises an element that a list leaves out, from an empty list: an aggregate element by element, but not
// where it is an element of an array.
func (w *walker) emptyInit(sc *Scope, t *types.Type, site Site) {
	if c := w.u.ClassOf(t); c != nil && !c.Dependent && w.u.IsAggregate(c) == Yes {
		w.listed(sc, t, new(listInit), nil, site)
		return
	}
	kind := CallSubobject
	if t.Kind == types.Array {
		kind = CallArrayCtor
	}
	w.defaultInit(sc, t, site, kind)
}

// memberInit evaluates a default member initialiser; site is that of the member's own construction.
func (w *walker) memberInit(c *Class, f *Field, site Site) {
	if w.argDepth > 8 {
		return
	}
	if !w.u.begin(&f.initAsked) {
		w.unknownCall(site, "the default member initialiser leads back to itself")
		return
	}
	defer w.u.end(&f.initAsked)
	w.argDepth++
	defer func() { w.argDepth-- }()
	sc := w.u.memberInitScope(c, f)
	init := w.u.parseInit(sc, f.Dtor.Init)
	lambda := w.lambda
	w.lambda = nil
	w.in(InMemberInit|InInit, func() {
		w.initObject(sc, w.u.FieldType(f), init, site, CallMemberCtor)
	})
	w.lambda = lambda
}

// memberInitScope is the scope of a default member initialiser.
func (u *Unit) memberInitScope(c *Class, f *Field) *Scope {
	if this := u.ClassType(c); f.initScope == nil || f.initScope.This != this {
		f.initScope = f.scope.child(BlockScope)
		f.initScope.This = this
	}
	return f.initScope
}

// defaultInit default-initialises an object.
func (w *walker) defaultInit(sc *Scope, t *types.Type, site Site, kind CallKind) {
	if noElements(t) {
		return
	}
	array, plain := false, kind == CallLocalCtor
	for t.Kind == types.Array {
		t, array = t.Elem, true
	}
	c := w.u.ClassOf(t)
	if c == nil || c.Dependent {
		return
	}
	if array && kind == CallLocalCtor {
		kind = CallArrayCtor
	}
	array = array || kind == CallArrayCtor
	r := w.u.ConstructorFor(c, nil, InitDefault)
	switch r.Status {
	case Resolved:
		if w.u.IsTrivial(r.Func) == Yes {
			return
		}
		w.applyArgs(sc, r.Func, nil, nil, site)
		w.call(Call{
			Kind: kind, Callee: r.Func, Site: site, Full: site, Array: array,
			Plain: plain, Element: kind == CallSubobject || kind == CallArrayCtor && !plain,
		})
	case ResolvedAggregate:
	default:
		w.unknownCall(site, "which constructor is called is not known: "+r.Reason)
	}
}

func (w *walker) initArray(sc *Scope, t *types.Type, elems []Operand, site Site) *Expr {
	if len(elems) == 1 && elems[0].String {
		return elems[0].tree
	}
	return w.fromList(sc, t, elems, site)
}

// initObject initialises an object of a declared type from a written initialiser. Of a scalar or reference it returns the value.
func (w *walker) initObject(sc *Scope, t *types.Type, init *ast.Init, site Site, kind CallKind) Operand {
	o := w.initOperand(sc, t, init, site, kind)
	if o.tree == nil && init != nil {
		o.tree = w.failedTree(t)
	}
	return o
}

func (w *walker) initOperand(sc *Scope, t *types.Type, init *ast.Init, site Site, kind CallKind) Operand {
	if init == nil {
		w.defaultInit(sc, t, site, kind)
		return Operand{Type: t, node: w.flow.constant(NodeUninit)}
	}
	args := w.exprs(sc, init.Args)
	switch init.Kind {
	case ast.InitEq:
		if len(args) != 1 {
			w.consumeUnknown(args...)
			return Operand{Type: t}
		}
		return w.initEqual(sc, t, args[0], site, kind)
	case ast.InitParen:
		if t.Kind == types.Class || t.Kind == types.Auto {
			return w.claimed(t, w.construct(sc, t, args, InitDirect, site, kind))
		}
		if t.Kind == types.Array && w.u.std >= 20 && (len(args) > 1 || len(args) == 1 && args[0].Type.Kind != types.Array) {
			return Operand{Type: t, tree: w.initArray(sc, t, args, site)}
		}
		switch len(args) {
		case 0:
			return Operand{Type: t, tree: w.simpleTree(ExprZero)}
		case 1:
			return w.initCopy(sc, args[0], t, site, kind)
		}
		w.consumeUnknown(args...)
	default:
		if t.Kind == types.Array {
			return Operand{Type: t, tree: w.initArray(sc, t, args, site)}
		}
		form := InitListDirect
		if init.Kind == ast.InitEqBrace {
			form = InitListCopy
		}
		if t.Kind == types.Class || t.Kind == types.Auto || t.IsDependent() || t.Kind == types.Unknown {
			return w.claimed(t, w.construct(sc, t, args, form, site, kind))
		}
		switch {
		case len(args) == 1:
			return w.initCopy(sc, args[0], t, site, kind)
		case t.IsRef():
			return Operand{Type: t, tree: w.construct(sc, t.Elem.Unqual(), args, form, site, CallTempCtor).tree}
		case len(args) == 0:
			return Operand{Type: t, tree: w.simpleTree(ExprZero)}
		}
		w.consumeUnknown(args...)
	}
	return Operand{Type: t}
}

// initEqual is the initialisation of an object by = o.
func (w *walker) initEqual(sc *Scope, t *types.Type, o Operand, site Site, kind CallKind) Operand {
	if t.Kind == types.Array {
		if o.Type.Kind == types.Braced {
			return Operand{Type: t, tree: w.initArray(sc, t, o.Braced, site)}
		}
		if !o.String {
			w.consumeUnknown(o)
		}
		return Operand{Type: t, tree: o.tree}
	}
	if p := w.decayed(o); t.IsDependent() && (t.Kind == types.Pointer || t.Kind == types.LRef) && p.address {
		w.addressUse(p)
		return Operand{Type: t}
	}
	return w.initCopy(sc, o, t, site, kind)
}

// claimed is the initialisation of an object of declared type t by what construct made.
func (w *walker) claimed(t *types.Type, made Operand) Operand {
	w.claim(made)
	return Operand{Type: t, tree: made.tree}
}

// initializerList converts the elements of a braced list to those of a std::initializer_list of type t.
func (w *walker) initializerList(sc *Scope, t, elem *types.Type, args []Operand, site Site) *Expr {
	converted := make([]Operand, len(args))
	for i, a := range args {
		converted[i] = w.initCopy(sc, a, elem, w.argSite(sc, a, site), CallCopy)
	}
	if !w.typing {
		return nil
	}
	return &Expr{Op: ExprInitializerList, Type: t, Args: treesOf(converted)}
}

// varInit initialises a variable by its declarator.
func (w *walker) varInit(sc *Scope, v *Var, dt *ast.Declarator, site Site) {
	u := w.u
	t := u.VarType(v)
	_, init := u.variableDeclarator(sc, dt)
	init = u.parseInit(sc, init)
	w.effects++
	mark := len(w.full)
	ctx := InInit
	if v.Constexpr {
		ctx |= Constant | ConstexprInit
	}
	if v.Func != nil && !automatic(v) {
		ctx |= InStatic
	}
	w.in(ctx, func() {
		if init == nil && v.Kind == LocalExtern {
			return
		}
		outer := w.staticInit
		w.staticInit = v.Kind != LocalVar
		w.constantInit(sc, v, t, init)
		o := w.initObject(sc, t, init, site, CallLocalCtor)
		w.staticInit = outer
		w.emit(Stmt{Op: StmtDecl, Var: v, X: o.tree})
		if v.Kind == LocalVar {
			w.flow.assign(w.flow.variable(v), w.flow.argument(o, t), t, w.ctx, site)
		}
	})
	w.endFull(mark)
}

// deduceVar is the type of a variable declared with a placeholder.
func (u *Unit) deduceVar(sc *Scope, t *types.Type, init *ast.Init, spec *ast.Specifiers) *types.Type {
	if init == nil {
		return u.T.Unknown()
	}
	init = u.parseInit(sc, init)
	w := &walker{u: u, f: sc.Func, lambda: sc.Lambda}
	if !u.enterDeep() {
		return u.T.Unknown()
	}
	defer u.leave()
	args := w.exprs(sc, init.Args)
	if tmpl := placeholderTemplate(t); tmpl != nil {
		form := InitDirect
		switch init.Kind {
		case ast.InitEq:
			form = InitCopy
		case ast.InitBrace:
			form = InitListDirect
		case ast.InitEqBrace:
			form = InitListCopy
		}
		if anyOperandDependent(args) {
			return u.T.Dependent("deduced:"+u.tokenKey(sc, init.Span), nil, nil)
		}
		if len(args) == 1 {
			if c := u.ClassOf(args[0].Type); c != nil && c.Template == tmpl {
				return u.replaceAuto(t, u.ClassType(c))
			}
		}
		c, ok := u.deduceClass(tmpl, args, form)
		if ok != Yes || c == nil {
			return u.T.Unknown()
		}
		return u.replaceAuto(t, u.ClassType(c))
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
		return u.decltype(sc, init.Args[0])
	}
	return u.deduceAuto(t, args[0])
}

func placeholderTemplate(t *types.Type) *Template {
	for t != nil {
		if t.Kind == types.Auto {
			tmpl, _ := t.Decl.(*Template)
			return tmpl
		}
		t = t.Elem
	}
	return nil
}

// replaceAuto is t with its placeholder replaced.
func (u *Unit) replaceAuto(t, by *types.Type) *types.Type {
	if t.Kind == types.Auto {
		return u.T.Qualify(by, t.CV)
	}
	if !hasAuto(t) {
		return t
	}
	return u.T.Rebuild(t, func(p *types.Type) *types.Type { return u.replaceAuto(p, by) })
}

func (u *Unit) deduceInitializerList(elems []Operand) *types.Type {
	if len(elems) == 0 {
		return u.T.Unknown()
	}
	var t *types.Type
	for _, e := range elems {
		if isDependent(e) {
			return u.T.Dependent("list", nil, nil)
		}
		if e.isUnknown() || e.Set != nil || e.Type.Kind == types.Braced {
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
func (u *Unit) initializerListOf(t *types.Type) *types.Type {
	ns := u.Global.children[u.syms.std]
	if ns == nil {
		return u.T.Unknown()
	}
	f := u.lookupDirect(ns, u.syms.initializerList, maxOrd)
	for _, e := range f.Entities {
		if tm, ok := e.(*Template); ok {
			if args := u.completeArgs(tm, []types.Arg{{Kind: types.TypeArg, Type: t}}); args != nil {
				return u.ClassType(u.instantiateClass(tm, args))
			}
		}
	}
	return u.T.Unknown()
}

// ---- new and delete

func (w *walker) newExpr(sc *Scope, e *ast.New) Operand {
	u := w.u
	n := newObject{site: w.site(sc, e), form: InitDefault}
	place := w.exprs(sc, e.Placement)
	n.typ = u.resolveTypeID(sc, e.Type)
	w.specConstants(sc, &e.Type.Spec)
	w.writtenType(sc, &e.Type.Spec)
	w.newQualifiers(sc, e)
	w.newBounds(sc, e)
	constants := InInit
	if n.typ.IsScalar() || n.typ.Kind == types.Class {
		constants = 0 // no front end looks for constants there, but in the elements of aggregates
	}
	if e.Init != nil {
		w.in(constants, func() { n.args, n.form = w.newArgs(sc, e.Init) })
	}
	if n.typ.IsDependent() || anyOperandDependent(n.args) || anyOperandDependent(place) {
		w.consumeUnknown(append(n.args, place...)...)
		w.dependentCall(n.site)
		return w.dependentExpr(sc, e)
	}
	if hasAuto(n.typ) {
		n.typ = u.deduceNew(n.typ, n.args)
	}
	placed := w.consumeUnknownPlacement(place)
	elem := n.typ
	for elem.Kind == types.Array {
		elem = elem.Elem
	}
	old := w.ctx
	w.ctx |= constants
	defer func() { w.ctx = old }()
	array := n.typ.Kind == types.Array
	w.operatorNew(sc, elem, array, place, n.site, e.Global)
	if u.ClassOf(elem) != nil {
		w.initNewClass(sc, n, elem)
	} else {
		w.initNewScalar(sc, n)
		if n.typ.Kind == types.Unknown {
			w.unknownCall(n.site, "the type is not known")
			return w.unknown()
		}
	}
	w.effects++
	node := w.flow.made(n.typ, placed, w.ctx, n.site)
	made := n.typ
	if array {
		made = made.Elem
	}
	return Operand{Type: u.T.Pointer(made), node: node, tree: w.simpleTree(ExprNew)}
}

// newObject is what a new-expression makes.
type newObject struct {
	typ  *types.Type
	args []Operand
	form InitForm
	site Site
}

// newArgs are what a new object is initialised from.
func (w *walker) newArgs(sc *Scope, i *ast.Init) ([]Operand, InitForm) {
	form := InitDirect
	if i.Kind == ast.InitBrace {
		form = InitListDirect
	}
	return w.exprs(sc, w.u.parseInit(sc, i).Args), form
}

// newBounds walks the bounds of a new array.
func (w *walker) newBounds(sc *Scope, e *ast.New) {
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

// deduceNew is the type of new auto(x).
func (u *Unit) deduceNew(t *types.Type, args []Operand) *types.Type {
	if len(args) != 1 {
		return u.T.Unknown()
	}
	return u.deduceAuto(t, args[0])
}

// initNewClass initialises a new object of a class, or a new array of such.
func (w *walker) initNewClass(sc *Scope, n newObject, elem *types.Type) {
	switch array := n.typ.Kind == types.Array; {
	case array && len(n.args) > 0:
		w.initArray(sc, n.typ, n.args, n.site)
	case array:
		w.defaultInit(sc, w.u.T.Array(elem, types.NoLen), n.site, CallNewCtor)
	case n.form == InitDefault:
		w.defaultInit(sc, elem, n.site, CallNewCtor)
	default:
		kind := CallNewCtor
		if n.form == InitListDirect {
			kind = CallTempCtor // new T{x} is not checked as new T(x) is
		}
		w.claim(w.construct(sc, elem, n.args, n.form, n.site, kind))
	}
}

// initNewScalar initialises a new value that is no class's, or an array of such.
func (w *walker) initNewScalar(sc *Scope, n newObject) {
	for _, a := range n.args {
		if n.typ.Kind != types.Unknown && n.typ.Kind != types.Array && !w.definition() {
			w.initCopy(sc, a, n.typ, n.site, CallCopy)
			continue
		}
		if n.form == InitListDirect {
			a = w.settled([]Operand{a})[0]
		}
		w.consumeUnknown(a)
	}
}

// consumeUnknownPlacement uses the placement arguments of a new-expression, and returns what is known of them.
func (w *walker) consumeUnknownPlacement(place []Operand) []Node {
	nodes := make([]Node, len(place))
	for i, p := range place {
		if w.definition() || p.isUnknown() || p.Set != nil || p.Type.Kind == types.Class {
			w.consumeUnknown(p)
			continue
		}
		nodes[i] = w.load(p).node
	}
	return nodes
}

// operatorNew records the allocation function that a new-expression calls, but for those that every program has on both
// sides: the class's own one, or else the global one that takes the placement arguments.
func (w *walker) operatorNew(sc *Scope, elem *types.Type, array bool, place []Operand, site Site, global bool) {
	sym := w.u.syms.operatorNew
	if array {
		sym = w.u.syms.operatorNewArray
	}
	c := w.u.ClassOf(elem)
	var found Found
	if c != nil && !global {
		found = w.u.lookupMember(c, sym)
	}
	if found.State == NotFound && len(place) > 0 {
		found = w.u.lookupDirect(w.u.Global, sym, sc.Ord)
	}
	if found.State != FoundOK {
		return
	}
	set := &OverloadSet{Cands: found.Entities, NamingClass: found.Class, Incomplete: found.Incomplete}
	args := append([]Operand{{Type: w.u.T.Basic(ast.ULong)}}, place...)
	if f, _ := chosen(w.u.resolveCall(set, nil, args)); f != nil {
		w.call(Call{Kind: CallOperatorNew, Callee: f, Site: site, Full: site})
	}
}

// ReplacesNew reports whether a new-expression of type t may call an allocation function that is not the library's: a member of
// the class, or one that the unit declares itself.
func (u *Unit) ReplacesNew(t *types.Type) bool {
	array := t.Kind == types.Array
	for t.Kind == types.Array {
		t = t.Elem
	}
	sym := u.syms.operatorNew
	if array {
		sym = u.syms.operatorNewArray
	}
	if c := u.ClassOf(t); c != nil && u.lookupMember(c, sym).State != NotFound {
		return true
	}
	return slices.ContainsFunc(u.lookupDirect(u.Global, sym, maxOrd).Entities, func(e Entity) bool { return !e.Site().IsZero() && !e.Site().Chunk.System })
}

// memberDeallocator is the class's usual deallocation function [basic.stc.dynamic.deallocation]: the one that takes a pointer alone,
// else the one that takes the size as well; nil when it has none.
func (u *Unit) memberDeallocator(c *Class, sym token.Sym) *Func {
	var sized *Func
	for _, e := range u.lookupMember(c, sym).Entities {
		f, ok := e.(*Func)
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

func (w *walker) deleteExpr(sc *Scope, e *ast.Delete) Operand {
	u := w.u
	o := w.expr(sc, e.X)
	site := w.site(sc, e)
	void := Operand{Type: u.T.Basic(ast.Void)}
	if isDependent(o) {
		w.use(o, UnknownUse, nil)
		w.dependentCall(site)
		return void
	}
	if o.Type.Kind == types.Class {
		c := u.convertTo(o, func(t *types.Type) bool { return t.Kind == types.Pointer }, false)
		o = w.apply(sc, o, c, c.To, site, CallTempCtor)
	} else {
		o = w.load(o)
	}
	w.effects++
	w.flow.deleted(o.node, w.ctx, site)
	if o.Type.Kind != types.Pointer {
		if o.isUnknown() {
			w.unknownCall(site, reasonArgument)
		}
		return void
	}
	t := o.Type.Elem
	if e.Array {
		t = u.T.Array(t, types.NoLen)
	}
	if c := u.ClassOf(elementOf(t)); c != nil && !c.Dependent && c.Destructor() != nil {
		w.refuses(sc, c, c.Destructor())
	}
	w.destroy(t, site, CallDeleteDtor)
	for t.Kind == types.Array {
		t = t.Elem
	}
	if c := u.ClassOf(t); c != nil && !e.Global {
		sym := u.syms.operatorDelete
		if e.Array {
			sym = u.syms.operatorDeleteArray
		}
		d := c.Destructor()
		if e.Array || d == nil || u.IsVirtual(d) != Yes { // else the destructor that the vtable leads to does it
			if f := u.memberDeallocator(c, sym); f != nil {
				w.call(Call{Kind: CallOperatorDelete, Callee: f, Site: site, Full: site, Array: e.Array})
			}
		}
	}
	return void
}

// memberSite is the declarator of a member with an initialiser.
func memberSite(f *Field) Site { return Site{f.scope.Chunk, f.Dtor.Span} }
