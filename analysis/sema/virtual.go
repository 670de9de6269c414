package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// virtualInfo is what is known of a class's virtual functions.
type virtualInfo struct {
	polymorphic Tri
	abstract    Tri
	busy        bool
	overridden  map[*Func][]*Func
	certain     map[*Func]bool        // overridden holds all that f overrides
	named       map[token.Sym][]*Func // the methods by their names, once the class is read
}

func (u *Unit) virtualInfo(c *Class) *virtualInfo {
	if c.vtable == nil {
		c.vtable = &virtualInfo{overridden: make(map[*Func][]*Func), certain: make(map[*Func]bool)}
	}
	return c.vtable
}

// Known reports whether c's own members and its direct bases are all known.
func (u *Unit) Known(c *Class) bool {
	return u.Complete(c) == Complete && !c.UnknownBase
}

// VirtualMembers are the virtual functions that c itself has, those that nobody wrote among them, but for pure ones.
func (u *Unit) VirtualMembers(c *Class) []*Func {
	var out []*Func
	for _, f := range u.methods(c) {
		if !f.Pure && u.IsVirtual(f) == Yes {
			out = append(out, f)
		}
	}
	if d := c.Destructor(); d != nil && d.Implicit && u.IsVirtual(d) == Yes {
		out = append(out, d)
	}
	return out
}

// methods are the non-static member functions that c itself declares, its destructor included, templates not.
func (u *Unit) methods(c *Class) []*Func {
	var fs []*Func
	for _, e := range c.Members() {
		if f, ok := e.(*Func); ok && f.Kind != Constructor && !f.Static && f.MemberOf == c {
			fs = append(fs, f)
		}
	}
	if c.dtor != nil && !slices.Contains(fs, c.dtor) {
		fs = append(fs, c.dtor)
	}
	return fs
}

// methodsNamed are the methods of c that have a name.
func (u *Unit) methodsNamed(c *Class, name token.Sym) []*Func {
	v := u.virtualInfo(c)
	if v.named != nil {
		return v.named[name]
	}
	named := make(map[token.Sym][]*Func)
	for _, f := range u.methods(c) {
		named[f.Sym()] = append(named[f.Sym()], f)
	}
	if c.ordered {
		v.named = named
	}
	return named[name]
}

// ---- Polymorphic classes

// IsPolymorphic reports whether c declares or inherits a virtual function; no class has none.
func (u *Unit) IsPolymorphic(c *Class) Tri {
	if c == nil {
		return No
	}
	v := u.virtualInfo(c)
	if v.polymorphic != UnknownTri || v.busy {
		return v.polymorphic
	}
	known := u.Known(c) // which may ask this
	v.busy = true
	defer func() { v.busy = false }()
	result := No
	if !known {
		result = UnknownTri
	}
	if c.Syntax != nil {
		for m, sd := range c.declares {
			if m.Decl == ast.Decl(sd) && sd.Spec.Flags&ast.Virtual != 0 {
				result = Yes
			}
		}
	}
	for _, b := range c.Bases() {
		if b.Class == nil {
			result = result.Or(UnknownTri)
			continue
		}
		result = result.Or(u.IsPolymorphic(b.Class))
	}
	v.polymorphic = result
	return result
}

// VirtualBases are all virtual bases of c, direct and indirect, in the order in which they are initialised: depth first,
// left to right.
func (u *Unit) VirtualBases(c *Class) []*Class {
	if c.virtualBases != nil {
		return *c.virtualBases
	}
	var found []*Class
	seen := make(map[*Class]bool)
	var walk func(*Class)
	walk = func(c *Class) {
		if seen[c] {
			return
		}
		seen[c] = true
		for _, b := range c.Bases() {
			if b.Class == nil {
				continue
			}
			if known := b.Class.virtualBases; known == nil {
				walk(b.Class)
			} else {
				for _, v := range *known {
					if !slices.Contains(found, v) {
						found = append(found, v)
					}
				}
			}
			if b.Virtual && !slices.Contains(found, b.Class) {
				found = append(found, b.Class)
			}
		}
	}
	walk(c)
	if c.State == Complete {
		c.virtualBases = &found
	}
	return found
}

// ---- Overriding

// IsVirtual reports whether f is virtual: because it says so, or because it overrides a virtual function.
func (u *Unit) IsVirtual(f *Func) Tri {
	if f.Virtual {
		return Yes
	}
	c := f.MemberOf
	if c == nil || f.Static || f.Kind == Constructor || f.Template != nil && f.Args != nil {
		return No
	}
	if len(u.Overridden(f)) > 0 {
		return Yes
	}
	if u.virtualInfo(c).certain[f] {
		return No
	}
	return UnknownTri
}

