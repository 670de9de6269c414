package sema

import (
	"math"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// ConvRank is the rank of an implicit conversion sequence, best first [over.ics.scs, over.best.ics].
type ConvRank uint8

// The ranks.
const (
	RankExact ConvRank = iota
	RankPromotion
	RankConversion
	RankUser
	RankEllipsis
	// RankNone: there is no conversion.
	RankNone
	// RankUnknown: whether there is a conversion, or which, is not known.
	RankUnknown
)

// refBinding is the kind of reference that a conversion binds.
type refBinding uint8

const (
	bindsNone refBinding = iota
	bindsLRef
	bindsRRef
)

// Conv is an implicit conversion sequence: a standard conversion, a user-defined one (Rank RankUser), or none.
type Conv struct {
	Rank ConvRank
	// From is the source's type after array-to-pointer, function-to-pointer and lvalue-to-rvalue conversion; for a
	// reference binding the type of the expression bound. To is the target, maybe a reference.
	From, To *types.Type
	// User is the constructor or conversion function of a user-defined conversion; nil for aggregate initialisation, for an
	// ambiguous conversion, and for the initialisation of a std::initializer_list.
	User *Func
	// First converts the source to User's parameter or implicit object, Second converts User's result to To.
	First, Second *Conv
	// Ambiguous: several user-defined conversions are equally good; a call that picks it is ill-formed.
	Ambiguous bool
	// Aggregate: the target is an aggregate that is initialised from the elements of a braced list.
	Aggregate bool
	// Temporary: a reference binds to a temporary that the conversion makes.
	Temporary bool
	// Address is the function that an overload set was resolved to.
	Address *Func
	// Narrowing is not checked: it never changes which function is chosen.

	base    bool // derived-to-base, of objects, pointers, or (inverted) member pointers
	qual    bool // a qualification adjustment or function pointer conversion
	toVoid  bool // object pointer to void pointer
	ptrBool bool // a pointer, member pointer or null pointer to bool
	change  bool // any promotion or conversion
	// deprecated: a string literal to char* or a number to a complex one, worse than anything else of its rank.
	deprecated bool
	initList   bool // list-initialisation of a std::initializer_list
	// object: the implicit object parameter of a member function without ref-qualifier, which binds to rvalues too.
	object bool
	bind   refBinding
	// bindsRvalue and bindsFunc say what a reference was bound to.
	bindsRvalue, bindsFunc bool
	// user: whether there is a conversion is not known, but only a function that somebody wrote could make it.
	user bool
	// fixed: an enum with a fixed underlying type was promoted to it.
	fixed bool
}

// OK reports whether the conversion exists for certain (it may be ambiguous).
func (c Conv) OK() bool { return c.Rank < RankNone }

// Fails reports whether a program may not have the conversion, or nobody knows.
func (c Conv) Fails() bool { return !c.OK() || c.Ambiguous }

// ConvOptions say in what context a conversion stands.
type ConvOptions struct {
	// NoUser: user-defined conversions are not considered [over.best.ics]/4.
	NoUser bool
	// Explicit: direct-initialisation or contextual conversion, where explicit constructors and conversion functions take
	// part.
	Explicit bool
}

func noConv(to *types.Type) Conv      { return Conv{Rank: RankNone, To: to} }
func unknownConv(to *types.Type) Conv { return Conv{Rank: RankUnknown, To: to} }

// ImplicitConversion finds the implicit conversion sequence from an expression to a type [over.best.ics]. An unknown or
// dependent type on either side makes it unknown, unless what is known excludes it.
func (u *Unit) ImplicitConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	c := u.conversionOf(from, to, opt)
	c.user = c.Rank == RankUnknown && u.onlyUser(from, to)
	return c
}

