package sema

import (
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// associated collects the namespaces and classes that argument-dependent lookup looks into [basic.lookup.argdep].
type associated struct {
	u          *Unit
	namespaces []*Namespace
	classes    []*Class
	seenNS     map[*Namespace]bool
	seenClass  map[*Class]bool
	seenType   map[*types.Type]bool
	complete   bool
}

// ADL finds the functions and templates of a name that are associated with the arguments' types. complete is false where an
// argument's type is not known well enough to tell all of them.
func (u *Unit) ADL(sc *Scope, sym token.Sym, args []Operand) (ents []Entity, complete bool) {
	a := &associated{
		u: u, seenNS: make(map[*Namespace]bool), seenClass: make(map[*Class]bool), seenType: make(map[*types.Type]bool),
		complete: true,
	}
	for _, arg := range args {
		a.operand(arg)
	}
	seen := make(map[Entity]bool)
	add := func(list []Entity, friends bool) {
		for _, e := range list {
			switch e := e.(type) {
			case *Func:
				if e.Friend && !friends {
					continue // declared only as a friend: found through its class
				}
			case *Template:
			default:
				continue
			}
			if !seen[e] {
				seen[e] = true
				ents = append(ents, e)
			}
		}
	}
	ord := maxOrd
	if sc != nil {
		ord = sc.Ord
	}
	for _, ns := range a.namespaces {
		found := u.lookupDirect(ns, sym, ord)
		add(found.Entities, false)
		if found.State == FoundUnknown || found.Incomplete {
			a.complete = false
		}
	}
	for _, c := range a.classes {
		add(u.friendsNamed(c, sym), true)
	}
	return ents, a.complete
}

func (a *associated) operand(o Operand) {
	switch {
	case o.Type == nil:
		a.complete = false
	case o.Type.Kind == types.Overloads:
		if o.Set == nil {
			a.complete = false
			return
		}
		for _, e := range o.Set.Cands {
			switch e := e.(type) {
			case *Func:
				a.typ(a.u.FuncType(e))
			case *Template:
				if e.Func != nil {
					a.typ(a.u.FuncType(e.Func))
				}
			}
		}
		for _, arg := range o.Set.Explicit {
			a.arg(arg)
		}
	case o.Type.Kind == types.Braced:
	default:
		a.typ(o.Type)
	}
}

func (a *associated) typ(t *types.Type) {
	if t == nil || a.seenType[t] {
		return
	}
	a.seenType[t] = true
	switch t.Kind {
	case types.Unknown, types.Dependent, types.Auto:
		a.complete = false
	case types.Pointer, types.LRef, types.RRef, types.Array, types.Expansion:
		a.typ(t.Elem)
	case types.MemberPointer:
		a.typ(t.Class)
		a.typ(t.Elem)
	case types.Func:
		a.typ(t.Elem)
		for _, p := range t.Params {
			a.typ(p)
		}
	case types.Enum:
		e, ok := t.Decl.(*Enum)
		if !ok {
			a.complete = false
			return
		}
		if c, ok := e.parent.(*Class); ok {
			a.class(c)
		}
		a.namespaceOf(e)
	case types.Class:
		c := a.u.ClassOf(t)
		if c == nil {
			a.complete = false
			return
		}
		a.withBases(c)
		if outer, ok := c.parent.(*Class); ok {
			a.class(outer)
		}
		for _, arg := range c.Args {
			a.arg(arg)
		}
	}
}

// withBases adds a class and its bases.
func (a *associated) withBases(c *Class) {
	if a.seenClass[c] {
		return
	}
	if state := a.u.Complete(c); state == Broken || c.unknownBase {
		a.complete = false
	}
	a.class(c)
	for _, b := range c.Bases() {
		if b.Class == nil {
			a.complete = false
			continue
		}
		a.withBases(b.Class)
	}
}

// class adds one class, whose friends are found, with the namespace it is a member of.
func (a *associated) class(c *Class) {
	if a.seenClass[c] {
		return
	}
	a.seenClass[c] = true
	a.classes = append(a.classes, c)
	a.namespaceOf(c)
}

func (a *associated) arg(arg types.Arg) {
	switch arg.Kind {
	case types.UnknownArg:
		a.complete = false
	case types.TypeArg:
		a.typ(arg.Type)
	case types.TemplateArg:
		if t, ok := arg.Template.(*Template); ok {
			if c, ok := t.parent.(*Class); ok {
				a.class(c)
			}
			a.namespaceOf(t)
		}
	case types.PackArg:
		for _, p := range arg.Pack {
			a.arg(p)
		}
	}
}

// namespaceOf adds the innermost namespace around an entity, with its inline namespace set [basic.lookup.argdep]/4.
func (a *associated) namespaceOf(e Entity) {
	ns := a.u.enclosingNamespace(e)
	// lookupDirect looks into inline children, so that the outermost namespace of the set stands for all of it.
	for ns != nil && ns.Inline {
		ns = ns.outer()
	}
	if ns == nil || a.seenNS[ns] {
		return
	}
	a.seenNS[ns] = true
	a.namespaces = append(a.namespaces, ns)
}
