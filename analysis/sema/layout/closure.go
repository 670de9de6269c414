package layout

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// placeCaptures places a closure's members: what it captures, explicitly first, then implicitly in the order of first use. In
// the place of an extended lambda that is written for both sides, unless it can become a function pointer, nvcc 12.4's front
// end puts a wrapper of its own, which has a pointer behind the captures.
func (b *layoutBuilder) placeCaptures() bool {
	u, l := b.u, b.c.Lambda
	if l.Expr == nil || !u.capturesKnown(l) {
		return false
	}
	for _, implicit := range []bool{false, true} {
		for _, c := range l.Captures {
			if c.Implicit == implicit && !b.placeCapture(c) {
				return false
			}
		}
	}
	if !l.Captureless() && l.Written(ast.SpecHost) {
		switch l.Extended() {
		case sema.Yes:
			return b.placeMember(u.T.Pointer(u.T.Basic(ast.Void)))
		case sema.UnknownTri:
			return false
		}
	}
	return true
}

// capturesKnown reports whether all that a lambda captures is known.
func (u *Model) capturesKnown(l *sema.Lambda) bool {
	if l.Expr.Default == token.EOF {
		return len(l.Captures) == len(l.Expr.Captures)
	}
	extended := l.Extended()
	call := l.Call
	if call == nil && extended == sema.Yes {
		call = l.CallT.Func // what the definition mentions is captured; else each instance may capture something else
	}
	if call == nil {
		return false
	}
	f := u.Facts(call)
	if f == nil || f.Template && l.Call != nil || len(f.Bad) > 0 || len(f.Unknown) > 0 {
		return false
	}
	for _, c := range l.Captures {
		// Where their values alone are used constants are captured by extended lambdas and not by others.
		if extended != sema.Yes && c.Implicit && c.Var != nil && u.UsableInConstantExpr(c.Var) != sema.No {
			return false
		}
	}
	return true
}

func (b *layoutBuilder) placeCapture(c *sema.LambdaCapture) bool {
	u := b.u
	switch {
	case c.This && c.Star:
		f := b.c.Lambda.Func
		return f != nil && f.MemberOf != nil && b.placeMember(u.ClassType(f.MemberOf))
	case c.This, c.ByRef:
		return b.placeMember(u.T.Pointer(u.T.Basic(ast.Void)))
	case c.Init != nil:
		return b.placeMember(u.VarType(c.Init))
	case c.Var != nil:
		return b.placeMember(u.VarType(c.Var).NonRef())
	}
	return false
}

// placeMember places a member that no field declares.
func (b *layoutBuilder) placeMember(t *types.Type) bool {
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