// onlyUser reports whether none but a user-defined conversion leads from an expression to a type: from no class to one, the reverse, or
// from a class to another that is no base of it.
func (u *Unit) onlyUser(from Operand, to *types.Type) bool {
	if to == nil || from.IsUnknown() || from.Dependent || from.Type.IsDependent() || to.IsDependent() {
		return false
	}
	for _, t := range []*types.Type{from.Type, to.NonRef()} {
		switch t.Kind {
		case types.Class, types.Basic, types.Pointer, types.Enum, types.Array, types.MemberPointer:
		default:
			return false
		}
	}
	if from.Type.Kind == types.Class && to.NonRef().Kind == types.Class {
		return u.Derived(from.Type, to.NonRef()) == No
	}
	return (from.Type.Kind == types.Class) != (to.NonRef().Kind == types.Class)
}

func (u *Unit) conversionOf(from Operand, to *types.Type, opt ConvOptions) Conv {
	if to != nil && to.IsComplex() && from.Type != nil {
		return u.complexConversion(from, to, opt)
	}
	if to == nil || to.Kind == types.Unknown || from.Type == nil {
		return unknownConv(to)
	}
	trial, ok := u.EnterConversion()
	if !ok {
		return unknownConv(to)
	}
	defer u.LeaveConversion(trial)
	switch from.Type.Kind {
	case types.Braced:
		return u.listConversion(from, to, opt)
	case types.Overloads:
		return u.addressConversion(from, to, opt)
	}
	switch {
	case to.IsRef():
		return u.bindReference(from, to, opt)
	case from.IsUnknown() || IsPlaceholder(to) || IsPlaceholder(from.Type):
		return unknownConv(to)
	case to.Kind == types.Class:
		return u.convertToClass(from, to, opt)
	case from.Type.Kind == types.Class:
		if from.Type.IsDependent() {
			return unknownConv(to)
		}
		if opt.NoUser {
			return noConv(to)
		}
		return u.userConversion(from, to, opt)
	}
	return u.standardConversion(from, to, opt)
}

// IsPlaceholder reports whether t is no type that a conversion is known for.
func IsPlaceholder(t *types.Type) bool {
	switch t.Kind {
	case types.Unknown, types.Param, types.Dependent, types.Expansion, types.Auto:
		return true
	}
	return false
}

// ContextualBool converts o to bool as a condition does [conv.general]/4.
func (u *Unit) ContextualBool(o Operand) Conv {
	return u.ImplicitConversion(o, u.T.Basic(ast.Bool), ConvOptions{Explicit: true})
}

// convertToClass converts to a class type by value [over.best.ics]/6: to the same class or a base without looking at
// constructors, else by a user-defined conversion.
func (u *Unit) convertToClass(from Operand, to *types.Type, opt ConvOptions) Conv {
	f, t := from.Type.Unqual(), to.Unqual()
	if f == t {
		return Conv{From: f, To: to}
	}
	if f.Kind == types.Class {
		switch u.Derived(f, t) {
		case Yes:
			return Conv{Rank: RankConversion, From: f, To: to, base: true, change: true}
		case UnknownTri:
			return unknownConv(to)
		}
	}
	if f.IsDependent() || t.IsDependent() {
		return unknownConv(to)
	}
	if opt.NoUser {
		return noConv(to)
	}
	return u.userConversion(from, to, opt)
}

// Derived reports whether class type d is derived from b (or is it).
func (u *Unit) Derived(d, b *types.Type) Tri {
	if d.Unqual() == b.Unqual() {
		return Yes
	}
	if d.IsDependent() || b.IsDependent() {
		return UnknownTri
	}
	if d.Kind != types.Class || b.Kind != types.Class {
		if IsPlaceholder(d) || IsPlaceholder(b) {
			return UnknownTri
		}
		return No
	}
	dc, bc := u.ClassOf(d), u.ClassOf(b)
	if dc == nil || bc == nil {
		return UnknownTri
	}
	return u.DerivedFrom(dc, bc)
}

