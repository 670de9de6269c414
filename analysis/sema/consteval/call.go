package consteval

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// ---- Calls

// call evaluates a call, an operator's and a conversion's too.
func (ev *evaluator) call(x *sema.Expr) result {
	var this *object
	f, _ := x.Entity.(*sema.Func)
	if x.Object != nil && (f == nil || f.MemberOf != nil && !f.Static) {
		before := ev.dynamic
		ev.dynamic = false
		r := ev.expr(x.Object)
		nowhere := ev.dynamic && r.obj == nil
		ev.dynamic = ev.dynamic || before
		if r.isDependent() {
			return ev.dependent(x)
		}
		if f == nil {
			f, _ = ev.decay(r).Entity.(*sema.Func)
		} else if this = r.obj; nowhere {
			return unknownOf(x.Type) // which object that is only a program tells, though the function may not look at it
		}
	}
	if f == nil || x.Call == sema.CallExplicitDtor {
		return unknownOf(x.Type)
	}
	if l := f.Closure; l != nil && this == nil && ev.u.Captures(l) {
		return unknownOf(x.Type) // the closure is made here, of what is no constant
	}
	args := make([]result, len(x.Args))
	for i, a := range x.Args {
		if args[i] = ev.expr(a); args[i].isDependent() {
			return ev.dependent(x)
		}
	}
	return ev.invoke(f, this, args, x.Type)
}

// invoke calls a function with evaluated arguments. t is the call's type, for when it cannot be evaluated.
func (ev *evaluator) invoke(f *sema.Func, this *object, args []result, t *types.Type) result {
	u := ev.u
	failed := unknownOf(t)
	ev.voidDone = false
	if !ev.step() || f.Deleted {
		return failed
	}
	if b, ok := u.LibraryBuiltin(f); ok {
		for i, a := range args {
			args[i] = ev.decay(a)
		}
		return ev.builtinValue(b, args, t)
	}
	if !f.Constexpr && !f.Implicit && f.Closure == nil && !f.DefaultedFirst {
		ev.dynamic = true
		return failed
	}
	if u.IsVirtual(f) == sema.Yes {
		return failed
	}
	if f.Comparison() {
		return ev.compareDefaulted(f, this, args, t)
	}
	if f.Implicit || f.Defaulted {
		return ev.invokeImplicit(f, this, args, failed)
	}
	body := u.TypedBody(f)
	if body == nil {
		return failed
	}
	if f.Closure != nil && u.barred(body, true) {
		ev.dynamic = true
		return failed
	}
	switch {
	case f.Closure != nil:
		this = nil // what this means in the body is what is captured
	case f.MemberOf != nil && !f.Static:
		this = ev.base(this, f.MemberOf)
	}
	fr := &frame{fn: f, locals: make(map[*sema.Var]*object), this: this, outer: ev.frame}
	if !ev.bindParams(f, fr, body.Params, args) {
		return failed
	}
	if fr.depth() > maxCallDepth {
		return failed
	}
	return ev.answer(fr, body, failed)
}

// answer is what a call yields whose parameters have their values: of a long one, what it yielded before.
func (ev *evaluator) answer(fr *frame, body *sema.Body, failed result) result {
	u := ev.u
	asked, whole := ev.asked(fr, body.Params)
	if v, known := u.evals.answers[asked]; whole && known {
		ev.voidDone = true
		return scalar(v)
	}
	began, dynamic := u.evals.steps, ev.dynamic
	ev.dynamic = false
	r := ev.run(fr, body, failed)
	if whole && !ev.dynamic && r.Kind == types.IntValue && r.obj == nil && r.ptr == nil && u.evals.steps-began > longCall {
		if u.evals.answers == nil {
			u.evals.answers = make(map[askedCall]types.Value)
		}
		u.evals.answers[asked] = r.Value
	}
	ev.dynamic = ev.dynamic || dynamic
	return r
}

