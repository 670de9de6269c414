package traits

import (
	"strings"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/sema/constant"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// The type traits and type transformations that compilers build in. A trait's answer is known, dependent or unknown; one
// that is not certain is unknown.

// Trait is the value of a builtin trait or of a builtin function over types.
func (u *Model) Trait(sc *sema.Scope, t *ast.Trait) types.Value {
	name := u.Text(t.Sym)
	switch name {
	case "__builtin_offsetof":
		return u.offsetOf(sc, t)
	case "__builtin_va_arg", "__builtin_bit_cast":
		return types.Value{}
	}
	args, state := u.traitArgs(sc, t.Args)
	boolType := u.T.Basic(ast.Bool)
	switch state {
	case sema.UnknownTri:
		return types.Value{Type: boolType}
	case sema.No:
		return types.Value{Kind: types.DependentValue, Type: boolType, Key: u.TokenKey(sc, t.Span), Index: -1}
	}
	if name == "__array_rank" {
		n := int64(0)
		for p := args[0]; p.Kind == types.Array; p = p.Elem {
			n++
		}
		return types.Value{Kind: types.IntValue, Type: u.T.Basic(ast.ULong), Int: n}
	}
	switch u.traitHolds(name, args) {
	case sema.Yes:
		return types.Value{Kind: types.IntValue, Type: boolType, Int: 1}
	case sema.No:
		return types.Value{Kind: types.IntValue, Type: boolType}
	}
	return types.Value{Type: boolType}
}

// traitArgs resolves a trait's arguments, packs expanded. The state is Yes when all are known types, No when one is
// dependent, UnknownTri when one is unknown.
func (u *Model) traitArgs(sc *sema.Scope, list []ast.TemplateArg) (args []*types.Type, state sema.Tri) {
	state = sema.Yes
	var add func(types.Arg)
	add = func(a types.Arg) {
		switch {
		case a.Kind == types.PackArg:
			for _, p := range a.Pack {
				add(p)
			}
		case a.Kind != types.TypeArg || a.Type == nil || a.Type.Kind == types.Unknown:
			state = sema.UnknownTri
		case a.Type.IsDependent():
			if state == sema.Yes {
				state = sema.No
			}
			args = append(args, a.Type)
		case a.Type.IsUnknown():
			state = sema.UnknownTri
		default:
			args = append(args, a.Type)
		}
	}
	for i := range list {
		if list[i].Type != nil && !list[i].Pack {
			add(types.Arg{Kind: types.TypeArg, Type: u.ResolveTypeID(sc, list[i].Type)})
			continue
		}
		for _, a := range u.ResolveTemplateArg(sc, &list[i], nil) {
			add(a)
		}
	}
	if len(args) == 0 {
		state = sema.UnknownTri
	}
	return args, state
}

// Holds answers a builtin type trait, such as "__is_constructible", over types.
func (u *Model) Holds(trait string, args ...*types.Type) sema.Tri {
	for _, t := range args {
		if t.IsUnknown() || t.IsDependent() {
			return sema.UnknownTri
		}
	}
	return u.traitHolds(trait, args)
}

// traitHolds answers a trait over known types.
func (u *Model) traitHolds(name string, args []*types.Type) sema.Tri {
	t := args[0]
	if len(args) >= 2 {
		if r, ok := u.relation(name, args); ok {
			return r
		}
	}
	if sort := sortTraits[name]; sort != nil {
		return sort(t)
	}
	if holds := u.classTrait(name); holds != nil {
		switch c := u.ClassOf(t); {
		case name == "__is_aggregate" && t.Kind == types.Array:
			return sema.Yes
		case t.Kind != types.Class:
			return sema.No
		case c == nil:
			return sema.UnknownTri
		default:
			return holds(c)
		}
	}
	elem := sema.ElementOf(t)
	if holds := u.elementTrait(name); holds != nil {
		return u.onElement(elem, holds)
	}
	switch name {
	case "__is_literal_type", "__is_literal":
		return u.IsLiteral(t)
	case "__has_unique_object_representations":
		return u.uniqueRepresentation(t.Unqual())
	case "__is_constructible", "__is_nothrow_constructible", "__is_trivially_constructible":
		return u.constructible(name, t, args[1:])
	case "__is_destructible", "__is_nothrow_destructible", "__is_trivially_destructible":
		return u.destructible(name, t, elem)
	}
	return u.olderTrait(name, t, elem)
}

// classTrait is a trait that classes alone have; nil where a name is none.
func (u *Model) classTrait(name string) func(*sema.Class) sema.Tri {
	switch name {
	case "__is_class":
		return func(c *sema.Class) sema.Tri { return sema.TriOf(c.Key != ast.KeyUnion) }
	case "__is_union":
		return func(c *sema.Class) sema.Tri { return sema.TriOf(c.Key == ast.KeyUnion) }
	case "__is_empty":
		return u.IsEmptyClass
	case "__is_final":
		return func(c *sema.Class) sema.Tri {
			if u.Complete(c); c.Syntax == nil && c.Lambda == nil {
				return sema.UnknownTri
			}
			return sema.TriOf(c.Syntax != nil && c.Syntax.Final)
		}
	case "__is_abstract":
		return u.IsAbstract
	case "__is_polymorphic":
		return u.IsPolymorphic
	case "__is_aggregate":
		return u.IsAggregate
	case "__has_virtual_destructor":
		return func(c *sema.Class) sema.Tri {
			if d := c.Destructor(); d != nil {
				return u.IsVirtual(d)
			}
			return sema.UnknownTri
		}
	}
	return nil
}

// elementTrait is a trait that an array has when its elements do, and a scalar always; nil where a name is none.
func (u *Model) elementTrait(name string) func(*sema.Class) sema.Tri {
	switch name {
	case "__is_standard_layout":
		return u.IsStandardLayout
	case "__is_trivially_copyable":
		return u.IsTriviallyCopyable
	case "__is_trivial":
		return u.IsTrivialClass
	case "__is_pod":
		return func(c *sema.Class) sema.Tri { return u.IsTrivialClass(c).And(u.IsStandardLayout(c)) }
	}
	return nil
}

// olderTrait answers one of the traits of special members that were there before the standard's.
func (u *Model) olderTrait(name string, t, elem *types.Type) sema.Tri {
	switch name {
	case "__has_trivial_destructor":
		return u.trivialElement(elem, sema.Dtor)
	case "__has_trivial_constructor":
		return u.trivialElement(elem, sema.DefaultCtor)
	case "__has_trivial_copy":
		if t.IsRef() {
			return sema.Yes
		}
		return u.trivialElement(elem, sema.CopyCtor)
	case "__has_trivial_assign":
		if t.IsConst() || t.IsRef() {
			return sema.No
		}
		return u.trivialElement(elem, sema.CopyAssign)
	case "__has_nothrow_constructor":
		return u.trivialElement(elem, sema.DefaultCtor).Or(sema.UnknownTri)
	case "__has_nothrow_copy":
		return u.trivialElement(elem, sema.CopyCtor).Or(sema.UnknownTri)
	case "__has_nothrow_assign":
		return u.trivialElement(elem, sema.CopyAssign).Or(sema.UnknownTri)
	}
	return sema.UnknownTri
}

// destructible answers the traits of that name for a type whose elements are of type elem.
func (u *Model) destructible(name string, t, elem *types.Type) sema.Tri {
	switch {
	case t.IsRef():
		return sema.Yes
	case t.IsVoid() || t.Kind == types.Func || t.Kind == types.Array && t.Len == types.NoLen:
		return sema.No
	case elem.Kind != types.Class:
		return sema.Yes
	}
	d := u.destructorOf(elem)
	switch {
	case d == nil:
		return sema.UnknownTri
	case d.Deleted || d.Access == ast.Private || d.Access == ast.Protected:
		return sema.No
	case name == "__is_trivially_destructible":
		return u.IsTrivial(d)
	case name == "__is_nothrow_destructible":
		return u.Nothrow(d)
	}
	return sema.Yes
}

// destructorOf is the destructor of a class type, nil where it is not known.
func (u *Model) destructorOf(t *types.Type) *sema.Func {
	if c := u.ClassOf(t); c != nil {
		return c.Destructor()
	}
	return nil
}

// relation answers a trait over two types; ok is false when name is none.
func (u *Model) relation(name string, args []*types.Type) (r sema.Tri, ok bool) {
	a, b := args[0], args[1]
	switch name {
	case "__is_same", "__is_same_as":
		return sema.TriOf(a == b), true
	case "__builtin_types_compatible_p":
		return sema.TriOf(a.Unqual() == b.Unqual()), true
	case "__is_base_of":
		if a.Kind != types.Class || b.Kind != types.Class {
			return sema.No, true
		}
		base, derived := u.ClassOf(a), u.ClassOf(b)
		switch {
		case base == nil || derived == nil:
			return sema.UnknownTri, true
		case base.Key == ast.KeyUnion || derived.Key == ast.KeyUnion:
			return sema.No, true
		case base == derived:
			return sema.Yes, true
		}
		return u.DerivedFrom(derived, base), true
	case "__is_convertible", "__is_convertible_to", "__is_nothrow_convertible":
		if a.IsVoid() || b.IsVoid() {
			return sema.TriOf(a.IsVoid() && b.IsVoid()), true
		}
		if b.Kind == types.Array || b.Kind == types.Func {
			return sema.No, true
		}
		r := u.Convertible(declval(a), b)
		if name == "__is_nothrow_convertible" && r == sema.Yes && !(a.NonRef().IsScalar() && b.NonRef().IsScalar()) {
			r = sema.UnknownTri
		}
		return r, true
	case "__is_assignable", "__is_nothrow_assignable", "__is_trivially_assignable":
		return u.assignable(name, a, b), true
	case "__is_layout_compatible", "__is_pointer_interconvertible_base_of":
		return sema.UnknownTri, true
	case "__reference_binds_to_temporary", "__reference_constructs_from_temporary", "__reference_converts_from_temporary":
		if !a.IsRef() {
			return sema.No, true
		}
		return sema.UnknownTri, true
	}
	return sema.UnknownTri, false
}

// declval is the operand std::declval<t>() would be.
func declval(t *types.Type) sema.Operand {
	switch t.Kind {
	case types.LRef:
		return sema.Operand{Type: t.Elem, Cat: sema.LValue}
	case types.RRef:
		if t.Elem.Kind == types.Func {
			return sema.Operand{Type: t.Elem, Cat: sema.LValue}
		}
		return sema.Operand{Type: t.Elem, Cat: sema.XValue}
	}
	if t.Kind == types.Func {
		return sema.Operand{Type: t, Cat: sema.LValue}
	}
	return sema.Operand{Type: t, Cat: sema.XValue}
}

// onElement answers a trait that scalars have, classes may have and nothing else has.
func (u *Model) onElement(elem *types.Type, class func(*sema.Class) sema.Tri) sema.Tri {
	if elem.Kind != types.Class {
		return sema.TriOf(elem.IsScalar())
	}
	if c := u.ClassOf(elem); c != nil {
		return class(c)
	}
	return sema.UnknownTri
}

// trivialElement reports whether objects of type elem have a trivial special member of a kind.
func (u *Model) trivialElement(elem *types.Type, kind sema.Special) sema.Tri {
	return u.onElement(elem, func(c *sema.Class) sema.Tri {
		s := u.SpecialsOf(c)
		if s.Uncertain {
			return sema.UnknownTri
		}
		result := sema.No
		for _, f := range s.All {
			if f.Special() != kind {
				continue
			}
			if f.Deleted {
				return sema.UnknownTri // the older traits differ between compilers here
			}
			result = u.IsTrivial(f)
			if result != sema.Yes {
				return result
			}
		}
		return result
	})
}

// IsStandardLayout implements sema.Traits [class.prop]/3.
func (u *Model) IsStandardLayout(c *sema.Class) sema.Tri {
	if !u.Nest() {
		return sema.UnknownTri
	}
	defer u.Unnest()
	if !u.Known(c) {
		return sema.UnknownTri
	}
	if len(u.VirtualBases(c)) > 0 {
		return sema.No
	}
	result := u.IsPolymorphic(c).Not()
	withFields := 0
	fields := u.LayoutFields(c)
	count := func(fields []*sema.Field) {
		if len(fields) == 0 {
			return
		}
		for _, f := range fields {
			if a, ok := u.FieldAttrs(f); !ok || a.Overlap {
				result = result.And(sema.UnknownTri) // whether empty [[no_unique_address]] members count is in dispute
				return
			}
		}
		withFields++
	}
	count(fields)
	access := ast.AccessNone
	for i, f := range fields {
		a := f.Access
		if a == ast.AccessNone {
			a = ast.Public
		}
		if i > 0 && a != access {
			return sema.No
		}
		access = a
		t := u.FieldType(f)
		if t.IsRef() {
			return sema.No
		}
		t = sema.ElementOf(t)
		if m := u.ClassOf(t); m != nil {
			result = result.And(u.IsStandardLayout(m))
			if i == 0 || c.Key == ast.KeyUnion {
				result = result.And(u.sharesBase(c, m).Not())
			}
		} else if t.Kind == types.Class || t.Kind == types.Unknown {
			result = result.And(sema.UnknownTri)
		}
	}
	seen := make(map[*sema.Class]bool)
	var walk func(*sema.Class)
	walk = func(b *sema.Class) {
		if seen[b] {
			result = sema.No // the same base twice
		}
		seen[b] = true
		count(u.LayoutFields(b))
		for _, next := range b.Bases() {
			if next.Class != nil {
				walk(next.Class)
			}
		}
	}
	for _, b := range c.Bases() {
		if b.Class == nil {
			return sema.UnknownTri
		}
		result = result.And(u.IsStandardLayout(b.Class))
		walk(b.Class)
	}
	if withFields > 1 {
		return sema.No
	}
	return result
}

// sharesBase reports whether m, the class of c's first member, is also the class of a base of c.
func (u *Model) sharesBase(c, m *sema.Class) sema.Tri {
	result := sema.No
	for _, b := range c.Bases() {
		if b.Class == nil {
			return sema.UnknownTri
		}
		if b.Class == m || u.DerivedFrom(b.Class, m) == sema.Yes {
			return sema.Yes
		}
	}
	return result
}

// uniqueRepresentation reports whether equal values of a type have equal bytes: no padding, no floating parts.
func (u *Model) uniqueRepresentation(t *types.Type) sema.Tri {
	if !u.Nest() {
		return sema.UnknownTri
	}
	defer u.Unnest()
	t = sema.ElementOf(t)
	switch {
	case t.IsFloating() || t.IsVoid() || t.IsRef() || t.Kind == types.Func || t.IsNullptr():
		return sema.No
	case t.IsBool() || t.IsIntegral() || t.Kind == types.Pointer || t.Kind == types.Enum:
		return sema.Yes
	case t.Kind != types.Class:
		return sema.UnknownTri
	}
	c := u.ClassOf(t)
	if c == nil {
		return sema.UnknownTri
	}
	if r := u.IsTriviallyCopyable(c); r != sema.Yes {
		return r
	}
	if u.IsPolymorphic(c) != sema.No || len(c.Bases()) > 0 || c.Key == ast.KeyUnion {
		return sema.UnknownTri
	}
	size, _, ok := u.Size(t)
	if !ok {
		return sema.UnknownTri
	}
	var sum int64
	for _, f := range u.LayoutFields(c) {
		n, _, ok := u.Size(u.FieldType(f))
		if !ok || f.Bits || u.FieldType(f).IsRef() {
			return sema.UnknownTri
		}
		if r := u.uniqueRepresentation(u.FieldType(f)); r != sema.Yes {
			return r
		}
		sum += n
	}
	return sema.TriOf(sum == size && sum > 0)
}

// ---- Construction, assignment, conversion

// Convertible reports whether an operand converts implicitly to a type.
func (u *Model) Convertible(o sema.Operand, to *types.Type) sema.Tri {
	return u.converts(o, to, sema.ConvOptions{})
}

func (u *Model) converts(o sema.Operand, to *types.Type, opt sema.ConvOptions) sema.Tri {
	conv := u.ImplicitConversion(o, to, opt)
	switch {
	case conv.Rank == sema.RankUnknown:
		return sema.UnknownTri
	case conv.Rank == sema.RankNone || conv.Ambiguous:
		return sema.No
	case conv.User != nil && (conv.User.Deleted || conv.User.Access == ast.Private || conv.User.Access == ast.Protected):
		return sema.No
	}
	return sema.Yes
}

func (u *Model) constructible(name string, t *types.Type, args []*types.Type) sema.Tri {
	elem := sema.ElementOf(t)
	switch {
	case t.IsVoid() || t.Kind == types.Func || t.Kind == types.Array && t.Len == types.NoLen:
		return sema.No
	case t.Kind == types.Array && len(args) > 0:
		return sema.UnknownTri // C++20's parenthesised aggregate initialisation
	case t.IsRef():
		return u.referenceConstructible(name, t, args)
	case elem.Kind != types.Class:
		return u.scalarConstructible(name, elem, args)
	}
	c := u.ClassOf(elem)
	if c == nil || !u.Known(c) {
		return sema.UnknownTri
	}
	if a := u.IsAbstract(c); a != sema.No {
		return a.Not()
	}
	return u.classConstructible(name, c, args)
}

func (u *Model) referenceConstructible(name string, t *types.Type, args []*types.Type) sema.Tri {
	if len(args) != 1 {
		return sema.No
	}
	r, from := u.Convertible(declval(args[0]), t), args[0].NonRef()
	if r == sema.No && from.Kind == types.Class {
		return sema.UnknownTri // explicit conversion functions count in direct initialisation
	}
	if r == sema.Yes && name != "__is_constructible" && from.Unqual() != t.NonRef().Unqual() {
		return sema.UnknownTri
	}
	return r
}

func (u *Model) scalarConstructible(name string, t *types.Type, args []*types.Type) sema.Tri {
	if len(args) != 1 {
		return sema.TriOf(len(args) == 0)
	}
	from := args[0].NonRef()
	if from.Kind != types.Class && from.IsNullptr() && t.IsBool() {
		return sema.UnknownTri
	}
	r := u.converts(declval(args[0]), t, sema.ConvOptions{Explicit: from.Kind == types.Class}) // explicit conversion functions count
	if from.Kind == types.Class && name != "__is_constructible" && r == sema.Yes {
		return sema.UnknownTri
	}
	return r
}

func (u *Model) classConstructible(name string, c *sema.Class, args []*types.Type) sema.Tri {
	d := c.Destructor()
	if d == nil {
		return sema.UnknownTri
	}
	if d.Deleted || d.Access == ast.Private || d.Access == ast.Protected {
		return sema.No
	}
	ops := make([]sema.Operand, len(args))
	for i, a := range args {
		ops[i] = declval(a)
	}
	f, unknown := u.ConstructorCall(c, ops)
	switch {
	case unknown:
		return sema.UnknownTri
	case f == nil:
		if u.Std >= 20 && len(args) > 0 && u.IsAggregate(c) != sema.No {
			return sema.UnknownTri // T(args) may initialise an aggregate
		}
		return sema.No
	case f.Deleted || f.Access == ast.Private || f.Access == ast.Protected:
		return sema.No
	}
	switch name {
	case "__is_trivially_constructible":
		if f.Special() == sema.NotSpecial {
			return sema.No
		}
		return u.IsTrivial(f).And(u.IsTrivial(d))
	case "__is_nothrow_constructible":
		return u.Nothrow(f).And(u.Nothrow(d))
	}
	return sema.Yes
}

func (u *Model) assignable(name string, a, b *types.Type) sema.Tri {
	if a.IsVoid() || b.IsVoid() {
		return sema.No
	}
	target := a.NonRef()
	if target.Kind == types.Class {
		c := u.ClassOf(target)
		if c == nil || !u.Known(c) {
			return sema.UnknownTri
		}
		f, unknown := u.AssignmentCallOn(declval(a), c, declval(b))
		switch {
		case unknown:
			return sema.UnknownTri
		case f == nil || f.Deleted || f.Access == ast.Private || f.Access == ast.Protected:
			return sema.No
		}
		switch name {
		case "__is_trivially_assignable":
			if f.Special() == sema.NotSpecial {
				return sema.No
			}
			return u.IsTrivial(f)
		case "__is_nothrow_assignable":
			return u.Nothrow(f)
		}
		return sema.Yes
	}
	if b.NonRef().Kind == types.Class || target.Kind == types.Unknown {
		if a.Kind != types.LRef || target.IsConst() {
			return sema.No
		}
		r := u.Convertible(declval(b), target.Unqual())
		if r == sema.Yes && name != "__is_assignable" {
			return sema.UnknownTri
		}
		return r
	}
	if a.Kind != types.LRef || target.IsConst() || target.Kind == types.Array || target.Kind == types.Func {
		return sema.No
	}
	return u.Convertible(declval(b), target.Unqual())
}

// Nothrow reports whether a function is known not to throw.
func (u *Model) Nothrow(f *sema.Func) sema.Tri {
	if !u.Nest() {
		return sema.UnknownTri
	}
	defer u.Unnest()
	if len(f.Decls) > 0 && !f.DefaultedFirst {
		sig := f.Decls[0].Sig
		if sig != nil && sig.NoexceptKind == 1 {
			return sema.Yes
		}
		if sig != nil && sig.NoexceptKind == 2 && sig.Noexcept != nil {
			return u.noexceptHolds(f, sig)
		}
		if f.Kind != sema.Destructor {
			return sema.No
		}
	}
	if f.Special() == sema.InheritedCtor && f.Inherited != nil {
		return u.Nothrow(f.Inherited)
	}
	if f.Kind == sema.Destructor && !f.Implicit && !f.DefaultedFirst {
		// A destructor without a specification throws when a part's does.
		result := sema.Yes
		for _, p := range u.Subobjects(f.MemberOf) {
			if p.Class == nil || p.Ref {
				continue
			}
			if d := p.Class.Destructor(); d != nil {
				result = result.And(u.Nothrow(d))
			} else {
				result = result.And(sema.UnknownTri)
			}
		}
		return result
	}
	if len(f.Decls) > 0 && f.Decls[0].Sig != nil && f.Decls[0].Sig.NoexceptKind != 0 {
		return sema.TriOf(f.Decls[0].Sig.NoexceptKind == 1).Or(sema.UnknownTri)
	}
	result := sema.Yes
	for _, call := range u.SpecialCalls(f) {
		switch {
		case call.Callee != nil:
			result = result.And(u.Nothrow(call.Callee))
		default:
			result = result.And(sema.UnknownTri)
		}
	}
	return result
}

// IntegerPack expands __integer_pack(n), the compiler's own pack of the integers below n; ok is false for any other
// expression.
func (u *Model) IntegerPack(sc *sema.Scope, e ast.Expr) (args []types.Arg, ok bool) {
	var n ast.Expr
	switch e := e.(type) {
	case *ast.Call:
		fn, isName := e.Fn.(*ast.NameExpr)
		if !isName || !fn.Name.Simple() || len(e.Args) != 1 || u.Text(fn.Name.Last().Sym) != "__integer_pack" {
			return nil, false
		}
		n = e.Args[0]
	case *ast.Trait:
		if u.Text(e.Sym) != "__integer_pack" || len(e.Args) != 1 {
			return nil, false
		}
		n = e.Args[0].Expr
		if nt := typeName(e.Args[0].Type); n == nil && nt != nil {
			n = &ast.NameExpr{Span: nt.Span, Name: nt}
		}
	}
	if n == nil {
		return nil, false
	}
	v := u.Eval(sc, n, sema.EvalOptions{Converted: true})
	switch v.Kind {
	case types.IntValue:
		if v.Int < 0 || v.Int > sema.MaxElements {
			return []types.Arg{{}}, true
		}
		args = make([]types.Arg, v.Int)
		for i := range args {
			args[i] = types.Arg{Kind: types.ValueArg, Value: constant.Int(v.Type, int64(i))}
		}
		return args, true
	case types.DependentValue:
		d := types.Value{Kind: types.DependentValue, Pack: true, Index: -1, Key: "__integer_pack " + sema.ValueKey(v)}
		return []types.Arg{{Kind: types.ValueArg, Value: d}}, true
	}
	return []types.Arg{{}}, true
}

// typeName is the name that a type-id consists of, nil for any other.
func typeName(id *ast.TypeID) *ast.Name {
	if id == nil || len(id.Ops) > 0 || id.Spec.CV != 0 {
		return nil
	}
	if nt, ok := id.Spec.Type.(*ast.NamedType); ok && !nt.Typename {
		return nt.Name
	}
	return nil
}

// noexceptHolds evaluates the operand of a function's noexcept-specifier, once.
func (u *Model) noexceptHolds(f *sema.Func, sig *ast.FuncSig) sema.Tri {
	return sema.AskOf(u.Unit, &u.Consts.NoThrow, f, func() sema.Tri {
		return u.ConditionHolds(u.SignatureScope(f.Decls[0].Scope, sig), sig.Noexcept)
	})
}

// ---- offsetof

func (u *Model) offsetOf(sc *sema.Scope, t *ast.Trait) types.Value {
	v := types.Value{Type: u.T.Basic(ast.ULong)}
	if len(t.Args) != 2 || t.Args[0].Type == nil {
		return v
	}
	typ := u.ResolveTypeID(sc, t.Args[0].Type)
	if typ.IsDependent() {
		v.Kind, v.Key, v.Index = types.DependentValue, u.TokenKey(sc, t.Span), -1
		return v
	}
	_, off, ok := u.designate(sc, u.ClassOf(typ), t.Args[1].Expr)
	if ok {
		v.Kind, v.Int = types.IntValue, off
	}
	return v
}

// designate follows a member designator, a.b[3].c, and yields the type and offset of what it names.
func (u *Model) designate(sc *sema.Scope, c *sema.Class, e ast.Expr) (t *types.Type, off int64, ok bool) {
	switch e := e.(type) {
	case *ast.NameExpr:
		if c == nil || !e.Name.Simple() {
			return nil, 0, false
		}
		f, t, off, ok := u.designatedMember(c, e.Name.Last().Sym)
		if f != nil {
			u.Names.Found(sc, e.Name.Last(), sema.Found{State: sema.FoundOK, Entities: []sema.Entity{f}})
		}
		return t, off, ok
	case *ast.MemberExpr:
		t, off, ok := u.designate(sc, c, e.X)
		if !ok || e.Arrow {
			return nil, 0, false
		}
		t, inner, ok := u.designate(sc, u.ClassOf(t), &ast.NameExpr{Span: e.Name.Span, Name: e.Name})
		return t, off + inner, ok
	case *ast.Index:
		t, off, ok := u.designate(sc, c, e.X)
		if !ok || t.Kind != types.Array || len(e.Args) != 1 {
			return nil, 0, false
		}
		n, known := u.Eval(sc, e.Args[0], sema.EvalOptions{}).Int64()
		size, _, sized := u.Size(t.Elem)
		return t.Elem, off + n*size, known && sized
	}
	return nil, 0, false
}

// designatedMember is a member of a class, of its anonymous unions and structures, or of its bases, with its type and offset.
func (u *Model) designatedMember(c *sema.Class, name token.Sym) (found *sema.Field, t *types.Type, off int64, ok bool) {
	for _, f := range c.Fields() {
		switch {
		case f.Sym() == name:
			off, ok = u.FieldOffset(f)
			return f, u.FieldType(f), off, ok
		case f.Anonymous:
			if inner := u.ClassOf(u.FieldType(f)); inner != nil {
				if found, t, off, ok = u.designatedMember(inner, name); found != nil {
					at, placed := u.FieldOffset(f)
					return found, t, off + at, ok && placed
				}
			}
		}
	}
	for _, b := range c.Bases() {
		if b.Class == nil {
			continue
		}
		at, placed := u.BaseOffset(c, b.Class)
		if !placed {
			continue
		}
		if found, t, off, ok = u.designatedMember(b.Class, name); found != nil {
			return found, t, off + at, ok
		}
	}
	return nil, nil, 0, false
}

// ---- Type transformations

// TransformType applies a builtin type transformation such as __underlying_type or __remove_reference_t.
func (u *Model) TransformType(name string, args []types.Arg) *types.Type {
	unknown := u.T.Unknown()
	if len(args) == 0 || args[0].Kind != types.TypeArg || args[0].Type == nil {
		return unknown
	}
	t := args[0].Type
	name = strings.TrimSuffix(strings.TrimPrefix(name, "__"), "_t")
	if t.Kind == types.Unknown {
		return unknown
	}
	if t.IsDependent() {
		return u.T.Dependent("__"+name+" "+u.ArgsKey(args), nil, args)
	}
	switch name {
	case "underlying_type":
		if e, ok := t.Decl.(*sema.Enum); ok && t.Kind == types.Enum {
			if under := u.EnumUnderlying(e); under != nil {
				return under
			}
		}
	case "decay":
		return u.T.Decay(t.NonRef())
	case "make_signed", "make_unsigned":
		return u.withSign(t, name == "make_signed")
	case "add_lvalue_reference", "add_rvalue_reference", "add_pointer":
		return u.typeWith(name, t)
	default:
		return u.typeWithout(name, t)
	}
	return unknown
}

// typeWith is what the transformation of a name adds to a type; what there are no references to stays.
func (u *Model) typeWith(name string, t *types.Type) *types.Type {
	referenceable := u.Referenceable(t)
	switch {
	case name == "add_pointer" && (referenceable || t.IsVoid()):
		return u.T.Pointer(t)
	case name == "add_lvalue_reference" && referenceable:
		return u.T.LRef(t)
	case name == "add_rvalue_reference" && referenceable:
		return u.T.RRef(t)
	}
	return t
}

// typeWithout is what the transformation of a name leaves of a type.
func (u *Model) typeWithout(name string, t *types.Type) *types.Type {
	switch name {
	case "remove_cv":
		return u.T.WithCV(t, 0)
	case "remove_const":
		return u.T.WithCV(t, topCV(t)&^ast.Const)
	case "remove_volatile":
		return u.T.WithCV(t, topCV(t)&^ast.Volatile)
	case "remove_reference":
		return t.NonRef()
	case "remove_cvref":
		return u.T.WithCV(t.NonRef(), 0)
	case "remove_pointer":
		if t.Kind == types.Pointer {
			return t.Elem
		}
		return t
	case "remove_extent":
		if t.Kind == types.Array {
			return t.Elem
		}
		return t
	case "remove_all_extents":
		return sema.ElementOf(t)
	}
	return u.T.Unknown() // bases, direct_bases, type_pack_element
}

func topCV(t *types.Type) ast.Qualifiers {
	return sema.ElementOf(t).CV
}

// Referenceable reports whether there may be a reference to t.
func (u *Model) Referenceable(t *types.Type) bool {
	if t.IsVoid() {
		return false
	}
	return t.Kind != types.Func || t.FnCV == 0 && t.FnRef == ast.RefNone
}

// withSign is make_signed and make_unsigned.
func (u *Model) withSign(t *types.Type, signed bool) *types.Type {
	pairs := [][2]ast.BuiltinKind{
		{ast.SChar, ast.UChar},
		{ast.Short, ast.UShort},
		{ast.Int, ast.UInt},
		{ast.Long, ast.ULong},
		{ast.LongLong, ast.ULongLong},
		{ast.Int128, ast.UInt128},
	}
	cv := t.CV
	if e, ok := t.Decl.(*sema.Enum); ok && t.Kind == types.Enum {
		t = u.EnumUnderlying(e)
		if t == nil || t.Kind != types.Basic {
			return u.T.Unknown()
		}
	}
	if !t.IsIntegral() || t.IsBool() {
		return u.T.Unknown()
	}
	pick := func(p [2]ast.BuiltinKind) *types.Type {
		k := p[1]
		if signed {
			k = p[0]
		}
		return u.T.Qualify(u.T.Basic(k), cv)
	}
	for _, p := range pairs {
		if t.Basic == p[0] || t.Basic == p[1] {
			return pick(p)
		}
	}
	// Character types become the standard integer of their size with the lowest rank.
	for _, p := range pairs {
		if constant.Size(p[0]) == constant.Size(t.Basic) {
			return pick(p)
		}
	}
	return u.T.Unknown()
}
