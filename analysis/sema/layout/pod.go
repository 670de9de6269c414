package layout

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
)

// layoutPOD reports whether c is a POD to the ABI, which decides whether its tail padding may hold something else. That is
// C++03's notion, with what compilers make of later standards: until C++20 a constructor may be defaulted or deleted. To nvcc
// 12.4's front end there must be a default constructor, and move assignments count; to g++ unnamed bit-fields have an access
// that counts, and members that may overlap others do.
func (u *Model) layoutPOD(c *sema.Class, a abi) sema.Tri {
	if !u.Nest() {
		return sema.UnknownTri
	}
	defer u.Unnest()
	if c == nil {
		return sema.UnknownTri
	}
	if c.Lambda != nil {
		return sema.No
	}
	if len(c.Bases()) > 0 {
		return sema.No
	}
	if p := u.IsPolymorphic(c); p != sema.No {
		return p.Not()
	}
	s := u.SpecialsOf(c)
	switch {
	case s.Uncertain:
		return sema.UnknownTri
	case s.UserProvidedCtor || s.UserProvidedDtor || s.ExplicitCtor || s.CtorTemplate || s.DeclaredCtor && u.Std >= 20:
		return sema.No
	case a == deviceABI && s.DeclaredCtor && s.DefaultCtor == nil:
		return sema.No
	}
	if slices.ContainsFunc(s.All, func(f *sema.Func) bool {
		return sema.UserProvided(f) && (f.Special() == sema.CopyAssign || f.Special() == sema.MoveAssign && a == deviceABI)
	}) {
		return sema.No
	}
	return u.fieldsPOD(c, a)
}

// fieldsPOD is layoutPOD by the data members alone.
func (u *Model) fieldsPOD(c *sema.Class, a abi) sema.Tri {
	fields := c.Fields()
	if a == hostABI {
		fields = u.LayoutFields(c)
	}
	result := sema.Yes
	for _, f := range fields {
		t := u.FieldType(f)
		if t.IsRef() || f.Access == ast.Private || f.Access == ast.Protected || sema.HasDefaultInit(f) {
			return sema.No
		}
		if attrs, known := u.FieldAttrs(f); a == hostABI && (!known || attrs.Overlap) {
			return sema.TriOf(!known).And(sema.UnknownTri)
		}
		if m := u.ClassOf(sema.ElementOf(t)); m != nil {
			result = result.And(u.memberPOD(m, a))
		}
	}
	return result
}

// memberPOD is layoutPOD of a member's class, found out once: classes can be members of each other many times over.
func (u *Model) memberPOD(c *sema.Class, a abi) sema.Tri {
	key := layoutKey{c, a}
	if r, ok := u.layouts.pods[key]; ok {
		return r
	}
	r := u.layoutPOD(c, a)
	if r != sema.UnknownTri {
		if u.layouts.pods == nil {
			u.layouts.pods = make(map[layoutKey]sema.Tri)
		}
		u.layouts.pods[key] = r
	}
	return r
}