// run executes the body of a function whose parameters have their values.
func (ev *evaluator) run(fr *frame, body *sema.Body, failed result) result {
	ev.frame = fr
	defer func() { ev.frame = fr.outer }()
	var ret result
	switch ev.block(body.Stmts, &ret) {
	case flowReturn:
		ev.voidDone = true
	case flowNext:
		ev.voidDone = true
		return scalar(types.Value{Type: ev.u.T.Basic(ast.Void)})
	default:
		ev.voidDone = false // whatever was called on the way
		return failed
	}
	return ev.returned(ret, ev.u.ResultType(fr.fn))
}

// askedCall is a call whose value follows from its function and its arguments alone: these are integers and enumerators.
type askedCall struct {
	fn                *sema.Func
	runtime, manifest bool
	args              [4]int64
}

// longCall is how many steps a call takes of which it is worth while to remember the value. Tables that are functions, which look for
// their arguments among some hundred lines, are asked for each of their columns in each instance of what they configure.
const longCall = 100

// asked tells what a call in fr asks; whole: there is nothing else that its value may depend on.
func (ev *evaluator) asked(fr *frame, params []*sema.Var) (call askedCall, whole bool) {
	call = askedCall{fn: fr.fn, runtime: ev.opt.Runtime, manifest: ev.opt.Manifest}
	if fr.this != nil || fr.fn.Closure != nil || len(fr.locals) != len(params) || len(params) > len(call.args) {
		return call, false
	}
	for i, v := range params {
		o := fr.locals[v]
		if o == nil || o.ptr != nil || o.val.Kind != types.IntValue {
			return call, false
		}
		call.args[i] = o.val.Int
	}
	return call, true
}

// NeverConstexpr reports whether a closure's call operator is certainly not constexpr, though nobody said that it is not. nvcc
// 12.4's front end counts its signature and its variables alone, and evaluates none that jumps.
func (u *Model) NeverConstexpr(f *sema.Func) bool {
	if f.Closure == nil || f.Template != nil && f.Args == nil {
		return false
	}
	if u.PassesNonLiteral(f) {
		return true
	}
	body := u.TypedBody(f)
	return body != nil && u.barred(body, false)
}

// barred reports whether a body has what no constexpr function may [dcl.constexpr], be it in an arm that nothing comes to: a static or
// thread_local variable, one whose type is no literal type, and before C++20 one without a value; a jump and its like where these count.
func (u *Model) barred(b *sema.Body, jumps bool) bool {
	for todo := slices.Clone(b.Stmts); len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = slices.Concat(todo[:len(todo)-1], s.Init, s.Cond, s.Body, s.Else)
		if jumps && s.Op == sema.StmtBarred {
			return true
		}
		v := s.Var
		if v == nil || v.InRange || v.Param != nil {
			continue
		}
		t := u.VarType(v)
		if v.Kind == sema.LocalStatic || v.ThreadLocal || u.IsLiteral(t) == sema.No {
			return true
		}
		t = sema.ElementOf(t)
		if bare := s.X == nil && len(v.Decls) > 0 && v.Decls[0].Dtor.Init == nil; bare && u.Std < 20 && t.IsScalar() {
			return true
		}
	}
	return false
}

// maxCallDepth bounds how deep calls are evaluated.
const maxCallDepth = 160

// depth is how many calls are under way in which fr's was made.
func (fr *frame) depth() int {
	n := 0
	for p := fr.outer; p != nil; p = p.outer {
		n++
	}
	return n
}

// invokeImplicit calls a function that the compiler defines: of these only trivial assignments are known.
func (ev *evaluator) invokeImplicit(f *sema.Func, this *object, args []result, failed result) result {
	if f.Special() != sema.CopyAssign && f.Special() != sema.MoveAssign || this == nil || len(args) != 1 || ev.readOnly(this) || ev.u.IsTrivial(f) != sema.Yes {
		return failed
	}
	if from := ev.load(args[0]).obj; from != nil && ev.assign(this, ev.base(from, this.class)) {
		return result{obj: this, lvalue: true, typ: this.typ}
	}
	return failed
}

