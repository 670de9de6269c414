package sema

import (
	"cudals/analysis/sema/constant"
	"cudals/analysis/types"
)

// NamesType reports whether a callee's name is a type: a functional cast.
func (u *Unit) NamesType(es []Entity) bool {
	for _, e := range es {
		switch e := e.(type) {
		case *Func, *Var, *Field:
			return false
		case *Template:
			if e.Kind == FuncTemplate || e.Kind == VarTemplate {
				return false
			}
		}
	}
	return IsTypeEntity(es[0]) || isTemplateParam(es[0])
}

// CurrentInstantiation reports whether t is the class whose definition is being read.
func (u *Unit) CurrentInstantiation(sc *Scope, t *types.Type) bool {
	c := u.ClassOf(t)
	for s := sc; s != nil && c != nil; s = s.Parent {
		if s.Kind == ClassScope && s.Class == c {
			return true
		}
	}
	return false
}

// LibraryBuiltin is the builtin that a function of the C library is for the front end, however it is named.
func (u *Unit) LibraryBuiltin(f *Func) (b constant.Builtin, ok bool) {
	if !f.CLinkage || f.MemberOf != nil {
		return b, false
	}
	return constant.LookupLibrary(u.Text(f.Sym()))
}
