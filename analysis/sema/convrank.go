package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Rank compares two conversions of one argument [over.ics.rank]: -1 when a is better, 1 when b is, 0 when they are
// indistinguishable or one is unknown; known tells whether the answer is certain.
func (u *Unit) Rank(a, b Conv) (cmp int, known bool) {
	switch {
	case a.user && b.Rank < RankUser:
		return 1, true // if at all
	case b.user && a.Rank < RankUser:
		return -1, true
	}
	if a.Rank == RankUnknown || b.Rank == RankUnknown {
		// The same source to the same target is the same conversion, whatever it is.
		return 0, a.To != nil && a.To == b.To && !a.To.IsUnknown()
	}
	if a.Temporary && b.Temporary && a.To.Kind == b.To.Kind && a.To.Elem.Kind == types.Array && b.To.Elem.Kind == types.Array {
		// [over.ics.rank]/3.1, which NVIDIA's front end (12.4) asks where the references are of one kind.
		if x, y := a.To.Elem, b.To.Elem; x.Elem == y.Elem && x.Len != y.Len && x.Len >= 0 && y.Len >= 0 {
			return BoolCompare(x.Len < y.Len), true
		}
	}
	if a.Rank >= RankUser || b.Rank >= RankUser {
		return u.rankUser(a, b)
	}
	if a.initList != b.initList {
		return BoolCompare(a.initList), true
	}
	return u.rankStandard(a, b)
}

// rankUser compares where at least one is no standard conversion [over.ics.rank]/2, /3.3.
func (u *Unit) rankUser(a, b Conv) (int, bool) {
	if a.Rank != RankUser || b.Rank != RankUser {
		return compareRank(a.Rank, b.Rank), true
	}
	if a.initList != b.initList {
		return BoolCompare(a.initList), true
	}
	if a.Ambiguous || b.Ambiguous {
		return 0, true
	}
	if a.User != b.User || a.Aggregate != b.Aggregate {
		return rankOthers(a, b), true
	}
	if a.User == nil && a.To.NonRef().Unqual() != b.To.NonRef().Unqual() {
		return rankOthers(a, b), true // two aggregates, or two initialiser lists
	}
	if a.Second == nil || b.Second == nil {
		return 0, true
	}
	return u.Rank(*a.Second, *b.Second)
}

// rankOthers compares conversions by different functions. C++ has them alike, and gcc; NVIDIA's front end (12.4) prefers the one whose
// parameter is an rvalue reference to one whose is an lvalue reference, whatever they bind to.
func rankOthers(a, b Conv) int {
	switch {
	case a.To == nil || b.To == nil:
	case a.To.Kind == types.RRef && b.To.Kind == types.LRef:
		return -1
	case a.To.Kind == types.LRef && b.To.Kind == types.RRef:
		return 1
	}
	return 0
}

func compareRank(a, b ConvRank) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// rankStandard compares standard conversion sequences [over.ics.rank]/3.2, /4.
func (u *Unit) rankStandard(a, b Conv) (int, bool) {
	// A proper subsequence is better: identity is one of everything that changes something, and a conversion of the same
	// kind without a qualification adjustment of one with it (seen below, where the types are compared).
	if cmp := compareRank(a.Rank, b.Rank); cmp != 0 {
		return cmp, true
	}
	if a.change != b.change {
		return BoolCompare(!a.change), true
	}
	if a.deprecated != b.deprecated {
		return BoolCompare(b.deprecated), true
	}
	// [over.ics.rank]/4.1
	if a.ptrBool != b.ptrBool {
		return BoolCompare(b.ptrBool), true
	}
	// [over.ics.rank]/4.2
	if a.fixed != b.fixed {
		return BoolCompare(a.fixed), true
	}
	if cmp, known := u.rankBase(a, b); cmp != 0 || !known {
		return cmp, known
	}
	if a.bind != bindsNone && b.bind != bindsNone {
		if cmp := rankBinding(a, b); cmp != 0 {
			return cmp, true
		}
		return u.rankReferents(a, b), true
	}
	return u.rankQualification(a, b), true
}

// BoolCompare is -1 when the first is better.
func BoolCompare(first bool) int {
	if first {
		return -1
	}
	return 1
}

// rankBinding compares reference bindings by the kind of reference [over.ics.rank]/3.2.3, /3.2.4.
func rankBinding(a, b Conv) int {
	if a.bind == b.bind {
		return 0
	}
	if a.bindsFunc && b.bindsFunc {
		return BoolCompare(a.bind == bindsLRef)
	}
	if a.object || b.object {
		return 0
	}
	if a.bindsRvalue && b.bindsRvalue {
		return BoolCompare(a.bind == bindsRRef)
	}
	return 0
}