// returned is what a call yields whose function returned ret.
func (ev *evaluator) returned(ret result, t *types.Type) result {
	switch {
	case t.IsRef() && ret.lvalue && ret.obj != nil:
		return result{obj: ret.obj, lvalue: true, typ: t.Elem}
	case t.IsRef():
		return unknownOf(t.Elem)
	case t.Kind == types.Unknown:
		return ev.load(ret)
	}
	return ev.toType(ev.decayFor(ret, t), t)
}

// decayFor loads a result, decaying arrays where a pointer is wanted.
func (ev *evaluator) decayFor(r result, t *types.Type) result {
	if t.Kind == types.Pointer || t.IsBool() {
		return ev.decay(r)
	}
	return ev.load(r)
}

// bindParams initialises parameters with arguments and default arguments.
func (ev *evaluator) bindParams(f *sema.Func, fr *frame, params []*sema.Var, args []result) bool {
	u := ev.u
	next := 0
	bind := func(v *sema.Var, i int) bool {
		t := u.VarType(v)
		if t == nil || t.IsUnknown() || t.IsDependent() {
			return false
		}
		var arg result
		if next < len(args) {
			arg = args[next]
			next++
		} else {
			e := u.TypedDefault(f, i)
			if e == nil {
				return false
			}
			arg = ev.expr(e)
		}
		o := ev.newObject(t)
		fr.locals[v] = o
		return ev.store(o, arg)
	}
	for i, v := range params {
		if v.Pack {
			for _, el := range v.Elems {
				if !bind(el, i) {
					return false
				}
			}
			continue
		}
		if !bind(v, i) {
			return false
		}
	}
	return next == len(args) || u.FuncType(f).Variadic
}

// store initialises an object, a reference's too, from a result by copy-initialisation.
func (ev *evaluator) store(o *object, r result) bool {
	if !ev.u.Nest() {
		return false
	}
	defer ev.u.Unnest()
	t := o.typ
	if t.IsRef() {
		if r.lvalue && r.obj != nil && ev.sameOrDerived(r.obj.typ, t.Elem) {
			target := r.obj
			if c := ev.u.ClassOf(t.Elem); c != nil {
				target = ev.base(target, c)
			}
			if target == nil {
				return false
			}
			o.ptr = &place{obj: target}
			return true
		}
		if !r.lvalue && r.obj != nil && r.obj.class != nil && ev.sameOrDerived(r.obj.typ, t.Elem) {
			o.ptr = &place{obj: ev.base(r.obj, ev.u.ClassOf(t.Elem))}
			return o.ptr.obj != nil
		}
		if _, ok := r.Entity.(*sema.Func); ok && r.Kind == types.AddressValue {
			o.val = r.Value
			return true
		}
		tmp := ev.newObject(t.Elem)
		if !ev.store(tmp, ev.load(r)) {
			return false
		}
		o.ptr = &place{obj: tmp}
		return true
	}
	v := ev.toType(ev.decayFor(r, t), t)
	return ev.put(o, v)
}

// put stores a converted value.
func (ev *evaluator) put(o *object, v result) bool {
	switch {
	case v.isDependent():
		o.val = v.Value
		return true
	case o.typ.Kind == types.Class:
		if v.obj == nil || v.obj.class != o.class {
			return false
		}
		return ev.assign(o, v.obj)
	case o.typ.Kind == types.Array:
		return v.obj != nil && ev.assign(o, v.obj)
	}
	o.val, o.ptr = v.Value, v.ptr
	return v.IsKnown() || v.ptr != nil
}