// Overridden are the functions that f directly overrides: on each path to the bases the first virtual function with f's
// name, parameters and qualifiers; for a destructor the bases' virtual destructors. A function is listed once.
func (u *Unit) Overridden(f *Func) []*Func {
	if !u.Nest() {
		return nil
	}
	defer u.Unnest()
	c := f.MemberOf
	if c == nil || f.Static || f.Kind == Constructor || f.Template != nil && f.Args != nil {
		return nil
	}
	v := u.virtualInfo(c)
	if fs, ok := v.overridden[f]; ok {
		return fs
	}
	v.overridden[f] = nil // ends cycles in broken code
	certain, reading := u.Known(c), c.State == Completing
	var found []*Func
	seen := make(map[*Class]bool) // bases that share bases are looked into once
	var walk func(*Class)
	walk = func(b *Class) {
		if seen[b] {
			return
		}
		seen[b] = true
		if !u.Known(b) {
			certain, reading = false, reading || b.State == Completing
		}
		match := u.overriddenIn(b, f)
		if match != nil && u.IsVirtual(match) == Yes {
			if !slices.Contains(found, match) {
				found = append(found, match)
			}
			return
		}
		for _, next := range b.Bases() {
			if next.Class != nil {
				walk(next.Class)
			}
		}
	}
	for _, b := range c.Bases() {
		if b.Class != nil {
			walk(b.Class)
		}
	}
	if v.overridden[f], v.certain[f] = found, certain; reading {
		u.Consts.Cut++
		delete(v.overridden, f) // more is known once the class is read
	}
	return found
}

// mayOverride reports whether a member function of c that somebody wrote may override one of a base that is known, as far as names tell.
func (u *Unit) mayOverride(c *Class) bool {
	if len(c.bases) == 0 || u.IsPolymorphic(c) == No {
		return false
	}
	methods := slices.DeleteFunc(u.methods(c), func(f *Func) bool { return f.Implicit })
	bases, _ := u.AllBases(c)
	return len(methods) > 0 && slices.ContainsFunc(bases, func(b *Class) bool {
		return b.State == Completing || u.IsPolymorphic(b) != No && slices.ContainsFunc(methods, func(f *Func) bool {
			return f.Kind == Destructor || len(u.methodsNamed(b, f.Sym())) > 0
		})
	})
}

// overriddenIn is the member of b that f would override, nil if b declares none.
func (u *Unit) overriddenIn(b *Class, f *Func) *Func {
	if f.Kind == Destructor {
		return b.Destructor()
	}
	for _, g := range u.methodsNamed(b, f.Sym()) {
		if g.Kind != f.Kind || g.Template != nil && g.Args != nil {
			continue
		}
		if u.sameOverride(f, g) {
			return g
		}
	}
	return nil
}

// sameOverride reports whether f and g have the same parameters and qualifiers (and, for conversions, target), as an
// overrider must. Unknown types match nothing.
func (u *Unit) sameOverride(f, g *Func) bool {
	a, b := u.FuncType(f), u.FuncType(g)
	if a == nil || b == nil || a.Kind != types.Func || b.Kind != types.Func {
		return false
	}
	if a.Variadic != b.Variadic || a.FnCV != b.FnCV || a.FnRef != b.FnRef || len(a.Params) != len(b.Params) {
		return false
	}
	if f.Kind == Conversion && (a.Elem != b.Elem || a.Elem.IsUnknown()) {
		return false
	}
	for i, p := range a.Params {
		if p != b.Params[i] || p.IsUnknown() {
			return false
		}
	}
	return true
}

// finalOverrider is the function that a virtual call of f on a complete object of class c ends in; nil where it cannot be
// told.
func (u *Unit) finalOverrider(c *Class, f *Func) *Func {
	if !u.Nest() {
		return nil
	}
	defer u.Unnest()
	if f.MemberOf == nil || c == nil {
		return nil
	}
	if c == f.MemberOf {
		return f
	}
	if !u.Known(c) {
		return nil
	}
	if g := u.overriddenIn(c, f); g != nil {
		return g
	}
	var result *Func
	for _, b := range c.Bases() {
		if b.Class == nil || u.DerivedFrom(b.Class, f.MemberOf) != Yes {
			continue
		}
		g := u.finalOverrider(b.Class, f)
		switch {
		case g == nil:
			return nil
		case result == nil || u.overrides(g, result):
			result = g
		case result != g && !u.overrides(result, g):
			return nil // two final overriders
		}
	}
	return result
}

// overrides reports whether f overrides g, directly or indirectly.
func (u *Unit) overrides(f, g *Func) bool {
	return slices.ContainsFunc(u.Overridden(f), func(o *Func) bool { return o == g || u.overrides(o, g) })
}

// ---- Abstract classes

// IsAbstract reports whether c has a pure virtual function that nothing overrides.
func (u *Unit) IsAbstract(c *Class) Tri {
	v := u.virtualInfo(c)
	if v.abstract != UnknownTri {
		return v.abstract
	}
	if c.Key == ast.KeyUnion {
		return No
	}
	result := No
	bases, known := u.AllBases(c)
	if !known {
		result = UnknownTri
	}
	for _, b := range slices.Concat([]*Class{c}, bases) {
		for _, f := range u.methods(b) {
			if !f.Pure {
				continue
			}
			switch g := u.finalOverrider(c, f); {
			case g == nil:
				result = result.Or(UnknownTri)
			case g.Pure:
				result = Yes
			}
		}
	}
	v.abstract = result
	return result
}
