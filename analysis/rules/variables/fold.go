package variables

import (
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

// folds reports whether a constant replaces what a use reads, so that nothing of the variable remains in the code. That
// follows nvcc 12.4's front end, which folds scalars, scalar members of constant objects, and copies of constant objects
// everywhere, but elements of arithmetic arrays only in initialisers. in is the function whose body holds the use, device says
// that the device pass asks.
func folds(m *spaces.Model, use *sema.Use, in *sema.Func, device bool) sema.Tri {
	u, v := m.U, use.Var
	if use.InConstantCall && device {
		return sema.Yes
	}
	t := u.VarType(v)
	elem := sema.ElementOf(t)
	switch {
	case t.IsUnknown() || elem.IsDependent():
		return sema.UnknownTri
	case t.IsRef():
		return foldsReference(m, use, device)
	case !elem.IsConst() && !v.Constexpr || elem.IsVolatile() || use.Reinterpreted:
		return sema.No
	case t.IsDependent():
		return sema.UnknownTri
	}
	switch c := use.Callee; {
	case v.Kind == sema.BindingVar:
		return foldsBinding(m, use, in, device)
	case c != nil && c.Closure != nil && c.Kind == sema.Conversion && c.Constexpr:
		return sema.Yes // to a function's address, which is the same for each
	case use.InUnknownCall && (use.Kind == sema.Object || use.Kind == sema.Bind):
		return sema.UnknownTri
	case use.Kind != sema.Read && use.Kind != sema.AsTemplateArg:
		return sema.No
	}
	return foldsValue(m, use, in, device)
}

// foldsValue is about the value of a constant that is no reference.
func foldsValue(m *spaces.Model, use *sema.Use, in *sema.Func, device bool) sema.Tri {
	v, t := use.Var, m.U.VarType(use.Var)
	elem := sema.ElementOf(t)
	if c := m.U.ClassOf(use.Type); c != nil && use.Kind == sema.Read && !use.ViaPointer && m.U.IsEmptyClass(c) == sema.Yes {
		return sema.Yes // there is nothing to read
	}
	if initialisedLater(m, use) && !madeLater(m, in) {
		return sema.No
	}
	if elem.Kind == types.Class || t.Kind == types.Array {
		return foldsPart(m, use, in, device)
	}
	if use.Element && (use.Subscript && !foldsEarly(m, use) || !use.ConstIndex) {
		return sema.No // as if the scalar were an array
	}
	return foldsScalar(m, use, v)
}

// foldsReference is about variables of reference type: to the device pass a constant one stands for what it is bound to, which is
// replaced when it is itself a constant. The host pass reads through each.
func foldsReference(m *spaces.Model, use *sema.Use, device bool) sema.Tri {
	if use.Kind != sema.Read || !device {
		return sema.No
	}
	val := m.U.InitValue(use.Var)
	to, ok := val.Entity.(*sema.Var)
	switch {
	case val.Kind == types.AddressValue && ok && !m.Constant(to):
		return sema.No
	case val.Kind == types.AddressValue && ok && !use.Element && len(use.Path) == 0 && m.U.VarType(to).IsScalar():
		return foldsScalar(m, use, to)
	case val.Kind != types.AddressValue && val.IsKnown():
		return sema.Yes
	case m.U.InitDecl(use.Var) == nil || m.U.IsConstantInit(use.Var) == sema.No:
		return sema.No
	}
	return sema.UnknownTri
}

// foldsScalar is about variables of scalar type.
func foldsScalar(m *spaces.Model, use *sema.Use, v *sema.Var) sema.Tri {
	switch val := m.U.InitValue(v); val.Kind {
	case types.AddressValue:
		return foldsAddress(m, use, val.Entity)
	case types.StringValue:
		return sema.TriOf(v.Constexpr)
	case types.UnknownValue, types.DependentValue:
	default:
		return sema.Yes
	}
	return initialised(m, v)
}

// initialised reports whether v has a constant initialiser.
func initialised(m *spaces.Model, v *sema.Var) sema.Tri {
	if m.U.InitDecl(v) == nil {
		if sema.ElementOf(m.U.VarType(v)).Kind == types.Class && !v.Extern {
			return m.U.IsConstantInit(v)
		}
		return sema.TriOf(v.Constexpr)
	}
	if v.Constexpr {
		return sema.UnknownTri
	}
	if m.U.IsConstantInit(v) == sema.No {
		return sema.No
	}
	return sema.UnknownTri
}

// foldsAddress is about pointers that hold a constant address: it replaces them, and must be that of something on the device.
func foldsAddress(m *spaces.Model, use *sema.Use, of types.Entity) sema.Tri {
	switch e := of.(type) {
	case *sema.Var:
		if m.HostVariable(e) {
			return sema.No
		}
		if mem, ok := m.DeviceMemory(e); ok && mem != 0 {
			return sema.Yes
		}
	case *sema.Func:
		early := !use.Subscript || use.Var.Kind == sema.StaticMember && use.LiteralIndex
		if sp := m.Of(e); early || sp.Known && sp.Space.OnDevice() || e.Closure != nil {
			return sema.Yes // the function is named in the variable's place, or may be
		}
		return sema.No
	}
	return sema.UnknownTri
}

// foldsBinding is about const structured bindings outside of bodies: parts of an object without a name, which is seen through in initialisers
// alone.
func foldsBinding(m *spaces.Model, use *sema.Use, in *sema.Func, device bool) sema.Tri {
	v := use.Var
	switch {
	case v.Bound == nil || !device || in == nil || in.Closure != nil && m.Annotation(in.Closure) == 0 || len(use.Path) > 0 || use.Element && use.ConstIndex && use.Context&sema.InInit != 0:
		return sema.UnknownTri
	case use.Kind != sema.Read || use.Context&sema.InInit == 0 && use.Named || use.Element:
		return sema.No
	}
	to := boundTo(m, v)
	switch {
	case to == nil:
		return m.U.IsConstantInit(v.Bound)
	case m.Constant(to):
		return m.U.IsConstantInit(to)
	}
	return sema.No
}

// boundTo is the object that a structured binding outside of bodies names a part of; nil where it is not known.
func boundTo(m *spaces.Model, v *sema.Var) *sema.Var {
	if !m.U.VarType(v.Bound).IsRef() {
		return v.Bound
	}
	to, _ := m.U.InitValue(v.Bound).Entity.(*sema.Var)
	return to
}

// seenThrough reports whether front ends look into the object of a use for the part that is selected, whatever this is.
func seenThrough(u *sema.Unit, use *sema.Use, elem *types.Type) bool {
	if c := u.ClassOf(elem); c != nil && !use.Var.Constexpr {
		if d := c.Destructor(); d != nil && u.IsTrivial(d) == sema.No || u.HasMutable(c) == sema.Yes {
			return false
		}
	}
	mutable := slices.ContainsFunc(use.Path, func(f *sema.Field) bool { return f.Mutable })
	return !mutable && (!use.Element || use.ConstIndex)
}

// elementStays reports whether an array's element that is subscripted outside of initialisers stays a read of the array.
func elementStays(m *spaces.Model, use *sema.Use, device bool) bool {
	t := use.Type
	if !foldsEarly(m, use) && (t.IsArithmetic() || t.Kind == types.Enum || t.Kind == types.MemberPointer || t.Kind == types.Pointer && !device) {
		return true
	}
	return use.Context&(sema.LatePointer|sema.Arm) != 0 && t.Kind == types.Pointer && !initialisedInClass(m, use.Var)
}

// foldsPart is about objects of class type and arrays, and what is selected of them.
func foldsPart(m *spaces.Model, use *sema.Use, in *sema.Func, device bool) sema.Tri {
	u, v := m.U, use.Var
	t := u.VarType(v)
	elem := sema.ElementOf(t)
	if whole := use.Type.Kind == types.Array; whole && !device {
		return sema.TriOf(use.Element) // of an array that is copied; what is reached by an address is not read
	} else if !seenThrough(u, use, elem) || whole && t.Kind == types.Array && !use.Element && !v.Constexpr {
		return sema.No
	}
	if use.Callee != nil && use.ViaPointer {
		return sema.UnknownTri
	}
	if use.Callee != nil && (!v.Constexpr || use.Element && !foldsEarly(m, use)) {
		return sema.No // an assignment binds a reference to the object, and only constexpr objects are seen through it
	}
	init := device && use.Context&sema.InInit != 0 && use.Context&sema.InDefaultArg == 0
	if use.Subscript && !init && elementStays(m, use, device) {
		return sema.No
	}
	known := sema.Yes
	if !v.Constexpr {
		known = foldsConst(m, use, in)
	}
	if known == sema.Yes && (use.Type.Kind == types.Pointer || use.Type.Kind == types.MemberPointer) {
		return foldsAddresses(m, use, u.InitValue(v), use.Path)
	}
	return known
}

// foldsConst is about objects and arrays that are const and not constexpr. What an instance copies into a variable may be no use of an object
// that stays: where nothing needed that before (nvcc 12.4).
func foldsConst(m *spaces.Model, use *sema.Use, in *sema.Func) sema.Tri {
	copied := use.Context&sema.InInit != 0 && len(use.Path) == 0 && madeLater(m, in)
	switch {
	case !staysObject(m, use.Var):
	case copied:
		return sema.UnknownTri
	default:
		return sema.No
	}
	return constantObject(m, use.Var, m.U.VarType(use.Var))
}

// foldsAddresses is foldsAddress for one of the addresses that are the members of path in an array or object: known where all are alike.
func foldsAddresses(m *spaces.Model, use *sema.Use, val types.Value, path []*sema.Field) sema.Tri {
	switch val.Kind {
	case types.AddressValue:
		return foldsAddress(m, use, val.Entity)
	case types.AggregateValue:
		if len(path) > 0 && path[0].Class == m.U.ClassOf(val.Type) {
			if at := len(path[0].Class.Bases()) + path[0].Index; at < len(val.Elems) {
				return foldsAddresses(m, use, val.Elems[at], path[1:])
			}
		}
		for i, e := range val.Elems {
			if r := foldsAddresses(m, use, e, path); r != sema.No {
				return r
			} else if i == len(val.Elems)-1 {
				return sema.No
			}
		}
	}
	return sema.UnknownTri
}

// foldsEarly reports whether a use selects an element of a static data member that is initialised in its class, by literals,
// and where constants are looked for: those elements are folded while others are not.
func foldsEarly(m *spaces.Model, use *sema.Use) bool {
	if use.Context&sema.Late != 0 || !use.LiteralIndex {
		return false
	}
	return initialisedInClass(m, use.Var)
}

// initialisedInClass reports whether a variable is a static data member whose initialiser stands in its class.
func initialisedInClass(m *spaces.Model, v *sema.Var) bool {
	d := m.U.InitDecl(v)
	return v.Kind == sema.StaticMember && d != nil && d.InClass
}

// constantObject reports whether an array or object of class type is initialised with constants.
func constantObject(m *spaces.Model, v *sema.Var, t *types.Type) sema.Tri {
	d := m.U.InitDecl(v)
	if d == nil && t.Kind == types.Array {
		return sema.No
	}
	if d == nil && (v.Extern || definition(m, v) == nil) {
		return sema.No
	}
	return m.U.IsConstantInit(v)
}

// definition is the declaration that tells a variable's value: the one with the initialiser, or the definition, by default.
func definition(m *spaces.Model, v *sema.Var) *sema.VarDecl {
	if d := m.U.InitDecl(v); d != nil {
		return d
	}
	for _, d := range m.U.VarDecls(v) {
		if d.Defines {
			return d
		}
	}
	return nil
}

// staysObject reports whether no value is put in the place of a constant object: as a member of a class template that its class does not call
// constexpr, unless an explicit specialisation has it.
func staysObject(m *spaces.Model, v *sema.Var) bool {
	return !v.Constexpr && sema.ElementOf(m.U.VarType(v)).Kind == types.Class && v.OfInstance()
}

// madeLater reports whether a body may be read when all else has been: it, or one around it, is made from a template.
func madeLater(m *spaces.Model, f *sema.Func) bool {
	for ; f != nil; f = f.Around() {
		if spaces.MadeFromTemplate(f) || m.FriendOfInstance(f) {
			return true
		}
	}
	return false
}

// initialisedLater reports whether a variable's initialiser stands behind a use of it, so that its value is not known
// there.
func initialisedLater(m *spaces.Model, use *sema.Use) bool {
	d := definition(m, use.Var)
	return d != nil && d.Site.Chunk != nil && use.Site.Chunk != nil && d.Site.Chunk.Ord > use.Site.Chunk.Ord
}
