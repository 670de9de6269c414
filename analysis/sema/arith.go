package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Arithmetic on constants: what types it is done in. Package constant does it.

// ConvertValue converts a constant to a type: see constant.Convert.
func (u *Unit) ConvertValue(v types.Value, to *types.Type) types.Value {
	arithmetic := to
	if e, ok := to.Decl.(*Enum); ok && to.Kind == types.Enum && v.Kind != types.DependentValue && v.Kind != types.UnknownValue {
		arithmetic = u.EnumUnderlying(e)
	}
	return constant.Convert(v, to, arithmetic)
}

// BinaryValue applies a binary arithmetic, comparison or bitwise operator to scalars of arithmetic or enumeration type.
func (u *Unit) BinaryValue(op token.Kind, a, b types.Value) types.Value {
	if a.Type == nil || b.Type == nil || !a.IsKnown() || !b.IsKnown() {
		return types.Value{}
	}
	if op == token.Shl || op == token.Shr {
		return u.shift(op, a, b)
	}
	common := u.UsualArithmetic(u.ArithmeticType(a.Type), u.ArithmeticType(b.Type))
	if common == nil || common.Kind != types.Basic {
		return types.Value{}
	}
	if a.Type.Kind == types.Enum && a.Type.Unqual() == b.Type.Unqual() && constant.IsComparison(op) {
		common = u.ArithmeticType(a.Type)
	}
	x, y := u.ConvertValue(a, common), u.ConvertValue(b, common)
	if !x.IsKnown() || !y.IsKnown() {
		return types.Value{Type: common}
	}
	return constant.Binary(op, x, y, common, u.T.Basic(ast.Bool))
}

// ArithmeticType is the type that an operand has for arithmetic: an enumeration's underlying type, else its own.
func (u *Unit) ArithmeticType(t *types.Type) *types.Type {
	t = t.NonRef().Unqual()
	if e, ok := t.Decl.(*Enum); ok && t.Kind == types.Enum {
		if under := u.EnumUnderlying(e); under != nil {
			return under.Unqual()
		}
		return u.T.Unknown()
	}
	return t
}

func (u *Unit) shift(op token.Kind, a, b types.Value) types.Value {
	t := u.Promote(u.ArithmeticType(a.Type))
	count := u.ConvertValue(b, u.T.Basic(ast.Long))
	if t == nil || !t.IsIntegral() || count.Kind != types.IntValue || b.Kind != types.IntValue {
		return types.Value{Type: t}
	}
	return constant.Shift(op, u.ConvertValue(a, t), count.Int, t, u.Std)
}

// UnaryValue applies + - ~ ! to a scalar.
func (u *Unit) UnaryValue(op token.Kind, a types.Value) types.Value {
	if op == token.Not {
		b, ok := a.Bool()
		if !ok {
			return types.Value{Type: u.T.Basic(ast.Bool)}
		}
		return constant.Int(u.T.Basic(ast.Bool), constant.Truth(!b))
	}
	if a.Type == nil || !a.IsKnown() {
		return types.Value{}
	}
	t := u.Promote(u.ArithmeticType(a.Type))
	return constant.Unary(op, u.ConvertValue(a, t), t)
}
