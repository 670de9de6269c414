package body

import (
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// refuses notes the failure of a substitution that calls a function which it may not call.
func (w *walker) refuses(sc *sema.Scope, in *sema.Class, f *sema.Func) bool {
	if w.u.Substituting == 0 {
		return false
	}
	if in != nil && f.MemberOf != nil && !sema.SameDefinition(in, f.MemberOf) {
		in = nil // a using-declaration makes it a member there
	}
	if w.refusesDeleted(f) {
		return true
	}
	if w.u.MayName(sc, in, f) != sema.No {
		return false
	}
	w.u.Refute()
	return true
}

// refusesDeleted notes the failure of a substitution that chooses a deleted function.
func (w *walker) refusesDeleted(f *sema.Func) bool {
	deleted := w.u.Substituting > 0 && (f.Deleted || (f.Implicit || f.Defaulted) && f.MemberOf != nil && w.u.SpecialDeleted(f) == sema.Yes)
	if deleted {
		w.u.Refute()
	}
	return deleted
}

// inconvertible notes the failure of a substitution that needs a conversion which does not exist.
func (w *walker) inconvertible(c sema.Conv) {
	switch {
	case w.u.Substituting == 0:
	case c.Rank == sema.RankNone || c.Ambiguous:
		w.u.Refute()
	default:
		w.u.Doubt()
	}
}

// tooMany notes the failure of a substitution that gives an aggregate more initialisers than it has elements.
func (w *walker) tooMany(rest []sema.Operand) {
	if w.u.Substituting > 0 && len(rest) > 0 {
		w.u.Refute()
	}
}

// narrowed notes the failure of a substitution that gives an arithmetic object in a braced list a value that its type
// may not hold [dcl.init.list]/7.
func (w *walker) narrowed(o sema.Operand, to *types.Type) {
	if w.u.Substituting > 0 && w.u.narrows(o, to) {
		w.u.Refute()
	}
}

// narrows reports whether a conversion between arithmetic types is certainly a narrowing one.
func (u *Model) narrows(o sema.Operand, to *types.Type) bool {
	from := o.Type.NonRef().Unqual()
	if from.Kind == types.Enum {
		from = u.Promote(from)
	}
	if v, ok := o.Entity.(*sema.Var); ok && (v.Constexpr || from.IsConst()) {
		return false // a constant, maybe
	}
	known := o.Value.IsKnown()
	switch {
	case !from.IsArithmetic() || !to.IsArithmetic():
		return false
	case to.IsIntegral() && from.IsFloating():
		return true
	case to.IsFloating():
		return !known && (from.IsIntegral() || constant.Size(to.Basic) < constant.Size(from.Basic))
	case known:
		v := u.ConvertValue(o.Value, to)
		return v.IsKnown() && (v.Int != o.Value.Int || (v.Int < 0) && to.IsSigned() != from.IsSigned())
	case to.IsBool() || from.IsBool():
		return to.IsBool() && !from.IsBool()
	}
	have, need := constant.Size(to.Basic), constant.Size(from.Basic)
	return have < need || from.IsSigned() && !to.IsSigned() || to.IsSigned() && !from.IsSigned() && have == need
}
