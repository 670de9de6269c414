package consteval

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// unary evaluates a built-in operator on one operand.
func (ev *evaluator) unary(x *sema.Expr) result {
	u := ev.u
	switch x.Tok {
	case token.Amp:
		r := ev.expr(x.Args[0])
		if r.isDependent() {
			return dependent("&" + sema.ValueKey(r.Value))
		}
		if r.obj != nil && r.lvalue {
			return ev.addressOf(r.obj)
		}
		if f, ok := r.Entity.(*sema.Func); ok && r.Kind == types.AddressValue {
			return scalar(types.Value{Kind: types.AddressValue, Entity: f, Type: x.Type})
		}
		return ev.opaque(x)
	case token.PlusPlus, token.MinusMinus:
		return ev.increment(x)
	}
	r := ev.decay(ev.expr(x.Args[0]))
	switch {
	case r.isDependent():
		return dependent(x.Tok.String() + sema.ValueKey(r.Value))
	case x.Tok == token.Star:
		if r.ptr != nil && !r.ptr.end {
			return ev.lvalueOf(r.ptr.obj, r.ptr.obj.typ)
		}
		if _, ok := r.Entity.(*sema.Func); ok {
			return r
		}
		return ev.opaque(x)
	case r.obj != nil:
		return ev.opaque(x)
	}
	if (r.ptr != nil || r.Kind == types.AddressValue) && x.Tok == token.Plus {
		return r
	}
	if r.ptr != nil && x.Tok == token.Not {
		return scalar(constant.Int(u.T.Basic(ast.Bool), 0))
	}
	return scalar(u.UnaryValue(x.Tok, r.Value))
}

func (ev *evaluator) increment(x *sema.Expr) result {
	u := ev.u
	r := ev.expr(x.Args[0])
	if r.isDependent() {
		return dependent(x.Tok.String() + sema.ValueKey(r.Value))
	}
	if r.obj == nil || r.obj.class != nil || !r.lvalue || ev.readOnly(r.obj) {
		return ev.opaque(x)
	}
	old := ev.load(r)
	op := token.Plus
	if x.Tok == token.MinusMinus {
		op = token.Minus
	}
	one := scalar(constant.Int(u.T.Basic(ast.Int), 1))
	var next result
	if r.obj.typ.Kind == types.Pointer {
		next = ev.pointerAdd(op, old, one)
	} else {
		next = scalar(u.ConvertValue(u.BinaryValue(op, old.Value, one.Value), r.obj.typ))
	}
	r.obj.val, r.obj.ptr = next.Value, next.ptr
	if x.Postfix {
		return old
	}
	return r
}

// readOnly reports whether an object may not be written in an evaluation.
func (ev *evaluator) readOnly(o *object) bool {
	if o.opaque || o.frozen {
		return true
	}
	for p := o; p != nil; p = p.owner {
		if p.entity != nil || p.text {
			return true
		}
	}
	return false
}

// binary evaluates a built-in operator on two operands.
func (ev *evaluator) binary(e *sema.Expr) result {
	u := ev.u
	boolType := u.T.Basic(ast.Bool)
	left, right := e.Args[0], e.Args[1]
	switch e.Tok {
	case token.Comma:
		before := ev.dynamic
		ev.dynamic = false
		x := ev.expr(left)
		runs := ev.dynamic
		ev.dynamic = before || runs
		y := ev.expr(right)
		switch {
		case x.isDependent():
			return ev.dependent(e)
		case runs:
			return scalar(types.Value{Type: e.Type}) // the value of y is known, that of the whole is no constant
		}
		return y
	case token.AndAnd, token.OrOr:
		x := ev.truth(left)
		if b, ok := x.Bool(); ok && !x.isDependent() && b == (e.Tok == token.OrOr) {
			return scalar(constant.Int(boolType, constant.Truth(b)))
		}
		dynamic := ev.dynamic
		y := ev.truth(right)
		if !x.IsKnown() {
			ev.dynamic = dynamic // y may never be evaluated
		}
		if x.isDependent() || y.isDependent() {
			return dependent("(" + sema.ValueKey(x.Value) + e.Tok.String() + sema.ValueKey(y.Value) + ")")
		}
		if !x.IsKnown() {
			return unknownOf(boolType)
		}
		if b, ok := y.Bool(); ok {
			return scalar(constant.Int(boolType, constant.Truth(b)))
		}
		return unknownOf(boolType)
	case token.Assign:
		return ev.assignment(e)
	}
	if op, ok := constant.Compound(e.Tok); ok {
		return ev.compound(e, op)
	}
	x, y := ev.decay(ev.expr(left)), ev.decay(ev.expr(right))
	if x.isDependent() || y.isDependent() {
		return dependent("(" + sema.ValueKey(x.Value) + e.Tok.String() + sema.ValueKey(y.Value) + ")")
	}
	if x.obj != nil && x.obj.class != nil || y.obj != nil && y.obj.class != nil {
		return ev.opaque(e)
	}
	return ev.binaryResult(e, e.Tok, x, y)
}

