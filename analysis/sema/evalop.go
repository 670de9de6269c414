package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

func (ev *evaluator) unary(sc *Scope, e *ast.Unary) result {
	u := ev.u
	switch e.Op {
	case token.Amp:
		r := ev.expr(sc, e.X)
		if r.isDependent() {
			return dependent("&" + valueKey(r.Value))
		}
		if r.obj != nil && r.lvalue && (r.obj.class == nil || !ev.overloaded(e.Op, r)) {
			t := u.T.Pointer(r.obj.typ)
			return result{ptr: &place{obj: r.obj}, typ: t, Value: types.Value{Kind: types.AddressValue, Type: t}}
		}
		if f, ok := r.Entity.(*Func); ok && r.Kind == types.AddressValue {
			return scalar(types.Value{Kind: types.AddressValue, Entity: f, Type: u.typeOf(sc, e).Type})
		}
		return ev.opaqueExpr(sc, e)
	case token.PlusPlus, token.MinusMinus:
		return ev.increment(sc, e)
	}
	r := ev.decay(ev.expr(sc, e.X))
	switch {
	case r.isDependent():
		return dependent(e.Op.String() + valueKey(r.Value))
	case r.obj != nil && r.obj.class != nil:
		if e.Op == token.Not {
			if c := ev.toType(r, u.T.Basic(ast.Bool), true); c.IsKnown() && !ev.overloaded(e.Op, r) {
				return scalar(u.unaryValue(token.Not, c.Value))
			}
		}
		return ev.operatorCall(sc, e, e.Op, []result{r})
	case e.Op == token.Star:
		if r.ptr != nil && !r.ptr.end {
			return ev.lvalueOf(r.ptr.obj, r.ptr.obj.typ)
		}
		if _, ok := r.Entity.(*Func); ok {
			return r
		}
		if r.typ != nil && r.typ.Kind == types.Pointer {
			return unknownOf(r.typ.Elem)
		}
		return ev.opaqueExpr(sc, e)
	}
	if r.ptr != nil && e.Op == token.Plus {
		return r
	}
	if r.ptr != nil && e.Op == token.Not {
		return scalar(constant.Int(u.T.Basic(ast.Bool), 0))
	}
	return scalar(u.unaryValue(e.Op, r.Value))
}