// sameOrDerived reports whether a reference to type t may bind directly to an object of type of.
func (ev *evaluator) sameOrDerived(of, t *types.Type) bool {
	if of.Unqual() == t.Unqual() {
		return true
	}
	if of.Kind == types.Array && t.Kind == types.Array {
		return of.Elem.Unqual() == t.Elem.Unqual() && (of.Len == t.Len || t.Len == types.NoLen)
	}
	a, b := ev.u.ClassOf(of), ev.u.ClassOf(t)
	return a != nil && b != nil && ev.u.DerivedFrom(a, b) == sema.Yes
}

// operandOf describes a result to overload resolution.
func (ev *evaluator) operandOf(r result) sema.Operand {
	t := r.typ
	if r.obj != nil {
		t = r.obj.typ
	}
	if t == nil {
		t = r.Type
	}
	if t == nil {
		t = ev.u.T.Unknown()
	}
	o := sema.Operand{Type: t.NonRef(), Value: r.Value}
	if r.lvalue {
		o.Cat = sema.LValue
	}
	return o
}

// toType is a standard conversion of a loaded result. What users define is a call in the tree.
func (ev *evaluator) toType(r result, t *types.Type) result {
	u := ev.u
	if r.isDependent() {
		return r
	}
	failed := unknownOf(t)
	if t.Kind == types.Unknown || t.IsDependent() {
		return failed
	}
	if t.Kind == types.Class {
		c := u.ClassOf(t)
		if r.obj == nil || r.obj.class == nil || c == nil || u.DerivedFrom(r.obj.class, c) != sema.Yes {
			return failed
		}
		o := ev.base(r.obj, c)
		if o == nil {
			return failed
		}
		return result{obj: o, typ: t}
	}
	if r.obj != nil && r.obj.class != nil {
		return failed
	}
	if r.ptr != nil {
		if t.IsBool() {
			return scalar(constant.Int(t.Unqual(), 1))
		}
		if t.IsIntegral() && constant.Size(t.Basic) == 8 {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: r.ptr, typ: t}
		}
		if t.Kind == types.Pointer {
			p := r.ptr
			if c := u.ClassOf(t.Elem); c != nil && p.obj.class != nil && p.obj.class != c && !p.end {
				b := ev.base(p.obj, c)
				if b == nil {
					return failed
				}
				p = &place{obj: b}
			}
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p, typ: t}
		}
		return failed
	}
	if r.Kind == types.UnknownValue {
		return failed
	}
	return scalar(u.ConvertValue(r.Value, t))
}

// toScalar converts a class object to the scalar that a converted constant expression wants.
func (ev *evaluator) toScalar(r result) result {
	if r.obj == nil || r.obj.class == nil {
		return r
	}
	conv := ev.u.ConvertTo(ev.operandOf(r), func(t *types.Type) bool { return t.IsIntegral() || t.Kind == types.Enum })
	if conv.Rank != sema.RankUser || conv.Ambiguous || conv.User == nil || conv.User.Kind != sema.Conversion {
		return result{obj: r.obj, typ: r.typ}
	}
	return ev.load(ev.invoke(conv.User, r.obj, nil, ev.u.ResultType(conv.User).NonRef()))
}

// ---- Casts and construction

// cast evaluates an explicit conversion.
func (ev *evaluator) cast(x *sema.Expr) result {
	t := x.Type
	r := ev.expr(x.Args[0])
	if t.IsDependent() || r.isDependent() {
		v := dependentValue("(" + "t" + sema.ValueKey(types.Value{Kind: types.IntValue, Int: int64(t.ID())}) + ")" + sema.ValueKey(r.Value))
		return result{Value: v}
	}
	switch {
	case t.IsRef():
		return ev.castToRef(x, r)
	case t.IsVoid():
		return scalar(types.Value{Type: t})
	case x.Cast == ast.CastReinterpret && !t.IsIntegral() || x.Cast == ast.CastBuiltinBit || x.Cast == ast.CastDynamic:
		return unknownOf(t)
	case t.Kind == types.Pointer && (isPointerLike(r) || r.obj != nil):
		return ev.castPointer(r, t)
	}
	if p := ev.decay(r); p.ptr != nil && t.IsIntegral() && !t.IsBool() {
		// The linker knows the address: a constant without a value, as long as it is not cut short.
		if constant.Size(t.Basic) == 8 {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p.ptr, typ: t}
		}
		ev.dynamic = true
		return unknownOf(t)
	}
	l := ev.decayFor(r, t)
	if _, ok := l.Entity.(*sema.Func); ok && (x.Cast == ast.CastC || ev.opt.Initial) && l.Kind == types.AddressValue && t.IsIntegral() && constant.Size(t.Basic) == 8 {
		l.Value.Type = t
		return scalar(l.Value)
	}
	if l.Kind == types.IntValue && t.Kind == types.Pointer {
		if l.Int == 0 {
			return scalar(types.Value{Kind: types.NullValue, Type: t})
		}
		return unknownOf(t)
	}
	return ev.toType(l, t)
}