// assignment evaluates x = y.
func (ev *evaluator) assignment(e *sema.Expr) result {
	x := ev.expr(e.Args[0])
	if x.isDependent() {
		return ev.dependent(e)
	}
	if x.obj == nil || x.obj.class != nil || !x.lvalue || ev.readOnly(x.obj) {
		return ev.opaque(e)
	}
	y := ev.toType(ev.decayFor(ev.expr(e.Args[1]), x.obj.typ), x.obj.typ)
	if !ev.put(x.obj, y) {
		x.obj.val, x.obj.ptr = types.Value{}, nil
	}
	return x
}

// compound evaluates x += y and its like.
func (ev *evaluator) compound(e *sema.Expr, op token.Kind) result {
	x := ev.expr(e.Args[0])
	y := ev.decay(ev.expr(e.Args[1]))
	if x.isDependent() || y.isDependent() {
		return ev.dependent(e)
	}
	if x.obj == nil || x.obj.class != nil || y.obj != nil || !x.lvalue || ev.readOnly(x.obj) {
		return ev.opaque(e)
	}
	v := ev.binaryResult(e, op, ev.load(x), y)
	if !ev.put(x.obj, ev.toType(v, x.obj.typ)) {
		x.obj.val, x.obj.ptr = types.Value{}, nil
	}
	return x
}

// binaryResult applies a built-in operator to scalars: numbers or pointers.
func (ev *evaluator) binaryResult(e *sema.Expr, op token.Kind, x, y result) result {
	u := ev.u
	if isPointerLike(x) || isPointerLike(y) {
		return ev.pointerOp(op, x, y)
	}
	v := u.BinaryValue(op, x.Value, y.Value)
	if v.Kind == types.UnknownValue && v.Type == nil {
		if x.typ != nil && y.typ != nil && x.typ.Kind == types.Enum && y.typ.Kind == types.Enum {
			return ev.opaque(e)
		}
		if constant.IsComparison(op) {
			v.Type = u.T.Basic(ast.Bool)
		} else if x.typ != nil && y.typ != nil {
			v.Type = u.UsualArithmetic(u.ArithmeticType(x.typ), u.ArithmeticType(y.typ))
		}
	}
	return scalar(v)
}

func isPointerLike(r result) bool {
	return r.ptr != nil || r.typ != nil && (r.typ.Kind == types.Pointer || r.typ.IsNullptr() || r.typ.Kind == types.MemberPointer) ||
		r.Kind == types.AddressValue || r.Kind == types.NullValue
}

func (ev *evaluator) pointerOp(op token.Kind, x, y result) result {
	switch {
	case constant.IsComparison(op):
		return ev.comparePointers(op, x, y)
	case op != token.Plus && op != token.Minus:
		return result{}
	case isPointerLike(x) && isPointerLike(y):
		return ev.difference(op, x, y)
	case isPointerLike(y):
		x, y = y, x
	}
	return ev.pointerAdd(op, x, y)
}

func (ev *evaluator) comparePointers(op token.Kind, x, y result) result {
	boolType := ev.u.T.Basic(ast.Bool)
	unknown := unknownOf(boolType)
	number := func(r result) bool { return r.ptr == nil && r.Kind == types.AddressValue && r.typ.IsIntegral() }
	if !x.known() || !y.known() || number(x) || number(y) {
		return unknown
	}
	equality := op == token.EqEq || op == token.NotEq
	answer := func(equal bool) result {
		return scalar(constant.Int(boolType, constant.Truth(equal == (op == token.EqEq))))
	}
	isNull := func(r result) bool { return r.Kind == types.NullValue || r.Kind == types.IntValue && r.Int == 0 }
	if isNull(x) || isNull(y) {
		if !equality {
			return unknown
		}
		return answer(isNull(x) && isNull(y))
	}
	if x.ptr != nil && y.ptr != nil {
		return ev.comparePlaces(op, x.ptr, y.ptr)
	}
	if x.Kind == types.AddressValue && y.Kind == types.AddressValue && x.Entity != nil && y.Entity != nil && x.Key == "" && y.Key == "" {
		switch {
		case x.Entity == y.Entity:
			return scalar(constant.Int(boolType, constant.Truth(constant.Ordered(op, false, true))))
		case equality:
			return answer(false)
		}
	}
	return unknown
}

