package sema

import (
	"slices"

	"cudals/analysis/ast"
)

// layoutPOD reports whether c is a POD to the ABI, which decides whether its tail padding may hold something else. That is
// C++03's notion, with what compilers make of later standards: until C++20 a constructor may be defaulted or deleted. To nvcc
// 12.4's front end there must be a default constructor, and move assignments count; to g++ unnamed bit-fields have an access
// that counts, and members that may overlap others do.
func (u *Unit) layoutPOD(c *Class, a abi) Tri {
	if !u.Nest() {
		return UnknownTri
	}
	defer u.Unnest()
	if c == nil {
		return UnknownTri
	}
	if c.Lambda != nil {
		return No
	}
	if len(c.Bases()) > 0 {
		return No
	}
	if p := u.IsPolymorphic(c); p != No {
		return p.not()
	}
	s := u.specialsOf(c)
	switch {
	case s.uncertain:
		return UnknownTri
	case s.userProvidedCtor || s.userProvidedDtor || s.explicitCtor || s.ctorTemplate || s.declaredCtor && u.std >= 20:
		return No
	case a == deviceABI && s.declaredCtor && s.defaultCtor == nil:
		return No
	}
	if slices.ContainsFunc(s.all, func(f *Func) bool {
		return userProvided(f) && (f.Special() == CopyAssign || f.Special() == MoveAssign && a == deviceABI)
	}) {
		return No
	}
	return u.fieldsPOD(c, a)
}

// fieldsPOD is layoutPOD by the data members alone.
func (u *Unit) fieldsPOD(c *Class, a abi) Tri {
	fields := c.Fields()
	if a == hostABI {
		fields = u.layoutFields(c)
	}
	result := Yes
	for _, f := range fields {
		t := u.FieldType(f)
		if t.IsRef() || f.Access == ast.Private || f.Access == ast.Protected || hasDefaultInit(f) {
			return No
		}
		if attrs, known := u.fieldAttrs(f); a == hostABI && (!known || attrs.overlap) {
			return TriOf(!known).And(UnknownTri)
		}
		if m := u.ClassOf(elementOf(t)); m != nil {
			result = result.And(u.memberPOD(m, a))
		}
	}
	return result
}

func hasDefaultInit(f *Field) bool { return f.Dtor != nil && f.Dtor.Init != nil }

// memberPOD is layoutPOD of a member's class, found out once: classes can be members of each other many times over.
func (u *Unit) memberPOD(c *Class, a abi) Tri {
	key := layoutKey{c, a}
	if r, ok := u.layouts.pods[key]; ok {
		return r
	}
	r := u.layoutPOD(c, a)
	if r != UnknownTri {
		if u.layouts.pods == nil {
			u.layouts.pods = make(map[layoutKey]Tri)
		}
		u.layouts.pods[key] = r
	}
	return r
}
