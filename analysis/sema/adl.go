package sema

import (
	"slices"

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
	pattern    bool // of a template are the types that are looked at
}

// LookupADL finds the functions and templates of a name that are associated with the arguments' types; known are those that
// ordinary lookup has found. complete is false where there may be more, because an argument's type is not known well enough.
func (u *Unit) LookupADL(sc *Scope, sym token.Sym, args []Operand, known ...Entity) (ents []Entity, complete bool) {
	a := &associated{
		u: u, seenNS: make(map[*Namespace]bool), seenClass: make(map[*Class]bool), seenType: make(map[*types.Type]bool),
		complete: true,
	}
	for _, arg := range args {
		a.operand(arg)
	}
	var seen map[Entity]bool
	see := func() {
		if seen == nil {
			seen = make(map[Entity]bool, len(known))
			for _, e := range known {
				seen[e] = true
			}
		}
	}
	add := func(list []Entity, friends bool) {
		if slices.Equal(list, known) {
			return // as where many functions have one name
		}
		see()
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
	ord := MaxOrd
	if sc != nil && !sc.InInstance() {
		ord = sc.Ord
	}
	for _, ns := range a.namespaces {
		found := u.LookupDirect(ns, sym, ord)
		add(found.Entities, false)
		if found.State == FoundUnknown || found.Incomplete {
			a.complete = false
		}
	}
	for _, c := range a.classes {
		add(u.FriendsNamed(c, sym), true)
	}
	if !a.complete {
		see()
		a.complete = u.nowhereElse(sym, seen)
	}
	return ents, a.complete
}

// InInstance reports whether a scope is one of a template's instance, where what is declared behind the template is found too
// [temp.dep.candidate].
func (sc *Scope) InInstance() bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.args != nil {
			return true
		}
	}
	return false
}

// adlNames are names that argument-dependent lookup alone can find.
type adlNames struct {
	built   bool
	friends bitset // declared by friend declarations in classes
}

// nowhereElse reports whether no namespace and no friend declaration of the unit declares a function sym besides the
// entities that are known, so that it does not matter where argument-dependent lookup would look.
func (u *Unit) nowhereElse(sym token.Sym, known map[Entity]bool) bool {
	if len(u.PP.Missing) > 0 || sym == 0 {
		return false
	}
	if !u.adl.built {
		u.indexFriends()
	}
	return !u.adl.friends.has(sym) && !u.declaredIn(u.Global, sym, known)
}

// declaredIn reports whether ns or a namespace inside it declares a function sym that is not among known.
func (u *Unit) declaredIn(ns *Namespace, sym token.Sym, known map[Entity]bool) bool {
	if n := u.name(ns, sym); n != nil && len(n.chunks) > 0 {
		found := u.nsSet(ns, sym).found(MaxOrd)
		if found.State == FoundUnknown || found.Incomplete {
			return true
		}
		for _, e := range found.Entities {
			switch e.(type) {
			case *Func, *Template:
				if !known[e] {
					return true
				}
			}
		}
	}
	for _, child := range ns.Nested {
		if u.declaredIn(child, sym, known) {
			return true
		}
	}
	return false
}

// indexFriends notes the names in front of parentheses in all friend declarations.
func (u *Unit) indexFriends() {
	u.adl.built = true
	friend := u.Sym("friend")
	for _, c := range u.Chunks {
		toks := c.Seg.Toks[c.Lo:c.Hi]
		inside := false
		for i := range toks {
			switch t := &toks[i]; {
			case t.Kind == token.Ident && t.Sym == friend:
				inside = true
			case t.Kind == token.Semi || t.Kind == token.LBrace:
				inside = false
			case inside && t.Kind == token.LParen && i > 0 && toks[i-1].Kind == token.Ident:
				u.adl.friends.add(toks[i-1].Sym)
			}
		}
	}
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
					a.pattern = true
					a.typ(a.u.FuncType(e.Func))
					a.pattern = false
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
	if t != nil && t.Kind == types.Dependent {
		a.complete = a.complete && a.pattern // what depends on a template's own parameters is associated with nothing
		return
	}
	if t == nil || a.seenType[t] {
		return
	}
	a.seenType[t] = true
	switch t.Kind {
	case types.Unknown, types.Auto:
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
		if c, ok := e.Within.(*Class); ok {
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
		if outer, ok := c.Within.(*Class); ok {
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
	if state := a.u.Complete(c); state == Broken || c.UnknownBase {
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
	a.u.Spend(1)
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
			if c, ok := t.Within.(*Class); ok {
				a.class(c)
			}
			a.namespaceOf(t)
		}
	case types.PackArg:
		a.u.Spend(len(arg.Pack) / comparedPerStep)
		for _, p := range arg.Pack {
			a.arg(p)
		}
	}
}

// namespaceOf adds the innermost namespace around an entity, with its inline namespace set [basic.lookup.argdep]/4.
func (a *associated) namespaceOf(e Entity) {
	ns := a.u.enclosingNamespace(e)
	// LookupDirect looks into inline children, so that the outermost namespace of the set stands for all of it.
	for ns != nil && ns.Inline {
		ns = ns.outer()
	}
	if ns == nil || a.seenNS[ns] {
		return
	}
	a.seenNS[ns] = true
	a.namespaces = append(a.namespaces, ns)
}
