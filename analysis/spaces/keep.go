package spaces

import (
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// What is generated needs types too, and with a type the front end keeps what that names (nvcc 12.4): the functions among its template
// arguments, and the definition of the class that a class or an enumeration is a member of; of a class whose members or objects are used its
// definition, which is that of its bases and members with it, and its default member initialisers, be they never evaluated. An instance of a
// template has these once one of its functions has a body.

// keepType keeps a type for a function; of a class it is not the definition.
func (e *Emission) keepType(t *types.Type, from *sema.Func, at sema.Site) {
	if t == nil || e.types[t] || !e.m.U.Nest() {
		return
	}
	defer e.m.U.Unnest()
	e.types[t] = true
	e.keepType(t.Elem, from, at)
	e.keepType(t.Class, from, at)
	for _, p := range t.Params {
		e.keepObject(p, from, at)
	}
	if t.Kind == types.Class {
		e.keepArgs(t.Args, from, at)
	}
	if of, ok := t.Decl.(interface{ Parent() sema.Entity }); ok && (t.Kind == types.Class || t.Kind == types.Enum) {
		if c, ok := of.Parent().(*sema.Class); ok {
			e.keepClass(c, from)
		}
	}
}

func (e *Emission) keepArgs(args []types.Arg, from *sema.Func, at sema.Site) {
	if len(args) == 0 || !e.m.U.Nest() {
		return
	}
	defer e.m.U.Unnest()
	for _, a := range args {
		if f, ok := a.Value.Entity.(*sema.Func); ok {
			e.add(f, Edge{From: from, Site: at, How: "given to a template"}, nobody)
		}
		e.keepType(a.Type, from, at)
		e.keepType(a.Value.Type, from, at)
		e.keepArgs(a.Pack, from, at)
	}
}

// keepObject keeps a type of which an object is there.
func (e *Emission) keepObject(t *types.Type, from *sema.Func, at sema.Site) {
	e.keepType(t, from, at)
	if t == nil {
		return
	}
	if c := e.m.U.ClassOf(sema.ElementOf(t)); c != nil {
		e.keepClass(c, from)
	}
}

// keepClass keeps a class's definition.
func (e *Emission) keepClass(c *sema.Class, from *sema.Func) {
	if e.classes[c] || c.Dependent || !e.m.ownType(e.m.U.ClassType(c)) || !e.m.U.Nest() {
		return
	}
	defer e.m.U.Unnest()
	e.classes[c] = true
	e.keepType(e.m.U.ClassType(c), from, c.Site())
	for _, b := range c.Bases() {
		e.keepObject(b.Type, from, b.Site)
	}
	for _, f := range c.Fields() {
		e.keepObject(e.m.U.FieldType(f), from, f.Site())
	}
	if c.Templates() == 0 {
		e.keepInits(c, from)
	}
}

// keepInits keeps what the default member initialisers of a class name, once.
func (e *Emission) keepInits(c *sema.Class, from *sema.Func) {
	if e.inited[c] {
		return
	}
	e.inited[c] = true
	e.m.U.Attempt(c, func() {
		e.names(from, e.m.U.MemberInits(c), nobody, "named by a default member initialiser of a class that is used")
	})
}

// keepVar keeps the type of a variable that is defined or used, and the class that it is a member of.
func (e *Emission) keepVar(v *sema.Var, from *sema.Func) {
	e.keepObject(e.m.U.VarType(v), from, v.Site())
	if v.MemberOf != nil {
		e.keepClass(v.MemberOf, from)
	}
}

// keepUsed keeps what the use of a variable needs: nothing where a constant is left of it, or nobody looks at it.
func (e *Emission) keepUsed(u *sema.Use, from *sema.Func) {
	switch {
	case u.Kind == sema.Discard, u.Kind == sema.DiscardElement:
	case u.Kind == sema.Read && e.m.U.VarType(u.Var).IsConst() && u.Type.IsArithmetic():
	default:
		e.keepVar(u.Var, from)
	}
}

// keepFunc keeps the type of a function that is named, and the class that it is a member of.
func (e *Emission) keepFunc(f, from *sema.Func) {
	if f == nil {
		return
	}
	e.keepType(e.m.U.FuncType(f), from, f.Site())
	if f.MemberOf != nil {
		e.keepClass(f.MemberOf, from)
	}
}

// keepTypes keeps the types that a body needs: those of its values and of its local variables, but for classes, of which nothing is needed
// until an object is initialised.
func (e *Emission) keepTypes(f *sema.Func, facts *sema.Facts) {
	for _, v := range facts.Locals {
		if t := e.m.U.VarType(v); t.Kind != types.Class {
			e.keepType(t, f, v.Site())
		}
	}
	at := sema.Site{}
	if f != nil {
		at = f.Site()
	}
	for _, t := range facts.Types.All {
		e.keepObject(t, f, at)
	}
	for i := range facts.Calls { // an object that is a constant has been made all the same
		if c := &facts.Calls[i]; c.Callee != nil && c.Callee.Kind == sema.Constructor && c.Callee.MemberOf != nil && generates(c.Callee, c.Context, f) {
			e.keepClass(c.Callee.MemberOf, f)
		}
	}
}
