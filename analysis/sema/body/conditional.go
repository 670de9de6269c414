package body

import (
	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// conditionalType is the value of c ? t : f [expr.cond].
func (u *Model) conditionalType(t, f sema.Operand) sema.Operand {
	unknown := sema.Operand{Type: u.T.Unknown(), Dependent: t.Dependent || f.Dependent}
	t, f = u.SoleFunction(t), u.SoleFunction(f)
	open := func(o sema.Operand) bool {
		return o.IsUnknown() || sema.IsPlaceholder(o.Type) || o.Type.Kind == types.Overloads
	}
	if open(t) || open(f) {
		return unknown
	}
	switch {
	case t.Type.IsVoid() || f.Type.IsVoid():
		if r, ok := u.conditionalVoid(t, f); ok {
			return r
		}
		return unknown
	case sameGLValue(t, f):
		return sema.Operand{Type: t.Type, Cat: t.Cat, Bits: t.Bits || f.Bits}
	}
	if t.Type != f.Type && (t.Type.Kind == types.Class || f.Type.Kind == types.Class ||
		t.Cat != sema.PRValue && t.Cat == f.Cat && t.Type.Unqual() == f.Type.Unqual()) {
		var ok bool
		if t, f, ok = u.conditionalConverted(t, f); !ok {
			return unknown
		}
		if sameGLValue(t, f) {
			return sema.Operand{Type: t.Type, Cat: t.Cat}
		}
	}
	// [expr.cond]/6, /7
	tt, ff := u.T.Decay(t.Type), u.T.Decay(f.Type)
	switch {
	case tt == ff:
		return sema.Operand{Type: tt}
	case tt.Kind == types.Class || ff.Kind == types.Class:
		return u.conditionalBuiltin(t, f)
	case sema.IsArithmeticOrEnum(tt) && sema.IsArithmeticOrEnum(ff):
		return sema.Operand{Type: u.UsualArithmetic(tt, ff)}
	}
	return sema.Operand{Type: u.CompositePointer(tt, ff)}
}

// sameGLValue reports whether two operands denote objects of one type and category.
func sameGLValue(t, f sema.Operand) bool {
	return t.Cat != sema.PRValue && t.Cat == f.Cat && t.Type == f.Type
}

// conditionalVoid is the value of c ? t : f where one is void: a throw-expression beside a value, or both are.
func (u *Model) conditionalVoid(t, f sema.Operand) (sema.Operand, bool) {
	switch {
	case t.Type.IsVoid() && f.Type.IsVoid():
		return sema.Operand{Type: u.T.Basic(ast.Void)}, true
	case t.Type.IsVoid() && t.Throw:
		f.Value = types.Value{}
		return f, true
	case f.Type.IsVoid() && f.Throw:
		t.Value = types.Value{}
		return t, true
	}
	return sema.Operand{}, false
}

// conditionalConverted converts one operand of ?: to what the other is [expr.cond]/4; not ok where that is not known, or where
// each can be converted to the other, which is ill-formed.
func (u *Model) conditionalConverted(t, f sema.Operand) (sema.Operand, sema.Operand, bool) {
	tf, ft := u.conditionalTarget(t, f), u.conditionalTarget(f, t)
	switch {
	case tf.rank == sema.RankUnknown || ft.rank == sema.RankUnknown:
		return t, f, false
	case tf.rank != sema.RankNone && ft.rank != sema.RankNone:
		return t, f, false
	case tf.rank != sema.RankNone:
		t = tf.result
	case ft.rank != sema.RankNone:
		f = ft.result
	}
	return t, f, true
}

type conditionalConv struct {
	rank   sema.ConvRank
	result sema.Operand
}

// conditionalTarget converts one operand of a conditional to match the other [expr.cond]/4.
func (u *Model) conditionalTarget(from, like sema.Operand) conditionalConv {
	try := func(to *types.Type, result sema.Operand, direct bool) (conditionalConv, bool) {
		c := u.ImplicitConversion(from, to, sema.ConvOptions{})
		if c.Rank == sema.RankUnknown {
			return conditionalConv{rank: sema.RankUnknown}, true
		}
		if c.OK() && !(direct && c.Temporary) {
			return conditionalConv{c.Rank, result}, true
		}
		return conditionalConv{}, false
	}
	switch like.Cat {
	case sema.LValue:
		if c, ok := try(u.T.LRef(like.Type), sema.Operand{Type: like.Type, Cat: sema.LValue}, true); ok {
			return c
		}
	case sema.XValue:
		if c, ok := try(u.T.RRef(like.Type), sema.Operand{Type: like.Type, Cat: sema.XValue}, true); ok {
			return c
		}
	}
	f, l := from.Type, like.Type
	if f.Kind == types.Class && l.Kind == types.Class {
		fl, lf := u.Derived(f, l), u.Derived(l, f)
		if fl == sema.UnknownTri || lf == sema.UnknownTri {
			return conditionalConv{rank: sema.RankUnknown}
		}
		if fl == sema.Yes || lf == sema.Yes {
			if fl == sema.Yes && f.CV&^l.CV == 0 {
				return conditionalConv{sema.RankConversion, sema.Operand{Type: l}}
			}
			return conditionalConv{rank: sema.RankNone}
		}
	}
	if f.Kind != types.Class && l.Kind != types.Class {
		return conditionalConv{rank: sema.RankNone}
	}
	target := u.T.Decay(l)
	if c, ok := try(target, sema.Operand{Type: target}, false); ok {
		return c
	}
	return conditionalConv{rank: sema.RankNone}
}

// conditionalBuiltin applies the built-in candidates of the conditional operator to class operands [over.built]/27.
func (u *Model) conditionalBuiltin(t, f sema.Operand) sema.Operand {
	r := u.BuiltinBinary(token.Question, t, f)
	if r.Status == sema.ResolvedBuiltin {
		return r.Operand
	}
	return sema.Operand{Type: u.T.Unknown()}
}
