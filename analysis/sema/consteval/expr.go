package consteval

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// evaluator evaluates one expression or initialiser.
type evaluator struct {
	u   *Model
	opt sema.EvalOptions
	// globals are the variables with static storage that the evaluation has read.
	globals map[*sema.Var]*object
	frame   *frame
	// slots are what the innermost range-based for loop keeps.
	slots *[sema.SlotElement + 1]result
	// voidDone: the last call of a void function came back.
	voidDone bool
	// dynamic: a function that is not constexpr was called, or something else done that no constant evaluation can.
	dynamic bool
	// unsettled: __builtin_is_constant_evaluated() was called where nobody knows.
	unsettled bool
	// kept makes the object that a reference with static storage duration is bound to: no evaluation destroys it.
	kept *sema.Expr
}

// frame is one call of a constexpr function.
type frame struct {
	fn     *sema.Func
	locals map[*sema.Var]*object
	this   *object
	outer  *frame
}

// result is what an expression evaluates to: a scalar's value, or an object for class prvalues and for glvalues.
type result struct {
	types.Value
	obj    *object
	ptr    *place
	lvalue bool
	typ    *types.Type
}

func unknownOf(t *types.Type) result { return result{Value: types.Value{Type: t}, typ: t} }

func scalar(v types.Value) result { return result{Value: v, typ: v.Type} }

func dependent(key string) result { return result{Value: dependentValue(key)} }

func (r result) isDependent() bool { return r.Kind == types.DependentValue }

// known reports whether r is a scalar with a value, or an object.
func (r result) known() bool { return r.obj != nil || r.ptr != nil || r.IsKnown() }

// newEvaluator begins an evaluation; nil when evaluations are nested too deeply or have run too long.
func (u *Model) newEvaluator(opt sema.EvalOptions) (*evaluator, func()) {
	c := &u.Consts
	if c.Depth == 0 {
		u.evals.steps, u.evals.parts = 0, 0
	}
	if c.Depth >= sema.MaxEvalDepth || u.evals.steps > sema.MaxEvalSteps {
		c.Cut++
		return nil, nil
	}
	c.Depth++
	return &evaluator{u: u, opt: opt, globals: make(map[*sema.Var]*object)}, func() { c.Depth-- }
}

// step counts one unit of work; false ends the evaluation.
func (ev *evaluator) step() bool {
	c := &ev.u.evals
	if c.steps++; c.steps > sema.MaxEvalSteps || c.steps%stepsPerStep == 0 && !ev.u.Spend(1) {
		ev.u.Consts.Cut++
		return false
	}
	return true
}

// stepsPerStep is how many steps of an evaluation are one of the unit's: a text may ask for any number of evaluations.
const stepsPerStep = 4

// room counts n parts of objects that are to be made; false ends the evaluation. What is made is kept until it ends.
func (ev *evaluator) room(n int) bool {
	c := &ev.u.evals
	if c.parts += n; c.parts > sema.MaxEvalParts {
		ev.u.Consts.Cut++
		return false
	}
	return true
}

// ---- Expressions

// expr evaluates an expression without the lvalue-to-rvalue conversion.
func (ev *evaluator) expr(x *sema.Expr) result {
	if x == nil || !ev.step() || !ev.u.EnterDeep() {
		return result{}
	}
	defer ev.u.LeaveDeep()
	switch x.Op {
	case sema.ExprConst:
		return ev.literal(x)
	case sema.ExprName:
		return ev.name(x)
	case sema.ExprThis:
		return ev.this(x)
	case sema.ExprSlot:
		if ev.slots != nil {
			return ev.slots[x.Slot]
		}
	case sema.ExprUnary:
		return ev.unary(x)
	case sema.ExprBinary:
		return ev.binary(x)
	case sema.ExprConditional:
		return ev.conditional(x)
	case sema.ExprIndex:
		return ev.index(x)
	case sema.ExprMember:
		return ev.member(x)
	case sema.ExprCast:
		return ev.cast(x)
	case sema.ExprCall:
		return ev.call(x)
	case sema.ExprBuiltin:
		return ev.builtin(x)
	case sema.ExprConstruct, sema.ExprList, sema.ExprInitializerList, sema.ExprZero:
		return ev.made(x)
	case sema.ExprQuery:
		return ev.query(x)
	case sema.ExprLambda:
		return ev.closure(x)
	case sema.ExprNew:
		ev.dynamic = ev.dynamic || ev.frame == nil || ev.u.Std < 20 // what is allocated stays allocated
	case sema.ExprThrow:
		ev.dynamic = true
		return unknownOf(ev.u.T.Basic(ast.Void))
	}
	return ev.opaque(x)
}

