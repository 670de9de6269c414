package types

import "cudals/analysis/ast"

// UsualArithmetic is the common type of the usual arithmetic conversions [expr.arith.conv] of two promoted types; Unknown where there is none.
func (t *Table) UsualArithmetic(a, b *Type) *Type {
	if !a.IsArithmetic() || !b.IsArithmetic() {
		return t.Unknown()
	}
	if a == b {
		return a
	}
	if a.IsFloating() || b.IsFloating() {
		if floatRank(a) >= floatRank(b) {
			return a
		}
		return b
	}
	ra, rb := intRank(a), intRank(b)
	if ra < rb {
		a, b, ra, rb = b, a, rb, ra
	}
	// a has the greater rank, or the same and the other signedness.
	switch {
	case a.IsSigned() == b.IsSigned() || !a.IsSigned():
		return a
	case ra == rb:
		return b
	case intBits(a) > intBits(b):
		return a
	}
	return t.Basic(a.Basic + 1) // the unsigned type that corresponds to a
}

func floatRank(t *Type) int {
	if !t.IsFloating() {
		return 0
	}
	switch t.Basic {
	case ast.Float16:
		return 1
	case ast.Float:
		return 2
	case ast.Double:
		return 3
	case ast.LongDouble:
		return 4
	}
	return 5
}

func intRank(t *Type) int {
	switch t.Basic {
	case ast.Long, ast.ULong:
		return 2
	case ast.LongLong, ast.ULongLong:
		return 3
	case ast.Int128, ast.UInt128:
		return 4
	}
	return 1
}

// intBits is the width of a promoted integer on the platforms CUDA has: LP64.
func intBits(t *Type) int { return [...]int{1: 32, 2: 64, 3: 64, 4: 128}[intRank(t)] }