// castToRef evaluates a cast of r to a reference.
func (ev *evaluator) castToRef(x *sema.Expr, r result) result {
	to := x.Type.Elem
	if !r.lvalue || r.obj == nil || x.Cast == ast.CastReinterpret {
		return unknownOf(to)
	}
	o, c := r.obj, ev.u.ClassOf(to)
	switch {
	case !ev.sameOrDerived(o.typ, to):
		o = ev.derived(o, c)
	case c != nil:
		o = ev.base(o, c)
	}
	if o == nil {
		return unknownOf(to)
	}
	return result{obj: o, lvalue: true, typ: to}
}

// derived is the object of class c that o is a base of; nil where there is none.
func (ev *evaluator) derived(o *object, c *sema.Class) *object {
	for c == nil || o.class != c {
		if o.whole == nil || slices.Index(o.whole.parts, o) >= len(o.whole.class.Bases()) {
			return nil
		}
		o = o.whole
	}
	return o
}

// functionOf is the type of a function, or of what a pointer points to.
func functionOf(t *types.Type) *types.Type {
	if t.Kind == types.Pointer {
		return t.Elem
	}
	return t
}

// castPointer evaluates a cast of a pointer, or of what decays to one, to the pointer type t.
func (ev *evaluator) castPointer(r result, t *types.Type) result {
	p := ev.decay(r)
	if c := ev.u.ClassOf(t.Elem); c != nil && p.ptr != nil && p.ptr.obj.class != nil && !p.ptr.end && ev.u.DerivedFrom(c, p.ptr.obj.class) == sema.Yes {
		if o := ev.derived(p.ptr.obj, c); o != nil {
			return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: &place{obj: o}, typ: t}
		}
	}
	switch {
	case p.ptr != nil && (t.Elem.Unqual() == p.ptr.elem().Unqual() || ev.u.ClassOf(t.Elem) != nil && p.ptr.obj.class != nil):
		return ev.toType(p, t)
	case p.Kind == types.NullValue, p.Kind == types.AddressValue && p.ptr == nil && p.typ != nil && functionOf(p.typ) == t.Elem:
		return scalar(ev.u.ConvertValue(p.Value, t))
	case p.ptr != nil && t.Elem.IsVoid():
		return result{Value: types.Value{Kind: types.AddressValue, Type: t}, ptr: p.ptr, typ: t}
	}
	return unknownOf(t)
}

// made evaluates the making of an object.
func (ev *evaluator) made(x *sema.Expr) result {
	t := x.Type
	switch {
	case t == nil || t.Kind == types.Unknown || x.Dependent && t.IsDependent():
		return ev.opaque(x)
	case x.Op == sema.ExprZero && t.Kind != types.Class && t.Kind != types.Array:
		return ev.zero(t)
	}
	if (x != ev.kept || t.Kind == types.Array) && ev.u.IsLiteral(t) == sema.No { // no constant expression makes and destroys such an object
		ev.dynamic = true
		return unknownOf(t)
	}
	o := ev.newObject(t)
	if !ev.init(o, x) {
		return unknownOf(t)
	}
	return result{obj: o, typ: t}
}