func (ev *evaluator) literal(x *sema.Expr) result {
	if x.Value.Kind == types.StringValue {
		return result{obj: ev.textObject(*x.Value), lvalue: true, typ: x.Type}
	}
	return scalar(*x.Value)
}

func (ev *evaluator) this(x *sema.Expr) result {
	if ev.frame == nil || ev.frame.this == nil {
		ev.dynamic = ev.dynamic || ev.frame == nil // who calls the function says what it is
		return ev.opaque(x)
	}
	return ev.addressOf(ev.frame.this)
}

// opaque is an expression that is not evaluated: its type may be known, its value is not, but whether it is dependent
// matters.
func (ev *evaluator) opaque(x *sema.Expr) result {
	switch {
	case x.Dependent:
		return ev.dependent(x)
	case x.Type == nil:
		return result{}
	case x.Value != nil && x.Value.IsKnown():
		return scalar(*x.Value)
	}
	return unknownOf(x.Type)
}

// dependent is the value of an expression that depends on template parameters; its key is what is written.
func (ev *evaluator) dependent(x *sema.Expr) result {
	if x.Scope == nil {
		return result{}
	}
	return dependent(ev.u.TokenKey(x.Scope, x.Syntax.Pos()))
}

// addressOf is the address of an object.
func (ev *evaluator) addressOf(o *object) result {
	t := ev.u.T.Pointer(o.typ)
	return result{ptr: &place{obj: o}, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}
}

// closure is a lambda's closure: an object where it captures nothing, and as constant as what it captures by copy.
func (ev *evaluator) closure(x *sema.Expr) result {
	c := ev.u.ClassOf(x.Type)
	switch {
	case c == nil || c.Lambda == nil:
	case !ev.u.Captures(c.Lambda) || ev.captures(x.Scope, c.Lambda):
		return result{obj: ev.newObject(x.Type), typ: x.Type}
	}
	return ev.opaque(x)
}

// captures evaluates what a lambda captures, and reports whether all of that are certain values: its closure is as constant as that.
func (ev *evaluator) captures(sc *sema.Scope, l *sema.Lambda) (known bool) {
	known = true
	for i := range l.Expr.Captures {
		c := &l.Expr.Captures[i]
		switch {
		case c.This:
			known = false
			ev.captureRef()
		case c.Init != nil:
			for _, v := range ev.u.InitCaptures(l) {
				if v.Spelling != c.Sym {
					continue
				}
				for _, e := range v.Each() {
					r := ev.expr(ev.u.TypedInit(e.Scope, e.Type, c.Init))
					o := ev.newObject(e.Type)
					if known = known && !c.ByRef && r.known() && ev.store(o, r); known {
						ev.globals[e] = o
					}
				}
			}
		default:
			for _, e := range ev.u.LookupUnqualified(sc, c.Sym).Entities {
				if v, ok := e.(*sema.Var); ok {
					known = ev.capture(v, c.ByRef) && known
				}
			}
		}
	}
	if l.Expr.Default == token.EOF || ev.u.Facts(l.Operator()) == nil {
		return known && l.Expr.Default == token.EOF
	}
	for _, c := range l.Captures {
		switch {
		case !c.Implicit:
		case c.This:
			known = false
			ev.captureRef()
		case !c.ByRef || ev.u.UsableInConstantExpr(c.Var) == sema.No || ev.u.VarType(c.Var).Kind == types.Array:
			known = ev.capture(c.Var, c.ByRef) && known // else its value alone may be what is used
		}
	}
	return known
}

// capture evaluates the capture of a variable, and reports whether that is a certain value.
func (ev *evaluator) capture(v *sema.Var, byRef bool) bool {
	switch {
	case !byRef:
		return ev.load(ev.variable(v)).IsKnown()
	case ev.u.VarType(v).IsRef() || v.Kind == sema.BindingVar:
		ev.variable(v)
	default:
		ev.captureRef() // it is automatic, else nothing captures it
	}
	return false
}

// captureRef notes the capture of what stands nowhere before the function around runs.
func (ev *evaluator) captureRef() { ev.dynamic = ev.dynamic || ev.frame == nil }