// comparePlaces compares pointers to known places.
func (ev *evaluator) comparePlaces(op token.Kind, x, y *place) result {
	boolType := ev.u.T.Basic(ast.Bool)
	i, a := position(x)
	j, b := position(y)
	switch {
	case a == b:
		return scalar(constant.Int(boolType, constant.Truth(constant.Ordered(op, i < j, i == j))))
	case (op == token.EqEq || op == token.NotEq) && !x.end && !y.end && !a.text && !b.text:
		return scalar(constant.Int(boolType, constant.Truth((x.obj == y.obj) == (op == token.EqEq))))
	}
	return unknownOf(boolType)
}

// difference is x - y of pointers.
func (ev *evaluator) difference(op token.Kind, x, y result) result {
	long := ev.u.T.Basic(ast.Long)
	if op == token.Minus && x.ptr != nil && y.ptr != nil {
		i, a := position(x.ptr)
		j, b := position(y.ptr)
		if a == b {
			return scalar(constant.Int(long, i-j))
		}
	}
	return unknownOf(long)
}

// position is a place as an index into an array; a lone object counts as an array of one.
func position(p *place) (index int64, of *object) {
	if p.end {
		if p.obj.typ.Kind == types.Array && p.obj.parts != nil {
			return int64(len(p.obj.parts)), p.obj
		}
		return 1, p.obj
	}
	if p.obj.owner != nil {
		return p.obj.index, p.obj.owner
	}
	return 0, p.obj
}

func (ev *evaluator) pointerAdd(op token.Kind, p, n result) result {
	if p.ptr == nil && p.Kind == types.AddressValue && p.typ.IsIntegral() && n.Kind == types.IntValue {
		p.Key = "+" // a number that the linker knows
		return p
	}
	if p.ptr == nil || n.Kind != types.IntValue {
		return unknownOf(p.typ)
	}
	i, of := position(p.ptr)
	d := n.Int
	if op == token.Minus {
		d = -d
	}
	i += d
	if p.ptr.obj.owner == nil && !(p.ptr.end && of.typ.Kind == types.Array) {
		switch i {
		case 0:
			return result{Value: p.Value, ptr: &place{obj: of}, typ: p.typ}
		case 1:
			return result{Value: p.Value, ptr: &place{obj: of, end: true}, typ: p.typ}
		}
		return unknownOf(p.typ)
	}
	switch {
	case i >= 0 && i < int64(len(of.parts)):
		return result{Value: p.Value, ptr: &place{obj: of.parts[i]}, typ: p.typ}
	case i == int64(len(of.parts)):
		return result{Value: p.Value, ptr: &place{obj: of, end: true}, typ: p.typ}
	}
	return unknownOf(p.typ)
}

// truth evaluates a condition: an expression contextually converted to bool.
func (ev *evaluator) truth(x *sema.Expr) result {
	return ev.toType(ev.decay(ev.expr(x)), ev.u.T.Basic(ast.Bool))
}

func (ev *evaluator) conditional(x *sema.Expr) result {
	c := ev.truth(x.Args[0])
	if c.isDependent() {
		if x.Scope == nil {
			return result{}
		}
		return dependent("(" + sema.ValueKey(c.Value) + "?" + ev.u.TokenKey(x.Scope, x.Syntax.Pos()) + ")")
	}
	b, ok := c.Bool()
	if !ok {
		return ev.opaque(x)
	}
	arm, other := x.Args[1], x.Args[2]
	if !b {
		arm, other = other, arm
	}
	r := ev.expr(arm)
	if r.isDependent() {
		return r
	}
	// Both arms take part in the type: false ? 1.0 : 2 is a double.
	t, l := x.Type, ev.load(r)
	if t == nil || t.Kind == types.Unknown || t.IsDependent() {
		if o := other.Type; l.Kind == types.IntValue && o != nil && o.IsArithmetic() && l.typ != nil && l.typ.IsArithmetic() {
			return scalar(ev.u.ConvertValue(l.Value, ev.u.UsualArithmetic(l.typ.Unqual(), o.Unqual())))
		}
		return r
	}
	switch {
	case !t.IsArithmetic():
	case l.IsKnown() && !r.lvalue, r.lvalue && r.typ != nil && r.typ.Unqual() != t.Unqual():
		return scalar(ev.u.ConvertValue(l.Value, t))
	}
	return r
}

// index evaluates the built-in subscript.
func (ev *evaluator) index(x *sema.Expr) result {
	a, b := ev.decay(ev.expr(x.Args[0])), ev.decay(ev.expr(x.Args[1]))
	if a.isDependent() || b.isDependent() {
		return ev.dependent(x)
	}
	if isPointerLike(b) {
		a, b = b, a
	}
	if p := ev.pointerAdd(token.Plus, a, b); p.ptr != nil && !p.ptr.end {
		return ev.lvalueOf(p.ptr.obj, p.ptr.obj.typ)
	}
	return ev.opaque(x)
}
