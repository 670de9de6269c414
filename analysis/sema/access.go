package sema

import (
	"slices"

	"cudals/analysis/ast"
)

// A substitution fails where an expression names a member that its context may not access, or calls a deleted function
// [temp.deduct]/8. Elsewhere nobody asks: of a program that is ill-formed nothing is said.

// memberAccess is how a member is declared, and in which class; nil for what is no member.
func memberAccess(e Entity) (ast.Access, *Class) {
	var access ast.Access
	var parent Entity
	switch x := e.(type) {
	case *Field:
		return x.Access, x.Class
	case *Func:
		if x.Template != nil && x.Args != nil {
			return x.Template.Access, x.MemberOf
		}
		return x.Access, x.MemberOf
	case *Var:
		access, parent = x.Access, x.Within
	case *Typedef:
		access, parent = x.Access, x.Within
	case *Class:
		access, parent = x.Access, x.Within
	case *Enum:
		access, parent = x.Access, x.Within
	case *Enumerator:
		access, parent = x.Enum.Access, x.Enum.Within
	case *Template:
		access, parent = x.Access, x.Within
	}
	c, _ := parent.(*Class)
	return access, c
}

// MayName reports whether a scope may name a member that was found in class in [class.access.base].
func (u *Unit) MayName(sc *Scope, in *Class, e Entity) Tri {
	access, declared := memberAccess(e)
	if declared == nil || in == nil {
		return Yes
	}
	between := []*Class{declared}
	for c := in; !SameDefinition(c, declared); {
		i := slices.IndexFunc(c.bases, func(b Base) bool {
			return b.Class != nil && u.DerivedFrom(b.Class, declared) == Yes
		})
		if i < 0 || slices.Contains(between, c) {
			return UnknownTri // by a using-declaration, or on a way that is not known
		}
		if a := c.bases[i].Access; a != ast.Public && access != ast.Private {
			access = a
		}
		between = append(between, c)
		c = c.bases[i].Class
	}
	if access != ast.Private && access != ast.Protected {
		return Yes
	}
	for s := sc; s != nil; s = s.Parent {
		from := s.Class
		if s.Func != nil && s.Func.MemberOf != nil {
			from = s.Func.MemberOf
		}
		for ; from != nil; from, _ = from.Within.(*Class) {
			if slices.ContainsFunc(between, func(c *Class) bool {
				return SameDefinition(c, from) || u.DerivedFrom(from, c) != No || u.befriends(c, from)
			}) {
				return Yes
			}
		}
	}
	if slices.ContainsFunc(between, u.hasFriends) {
		return UnknownTri
	}
	return No
}

// hasFriends reports whether a class declares any friend, so that its private members may be open to others.
func (u *Unit) hasFriends(c *Class) bool {
	if c == nil || c.Syntax == nil {
		return true
	}
	return slices.ContainsFunc(c.Syntax.Members, func(m ast.Member) bool {
		d, _ := friendSyntax(m.Decl)
		return d != nil
	})
}

// befriends reports whether a class certainly declares another one, or the template that it is an instance of, a friend.
func (u *Unit) befriends(c, friend *Class) bool {
	if u.Complete(c) != Complete {
		return false
	}
	return slices.ContainsFunc(c.Syntax.Members, func(m ast.Member) bool {
		d, template := friendSyntax(m.Decl)
		if d == nil || len(d.Declarators) > 0 {
			return false
		}
		t, elaborated := d.Spec.Type.(*ast.ElaboratedType)
		switch {
		case elaborated && template:
			return friend.Template != nil && slices.Contains(u.lookupFriend(c.Inner, t).Entities, Entity(friend.Template))
		case elaborated:
			f := u.lookupFriend(c.Inner, t)
			return f.State == FoundOK && u.ClassOf(u.TypeOfFound(c.Inner, f, t.Name)) == friend
		}
		return d.Spec.Type != nil && !template && u.ClassOf(u.ResolveTypeSpec(c.Inner, d.Spec.Type)) == friend
	})
}

// friendSyntax is a declaration of a friend, and whether it is one of a template; nil for other declarations.
func friendSyntax(d ast.Decl) (friend *ast.SimpleDecl, template bool) {
	t, template := d.(*ast.TemplateDecl)
	if template {
		d = t.Inner
	}
	if sd, ok := d.(*ast.SimpleDecl); ok && sd.Spec.Flags&ast.Friend != 0 {
		return sd, template
	}
	return nil, false
}

// SameDefinition reports whether two classes are the same or come of one definition.
func SameDefinition(a, b *Class) bool { return a == b || a.Syntax != nil && a.Syntax == b.Syntax }