// standardConversion converts between types that are no classes and no references [conv].
func (u *Unit) standardConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	f, t := u.T.Decay(from.Type), to.Unqual()
	c := Conv{From: f, To: to}
	if f == t {
		if t.IsUnknown() {
			c.Rank = RankUnknown
		}
		return c
	}
	switch {
	case t.IsBool():
		return u.toBool(c, f, opt)
	case t.IsArithmetic():
		return u.toArithmetic(c, f, t)
	case t.Kind == types.Pointer:
		return u.toPointer(c, from, f, t)
	case t.Kind == types.MemberPointer:
		return u.toMemberPointer(c, from, f, t)
	case t.IsNullptr():
		return nullConversion(c, from, f)
	}
	// Arrays and functions cannot be targets; enums, void and the rest only convert from themselves. A few GNU types (vectors,
	// va_list) are laxer than what is known of them here.
	if t.Kind == types.Basic && t.Basic == ast.VaList || f.Kind == types.Basic && f.Basic == ast.VaList {
		return unknownConv(to)
	}
	return noConv(to)
}

// complexConversion converts to a complex type of GNU C, as std::complex has a constructor from. A number converts, but every
// other number is a better target.
func (u *Unit) complexConversion(from Operand, to *types.Type, opt ConvOptions) Conv {
	f := u.T.Decay(from.Type)
	switch {
	case f == to.Unqual():
		return Conv{From: f, To: to}
	case f.IsArithmetic():
		return Conv{From: f, To: to, Rank: RankConversion, change: true, deprecated: true}
	case f.Kind == types.Pointer || f.Kind == types.MemberPointer || f.IsNullptr():
		return noConv(to)
	case f.Kind == types.Class && !f.IsDependent() && opt.NoUser:
		return noConv(to)
	case f.Kind == types.Class && !f.IsDependent():
		return u.userConversion(from, to, opt)
	}
	return unknownConv(to)
}

func (u *Unit) toBool(c Conv, f *types.Type, opt ConvOptions) Conv {
	c.Rank, c.change = RankConversion, true
	switch {
	case f.IsArithmetic():
	case f.Kind == types.Enum:
		if e, ok := f.Decl.(*Enum); ok && e.Scoped {
			return noConv(c.To)
		}
	case f.Kind == types.Pointer || f.Kind == types.MemberPointer:
		c.ptrBool = true
	case f.IsNullptr():
		if !opt.Explicit {
			return noConv(c.To)
		}
		c.ptrBool = true
	default:
		return noConv(c.To)
	}
	return c
}

func (u *Unit) toArithmetic(c Conv, f, t *types.Type) Conv {
	c.change = true
	switch {
	case f.Kind == types.Enum:
		e, ok := f.Decl.(*Enum)
		if !ok {
			return unknownConv(c.To)
		}
		if e.Scoped {
			return noConv(c.To)
		}
		c.Rank = RankConversion
		if !t.IsIntegral() {
			return c
		}
		under := u.EnumUnderlying(e)
		if under == nil || under.Kind == types.Unknown {
			return unknownConv(c.To)
		}
		if e.Def != nil && e.Def.Base != nil && under == t {
			c.Rank, c.fixed = RankPromotion, true
		} else if u.Promote(f) == t {
			c.Rank = RankPromotion
		}
		return c
	case !f.IsArithmetic():
		return noConv(c.To)
	}
	c.Rank = RankConversion
	if f.IsIntegral() && u.Promote(f) == t || f.Basic == ast.Float && t.Basic == ast.Double {
		c.Rank = RankPromotion
	}
	return c
}

// isNullConstant reports whether o is an integer literal with value zero [conv.ptr].
func isNullConstant(o Operand) Tri {
	if !o.Literal || !o.Type.IsIntegral() {
		return No
	}
	switch o.Type.Basic {
	case ast.Bool, ast.CharT, ast.SChar, ast.UChar, ast.WChar, ast.Char8, ast.Char16, ast.Char32:
		return No
	}
	v, ok := o.Value.Int64()
	if !ok {
		return UnknownTri
	}
	return TriOf(v == 0)
}

