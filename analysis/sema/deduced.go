package sema

import (
	"cudals/analysis/small"
	"cudals/analysis/types"
)

// Noted are the functions whose deduced results the type needs that is being found, while one is.
type Noted struct {
	small.Set[*Func]
	On bool
}

// NoteDeduced records that the body being analysed, or the type that is being found, needs the deduced result of f. What a rule or a
// question asks for outside of both is nobody's need.
func (u *Unit) NoteDeduced(f *Func) {
	switch {
	case u.Noted.On:
		u.Noted.Add(f)
	case u.Analysing != nil:
		u.Analysing.Deduced.Add(f)
	}
}

// NamedType is the type of an expression that names a function: a result that is deduced is deduced then [dcl.spec.auto].
func (u *Unit) NamedType(f *Func) *types.Type {
	t := u.FuncType(f)
	if t.Kind != types.Func || !HasAuto(t.Elem) {
		return t
	}
	return u.T.Func(types.FuncType{
		Result: u.ResultType(f), Params: t.Params, Variadic: t.Variadic, CV: t.FnCV, Ref: t.FnRef, Noexcept: t.Noexcept,
	})
}

// needing finds the type of what is declared, or the definition of a class, and remembers whose deduced results it needs, if any: who asks
// for it needs them too, now and when it is known already.
func (u *Unit) needing(declared any, find func()) (needs bool) {
	noted := u.noting(find)
	if len(noted) > 0 {
		if u.needs == nil {
			u.needs = make(map[any][]*Func)
		}
		u.needs[declared] = noted
		u.needAgain(declared)
	}
	return len(noted) > 0
}

// noting lists the functions whose deduced results are needed for what find finds.
func (u *Unit) noting(find func()) []*Func {
	outer := u.Noted
	u.Noted = Noted{On: true}
	find()
	noted := u.Noted.All
	u.Noted = outer
	return noted
}

// needAgain notes what a type that is known already needs.
func (u *Unit) needAgain(declared any) {
	if len(u.needs) == 0 {
		return
	}
	for _, f := range u.needs[declared] {
		u.NoteDeduced(f)
	}
}

// DeducedOutside lists the functions whose deduced results declarations outside of bodies need.
func (u *Unit) DeducedOutside(declared Declared) []*Func {
	return u.noting(func() { u.DeclaredTypes(declared) })
}

// DeclaredTypes asks for the types of all that is declared. A fault costs the type of one declaration.
func (u *Unit) DeclaredTypes(declared Declared) {
	for _, f := range declared.Funcs {
		u.Attempt(f, func() {
			for _, fd := range f.Decls {
				if fd.Sig != nil {
					u.funcDeclType(fd)
				}
			}
		})
	}
	for _, list := range [][]*Var{declared.Vars, declared.VarTemplates} {
		for _, v := range list {
			u.Attempt(v, func() { u.VarType(v) })
		}
	}
	for _, t := range declared.Typedefs {
		u.Attempt(t, func() { u.TypedefType(t) })
	}
	for _, c := range declared.Classes {
		u.Attempt(c, func() {
			for _, f := range c.Fields() {
				u.FieldType(f)
			}
		})
	}
}

// HasDeducedResult reports whether a function is declared with a placeholder for its result.
func (u *Unit) HasDeducedResult(f *Func) bool {
	t := u.FuncType(f)
	return t.Kind == types.Func && HasAuto(t.Elem)
}

// ReplaceAuto is t with its placeholder replaced.
func (u *Unit) ReplaceAuto(t, by *types.Type) *types.Type {
	if t.Kind == types.Auto {
		return u.T.Qualify(by, t.CV)
	}
	if !HasAuto(t) {
		return t
	}
	return u.T.Rebuild(t, func(p *types.Type) *types.Type { return u.ReplaceAuto(p, by) })
}
