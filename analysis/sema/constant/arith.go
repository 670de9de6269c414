// Package constant computes with constants: literals, arithmetic, and the functions that compilers know without declaration. Widths are
// those of x86-64 and of NVIDIA's targets, which agree.
package constant

import (
	"math"
	"math/bits"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Size is the size and alignment of a fundamental type; 0 for void.
func Size(k ast.BuiltinKind) int64 {
	switch k {
	case ast.Bool, ast.CharT, ast.SChar, ast.UChar, ast.Char8:
		return 1
	case ast.Char16, ast.Short, ast.UShort, ast.Float16:
		return 2
	case ast.WChar, ast.Char32, ast.Int, ast.UInt, ast.Float:
		return 4
	case ast.Long, ast.ULong, ast.LongLong, ast.ULongLong, ast.Double, ast.NullptrT:
		return 8
	case ast.Int128, ast.UInt128, ast.LongDouble, ast.Float128:
		return 16
	case ast.VaList:
		return 24
	}
	return 0
}

// Int is a value of an integral type that holds it.
func Int(t *types.Type, n int64) types.Value {
	return types.Value{Kind: types.IntValue, Type: t, Int: n}
}

// Truth is 1 for true and 0 for false.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// IsUnsigned reports whether a type is an unsigned integral one.
func IsUnsigned(t *types.Type) bool { return t != nil && t.IsIntegral() && !t.IsSigned() }

// Convert converts a constant to a type, as an implicit conversion or a static_cast does; the result is unknown where the conversion
// is undefined or not one of scalars. Dependent values stay dependent. arithmetic is the underlying type of an enumeration, nil where
// that is not known, and to itself otherwise.
func Convert(v types.Value, to, arithmetic *types.Type) types.Value {
	to = to.Unqual()
	if v.Kind == types.DependentValue {
		return v
	}
	if v.Kind == types.UnknownValue || to.IsUnknown() || to.IsDependent() {
		return types.Value{Type: to}
	}
	unknown := types.Value{Type: to}
	if arithmetic == nil {
		return unknown
	}
	switch {
	case to.IsBool():
		b, ok := v.Bool()
		if !ok {
			return unknown
		}
		return Int(to, Truth(b))
	case arithmetic.IsIntegral():
		return toIntegral(v, to, arithmetic)
	case to.IsFloating():
		return toFloating(v, to)
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

// toIntegral converts a constant to an integral type, or an enumeration with the underlying type arithmetic.
func toIntegral(v types.Value, to, arithmetic *types.Type) types.Value {
	unknown := types.Value{Type: to}
	switch {
	case v.Kind == types.IntValue:
		n, ok := wrap(v.Int, arithmetic, v.Type)
		if !ok {
			return unknown
		}
		return types.Value{Kind: types.IntValue, Type: to, Int: n}
	case v.Kind != types.FloatValue:
		return unknown
	case arithmetic.IsBool():
		return Int(to, Truth(v.Float != 0))
	}
	f := math.Trunc(v.Float)
	lo, hi := limits(arithmetic)
	if math.IsNaN(f) || f < lo || f >= hi {
		return unknown
	}
	if f >= 1<<63 {
		return types.Value{Kind: types.IntValue, Type: to, Int: int64(uint64(f))}
	}
	return Int(to, int64(f))
}

// toFloating converts a constant to a floating-point type.
func toFloating(v types.Value, to *types.Type) types.Value {
	f := v.Float
	switch {
	case v.Kind == types.IntValue && IsUnsigned(v.Type):
		f = float64(uint64(v.Int))
	case v.Kind == types.IntValue:
		f = float64(v.Int)
	case v.Kind != types.FloatValue:
		return types.Value{Type: to}
	}
	return types.Value{Kind: types.FloatValue, Type: to, Float: roundTo(f, to)}
}

// Binary applies a binary operator to values of the arithmetic type t, to which both were converted; comparisons are of type
// boolType. Shifts are for Shift.
func Binary(op token.Kind, x, y types.Value, t, boolType *types.Type) types.Value {
	switch {
	case IsComparison(op):
		return compare(op, x, y, t, boolType)
	case t.IsFloating():
		return float(op, x.Float, y.Float, t)
	}
	if n, ok := integer(op, x.Int, y.Int, t); ok {
		return Int(t, n)
	}
	return types.Value{Type: t}
}

// Next is the number after n in an integral type; ok is false where it has none.
func Next(n int64, t *types.Type) (next int64, ok bool) { return integer(token.Plus, n, 1, t) }

// Shift shifts a value of the promoted type t, as a version of C++ has it.
func Shift(op token.Kind, x types.Value, by int64, t *types.Type, std int) types.Value {
	width := Size(t.Basic) * 8
	if x.Kind != types.IntValue || by < 0 || by >= width || width > 64 {
		return types.Value{Type: t}
	}
	n := uint(by)
	if op == token.Shr {
		if t.IsSigned() {
			return Int(t, x.Int>>n)
		}
		return Int(t, int64(uint64(x.Int)>>n))
	}
	if t.IsSigned() && std < 20 {
		// Before C++20 the result has to fit the unsigned type, and a negative operand has none.
		if x.Int < 0 || width < 64 && x.Int<<n >= 1<<width || width == 64 && bits.LeadingZeros64(uint64(x.Int)) < int(n) {
			return types.Value{Type: t}
		}
	}
	r, _ := wrap(x.Int<<n, t, t)
	return Int(t, r)
}

// Unary applies + - ~ to a value of the promoted type t.
func Unary(op token.Kind, x types.Value, t *types.Type) types.Value {
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
		if n, ok := integer(token.Minus, 0, x.Int, t); ok {
			return Int(t, n)
		}
	case token.Tilde:
		if n, ok := wrap(^x.Int, t, t); ok {
			return Int(t, n)
		}
	}
	return types.Value{Type: t}
}

// wrap reduces a value to the width of an integral type. ok is false for 128-bit types that need more than 64 bits.
func wrap(n int64, t, from *types.Type) (int64, bool) {
	switch Size(t.Basic) {
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
	if n < 0 && (IsUnsigned(from) || !t.IsSigned()) {
		return 0, false
	}
	return n, true
}

// limits are the least value of an integral type and the first above its greatest.
func limits(t *types.Type) (lo, hi float64) {
	n := float64(Size(t.Basic) * 8)
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
	return slices.ContainsFunc(vs, func(v float64) bool { return v != math.Trunc(v) || math.Abs(v) > limit })
}

// Compound is the operator that a compound assignment applies before it assigns.
func Compound(op token.Kind) (token.Kind, bool) {
	switch {
	case op >= token.PlusEq && op <= token.PipeEq:
		return token.Plus + (op - token.PlusEq), true
	case op == token.ShlEq || op == token.ShrEq:
		return token.Shl + (op - token.ShlEq), true
	}
	return 0, false
}

// IsComparison reports whether an operator compares, <=> aside.
func IsComparison(op token.Kind) bool {
	switch op {
	case token.EqEq, token.NotEq, token.Less, token.Greater, token.LessEq, token.GreaterEq:
		return true
	}
	return false
}

func compare(op token.Kind, x, y types.Value, t, boolType *types.Type) types.Value {
	var less, equal bool
	switch {
	case t.IsFloating():
		if inexact(t, x.Float, y.Float) {
			return types.Value{Type: boolType}
		}
		less, equal = x.Float < y.Float, x.Float == y.Float
		if math.IsNaN(x.Float) || math.IsNaN(y.Float) {
			return Int(boolType, Truth(op == token.NotEq))
		}
	case IsUnsigned(t):
		less, equal = uint64(x.Int) < uint64(y.Int), x.Int == y.Int
	default:
		less, equal = x.Int < y.Int, x.Int == y.Int
	}
	return Int(boolType, Truth(Ordered(op, less, equal)))
}

// Ordered is the truth of a comparison between values of which less and equal are known.
func Ordered(op token.Kind, less, equal bool) bool {
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

func float(op token.Kind, x, y float64, t *types.Type) types.Value {
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

// modular computes with unsigned numbers of 64 bits; ok is false for a division by zero.
func modular(op token.Kind, x, y uint64) (n uint64, ok bool) {
	switch op {
	case token.Plus:
		return x + y, true
	case token.Minus:
		return x - y, true
	case token.Star:
		return x * y, true
	case token.Slash:
		if y != 0 {
			return x / y, true
		}
	case token.Percent:
		if y != 0 {
			return x % y, true
		}
	}
	return 0, false
}

// integer computes in an integral type; ok is false where C++ leaves the result undefined or it cannot be held.
func integer(op token.Kind, x, y int64, t *types.Type) (n int64, ok bool) {
	if n, ok := bitwise(op, x, y); ok {
		return n, true
	}
	unsigned := !t.IsSigned()
	size := Size(t.Basic)
	if unsigned && size <= 8 {
		r, ok := modular(op, uint64(x), uint64(y))
		if !ok {
			return 0, false
		}
		n, _ := wrap(int64(r), t, t)
		return n, true
	}
	if n, ok = exact(op, x, y); !ok || unsigned && n < 0 {
		return 0, false
	}
	if op == token.Percent && size < 8 {
		if quotient, _ := wrap(x/y, t, t); quotient != x/y {
			return 0, false
		}
	}
	w, fits := wrap(n, t, t)
	return n, fits && w == n
}

// bitwise computes what has the same bits in all types; ok is false for other operators.
func bitwise(op token.Kind, x, y int64) (n int64, ok bool) {
	switch op {
	case token.Amp:
		return x & y, true
	case token.Pipe:
		return x | y, true
	case token.Caret:
		return x ^ y, true
	}
	return 0, false
}

// exact computes in 64 bits; ok is false where they do not hold the result, there is none, or the operator is another.
func exact(op token.Kind, x, y int64) (n int64, ok bool) {
	switch op {
	case token.Plus:
		n = x + y
		return n, y == 0 || (n > x) == (y > 0)
	case token.Minus:
		n = x - y
		return n, y == 0 || (n < x) == (y > 0)
	case token.Star:
		return product(x, y)
	}
	if y == 0 || x == math.MinInt64 && y == -1 {
		return 0, false
	}
	switch op {
	case token.Slash:
		return x / y, true
	case token.Percent:
		return x % y, true
	}
	return 0, false
}

func product(x, y int64) (n int64, ok bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	negative := (x < 0) != (y < 0)
	ok = hi == 0 && (lo <= math.MaxInt64 || negative && lo == 1<<63)
	if negative {
		return -int64(lo), ok
	}
	return int64(lo), ok
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
