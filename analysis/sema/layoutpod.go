package sema

import "cudals/analysis/ast"

// layoutPOD reports whether c is a POD to the ABI, which decides whether its tail padding may hold something else. That is
// C++03's notion, with what compilers make of later standards: until C++20 a constructor may be defaulted, and a deleted copy
// constructor counts for nvcc 12.4's front end, though not for g++.
func (u *Unit) layoutPOD(c *Class) Tri {
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
		return p.Not()
	}
	s := u.specialsOf(c)
	switch {
	case s.uncertain:
		return UnknownTri
	case s.userProvidedCtor || s.userProvidedDtor || s.explicitCtor || s.declaredCtor && u.std >= 20:
		return No
	}
	for _, f := range s.all {
		switch f.Special {
		case CopyAssign, MoveAssign:
			if userProvided(f) {
				return No
			}
		case CopyCtor, MoveCtor:
			if f.Deleted && !f.Implicit {
				return No
			}
		}
	}
	result := Yes
	for _, f := range c.Fields() {
		t := u.FieldType(f)
		switch {
		case t.IsRef() || f.Access == ast.Private || f.Access == ast.Protected || hasDefaultInit(f):
			return No
		case f.Anonymous:
			continue
		}
		if m := u.ClassOf(elementOf(t)); m != nil {
			result = result.And(u.memberPOD(m))
		}
	}
	return result
}

func hasDefaultInit(f *Field) bool { return f.Dtor != nil && f.Dtor.Init != nil }

// memberPOD is layoutPOD of a member's class, found out once: classes can be members of each other many times over.
func (u *Unit) memberPOD(c *Class) Tri {
	if r, ok := u.consts.pod[c]; ok {
		return r
	}
	r := u.layoutPOD(c)
	if r != UnknownTri {
		if u.consts.pod == nil {
			u.consts.pod = make(map[*Class]Tri)
		}
		u.consts.pod[c] = r
	}
	return r
}