func (ev *evaluator) tri(t sema.Tri, x *sema.Expr, mayDepend bool) result {
	b := ev.u.T.Basic(ast.Bool)
	switch t {
	case sema.Yes:
		return scalar(constant.Int(b, 1))
	case sema.No:
		return scalar(constant.Int(b, 0))
	}
	if mayDepend {
		return ev.dependent(x)
	}
	return unknownOf(b)
}

// name evaluates an id-expression.
func (ev *evaluator) name(x *sema.Expr) result {
	u := ev.u
	switch e := x.Entity.(type) {
	case *sema.Enumerator:
		v := u.EnumeratorValue(e)
		if v.Type == nil {
			v.Type = u.EnumType(e.Enum)
		}
		if n := u.InsideDefinition(e); n != nil {
			v.Type = n
		}
		return scalar(v)
	case *sema.Var:
		return ev.variable(e)
	case *sema.TemplateParam:
		return ev.templateParam(e)
	case *sema.Func:
		t := u.FuncType(e)
		return result{Value: types.Value{Kind: types.AddressValue, Entity: e, Type: t}, typ: t}
	}
	return ev.opaque(x)
}

func (ev *evaluator) templateParam(p *sema.TemplateParam) result {
	u := ev.u
	if p.Bound == nil || p.Bound.Kind == types.PackArg {
		v := types.Value{Kind: types.DependentValue, Depth: p.Depth, Index: p.Index}
		return result{Value: v}
	}
	if p.Bound.Kind != types.ValueArg {
		return result{}
	}
	v := p.Bound.Value
	if v.Kind == types.DependentValue {
		return result{Value: v}
	}
	t := v.Type
	if t == nil {
		t = u.DeclaratorType(p.Scope, &p.Decl.Spec, &p.Decl.Decl)
		if t.Kind == types.Auto || t.IsDependent() {
			t = nil
		}
		v.Type = t
	}
	return ev.internal(v)
}

// variable evaluates a variable's name.
func (ev *evaluator) variable(v *sema.Var) result {
	u := ev.u
	if ev.frame != nil {
		if o := ev.frame.locals[v]; o != nil {
			return ev.lvalueOf(o, o.typ)
		}
	}
	t := u.VarType(v)
	if t == nil || t.Kind == types.Unknown {
		return result{}
	}
	if u.variableDependent(v, t) {
		return dependent("v:" + v.EntityName())
	}
	switch {
	case v.Kind == sema.ParamVar:
		ev.dynamic = ev.dynamic || !t.IsScalar() // of a scalar, what reads it says so
		if t.Kind == types.Class || t.IsScalar() {
			return ev.lvalueOf(ev.argument(v, t), t)
		}
		return unknownOf(t.NonRef())
	case v.Bound != nil:
		return ev.binding(v, t)
	case v.Kind == sema.BindingVar:
		if d := v.BindingDecl; d.Ref == ast.OpPointer {
			ev.dynamic = ev.dynamic || sema.Automatic(v)
		} else if !v.InRange && d.Init != nil && len(d.Init.Args) == 1 {
			ev.expr(u.TypedExpr(v.Scope, d.Init.Args[0])) // a part of that is what is named
		}
		return unknownOf(t.NonRef())
	}
	o := ev.global(v)
	if o == nil {
		return unknownOf(t.NonRef())
	}
	if t.IsRef() && v.Kind == sema.LocalVar && (v.InRange || o.ptr != nil && o.ptr.obj.automatic()) {
		ev.dynamic = true
		return unknownOf(t.NonRef())
	}
	return ev.lvalueOf(o, t)
}

// binding is what a structured binding outside of bodies names a part of type t of: an element, or a member.
func (ev *evaluator) binding(v *sema.Var, t *types.Type) result {
	if !ev.u.Nest() {
		return unknownOf(t.NonRef())
	}
	defer ev.u.Unnest()
	o := ev.variable(v.Bound).obj
	for o != nil && o.class != nil && ev.expand(o) && len(o.class.Fields()) == 0 && len(o.parts) == 1 {
		o = o.parts[0]
	}
	if o == nil || t.IsRef() || !ev.expand(o) {
		return unknownOf(t.NonRef())
	}
	at := v.Index
	if o.class != nil {
		at += len(o.class.Bases())
	}
	if at >= len(o.parts) {
		return unknownOf(t.NonRef())
	}
	return ev.lvalueOf(o.parts[at], t)
}