// nullConversion finishes c where only a null pointer constant can be the source.
func nullConversion(c Conv, from Operand, f *types.Type) Conv {
	c.Rank, c.change = RankConversion, true
	if f.IsNullptr() {
		return c
	}
	switch isNullConstant(from) {
	case Yes:
		return c
	case No:
		return noConv(c.To)
	}
	return unknownConv(c.To)
}

func (u *Unit) toPointer(c Conv, from Operand, f, t *types.Type) Conv {
	if f.Kind != types.Pointer {
		return nullConversion(c, from, f)
	}
	fe, te := f.Elem, t.Elem
	// A string literal still converts to char* where the front end only warns.
	if from.String && from.Type.Kind == types.Array && te.CV&ast.Const == 0 && fe.Unqual() == te {
		c.qual, c.deprecated = true, true
		return c
	}
	switch u.qualify(fe, te, true) {
	case Yes:
		c.qual = fe != te
		return c
	case UnknownTri:
		return unknownConv(c.To)
	}
	if fe.CV&^te.CV != 0 {
		return noConv(c.To)
	}
	c.Rank, c.change = RankConversion, true
	c.qual = fe.CV != te.CV
	switch {
	case te.IsVoid() && fe.Kind != types.Func:
		c.toVoid = true
		return c
	case fe.Kind == types.Class && te.Kind == types.Class:
		c.base = true
		switch u.Derived(fe, te) {
		case Yes:
			return c
		case UnknownTri:
			return unknownConv(c.To)
		}
	}
	return noConv(c.To)
}

func (u *Unit) toMemberPointer(c Conv, from Operand, f, t *types.Type) Conv {
	if f.Kind != types.MemberPointer {
		return nullConversion(c, from, f)
	}
	switch q := u.qualify(f.Elem, t.Elem, true); q {
	case Yes:
		c.qual = f.Elem != t.Elem
	case No:
		return noConv(c.To)
	default:
		return unknownConv(c.To)
	}
	if f.Class == t.Class {
		return c
	}
	c.Rank, c.change, c.base = RankConversion, true, true
	switch u.Derived(t.Class, f.Class) {
	case Yes:
		return c
	case No:
		return noConv(c.To)
	}
	return unknownConv(c.To)
}

// qualify reports whether a pointer to f converts to a pointer to t by a qualification conversion [conv.qual] or function
// pointer conversion [conv.fctptr]. outer says whether all levels further out are const in the target.
func (u *Unit) qualify(f, t *types.Type, outer bool) Tri {
	if f == t {
		if f.IsUnknown() || f.Kind == types.Auto {
			return UnknownTri
		}
		return Yes
	}
	if IsPlaceholder(f) || IsPlaceholder(t) {
		return UnknownTri
	}
	if f.CV&^t.CV != 0 || f.CV != t.CV && !outer {
		return No
	}
	if f.Unqual() == t.Unqual() {
		return Yes
	}
	if f.Kind != t.Kind {
		return No
	}
	switch f.Kind {
	case types.Pointer:
		return u.qualify(f.Elem, t.Elem, outer && t.CV&ast.Const != 0)
	case types.MemberPointer:
		if f.Class != t.Class {
			return No
		}
		return u.qualify(f.Elem, t.Elem, outer && t.CV&ast.Const != 0)
	case types.Array:
		switch {
		case f.Len < types.NoLen || t.Len < types.NoLen:
			return UnknownTri
		case f.Len != t.Len && t.Len != types.NoLen:
			return No
		}
		return u.qualify(f.Elem, t.Elem, outer)
	case types.Func:
		return u.sameFunction(f, t, outer)
	}
	if f.IsUnknown() || t.IsUnknown() {
		return UnknownTri
	}
	return No
}

