package sema

import (
	"cudals/analysis/ast"
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
		if s.Kind == ClassScope && (s.Class == c || u.DerivedFrom(s.Class, c) == Yes) {
			return true
		}
	}
	return false
}

// Builtin is a function that the compiler knows without declaration, and the type of its result.
func (u *Unit) Builtin(name string) (b constant.Builtin, t *types.Type, ok bool) {
	if b, ok = constant.LookupBuiltin(name); !ok {
		return b, nil, false
	}
	r := b.Result
	switch t = u.T.Basic(r.Kind); {
	case r.Unknown:
		return b, u.T.Unknown(), true
	case r.Pointer && r.Const:
		return b, u.T.Pointer(u.T.Qualify(t, ast.Const)), true
	case r.Pointer:
		return b, u.T.Pointer(t), true
	}
	return b, t, true
}

// LibraryBuiltin is the builtin that a function of the C library is for the front end, however it is named.
func (u *Unit) LibraryBuiltin(f *Func) (b constant.Builtin, ok bool) {
	if !f.CLinkage || f.MemberOf != nil {
		return b, false
	}
	return constant.LookupLibrary(u.Text(f.Sym()))
}
