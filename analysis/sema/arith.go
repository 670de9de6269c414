package sema

import (
	"math"
	"math/bits"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Arithmetic on constant values, with the widths of x86-64 and NVIDIA's targets, which agree.

// ConvertValue converts a constant to a type, as an implicit conversion or a static_cast does; the result is unknown where
// the conversion is undefined or not one of scalars. Dependent values stay dependent.
func (u *Unit) ConvertValue(v types.Value, to *types.Type) types.Value {
	to = to.Unqual()
	if v.Kind == types.DependentValue {
		return v
	}
	if v.Kind == types.UnknownValue || to.IsUnknown() || to.IsDependent() {
		return types.Value{Type: to}
	}
	target := to
	if e, ok := to.Decl.(*Enum); ok && to.Kind == types.Enum {
		if target = u.EnumUnderlying(e); target == nil {
			return types.Value{Type: to}
		}
	}
	unknown := types.Value{Type: to}
	switch {
	case to.IsBool():
		b, ok := v.Bool()
		if !ok {
			return unknown
		}
		return intValue(to, boolInt(b))
	case target.IsIntegral():
		switch v.Kind {
		case types.IntValue:
			n, ok := wrap(v.Int, target, v.Type)
			if !ok {
				return unknown
			}
			return types.Value{Kind: types.IntValue, Type: to, Int: n}
		case types.FloatValue:
			f := math.Trunc(v.Float)
			if target.IsBool() {
				return intValue(to, boolInt(v.Float != 0))
			}
			lo, hi := limits(target)
			if math.IsNaN(f) || f < lo || f >= hi {
				return unknown
			}
			if f >= 1<<63 {
				return types.Value{Kind: types.IntValue, Type: to, Int: int64(uint64(f))}
			}
			return intValue(to, int64(f))
		}
	case to.IsFloating():
		switch v.Kind {
		case types.IntValue:
			f := float64(v.Int)
			if isUnsigned(v.Type) {
				f = float64(uint64(v.Int))
			}
			return types.Value{Kind: types.FloatValue, Type: to, Float: roundTo(f, to)}
		case types.FloatValue:
			return types.Value{Kind: types.FloatValue, Type: to, Float: roundTo(v.Float, to)}
		}
	case to.Kind == types.Pointer || to.Kind == types.MemberPointer || to.IsNullptr():
		switch v.Kind {
		case types.NullValue:
			return types.Value{Kind: types.NullValue, Type: to}
		case types.AddressValue, types.StringValue:
			v.Type = to
			return v
		case types.IntValue:
			if v.Int == 0 {
				return types.Value{Kind: types.NullValue, Type: to}
			}
		}
	case to.Kind == types.LRef || to.Kind == types.RRef:
		if v.Kind == types.AddressValue {
			v.Type = to
			return v
		}
	case to.Kind == types.Class && v.Kind == types.AggregateValue:
		return v
	}
	return unknown
}

func intValue(t *types.Type, n int64) types.Value {
	return types.Value{Kind: types.IntValue, Type: t, Int: n}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func isUnsigned(t *types.Type) bool { return t != nil && t.IsIntegral() && !t.IsSigned() }

// wrap reduces a value to the width of an integral type. ok is false for 128-bit types that need more than 64 bits.
func wrap(n int64, t, from *types.Type) (int64, bool) {
	switch basicSize(t.Basic) {
	case 1:
		if t.IsSigned() {
			return int64(int8(n)), true
		}
		return int64(uint8(n)), true
	case 2:
		if t.IsSigned() {
			return int64(int16(n)), true
		}
		return int64(uint16(n)), true
	case 4:
		if t.IsSigned() {
			return int64(int32(n)), true
		}
		return int64(uint32(n)), true
	case 8:
		return n, true
	}
	// A negative number is no unsigned 128-bit one, and an unsigned 64-bit one beyond the sign bit cannot be held.
	if n < 0 && (isUnsigned(from) || !t.IsSigned()) {
		return 0, false
	}
	return n, true
}

// limits are the least value of an integral type and the first above its greatest.
func limits(t *types.Type) (lo, hi float64) {
	n := float64(basicSize(t.Basic) * 8)
	if t.IsSigned() {
		return -math.Exp2(n - 1), math.Exp2(min(n-1, 63))
	}
	return 0, math.Exp2(min(n, 64))
}

// roundTo rounds to the precision of a floating type, as far as float64 holds it.
func roundTo(f float64, t *types.Type) float64 {
	if t.Basic == ast.Float {
		return float64(float32(f))
	}
	return f
}

// inexact reports whether values of a floating type are held with less precision than they have.
func inexact(t *types.Type, vs ...float64) bool {
	if t.Basic != ast.LongDouble && t.Basic != ast.Float128 && t.Basic != ast.Float16 {
		return false
	}
	limit := float64(1 << 53)
	if t.Basic == ast.Float16 {
		limit = 1 << 11
	}
	for _, v := range vs {
		if v != math.Trunc(v) || math.Abs(v) > limit {
			return true
		}
	}
	return false
}

// binaryValue applies a binary arithmetic, comparison or bitwise operator to scalars of arithmetic or enumeration type.
func (u *Unit) binaryValue(op token.Kind, a, b types.Value) types.Value {
	if a.Type == nil || b.Type == nil || !a.IsKnown() || !b.IsKnown() {
		return types.Value{}
	}
	if op == token.Shl || op == token.Shr {
		return u.shift(op, a, b)
	}
	common := u.UsualArithmetic(u.arithmeticType(a.Type), u.arithmeticType(b.Type))
	if common == nil || common.Kind != types.Basic {
		return types.Value{}
	}
	if a.Type.Kind == types.Enum && a.Type.Unqual() == b.Type.Unqual() && isComparison(op) {
		common = u.arithmeticType(a.Type)
	}
	x, y := u.ConvertValue(a, common), u.ConvertValue(b, common)
	if !x.IsKnown() || !y.IsKnown() {
		return types.Value{Type: common}
	}
	if isComparison(op) {
		return u.compareValues(op, x, y, common)
	}
	if common.IsFloating() {
		return floatBinary(op, x.Float, y.Float, common)
	}
	n, ok := intBinary(op, x.Int, y.Int, common)
	if !ok {
		return types.Value{Type: common}
	}
	return intValue(common, n)
}

// arithmeticType is the type that an operand has for arithmetic: an enumeration's underlying type, else its own.
func (u *Unit) arithmeticType(t *types.Type) *types.Type {
	t = t.NonRef().Unqual()
	if e, ok := t.Decl.(*Enum); ok && t.Kind == types.Enum {
		if under := u.EnumUnderlying(e); under != nil {
			return under.Unqual()
		}
		return u.T.Unknown()
	}
	return t
}

func isComparison(op token.Kind) bool {
	switch op {
	case token.EqEq, token.NotEq, token.Less, token.Greater, token.LessEq, token.GreaterEq:
		return true
	}
	return false
}

func (u *Unit) compareValues(op token.Kind, x, y types.Value, t *types.Type) types.Value {
	boolType := u.T.Basic(ast.Bool)
	var less, equal bool
	switch {
	case t.IsFloating():
		if inexact(t, x.Float, y.Float) {
			return types.Value{Type: boolType}
		}
		less, equal = x.Float < y.Float, x.Float == y.Float
		if math.IsNaN(x.Float) || math.IsNaN(y.Float) {
			return intValue(boolType, boolInt(op == token.NotEq))
		}
	case isUnsigned(t):
		less, equal = uint64(x.Int) < uint64(y.Int), x.Int == y.Int
	default:
		less, equal = x.Int < y.Int, x.Int == y.Int
	}
	return intValue(boolType, boolInt(ordered(op, less, equal)))
}

// ordered is the truth of a comparison between values of which less and equal are known.
func ordered(op token.Kind, less, equal bool) bool {
	switch op {
	case token.EqEq:
		return equal
	case token.NotEq:
		return !equal
	case token.Less:
		return less
	case token.Greater:
		return !less && !equal
	case token.LessEq:
		return less || equal
	}
	return !less
}

func floatBinary(op token.Kind, x, y float64, t *types.Type) types.Value {
	var r float64
	switch op {
	case token.Plus:
		r = x + y
	case token.Minus:
		r = x - y
	case token.Star:
		r = x * y
	case token.Slash:
		if y == 0 {
			return types.Value{Type: t}
		}
		r = x / y
	default:
		return types.Value{Type: t}
	}
	r = roundTo(r, t)
	if math.IsNaN(r) || math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return types.Value{Type: t} // overflow is no constant
	}
	return types.Value{Kind: types.FloatValue, Type: t, Float: r}
}

// intBinary computes in an integral type; ok is false where C++ leaves the result undefined or it cannot be held.
func intBinary(op token.Kind, x, y int64, t *types.Type) (n int64, ok bool) {
	unsigned := !t.IsSigned()
	size := basicSize(t.Basic)
	switch op {
	case token.Amp:
		return x & y, true
	case token.Pipe:
		return x | y, true
	case token.Caret:
		return x ^ y, true
	}
	if unsigned && size <= 8 {
		a, b := uint64(x), uint64(y)
		var r uint64
		switch op {
		case token.Plus:
			r = a + b
		case token.Minus:
			r = a - b
		case token.Star:
			r = a * b
		case token.Slash:
			if b == 0 {
				return 0, false
			}
			r = a / b
		case token.Percent:
			if b == 0 {
				return 0, false
			}
			r = a % b
		default:
			return 0, false
		}
		n, _ := wrap(int64(r), t, t)
		return n, true
	}
	switch op {
	case token.Plus:
		n = x + y
		ok = (n > x) == (y > 0)
		if y == 0 {
			ok = true
		}
	case token.Minus:
		n = x - y
		ok = (n < x) == (y > 0)
		if y == 0 {
			ok = true
		}
	case token.Star:
		hi, lo := bits.Mul64(magnitude(x), magnitude(y))
		negative := (x < 0) != (y < 0)
		ok = hi == 0 && (lo <= math.MaxInt64 || negative && lo == 1<<63)
		n = int64(lo)
		if negative {
			n = -n
		}
	case token.Slash, token.Percent:
		if y == 0 || x == math.MinInt64 && y == -1 {
			return 0, false
		}
		n, ok = x/y, true
		if op == token.Percent {
			if w, _ := wrap(x/y, t, t); w != x/y && size < 8 {
				return 0, false
			}
			n = x % y
		}
	}
	if !ok {
		return 0, false
	}
	if unsigned && n < 0 {
		return 0, false
	}
	w, fits := wrap(n, t, t)
	return n, fits && w == n
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func (u *Unit) shift(op token.Kind, a, b types.Value) types.Value {
	t := u.Promote(u.arithmeticType(a.Type))
	count := u.ConvertValue(b, u.T.Basic(ast.Long))
	if t == nil || !t.IsIntegral() || count.Kind != types.IntValue || b.Kind != types.IntValue {
		return types.Value{Type: t}
	}
	x := u.ConvertValue(a, t)
	width := basicSize(t.Basic) * 8
	if x.Kind != types.IntValue || count.Int < 0 || count.Int >= width || width > 64 {
		return types.Value{Type: t}
	}
	n := uint(count.Int)
	if op == token.Shr {
		if t.IsSigned() {
			return intValue(t, x.Int>>n)
		}
		return intValue(t, int64(uint64(x.Int)>>n))
	}
	if t.IsSigned() && u.std < 20 {
		// Before C++20 the result has to fit the unsigned type, and a negative operand has none.
		if x.Int < 0 || width < 64 && x.Int<<n >= 1<<width || width == 64 && bits.LeadingZeros64(uint64(x.Int)) < int(n) {
			return types.Value{Type: t}
		}
	}
	r, _ := wrap(x.Int<<n, t, t)
	return intValue(t, r)
}

// unaryValue applies + - ~ ! to a scalar.
func (u *Unit) unaryValue(op token.Kind, a types.Value) types.Value {
	if op == token.Not {
		b, ok := a.Bool()
		if !ok {
			return types.Value{Type: u.T.Basic(ast.Bool)}
		}
		return intValue(u.T.Basic(ast.Bool), boolInt(!b))
	}
	if a.Type == nil || !a.IsKnown() {
		return types.Value{}
	}
	t := u.Promote(u.arithmeticType(a.Type))
	x := u.ConvertValue(a, t)
	switch {
	case x.Kind == types.FloatValue && op == token.Plus:
		return x
	case x.Kind == types.FloatValue && op == token.Minus:
		x.Float = -x.Float
		return x
	case x.Kind != types.IntValue:
		return types.Value{Type: t}
	}
	switch op {
	case token.Plus:
		return x
	case token.Minus:
		n, ok := intBinary(token.Minus, 0, x.Int, t)
		if !ok {
			return types.Value{Type: t}
		}
		return intValue(t, n)
	case token.Tilde:
		n, ok := wrap(^x.Int, t, t)
		if !ok {
			return types.Value{Type: t}
		}
		return intValue(t, n)
	}
	return types.Value{Type: t}
}