// sameFunction compares function types; with drop, f may be noexcept where t is not. Before C++17 noexcept is no part of the
// type.
func (u *Unit) sameFunction(f, t *types.Type, drop bool) Tri {
	if f == t {
		return Yes
	}
	if len(f.Params) != len(t.Params) || f.Variadic != t.Variadic || f.FnCV != t.FnCV || f.FnRef != t.FnRef {
		if f.IsDependent() || t.IsDependent() {
			return UnknownTri
		}
		return No
	}
	if u.Std >= 17 && f.Noexcept != t.Noexcept && (t.Noexcept || !drop) {
		return No
	}
	same := u.SameType(f.Elem, t.Elem)
	for i := range f.Params {
		same = same.And(u.SameType(f.Params[i], t.Params[i]))
	}
	return same
}

// SameType reports whether two types are the same, where parts may be unknown or not yet deduced.
func (u *Unit) SameType(a, b *types.Type) Tri {
	if a == b && !a.IsUnknown() && a.Kind != types.Auto {
		return Yes
	}
	if a == b || IsPlaceholder(a) || IsPlaceholder(b) {
		return UnknownTri
	}
	if a.Kind != b.Kind || a.CV != b.CV && a.Kind != types.Array {
		return No
	}
	return u.sameParts(a, b)
}

// sameParts compares two types of one kind by what they are made of.
func (u *Unit) sameParts(a, b *types.Type) Tri {
	switch a.Kind {
	case types.Pointer, types.LRef, types.RRef:
		return u.SameType(a.Elem, b.Elem)
	case types.Array:
		return u.sameArray(a, b)
	case types.Func:
		return u.sameFunction(a, b, false)
	case types.Class:
		return u.sameClass(a, b)
	}
	return differentUnlessOpen(a, b)
}

// sameArray compares array types, of which an unknown length may be any.
func (u *Unit) sameArray(a, b *types.Type) Tri {
	open := a.Len < types.NoLen || b.Len < types.NoLen
	if !open && a.Len != b.Len {
		return No
	}
	if s := u.SameType(a.Elem, b.Elem); s != Yes || !open {
		return s
	}
	return UnknownTri
}

// sameClass compares class types of different identity: only instances of one template may turn out as the same.
func (u *Unit) sameClass(a, b *types.Type) Tri {
	ac, bc := u.ClassOf(a), u.ClassOf(b)
	if ac == nil || bc == nil {
		return UnknownTri
	}
	if ac.Template == nil || ac.Template != bc.Template || len(ac.Args) != len(bc.Args) {
		return No
	}
	return differentUnlessOpen(a, b)
}

// differentUnlessOpen is about types of different identity: they are different, unless something of them is not known yet.
func differentUnlessOpen(a, b *types.Type) Tri {
	if a.IsUnknown() || b.IsUnknown() || a.IsDependent() || b.IsDependent() {
		return UnknownTri
	}
	return No
}

// Promote is the type of an arithmetic or unscoped enum operand after integral promotion [conv.prom]; other types stay.
func (u *Unit) Promote(t *types.Type) *types.Type {
	t = t.Unqual()
	if t.Kind == types.Enum {
		e, ok := t.Decl.(*Enum)
		if !ok || e.Scoped {
			return t
		}
		under := u.EnumUnderlying(e)
		if under == nil {
			return u.T.Unknown()
		}
		t = under.Unqual()
		if e.Def == nil || e.Def.Base == nil {
			return u.promoteEnum(e, t)
		}
	}
	if t.Kind != types.Basic {
		return t
	}
	switch t.Basic {
	case ast.Bool, ast.CharT, ast.SChar, ast.UChar, ast.WChar, ast.Char8, ast.Char16, ast.Short, ast.UShort:
		return u.T.Basic(ast.Int)
	case ast.Char32:
		return u.T.Basic(ast.UInt)
	}
	return t
}

