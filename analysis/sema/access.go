package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// A substitution fails where an expression names a member that its context may not access, or calls a deleted function
// [temp.deduct]/8. Elsewhere nobody asks: of a program that is ill-formed nothing is said.

// memberAccess is how a member is declared, and in which class; nil for what is no member.
func memberAccess(e Entity) (ast.Access, *Class) {
	var access ast.Access
	var parent Entity
	switch x := e.(type) {
	case *Field:
		return x.Access, x.Class
	case *Func:
		if x.Template != nil && x.Args != nil {
			return x.Template.Access, x.MemberOf
		}
		return x.Access, x.MemberOf
	case *Var:
		access, parent = x.Access, x.Within
	case *Typedef:
		access, parent = x.Access, x.Within
	case *Class:
		access, parent = x.Access, x.Within
	case *Enum:
		access, parent = x.Access, x.Within
	case *Enumerator:
		access, parent = x.Enum.Access, x.Enum.Within
	case *Template:
		access, parent = x.Access, x.Within
	}
	c, _ := parent.(*Class)
	return access, c
}

// MayName reports whether a scope may name a member that was found in class in [class.access.base].
func (u *Unit) MayName(sc *Scope, in *Class, e Entity) Tri {
	access, declared := memberAccess(e)
	if declared == nil || in == nil {
		return Yes
	}
	between := []*Class{declared}
	for c := in; !SameDefinition(c, declared); {
		i := slices.IndexFunc(c.bases, func(b Base) bool {
			return b.Class != nil && u.DerivedFrom(b.Class, declared) == Yes
		})
		if i < 0 || slices.Contains(between, c) {
			return UnknownTri // by a using-declaration, or on a way that is not known
		}
		if a := c.bases[i].Access; a != ast.Public && access != ast.Private {
			access = a
		}
		between = append(between, c)
		c = c.bases[i].Class
	}
	if access != ast.Private && access != ast.Protected {
		return Yes
	}
	for s := sc; s != nil; s = s.Parent {
		from := s.Class
		if s.Func != nil && s.Func.MemberOf != nil {
			from = s.Func.MemberOf
		}
		for ; from != nil; from, _ = from.Within.(*Class) {
			if slices.ContainsFunc(between, func(c *Class) bool {
				return SameDefinition(c, from) || u.DerivedFrom(from, c) != No
			}) {
				return Yes
			}
		}
	}
	if slices.ContainsFunc(between, u.hasFriends) {
		return UnknownTri
	}
	return No
}

// SameDefinition reports whether two classes are the same or come of one definition.
func SameDefinition(a, b *Class) bool { return a == b || a.Syntax != nil && a.Syntax == b.Syntax }

// Narrows reports whether a conversion between arithmetic types is certainly a narrowing one.
func (u *Unit) Narrows(o Operand, to *types.Type) bool {
	from := o.Type.NonRef().Unqual()
	if from.Kind == types.Enum {
		from = u.Promote(from)
	}
	if v, ok := o.Entity.(*Var); ok && (v.Constexpr || from.IsConst()) {
		return false // a constant, maybe
	}
	known := o.Value.IsKnown()
	switch {
	case !from.IsArithmetic() || !to.IsArithmetic():
		return false
	case to.IsIntegral() && from.IsFloating():
		return true
	case to.IsFloating():
		return !known && (from.IsIntegral() || floatRank(to) < floatRank(from))
	case known:
		v := u.ConvertValue(o.Value, to)
		return v.IsKnown() && (v.Int != o.Value.Int || (v.Int < 0) && to.IsSigned() != from.IsSigned())
	case to.IsBool() || from.IsBool():
		return to.IsBool() && !from.IsBool()
	}
	have, need := constant.Size(to.Basic), constant.Size(from.Basic)
	return have < need || from.IsSigned() && !to.IsSigned() || to.IsSigned() && !from.IsSigned() && have == need
}