// zero is a value-initialised scalar.
func (ev *evaluator) zero(t *types.Type) result {
	switch {
	case t.IsFloating():
		return scalar(types.Value{Kind: types.FloatValue, Type: t.Unqual()})
	case t.IsIntegral() || t.Kind == types.Enum:
		return scalar(constant.Int(t.Unqual(), 0))
	case t.Kind == types.Pointer || t.Kind == types.MemberPointer || t.IsNullptr():
		return scalar(types.Value{Kind: types.NullValue, Type: t.Unqual()})
	}
	return unknownOf(t)
}

// ---- Builtin functions

// builtin evaluates a call of a compiler's builtin function.
func (ev *evaluator) builtin(x *sema.Expr) result {
	u := ev.u
	boolType, intType := u.T.Basic(ast.Bool), u.T.Basic(ast.Int)
	b, t, isBuiltin := constant.TypedBuiltin(u.T, u.Text(x.Name))
	if !isBuiltin {
		return ev.opaque(x)
	}
	switch {
	case b.Sort == constant.Evaluated:
		if ev.opt.Runtime && !ev.opt.Manifest {
			ev.unsettled = true
			return unknownOf(boolType)
		}
		return scalar(constant.Int(boolType, 1))
	case b.Sort == constant.ConstantOperand && len(x.Args) == 1:
		v := ev.load(ev.expr(x.Args[0]))
		switch {
		case v.isDependent():
			return ev.dependent(x)
		case v.IsKnown() && !(v.Kind == types.AddressValue && v.Entity != nil):
			return scalar(constant.Int(intType, 1))
		}
		return unknownOf(intType)
	case b.Sort == constant.FirstArgument && len(x.Args) >= 2:
		return ev.toType(ev.load(ev.expr(x.Args[0])), u.T.Basic(ast.Long))
	case b.Sort == constant.Choice && len(x.Args) == 3:
		c := ev.truth(x.Args[0])
		b, known := c.Bool()
		switch {
		case c.isDependent():
			return c
		case !known:
			return result{}
		case b:
			return ev.expr(x.Args[1])
		}
		return ev.expr(x.Args[2])
	case b.Sort == constant.ObjectAddress && len(x.Args) == 1:
		r := ev.expr(x.Args[0])
		if r.obj != nil && r.lvalue {
			return ev.addressOf(r.obj)
		}
		if r.isDependent() {
			return ev.dependent(x)
		}
		return unknownOf(u.T.Unknown())
	}
	args := make([]result, len(x.Args))
	for i, a := range x.Args {
		if args[i] = ev.decay(ev.expr(a)); args[i].isDependent() {
			return ev.dependent(x)
		}
	}
	return ev.builtinValue(b, args, t)
}

// builtinValue is what a builtin yields that evaluates its arguments and is of type t.
func (ev *evaluator) builtinValue(b constant.Builtin, args []result, t *types.Type) result {
	if b.Called {
		ev.dynamic = true
		return unknownOf(t.NonRef())
	}
	var arg types.Value
	if len(args) == 1 {
		arg = args[0].Value
		if b.Sort == constant.TextLength {
			return ev.textLength(args[0], t)
		}
	}
	if v, known := b.Value(arg, t); known {
		return scalar(v)
	}
	return unknownOf(t.NonRef())
}

// textLength is the number of characters before the zero that ends a text.
func (ev *evaluator) textLength(x result, t *types.Type) result {
	if x.ptr == nil || x.ptr.end {
		return unknownOf(t)
	}
	i, of := position(x.ptr)
	for n := int64(0); i < int64(len(of.parts)); i, n = i+1, n+1 {
		v, known := of.parts[i].val.Int64()
		if !known {
			return unknownOf(t)
		}
		if v == 0 {
			return scalar(constant.Int(t, n))
		}
	}
	return unknownOf(t)
}