// argument is the object of a parameter, of whose value nothing is known. A member that does not look at it, such as
// the conversion of a std::integral_constant, has a value all the same.
func (ev *evaluator) argument(v *sema.Var, t *types.Type) *object {
	o := ev.globals[v]
	if o == nil {
		o = ev.newObject(t)
		o.entity, o.opaque = v, true
		ev.globals[v] = o
	}
	return o
}

// variableDependent reports whether a variable's value may depend on unbound template parameters.
func (u *Model) variableDependent(v *sema.Var, t *types.Type) bool {
	if t.IsDependent() {
		return true
	}
	if v.MemberOf != nil && v.MemberOf.Dependent {
		return true
	}
	return v.Scope != nil && v.Kind != sema.ParamVar && u.DependentScope(v.Scope)
}

// global is the object of a variable that does not belong to the evaluation: with its constant value where it has one that
// may be used, opaque otherwise.
func (ev *evaluator) global(v *sema.Var) *object {
	if o, ok := ev.globals[v]; ok {
		return o
	}
	u := ev.u
	t := u.VarType(v)
	if t == nil || t.IsUnknown() || t.IsDependent() {
		return nil
	}
	key := globalKey{v, ev.opt.Runtime}
	if c, ok := u.evals.globals[key]; ok {
		ev.globals[v] = c.obj
		ev.dynamic = ev.dynamic || c.dynamic
		return c.obj
	}
	o := ev.newObject(t)
	o.entity = v
	ev.globals[v] = o
	if u.usableByDeclaration(v) != sema.Yes {
		o.opaque = !ev.constantMembers(v, t)
		if o.opaque {
			dynamic := v.Kind == sema.LocalVar && sema.Automatic(v)
			ev.dynamic = ev.dynamic || dynamic
			u.keepGlobal(key, o, dynamic) // one object for each variable, so that all addresses of it are equal
			return o
		}
	}
	if v.State == sema.EvalDone && v.Value.Kind != types.AggregateValue && v.Value.IsKnown() && !t.IsRef() && t.Kind != types.Pointer {
		o.val = v.Value
		return o
	}
	if u.initBusy(v) {
		u.Consts.Cut++
		o.opaque = true
		return o
	}
	defer u.initDone(v)
	ev.initGlobal(o, v, key)
	return o
}

// keepGlobal remembers the object of a variable for other evaluations.
func (u *Model) keepGlobal(key globalKey, o *object, dynamic bool) {
	if u.evals.globals == nil {
		u.evals.globals = make(map[globalKey]initialised)
	}
	o.freeze()
	u.evals.globals[key] = initialised{o, dynamic}
}

// initGlobal gives the object of a variable its initial value, in no frame.
func (ev *evaluator) initGlobal(o *object, v *sema.Var, key globalKey) {
	u := ev.u
	vd := u.InitDecl(v)
	if vd == nil {
		o.opaque = !v.Constexpr || !ev.defaultInit(o)
		return
	}
	cut, frame, dynamic, unsettled, manifest := u.Consts.Cut, ev.frame, ev.dynamic, ev.unsettled, ev.opt.Manifest
	ev.frame, ev.dynamic, ev.unsettled = nil, false, false
	ev.opt.Manifest = v.Constexpr || !sema.Automatic(v) || o.typ.IsScalar() // whoever asks
	if !ev.initialise(o, vd) {
		if o.typ.Kind == types.Class || o.typ.Kind == types.Array {
			o.opaque, o.parts = true, nil
		}
	}
	ev.dynamic = ev.dynamic || ev.unsettled
	if u.Consts.Cut == cut && !u.Exhausted() {
		u.keepGlobal(key, o, ev.dynamic)
	}
	ev.frame, ev.dynamic, ev.unsettled, ev.opt.Manifest = frame, ev.dynamic || dynamic, unsettled, manifest
}

// constantMembers reports whether a const object that is not constexpr is worth initialising: front ends fold members of
// const objects of literal type, unless these are themselves members of class templates.
func (ev *evaluator) constantMembers(v *sema.Var, t *types.Type) bool {
	if !t.IsConst() || t.IsVolatile() || v.OfInstance() && sema.ElementOf(t).Kind == types.Class {
		return false
	}
	if ev.opt.Runtime && (t.Kind == types.Array || t.Kind == types.Class) {
		return true
	}
	return t.Kind == types.Pointer || t.IsFloating()
}

// ---- Operators

