package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// refCompat says how a reference to one type can bind to an expression of another [dcl.init.ref]/4.
type refCompat uint8

const (
	refUnrelated refCompat = iota
	refRelated             // but not compatible: a qualifier would be lost
	refCompatible
	refUnknown
)

// referenceCompatible tells whether "reference to t" may bind to an expression of type f; base says that f is a class
// derived from t.
func (u *Unit) referenceCompatible(t, f *types.Type) (compat refCompat, base bool) {
	if t == f {
		if t.IsUnknown() || t.Kind == types.Auto {
			return refUnknown, false
		}
		return refCompatible, false
	}
	if IsPlaceholder(t) || IsPlaceholder(f) {
		return refUnknown, false
	}
	tc, fc := ElemCV(t), ElemCV(f)
	switch {
	case u.T.WithCV(t, 0) == u.T.WithCV(f, 0):
		if t.IsUnknown() {
			return refUnknown, false
		}
	case t.IsDependent() || f.IsDependent():
		return refUnknown, false
	case t.Kind == types.Class && f.Kind == types.Class:
		switch u.Derived(f, t) {
		case No:
			return refUnrelated, false
		case UnknownTri:
			return refUnknown, false
		}
		base = true
	case t.Kind == types.Array && f.Kind == types.Array && t.Len == types.NoLen && u.Std >= 20:
		if u.T.WithCV(t.Elem, 0) != u.T.WithCV(f.Elem, 0) {
			return refUnrelated, false
		}
	default:
		return u.similarReference(t, f), false
	}
	if fc&^tc != 0 {
		return refRelated, base
	}
	return refCompatible, base
}

// similarReference handles types that differ below their top level: pointers with other qualifiers, noexcept functions, and
// types that are partly unknown.
func (u *Unit) similarReference(t, f *types.Type) refCompat {
	switch u.qualify(f, t, true) {
	case Yes:
		return refCompatible
	case UnknownTri:
		return refUnknown
	}
	return refUnrelated
}

// ElemCV are the qualifiers of a type, those of its elements for an array.
func ElemCV(t *types.Type) ast.Qualifiers {
	return ElementOf(t).CV & (ast.Const | ast.Volatile)
}

// bindReference finds the conversion of an expression to a reference [over.ics.ref], [dcl.init.ref].
func (u *Unit) bindReference(from Operand, to *types.Type, opt ConvOptions) Conv {
	if !u.Nest() {
		return unknownConv(to)
	}
	defer u.Unnest()
	t, f := to.Elem, from.Type
	c := Conv{From: f, To: to, bind: bindsLRef}
	if to.Kind == types.RRef {
		c.bind = bindsRRef
	}
	constRef := c.bind == bindsLRef && ElemCV(t) == ast.Const
	compat, base := u.referenceCompatible(t, f)
	if compat == refUnknown {
		return unknownConv(to)
	}
	lvalue := from.Cat == LValue
	c.bindsRvalue, c.bindsFunc = !lvalue, f.Kind == types.Func
	// Binding to a bit-field or past an access is ill-formed, but it is not considered in overload resolution.
	direct := lvalue || constRef || c.bind == bindsRRef
	if c.bind == bindsRRef && lvalue && f.Kind != types.Func {
		direct = false
	}
	if compat == refCompatible && direct {
		if base {
			c.Rank, c.base, c.change = RankConversion, true, true
		}
		return c
	}
	// A class with a conversion function to a reference that binds directly, or to a prvalue.
	if f.Kind == types.Class && compat == refUnrelated && !opt.NoUser {
		if uc := u.referenceConversion(from, to, opt); uc.Rank != RankNone {
			return uc
		}
	}
	if c.bind == bindsLRef && !constRef {
		return noConv(to)
	}
	if compat == refRelated || compat == refCompatible {
		return noConv(to) // drops qualifiers, or an rvalue reference to an lvalue of the same type
	}
	// A temporary of type t is made and bound.
	switch t.Kind {
	case types.Array, types.Func:
		return noConv(to)
	}
	tmp := from
	inner := u.ImplicitConversion(tmp, t.Unqual(), opt)
	if inner.Rank >= RankNone {
		inner.To = to
		return inner
	}
	inner.Temporary = true
	if inner.Rank == RankUser {
		if inner.Second != nil {
			second := *inner.Second
			second.To, second.bind, second.bindsRvalue = to, c.bind, true
			inner.Second = &second
		}
		inner.To = to
		return inner
	}
	inner.To, inner.bind, inner.bindsRvalue = to, c.bind, true
	return inner
}

// objectConversion converts an implicit object argument to the implicit object parameter of f [over.match.funcs]/4, which
// counts as a member of the object's own class.
func (u *Unit) objectConversion(object Operand, f *Func) Conv {
	ft := u.FuncType(f)
	if ft.Kind != types.Func || object.IsUnknown() || object.Type.Kind != types.Class {
		return unknownConv(nil)
	}
	return u.objectParameter(object, object.Type.Unqual(), ft.FnCV, ft.FnRef)
}

func (u *Unit) objectParameter(object Operand, class *types.Type, cv ast.Qualifiers, ref ast.RefQual) Conv {
	param := u.T.Qualify(class, cv)
	to := u.T.LRef(param)
	c := Conv{From: object.Type, To: to, bind: bindsLRef, bindsRvalue: object.Cat != LValue}
	switch ref {
	case ast.RefNone:
		c.object = true
	case ast.RefLValue:
		if object.Cat != LValue && cv&(ast.Const|ast.Volatile) != ast.Const {
			return noConv(to)
		}
	case ast.RefRValue:
		c.To, c.bind = u.T.RRef(param), bindsRRef
		if object.Cat == LValue {
			return noConv(c.To)
		}
	}
	switch compat, base := u.referenceCompatible(param, object.Type); compat {
	case refCompatible:
		if base {
			c.Rank, c.base, c.change = RankConversion, true, true
		}
		return c
	case refUnknown:
		return unknownConv(c.To)
	}
	return noConv(c.To)
}