// promoteEnum is what an enum without a fixed underlying type promotes to: int where all its values fit, else its underlying
// type [conv.prom]/3.
func (u *Unit) promoteEnum(e *Enum, under *types.Type) *types.Type {
	if under.Kind != types.Basic || under.Basic != ast.UInt {
		return u.Promote(under)
	}
	if e.promoted != nil {
		return e.promoted
	}
	promoted := u.T.Basic(ast.Int)
	for _, en := range e.Enumerators {
		v, ok := u.EnumeratorValue(en).Int64()
		if !ok {
			return u.T.Unknown()
		}
		if v < math.MinInt32 || v > math.MaxInt32 {
			promoted = under
			break
		}
	}
	e.promoted = promoted
	return promoted
}

// UsualArithmetic is the common type of the usual arithmetic conversions [expr.arith.conv]; Unknown where there is none.
func (u *Unit) UsualArithmetic(a, b *types.Type) *types.Type {
	return u.T.UsualArithmetic(u.Promote(a), u.Promote(b))
}

// CompositePointer is the composite pointer type of two pointers, member pointers or null pointers [expr.type]; Unknown
// where there is none or it is not known.
func (u *Unit) CompositePointer(a, b *types.Type) *types.Type {
	a, b = u.T.Decay(a), u.T.Decay(b)
	switch {
	case a == b || b.IsNullptr() || b.IsArithmetic():
		return a
	case a.IsNullptr() || a.IsArithmetic():
		return b
	case a.Kind == types.MemberPointer && b.Kind == types.MemberPointer:
		class := a.Class
		if u.Derived(b.Class, a.Class) == Yes {
			class = b.Class
		} else if u.Derived(a.Class, b.Class) != Yes {
			return u.T.Unknown()
		}
		return u.T.MemberPointer(class, u.mergeQualifiers(a.Elem, b.Elem))
	case a.Kind != types.Pointer || b.Kind != types.Pointer:
		return u.T.Unknown()
	}
	cv := a.Elem.CV | b.Elem.CV
	switch {
	case a.Elem.IsVoid() || b.Elem.IsVoid():
		return u.T.Pointer(u.T.Qualify(u.T.Basic(ast.Void), cv))
	case a.Elem.Kind == types.Class && b.Elem.Kind == types.Class && a.Elem.Unqual() != b.Elem.Unqual():
		if u.Derived(a.Elem, b.Elem) == Yes {
			return u.T.Pointer(u.T.Qualify(b.Elem, cv))
		}
		if u.Derived(b.Elem, a.Elem) == Yes {
			return u.T.Pointer(u.T.Qualify(a.Elem, cv))
		}
		return u.T.Unknown()
	}
	return u.T.Pointer(u.mergeQualifiers(a.Elem, b.Elem))
}

// mergeQualifiers is the type similar to both a and b with the qualifiers of both; a difference further in makes all levels
// further out const (but for the outermost, which belongs to the pointer itself).
func (u *Unit) mergeQualifiers(a, b *types.Type) *types.Type {
	if a == b {
		return a
	}
	cv := a.CV | b.CV
	switch {
	case a.Kind == types.Pointer && b.Kind == types.Pointer:
		elem := u.mergeQualifiers(a.Elem, b.Elem)
		if elem.Kind == types.Unknown {
			return elem
		}
		if elem != a.Elem || elem != b.Elem {
			cv |= ast.Const
		}
		return u.T.WithCV(u.T.Pointer(elem), cv)
	case a.Kind == types.Func && b.Kind == types.Func:
		if u.sameFunction(a, b, true) == Yes {
			return b
		}
		if u.sameFunction(b, a, true) == Yes {
			return a
		}
		return u.T.Unknown()
	case a.Unqual() == b.Unqual():
		return u.T.WithCV(a, cv)
	case a.Kind == types.Array && b.Kind == types.Array && a.Len == b.Len:
		elem := u.mergeQualifiers(a.Elem, b.Elem)
		if elem.Kind == types.Unknown {
			return elem
		}
		return u.T.Array(elem, a.Len)
	}
	return u.T.Unknown()
}