func (ev *evaluator) increment(sc *Scope, e *ast.Unary) result {
	u := ev.u
	r := ev.expr(sc, e.X)
	if r.isDependent() {
		return dependent(e.Op.String() + valueKey(r.Value))
	}
	if r.obj == nil || !r.lvalue || ev.readOnly(r.obj) {
		return ev.opaqueExpr(sc, e)
	}
	if r.obj.class != nil {
		return ev.operatorCall(sc, e, e.Op, []result{r})
	}
	old := ev.load(r)
	op := token.Plus
	if e.Op == token.MinusMinus {
		op = token.Minus
	}
	one := scalar(constant.Int(u.T.Basic(ast.Int), 1))
	var next result
	if r.obj.typ.Kind == types.Pointer {
		next = ev.pointerAdd(op, old, one)
	} else {
		next = scalar(u.ConvertValue(u.binaryValue(op, old.Value, one.Value), r.obj.typ))
	}
	r.obj.val, r.obj.ptr = next.Value, next.ptr
	if e.Postfix {
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

var compoundOps = map[token.Kind]token.Kind{
	token.PlusEq: token.Plus, token.MinusEq: token.Minus, token.StarEq: token.Star, token.SlashEq: token.Slash,
	token.PercentEq: token.Percent, token.CaretEq: token.Caret, token.AmpEq: token.Amp, token.PipeEq: token.Pipe,
	token.ShlEq: token.Shl, token.ShrEq: token.Shr,
}

func (ev *evaluator) binary(sc *Scope, e *ast.Binary) result {
	u := ev.u
	boolType := u.T.Basic(ast.Bool)
	switch e.Op {
	case token.Comma:
		x := ev.expr(sc, e.X)
		y := ev.expr(sc, e.Y)
		if x.isDependent() {
			return dependent(u.tokenKey(sc, e.Span))
		}
		return y
	case token.AndAnd, token.OrOr:
		x := ev.truth(sc, e.X)
		if b, ok := x.Bool(); ok && !x.isDependent() && b == (e.Op == token.OrOr) {
			return scalar(constant.Int(boolType, constant.Truth(b)))
		}
		dynamic := ev.dynamic
		y := ev.truth(sc, e.Y)
		if !x.IsKnown() {
			ev.dynamic = dynamic // y may never be evaluated
		}
		if x.isDependent() || y.isDependent() {
			return dependent("(" + valueKey(x.Value) + e.Op.String() + valueKey(y.Value) + ")")
		}
		if !x.IsKnown() {
			return unknownOf(boolType)
		}
		if b, ok := y.Bool(); ok {
			return scalar(constant.Int(boolType, constant.Truth(b)))
		}
		return unknownOf(boolType)
	case token.Assign:
		return ev.assignment(sc, e)
	case token.DotStar, token.ArrowStar:
		return ev.opaqueExpr(sc, e)
	}
	if op, ok := compoundOps[e.Op]; ok {
		return ev.compound(sc, e, op)
	}
	if p, ok := e.X.(*ast.Paren); ok && p.Type != nil && u.isType(sc, p.Type) {
		// (T) - x, which reads like a subtraction, is a cast.
		cast := outline.ParseExpr(sc.Chunk.Chunk, e.Span, castNames{scopeNames{u, sc}, p.Span})
		if again, ok := cast.(*ast.Binary); ok && again.Lo == e.Lo && again.X.Pos() == e.X.Pos() {
			return ev.opaqueExpr(sc, e)
		}
		return ev.expr(sc, cast)
	}
	x, y := ev.decay(ev.expr(sc, e.X)), ev.decay(ev.expr(sc, e.Y))
	if x.isDependent() || y.isDependent() {
		return dependent("(" + valueKey(x.Value) + e.Op.String() + valueKey(y.Value) + ")")
	}
	if x.obj != nil && x.obj.class != nil || y.obj != nil && y.obj.class != nil || isClassType(x.typ) || isClassType(y.typ) {
		return ev.operatorCall(sc, e, e.Op, []result{x, y})
	}
	return ev.binaryResult(sc, e, e.Op, x, y)
}

func isClassType(t *types.Type) bool { return t != nil && t.Kind == types.Class }

// binaryResult applies a built-in operator to scalars: numbers or pointers.
func (ev *evaluator) binaryResult(sc *Scope, e ast.Expr, op token.Kind, x, y result) result {
	u := ev.u
	if isPointerLike(x) || isPointerLike(y) {
		return ev.pointerOp(op, x, y)
	}
	v := u.binaryValue(op, x.Value, y.Value)
	if v.Kind == types.UnknownValue && v.Type == nil {
		if x.typ != nil && y.typ != nil && x.typ.Kind == types.Enum && y.typ.Kind == types.Enum {
			return ev.opaqueExpr(sc, e)
		}
		if constant.IsComparison(op) {
			v.Type = u.T.Basic(ast.Bool)
		} else if x.typ != nil && y.typ != nil {
			v.Type = u.UsualArithmetic(u.arithmeticType(x.typ), u.arithmeticType(y.typ))
		}
	}
	return scalar(v)
}

func isPointerLike(r result) bool {
	return r.ptr != nil || r.typ != nil && (r.typ.Kind == types.Pointer || r.typ.IsNullptr() || r.typ.Kind == types.MemberPointer) ||
		r.Kind == types.AddressValue || r.Kind == types.NullValue
}

func (ev *evaluator) pointerOp(op token.Kind, x, y result) result {
	u := ev.u
	boolType := u.T.Basic(ast.Bool)
	switch op {
	case token.Plus, token.Minus:
		if isPointerLike(x) && isPointerLike(y) {
			if op == token.Minus && x.ptr != nil && y.ptr != nil {
				i, a := position(x.ptr)
				j, b := position(y.ptr)
				if a == b {
					return scalar(constant.Int(u.T.Basic(ast.Long), i-j))
				}
			}
			return unknownOf(u.T.Basic(ast.Long))
		}
		if isPointerLike(y) {
			x, y = y, x
		}
		return ev.pointerAdd(op, x, y)
	}
	if !constant.IsComparison(op) {
		return result{}
	}
	unknown := unknownOf(boolType)
	if !x.known() || !y.known() {
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
		i, a := position(x.ptr)
		j, b := position(y.ptr)
		switch {
		case a == b:
			return scalar(constant.Int(boolType, constant.Truth(constant.Ordered(op, i < j, i == j))))
		case equality && !x.ptr.end && !y.ptr.end && !a.text && !b.text:
			return answer(x.ptr.obj == y.ptr.obj)
		}
		return unknown
	}
	if x.Kind == types.AddressValue && y.Kind == types.AddressValue && x.Entity != nil && y.Entity != nil && equality &&
		x.Key == "" && y.Key == "" {
		return answer(x.Entity == y.Entity)
	}
	return unknown
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
func (ev *evaluator) truth(sc *Scope, e ast.Expr) result {
	r := ev.decay(ev.expr(sc, e))
	return ev.toType(r, ev.u.T.Basic(ast.Bool), true)
}

func (ev *evaluator) conditional(sc *Scope, e *ast.Conditional) result {
	c := ev.truth(sc, e.C)
	if c.isDependent() {
		return dependent("(" + valueKey(c.Value) + "?" + ev.u.tokenKey(sc, e.Span) + ")")
	}
	b, ok := c.Bool()
	if !ok {
		return ev.opaqueExpr(sc, e)
	}
	arm, other := e.T, e.F
	if !b {
		arm, other = e.F, e.T
	}
	if arm == nil { // c ?: f
		arm = e.C
	}
	r := ev.expr(sc, arm)
	if r.isDependent() {
		return r
	}
	// Both arms take part in the type: false ? 1.0 : 2 is a double.
	t := ev.conditionalOperand(sc, e).Type
	if t == nil || t.Kind == types.Unknown || t.IsDependent() {
		l := ev.load(r)
		if other != nil && l.IsKnown() && l.Kind == types.IntValue {
			o := ev.u.typeOf(sc, other)
			if o.Type != nil && o.Type.IsArithmetic() && l.typ != nil && l.typ.IsArithmetic() {
				return scalar(ev.u.ConvertValue(l.Value, ev.u.UsualArithmetic(l.typ.Unqual(), o.Type.Unqual())))
			}
		}
		return r
	}
	if l := ev.load(r); l.IsKnown() && t.IsArithmetic() && !r.lvalue {
		return scalar(ev.u.ConvertValue(l.Value, t))
	} else if r.lvalue && t.IsArithmetic() && r.typ != nil && r.typ.Unqual() != t.Unqual() {
		return scalar(ev.u.ConvertValue(l.Value, t))
	}
	return r
}

// conditionalOperand types a conditional expression, each once: a chain of them would otherwise be typed to its end again
// from every link, by every call that runs through it.
func (ev *evaluator) conditionalOperand(sc *Scope, e *ast.Conditional) Operand {
	u := ev.u
	key := callKey{e, sc}
	if o, ok := u.consts.conditionals[key]; ok {
		return o
	}
	arm := func(x ast.Expr) Operand {
		if c, ok := unparen(x).(*ast.Conditional); ok && c.T != nil {
			return ev.conditionalOperand(sc, c)
		}
		return u.typeOf(sc, x)
	}
	var o Operand
	if e.T == nil || e.F == nil {
		o = u.typeOf(sc, e)
	} else if t, f := arm(e.T), arm(e.F); isDependent(t) || isDependent(f) {
		o = u.typeOf(sc, e)
	} else {
		o = u.ConditionalType(t, f)
	}
	if !o.IsUnknown() {
		if u.consts.conditionals == nil {
			u.consts.conditionals = make(map[callKey]Operand)
		}
		u.consts.conditionals[key] = o
	}
	return o
}

// ---- Members and elements

func (ev *evaluator) index(sc *Scope, e *ast.Index) result {
	if len(e.Args) != 1 {
		return ev.opaqueExpr(sc, e)
	}
	x := ev.expr(sc, e.X)
	if x.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if x.obj != nil && x.obj.class != nil || isClassType(x.typ) {
		return ev.operatorCall(sc, e, token.LBracket, []result{x, ev.expr(sc, e.Args[0])})
	}
	a, b := ev.decay(x), ev.decay(ev.expr(sc, e.Args[0]))
	if b.isDependent() {
		return dependent(ev.u.tokenKey(sc, e.Span))
	}
	if isPointerLike(b) {
		a, b = b, a
	}
	p := ev.pointerAdd(token.Plus, a, b)
	if p.ptr != nil && !p.ptr.end {
		return ev.lvalueOf(p.ptr.obj, p.ptr.obj.typ)
	}
	if a.typ != nil && a.typ.Kind == types.Pointer {
		return unknownOf(a.typ.Elem)
	}
	return ev.opaqueExpr(sc, e)
}
