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
		access, parent = x.Access, x.parent
	case *Typedef:
		access, parent = x.Access, x.parent
	case *Class:
		access, parent = x.Access, x.parent
	case *Enum:
		access, parent = x.Access, x.parent
	case *Enumerator:
		access, parent = x.Enum.Access, x.Enum.parent
	case *Template:
		access, parent = x.Access, x.parent
	}
	c, _ := parent.(*Class)
	return access, c
}

// mayName reports whether a scope may name a member that was found in class in [class.access.base].
func (u *Unit) mayName(sc *Scope, in *Class, e Entity) Tri {
	access, declared := memberAccess(e)
	if declared == nil || in == nil {
		return Yes
	}
	between := []*Class{declared}
	for c := in; !sameDefinition(c, declared); {
		i := slices.IndexFunc(c.bases, func(b Base) bool {
			return b.Class != nil && u.derivedFrom(b.Class, declared) == Yes
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
		for ; from != nil; from, _ = from.parent.(*Class) {
			if slices.ContainsFunc(between, func(c *Class) bool {
				return sameDefinition(c, from) || u.derivedFrom(from, c) != No
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

// sameDefinition reports whether two classes are the same or come of one definition.
func sameDefinition(a, b *Class) bool { return a == b || a.def != nil && a.def == b.def }

// refuses notes the failure of a substitution that calls a function which it may not call.
func (w *walker) refuses(sc *Scope, in *Class, f *Func) bool {
	if w.u.substituting == 0 {
		return false
	}
	if in != nil && f.MemberOf != nil && !sameDefinition(in, f.MemberOf) {
		in = nil // a using-declaration makes it a member there
	}
	if w.refusesDeleted(f) {
		return true
	}
	if w.u.mayName(sc, in, f) != No {
		return false
	}
	w.u.hardFail++
	return true
}

// refusesDeleted notes the failure of a substitution that chooses a deleted function.
func (w *walker) refusesDeleted(f *Func) bool {
	deleted := w.u.substituting > 0 && (f.Deleted || (f.Implicit || f.Defaulted) && f.MemberOf != nil && w.u.specialDeleted(f) == Yes)
	if deleted {
		w.u.hardFail++
	}
	return deleted
}

// inconvertible notes the failure of a substitution that needs a conversion which does not exist.
func (w *walker) inconvertible(c Conv) {
	switch {
	case w.u.substituting == 0:
	case c.Rank == RankNone || c.Ambiguous:
		w.u.hardFail++
	default:
		w.u.softFail++
	}
}

// tooMany notes the failure of a substitution that gives an aggregate more initialisers than it has elements.
func (w *walker) tooMany(rest []Operand) {
	if w.u.substituting > 0 && len(rest) > 0 {
		w.u.hardFail++
	}
}

// narrowed notes the failure of a substitution that gives an arithmetic object in a braced list a value that its type
// may not hold [dcl.init.list]/7.
func (w *walker) narrowed(o Operand, to *types.Type) {
	if w.u.substituting > 0 && w.u.narrows(o, to) {
		w.u.hardFail++
	}
}

// narrows reports whether a conversion between arithmetic types is certainly a narrowing one.
func (u *Unit) narrows(o Operand, to *types.Type) bool {
	from := o.Type.NonRef().Unqual()
	if from.Kind == types.Enum {
		from = u.promote(from)
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
		v := u.convertValue(o.Value, to)
		return v.IsKnown() && (v.Int != o.Value.Int || (v.Int < 0) && to.IsSigned() != from.IsSigned())
	case to.IsBool() || from.IsBool():
		return to.IsBool() && !from.IsBool()
	}
	have, need := constant.Size(to.Basic), constant.Size(from.Basic)
	return have < need || from.IsSigned() && !to.IsSigned() || to.IsSigned() && !from.IsSigned() && have == need
}

// substitute runs a substitution and counts what failed in it.
func (u *Unit) substitute(fn func()) failures {
	before := failures{u.hardFail, u.softFail}
	u.hardFail, u.softFail = 0, 0
	u.substituting++
	defer func() {
		u.substituting--
		u.hardFail, u.softFail = before.hard, before.soft
	}()
	fn()
	return failures{u.hardFail, u.softFail}
}

// certain reports whether the substitution failed, whatever is not known.
func (f failures) certain() bool { return f.hard > 0 && f.soft == 0 }
