package sema

import (
	"math/bits"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Arithmetic on numbers of which only some bits are known. It finds what an optimiser finds that follows single bits, and nothing
// that needs more than the two operands.

// anyOf is a value of an arithmetic or enumeration type of which nothing is known but what the type says.
func anyOf(t *types.Type) types.Value {
	return partial(t, 0, 0)
}

// partial is a value of type t that has the bits ones and not the bits clear, extended as the type says.
func partial(t *types.Type, ones, zeros int64) types.Value {
	t = t.Unqual()
	target := t
	if e, ok := t.Decl.(*Enum); ok && t.Kind == types.Enum {
		if under := e.u.EnumUnderlying(e); under != nil {
			target = under
		}
	}
	if !target.IsIntegral() {
		return types.Value{Kind: types.PartialValue, Type: t}
	}
	size := basicSize(target.Basic)
	width := min(uint(size)*8, 64)
	if target.IsBool() {
		width = 1
	}
	if width < 64 {
		upper := int64(-1) << width
		ones, zeros = ones&^upper, zeros&^upper
		switch top := int64(1) << (width - 1); {
		case isUnsigned(target) || target.IsBool():
			zeros |= upper
		case ones&top != 0:
			ones |= upper
		case zeros&top != 0:
			zeros |= upper
		}
	}
	if ones|zeros == -1 && size <= 8 {
		return intValue(t, ones)
	}
	return types.Value{Kind: types.PartialValue, Type: t, Int: ones, Clear: zeros}
}

// bitsOf are the bits that are known of an integer to be 1, and to be 0.
func bitsOf(v types.Value) (ones, zeros int64) {
	switch v.Kind {
	case types.IntValue:
		return v.Int, ^v.Int
	case types.PartialValue:
		return v.Int, v.Clear
	}
	return 0, 0
}

// convertPartial converts to a type whose arithmetic is that of target.
func convertPartial(v types.Value, to, target *types.Type) types.Value {
	switch {
	case target.IsBool():
		if v.Int != 0 {
			return intValue(to, 1)
		}
		return anyOf(to)
	case target.IsIntegral() && v.Type != nil && !v.Type.IsFloating():
		return partial(to, v.Int, v.Clear)
	case target.IsArithmetic():
		return anyOf(to)
	}
	return types.Value{Type: to}
}

// binaryPartial applies an operator where an operand is not known wholly.
func (u *Unit) binaryPartial(op token.Kind, a, b types.Value) types.Value {
	if op == token.Shl || op == token.Shr {
		t := u.Promote(u.arithmeticType(a.Type))
		if t == nil || !t.IsIntegral() {
			return types.Value{Type: t}
		}
		return shiftPartial(op, u.ConvertValue(a, t), b, t)
	}
	common := u.UsualArithmetic(u.arithmeticType(a.Type), u.arithmeticType(b.Type))
	if common == nil || common.Kind != types.Basic {
		return types.Value{}
	}
	if isComparison(op) {
		return anyOf(u.T.Basic(ast.Bool))
	}
	if !common.IsIntegral() {
		return anyOf(common)
	}
	x1, x0 := bitsOf(u.ConvertValue(a, common))
	y1, y0 := bitsOf(u.ConvertValue(b, common))
	switch op {
	case token.Amp:
		return partial(common, x1&y1, x0|y0)
	case token.Pipe:
		return partial(common, x1|y1, x0&y0)
	case token.Caret:
		return partial(common, x1&y0|x0&y1, x1&y1|x0&y0)
	case token.Plus:
		return addPartial(common, x1, x0, y1, y0, false)
	case token.Minus:
		return addPartial(common, x1, x0, y0, y1, true)
	case token.Star:
		zeros := bits.TrailingZeros64(^uint64(x0)) + bits.TrailingZeros64(^uint64(y0))
		return partial(common, 0, lowBits(zeros))
	case token.Slash, token.Percent:
		n := b.Int
		if b.Kind != types.IntValue || n <= 0 || n&(n-1) != 0 || !isUnsigned(common) {
			break
		}
		if op == token.Percent {
			return partial(common, x1&(n-1), x0|^(n-1))
		}
		return shiftPartial(token.Shr, partial(common, x1, x0), intValue(common, int64(bits.TrailingZeros64(uint64(n)))), common)
	}
	return anyOf(common)
}

func lowBits(n int) int64 {
	if n >= 64 {
		return -1
	}
	return 1<<uint(n) - 1
}

// addPartial adds, with a carry from below: a bit of the sum is known where those of both operands and the carry are.
func addPartial(t *types.Type, x1, x0, y1, y0 int64, carry bool) types.Value {
	c := uint64(boolInt(carry))
	least := uint64(x1) + uint64(y1) + c // with all unknown bits 0
	most := ^uint64(x0) + ^uint64(y0) + c
	// The carries into each bit, for either sum.
	low := least ^ uint64(x1) ^ uint64(y1)
	high := most ^ ^uint64(x0) ^ ^uint64(y0)
	known := uint64(x1|x0) & uint64(y1|y0) & ^(low ^ high)
	return partial(t, int64(least&known), int64(^least&known))
}

func shiftPartial(op token.Kind, x, count types.Value, t *types.Type) types.Value {
	width := basicSize(t.Basic) * 8
	if count.Kind != types.IntValue || count.Int < 0 || count.Int >= width || width > 64 {
		return anyOf(t)
	}
	ones, zeros := bitsOf(x)
	n := uint(count.Int)
	switch {
	case op == token.Shl:
		return partial(t, ones<<n, zeros<<n|lowBits(int(n)))
	case isUnsigned(t):
		return partial(t, int64(uint64(ones)>>n), int64(uint64(zeros)>>n)|^int64(^uint64(0)>>n))
	}
	return partial(t, ones>>n, zeros>>n)
}

func (u *Unit) unaryPartial(op token.Kind, x types.Value) types.Value {
	switch {
	case op == token.Plus:
		return x
	case !x.Type.IsIntegral():
		return anyOf(x.Type)
	case op == token.Tilde:
		return partial(x.Type, x.Clear, x.Int)
	case op == token.Minus:
		return addPartial(x.Type, 0, -1, x.Clear, x.Int, true)
	}
	return anyOf(x.Type)
}

// joinValues is what is known of a value that is one of two.
func joinValues(a, b types.Value) types.Value {
	if a.Kind == b.Kind && a.Kind != types.PartialValue && a.Int == b.Int && a.Entity == b.Entity && a.Key == b.Key &&
		(a.Float == b.Float || a.Kind != types.FloatValue) {
		return a
	}
	arithmetic := func(v types.Value) bool {
		return v.Kind == types.IntValue || v.Kind == types.FloatValue || v.Kind == types.PartialValue
	}
	if !arithmetic(a) || !arithmetic(b) || a.Type == nil || b.Type == nil {
		return types.Value{Type: a.Type}
	}
	if a.Type.IsFloating() || b.Type.IsFloating() || a.Type.Unqual() != b.Type.Unqual() {
		return anyOf(a.Type)
	}
	a1, a0 := bitsOf(a)
	b1, b0 := bitsOf(b)
	return partial(a.Type, a1&b1, a0&b0)
}
