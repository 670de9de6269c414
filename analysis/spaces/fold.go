package spaces

import (
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// folds reports whether a constant replaces what a use reads, so that nothing of the variable remains in the code. That
// follows nvcc 12.4's front end, which folds scalars, scalar members of constant objects, and copies of constant objects
// everywhere, but elements of arithmetic arrays only in initialisers. in is the function whose body holds the use, device says
// that the device pass asks.
func (m *Model) folds(use *sema.Use, in *sema.Func, device bool) sema.Tri {
	u, v := m.U, use.Var
	if use.InConstantCall {
		return sema.Yes
	}
	t := u.VarType(v)
	if t.IsUnknown() || t.IsDependent() {
		return sema.UnknownTri
	}
	if t.IsRef() {
		return m.foldsReference(use)
	}
	elem := ElementType(t)
	if !elem.IsConst() && !v.Constexpr || elem.IsVolatile() {
		return sema.No
	}
	if use.Kind == sema.Object && use.Callee != nil && use.Callee.Constexpr && (!v.Constexpr || use.Callee.Kind == sema.Conversion) {
		return sema.UnknownTri // the call may be a constant all the same
	}
	if use.Kind != sema.Read && use.Kind != sema.AsTemplateArg {
		return sema.No
	}
	if !madeFromTemplate(in) && m.initialisedLater(use) {
		return sema.No
	}
	if elem.Kind == types.Class || t.Kind == types.Array {
		return m.foldsPart(use, t, elem, device)
	}
	return m.foldsScalar(v)
}

// foldsReference is about variables of reference type: what they are bound to is known when it is itself a constant.
func (m *Model) foldsReference(use *sema.Use) sema.Tri {
	if use.Kind != sema.Read {
		return sema.No
	}
	if val := m.U.VarValue(use.Var); val.IsKnown() && val.Kind != types.AddressValue {
		return sema.Yes
	}
	return sema.No
}

// foldsScalar is about variables of scalar type.
func (m *Model) foldsScalar(v *sema.Var) sema.Tri {
	switch val := m.U.InitValue(v); val.Kind {
	case types.AddressValue:
		if to, ok := val.Entity.(*sema.Var); ok && m.constant(to) {
			return sema.UnknownTri // *p may be a constant
		}
		return sema.No // the address is that of something on the host
	case types.StringValue:
		return sema.TriOf(v.Constexpr)
	case types.UnknownValue, types.DependentValue:
	default:
		return sema.Yes
	}
	return m.initialised(v)
}

// initialised reports whether v has a constant initialiser.
func (m *Model) initialised(v *sema.Var) sema.Tri {
	if m.U.InitDecl(v) == nil {
		if ElementType(m.U.VarType(v)).Kind == types.Class && !v.Extern {
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

// foldsPart is about objects of class type and arrays, and what is selected of them.
func (m *Model) foldsPart(use *sema.Use, t, elem *types.Type, device bool) sema.Tri {
	u, v := m.U, use.Var
	if c := u.ClassOf(elem); c != nil {
		if d := c.Destructor(); d != nil && u.IsTrivial(d) == sema.No || u.HasMutable(c) == sema.Yes {
			return sema.No
		}
	}
	if use.Element && !use.ConstIndex {
		return sema.No
	}
	if use.Callee != nil && !v.Constexpr {
		return sema.No // an assignment binds a reference to the object, and only constexpr objects are seen through it
	}
	init := device && use.Context&sema.InInit != 0 && use.Context&sema.InDefaultArg == 0
	if use.Subscript && v.Kind != sema.StaticMember && !init && (use.Type.IsArithmetic() || use.Type.Kind == types.Enum) {
		return sema.No
	}
	if use.Type.Kind == types.Pointer || use.Type.Kind == types.MemberPointer {
		return sema.UnknownTri
	}
	if v.Constexpr {
		return sema.Yes
	}
	if u.InitDecl(v) == nil && t.Kind == types.Array {
		return sema.No
	}
	if r := u.IsConstantInit(v); r != sema.Yes || u.InitDecl(v) != nil || !v.Extern {
		return r
	}
	return sema.No
}

// madeFromTemplate reports whether a function is an instance, or a member of one: those are made at the end of the file.
func madeFromTemplate(f *sema.Func) bool {
	return f != nil && (f.Template != nil && f.Args != nil || f.Pattern != nil && f.Pattern != f || f.MemberOf != nil && f.MemberOf.Template != nil)
}

// initialisedLater reports whether a variable's initialiser stands behind a use of it, so that its value is not known
// there.
func (m *Model) initialisedLater(use *sema.Use) bool {
	d := m.U.InitDecl(use.Var)
	if d == nil || use.Var.Template != nil || use.Var.MemberOf != nil && use.Var.MemberOf.Template != nil {
		return false
	}
	if d.Site.Chunk == nil || use.Site.Chunk == nil {
		return false
	}
	return d.Site.Chunk.Ord > use.Site.Chunk.Ord
}
