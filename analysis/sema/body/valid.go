package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// asks reports whether the walk is about what an expression is, as decltype and requires ask: there an operator that the language
// does not have for its operands is an answer. Bodies are taken to be valid.
func (w *walker) asks() bool { return w.facts == nil || w.trial }

// invalid is the value of an expression that the language does not have.
func (w *walker) invalid() sema.Operand {
	w.u.Refute()
	return w.unknown()
}

// mayAssign reports whether a built-in assignment may be valid.
func (w *walker) mayAssign(op token.Kind, x, y sema.Operand) bool {
	if !w.asks() || !certain(x) || !certain(y) && y.Type.Kind != types.Class {
		return true
	}
	if !modifiable(x) || !x.Type.IsScalar() {
		return false
	}
	if by, ok := constant.Compound(op); ok {
		if !certain(y) {
			return true
		}
		y = w.u.BuiltinPair(by, x, y)
	}
	return y.Type != nil && (sema.IsDependent(y) || w.u.Convertible(y, x.Type.Unqual()) != sema.No)
}

// mayApply reports whether a built-in unary operator may be valid.
func (w *walker) mayApply(op token.Kind, o sema.Operand) bool {
	if !w.asks() || !certain(o) {
		return true
	}
	t := w.u.T.Decay(o.Type)
	switch op {
	case token.PlusPlus, token.MinusMinus:
		return modifiable(o) && (t.IsArithmetic() && !(op == token.MinusMinus && t.IsBool()) || t == o.Type.Unqual() && pointsToObject(t))
	case token.Plus:
		return unscopedNumber(t) || t.Kind == types.Pointer
	case token.Minus:
		return unscopedNumber(t)
	case token.Tilde:
		return unscopedNumber(t) && !t.IsFloating()
	case token.Not:
		return !sema.IsScopedEnum(t)
	}
	return true
}

// certain reports whether all is known of an operand's type.
func certain(o sema.Operand) bool {
	return o.Set == nil && !sema.IsDependent(o) && !o.IsUnknown() && o.Type.Kind != types.Braced && o.Type.Kind != types.Class
}

func modifiable(o sema.Operand) bool { return o.Cat == sema.LValue && !o.Type.IsConst() }

func pointsToObject(t *types.Type) bool {
	return t.Kind == types.Pointer && !t.Elem.IsVoid() && t.Elem.Kind != types.Func
}

func unscopedNumber(t *types.Type) bool {
	return t.IsArithmetic() || t.Kind == types.Enum && !sema.IsScopedEnum(t)
}

// mayCast reports whether a cast to a scalar type that calls nothing may be valid.
func (w *walker) mayCast(kind ast.CastKind, t *types.Type, o sema.Operand) bool {
	u := w.u
	if !w.asks() || !certain(o) || !t.IsScalar() {
		return true
	}
	from, to := u.T.Decay(o.Type).Unqual(), t.Unqual()
	switch {
	case from.Kind == types.Pointer && from.Elem.Kind == types.Func && pointsToVoid(to):
		return true
	case from.Kind == types.MemberPointer || to.Kind == types.MemberPointer || kind == ast.CastConst || kind == ast.CastDynamic:
		return true
	case kind == ast.CastReinterpret:
		return from == to || mayReinterpret(from, to) && (from.Kind != types.Pointer || to.Kind != types.Pointer || keepsConst(from, to))
	case sema.IsArithmeticOrEnum(from) && sema.IsArithmeticOrEnum(to), kind == ast.CastC && mayReinterpret(from, to),
		pointsToVoid(from) && pointsToObject(to) && keepsConst(from, to):
		return true
	case from.Kind == types.Pointer && to.Kind == types.Pointer && u.ClassOf(from.Elem) != nil && u.ClassOf(to.Elem) != nil:
		return true // to a derived class, maybe
	}
	return u.Convertible(o, to) != sema.No
}

// mayReinterpret reports whether two types are those of pointers, or of a pointer and a number that may hold it.
func mayReinterpret(from, to *types.Type) bool {
	switch {
	case from.Kind == types.Pointer:
		return to.Kind == types.Pointer || to.IsIntegral() && !to.IsBool()
	case from.IsNullptr():
		return to.IsIntegral() && !to.IsBool()
	}
	return (from.IsIntegral() || from.Kind == types.Enum) && to.Kind == types.Pointer
}

// keepsConst reports whether what a pointer points to is as const through another one.
func keepsConst(from, to *types.Type) bool { return to.Elem.IsConst() || !from.Elem.IsConst() }

func pointsToVoid(t *types.Type) bool { return t.Kind == types.Pointer && t.Elem.IsVoid() }

// mayIndex reports whether a built-in subscript may be valid.
func (w *walker) mayIndex(x, i sema.Operand) bool {
	if !w.asks() || !certain(x) || !certain(i) && i.Type.Kind != types.Class {
		return true
	}
	if !pointsToObject(w.u.T.Decay(x.Type)) {
		return false
	}
	if i.Type.Kind == types.Class {
		return sema.IsDependent(i) || w.u.Convertible(i, w.u.T.Basic(ast.Long)) != sema.No
	}
	return i.Type.IsIntegral() || i.Type.Kind == types.Enum && !sema.IsScopedEnum(i.Type)
}

// mayChoose reports whether two arms of a conditional expression, which is o, may have a type in common.
func (w *walker) mayChoose(o, t, f sema.Operand) bool {
	if !w.asks() || t.Throw || f.Throw {
		return true
	}
	if o.Type.IsUnknown() {
		return !certain(t) || !certain(f) || w.u.BuiltinPair(token.EqEq, t, f).Type != nil
	}
	fits := func(arm sema.Operand) bool {
		return !certain(arm) && arm.Type.Kind != types.Class || w.u.Convertible(arm, o.Type) != sema.No
	}
	return o.Type.Kind != types.Pointer && !o.Type.IsNullptr() || fits(t) && fits(f)
}
