package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// placeCaptures places a closure's members: what it captures, explicitly first, then implicitly in the order of first use.
func (b *layoutBuilder) placeCaptures() bool {
	u, l := b.u, b.c.Lambda
	if l.Expr == nil || wrapped(l) || !u.capturesKnown(l) {
		return false
	}
	for _, implicit := range []bool{false, true} {
		for _, c := range l.Captures {
			if c.Implicit == implicit && !b.placeCapture(c) {
				return false
			}
		}
	}
	return true
}

// wrapped reports whether the front end may put a wrapper of its own in the place of a closure, which holds more than the
// captures do: as it does for those written for both sides that capture something.
func wrapped(l *Lambda) bool {
	written := func(kind ast.CUDAKind) bool {
		return slices.ContainsFunc(l.Expr.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == kind })
	}
	return (l.Expr.Default != token.EOF || len(l.Captures) > 0) && written(ast.SpecHost) && written(ast.SpecDevice)
}

// capturesKnown reports whether all that a lambda captures is known.
func (u *Unit) capturesKnown(l *Lambda) bool {
	if l.Expr.Default == token.EOF {
		return len(l.Captures) == len(l.Expr.Captures)
	}
	if l.Call == nil {
		return false // each instance of a generic lambda may capture something else
	}
	f := u.Facts(l.Call)
	if f == nil || f.Template || len(f.Bad) > 0 || len(f.Unknown) > 0 {
		return false
	}
	for _, c := range l.Captures {
		if c.Implicit && c.Var != nil && u.UsableInConstantExpr(c.Var) != No {
			return false // not captured where its value alone is used
		}
	}
	return true
}

func (b *layoutBuilder) placeCapture(c *LambdaCapture) bool {
	u := b.u
	var t *types.Type
	switch {
	case c.This && !c.Star, c.ByRef:
		t = u.T.Pointer(u.T.Basic(ast.Void))
	case c.Init != nil:
		t = u.VarType(c.Init)
	case c.Var != nil:
		t = u.VarType(c.Var).NonRef()
	default:
		return false
	}
	size, align, parts, ok := b.fieldSize(t)
	if !ok || parts != nil && len(parts.empties) > 0 && b.clashes(parts.empties, roundUp(b.dsize, align)) {
		return false
	}
	offset := roundUp(b.dsize, align)
	if parts != nil {
		b.occupy(b.elements(t, size, parts), offset)
	}
	b.l.parts = append(b.l.parts, layoutPart{typ: t, offset: offset})
	b.dsize = offset + size
	b.size = max(b.size, b.dsize)
	b.l.align = max(b.l.align, align)
	return true
}