// member evaluates a data member of an object.
func (ev *evaluator) member(x *sema.Expr) result {
	f := x.Entity.(*sema.Field)
	r := ev.expr(x.Args[0])
	if r.isDependent() {
		return ev.dependent(x)
	}
	t := ev.u.FieldType(f)
	if r.obj == nil {
		return unknownOf(t.NonRef())
	}
	return ev.lvalueOf(ev.field(r.obj, f), t)
}

// ---- sizeof and the like

// query evaluates what asks about types and expressions without evaluating them.
func (ev *evaluator) query(x *sema.Expr) result {
	u := ev.u
	switch e := x.Syntax.(type) {
	case *ast.Query:
		if e.Kind == ast.Noexcept {
			return ev.noexcept(x, e)
		}
		return scalar(u.sizeQuery(x.Scope, e))
	case *ast.Trait:
		if v := u.Trait(x.Scope, e); v.Kind != types.UnknownValue || v.Type != nil {
			return scalar(v)
		}
	case *ast.RequiresExpr:
		return ev.tri(u.RequiresExpr(x.Scope, e), x, u.DependentScope(x.Scope))
	}
	return ev.opaque(x)
}

func (ev *evaluator) noexcept(x *sema.Expr, e *ast.Query) result {
	boolType := ev.u.T.Basic(ast.Bool)
	if e.X == nil {
		return unknownOf(boolType)
	}
	switch ev.u.CannotThrow(x.Scope, e.X) {
	case sema.Yes:
		return scalar(constant.Int(boolType, 1))
	case sema.No:
		return scalar(constant.Int(boolType, 0))
	}
	if ev.u.TypeOf(x.Scope, e.X).Dependent {
		return ev.dependent(x)
	}
	return unknownOf(boolType)
}

// sizeQuery is sizeof, alignof or sizeof....
func (u *Model) sizeQuery(sc *sema.Scope, e *ast.Query) types.Value {
	sizeType := u.T.Basic(ast.ULong)
	dependent := types.Value{Kind: types.DependentValue, Type: sizeType, Index: -1}
	switch e.Kind {
	case ast.Sizeof, ast.Alignof:
		var t *types.Type
		if e.Type != nil && (e.X == nil || u.IsType(sc, e.Type)) {
			t = u.ResolveTypeID(sc, e.Type)
		} else if e.X != nil {
			o := u.TypeOf(sc, e.X)
			t = o.Type
			if o.Dependent && (t == nil || !t.IsDependent()) {
				return dependentValue(u.TokenKey(sc, e.Span))
			}
			if e.Kind == ast.Alignof || o.Bits {
				if f, ok := o.Entity.(*sema.Field); ok && (o.Bits || f != nil) || o.Entity != nil {
					return types.Value{Type: sizeType} // an entity's own alignment may be greater than its type's
				}
			}
		}
		switch {
		case t == nil:
			return types.Value{Type: sizeType}
		case t.IsDependent():
			dependent.Key = u.TokenKey(sc, e.Span)
			return dependent
		}
		elem := t.NonRef()
		if e.Kind == ast.Alignof {
			for elem.Kind == types.Array {
				elem = elem.Elem
			}
		}
		size, align, ok := u.Size(elem)
		if !ok {
			return types.Value{Type: sizeType}
		}
		if e.Kind == ast.Alignof {
			size = align
		}
		return constant.Int(sizeType, size)
	case ast.SizeofPack:
		v := u.sizeofPack(sc, e.Sym)
		if v.Kind == types.DependentValue {
			v.Key = u.TokenKey(sc, e.Span)
		}
		v.Type = sizeType
		return v
	}
	return types.Value{}
}

func (u *Model) sizeofPack(sc *sema.Scope, sym token.Sym) types.Value {
	found := u.LookupUnqualified(sc, sym)
	if found.State != sema.FoundOK {
		return types.Value{}
	}
	switch e := found.Entities[0].(type) {
	case *sema.TemplateParam:
		if e.Bound != nil && e.Bound.Kind == types.PackArg && !slices.ContainsFunc(e.Bound.Pack, sema.IsExpansionArg) {
			return types.Value{Kind: types.IntValue, Int: int64(len(e.Bound.Pack))}
		}
		if e.Bound == nil || slices.ContainsFunc(e.Bound.Pack, sema.IsExpansionArg) {
			return dependentValue("")
		}
	case *sema.Var:
		if e.Pack && e.Elems != nil {
			return types.Value{Kind: types.IntValue, Int: int64(len(e.Elems))}
		}
		if e.Pack {
			return dependentValue("")
		}
	}
	return types.Value{}
}