// rankReferents compares bindings to types that differ only in qualifiers [over.ics.rank]/3.2.6.
func (u *Unit) rankReferents(a, b Conv) int {
	at, bt := a.To.NonRef(), b.To.NonRef()
	if at == bt {
		return 0
	}
	ac, bc := ElemCV(at), ElemCV(bt)
	au, bu := u.T.WithCV(at, 0), u.T.WithCV(bt, 0)
	if au == bu {
		switch {
		case ac == bc:
			return 0
		case ac&^bc == 0:
			return -1
		case bc&^ac == 0:
			return 1
		}
		return 0
	}
	if au.Kind == types.Array && bu.Kind == types.Array && au.Elem == bu.Elem {
		// [over.ics.rank]/3.2.? : a reference to a known bound is better than one to an unknown bound.
		if au.Len != bu.Len {
			return BoolCompare(bu.Len == types.NoLen)
		}
	}
	return u.rankSimilar(au, bu)
}

// rankQualification compares conversions that differ only in the qualification of what they yield [over.ics.rank]/3.2.5.
func (u *Unit) rankQualification(a, b Conv) int {
	at, bt := a.To.NonRef().Unqual(), b.To.NonRef().Unqual()
	if at == bt {
		return 0
	}
	if cmp := u.rankSimilar(at, bt); cmp != 0 {
		return cmp
	}
	if a.qual != b.qual && a.change == b.change && a.base == b.base && a.toVoid == b.toVoid {
		// Only where nothing else tells them apart: the one without the adjustment is a proper subsequence, as a reference to an
		// array is of a pointer to const elements.
		return BoolCompare(b.qual)
	}
	return 0
}

// rankSimilar compares pointers and member pointers that are similar: the one that converts to the other is better.
func (u *Unit) rankSimilar(at, bt *types.Type) int {
	if at.Kind != bt.Kind || at.Kind != types.Pointer && at.Kind != types.MemberPointer {
		return 0
	}
	ab, ba := u.qualify(at.Elem, bt.Elem, true), u.qualify(bt.Elem, at.Elem, true)
	switch {
	case ab == Yes && ba == No:
		return -1
	case ba == Yes && ab == No:
		return 1
	}
	return 0
}

// rankBase compares derived-to-base conversions by how far they go [over.ics.rank]/4.4.
func (u *Unit) rankBase(a, b Conv) (int, bool) {
	switch {
	case a.toVoid && b.base, a.base && b.toVoid:
		// B* to A* is better than B* to void*.
		return BoolCompare(a.base), true
	case a.toVoid && b.toVoid:
		// A* to void* is better than B* to void* only matters between second conversions of different sources.
		return u.rankSource(a, b)
	case !a.base || !b.base:
		return 0, true
	}
	if a.To.Kind == types.MemberPointer && b.To.Kind == types.MemberPointer {
		// A::* to B::* is better than A::* to C::* where C derives from B.
		return u.nearer(b.To.Class, a.To.Class)
	}
	at, bt := pointee(a.To), pointee(b.To)
	if at.Unqual() == bt.Unqual() {
		return u.rankSource(a, b)
	}
	return u.nearer(at, bt)
}

// rankSource compares conversions of different sources to one target: the less derived source is better.
func (u *Unit) rankSource(a, b Conv) (int, bool) {
	if a.From == nil || b.From == nil {
		return 0, true
	}
	af, bf := pointee(a.From), pointee(b.From)
	if af.Unqual() == bf.Unqual() {
		return 0, true
	}
	cmp, known := u.nearer(bf, af)
	return cmp, known
}

func pointee(t *types.Type) *types.Type {
	t = t.NonRef()
	if t.Kind == types.Pointer {
		return t.Elem
	}
	return t
}

// nearer is -1 when class a is derived from b, 1 when b is derived from a, else 0.
func (u *Unit) nearer(a, b *types.Type) (int, bool) {
	if a.Kind != types.Class || b.Kind != types.Class || a.Unqual() == b.Unqual() {
		return 0, true
	}
	ab, ba := u.Derived(a, b), u.Derived(b, a)
	switch {
	case ab == Yes:
		return -1, true
	case ba == Yes:
		return 1, true
	case ab == No && ba == No:
		return 0, true
	}
	return 0, false
}

// addressConversion converts the name of an overloaded function (or its address) [over.over].
func (u *Unit) addressConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	if IsPlaceholder(to) || from.Set == nil {
		return unknownConv(to)
	}
	target := to.NonRef()
	if to.IsRef() && target.Kind == types.Pointer && to.Kind == types.LRef && target.CV&ast.Const == 0 {
		return noConv(to)
	}
	fn, ok := u.AddressOfOverload(from.Set, target)
	switch ok {
	case Yes:
		c := u.ImplicitConversion(u.FunctionOperand(fn, from.Set.AddressOf), to, opt)
		c.Address = fn
		return c
	case UnknownTri:
		return unknownConv(to)
	}
	return noConv(to)
}
