package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// IsTemplate reports whether the declaration has a template header of its own.
func (fd *FuncDecl) IsTemplate() bool { return fd.Head != nil }

// TemplateParams are the parameters of a function template's own header; none for another function.
func (fd *FuncDecl) TemplateParams() []*ast.TemplateParam {
	if fd.Head == nil {
		return nil
	}
	return fd.Head.Params
}

// DifferentResults reports whether two declarations of one function are known to have different result types, which makes
// the program ill-formed.
func (u *Unit) DifferentResults(a, b *FuncDecl) bool {
	if a.Sig == nil || b.Sig == nil {
		return false
	}
	x, y := u.funcDeclType(a), u.funcDeclType(b)
	if x.Kind != types.Func || y.Kind != types.Func || x.Elem == nil || y.Elem == nil {
		return false
	}
	known := func(t *types.Type) bool { return !t.IsUnknown() && !t.IsDependent() && !HasAuto(t) }
	return x.Elem != y.Elem && known(x.Elem) && known(y.Elem)
}

// Redeclared is the function of the enclosing namespace that a block-scope declaration declares again; nil for none.
func (u *Unit) Redeclared(local *Func) *Func {
	if !local.Local || len(local.Decls) == 0 {
		return nil
	}
	set := u.nsSet(u.enclosingNamespace(local), local.Spelling)
	if set == nil {
		return nil
	}
	fd := local.Decls[0]
	for _, l := range set.Linked {
		f, ok := l.Entity.(*Func)
		if !ok || f.Template != nil || len(f.Decls) == 0 {
			continue
		}
		if f.CLinkage && u.isNamespaceMember(f, local) || u.sameSignature(f, fd) {
			return f
		}
	}
	return nil
}

// isNamespaceMember reports whether f is a member of the namespace around a block-scope declaration, and not merely
// brought there by a using-declaration.
func (u *Unit) isNamespaceMember(f, local *Func) bool {
	return f.Within == Entity(u.enclosingNamespace(local))
}

// RedeclaredVar is the variable of the enclosing namespace that a block-scope extern declaration declares again; nil
// for none.
func (u *Unit) RedeclaredVar(local *Var) *Var {
	if local.Kind != LocalExtern {
		return nil
	}
	ns := u.enclosingNamespace(local)
	set := u.nsSet(ns, local.Spelling)
	if set == nil {
		return nil
	}
	for _, l := range set.Linked {
		if v, ok := l.Entity.(*Var); ok && v.Within == Entity(ns) && v.Template == nil {
			return v
		}
	}
	return nil
}

// FriendDecl is a function that a class declares a friend.
type FriendDecl struct {
	Func *Func
	Decl *FuncDecl
}

// HasFriends reports whether a class declares friends.
func (u *Unit) HasFriends(c *Class) bool {
	u.Complete(c)
	return len(c.friendRaws) > 0
}

// FriendDecls are the functions, templates left out, that a class declares friends, also with a qualified name.
func (u *Unit) FriendDecls(c *Class) []FriendDecl {
	u.Complete(c)
	var out []FriendDecl
	for i := range c.friendRaws {
		r := c.friendRaws[i]
		if r.Dtor == nil || r.Dtor.Func() == nil || r.Head() != nil || r.Name.Last().HasArgs {
			continue // a class, a template, or a specialisation
		}
		var found []Entity
		qualified := r.Name.Global || len(r.Name.Parts) > 1
		if qualified {
			found = u.LookupName(r.scope, r.Name).Entities
		} else {
			found = u.FriendsNamed(c, u.NameSym(r.Name))
		}
		for _, e := range found {
			f, ok := e.(*Func)
			if !ok || f.Implicit || len(f.Decls) == 0 {
				continue
			}
			k := slices.IndexFunc(f.Decls, func(fd *FuncDecl) bool { return fd.Dtor == r.Dtor && fd.FriendIn == c })
			switch {
			case k >= 0:
				out = append(out, FriendDecl{f, f.Decls[k]})
			case qualified:
				sd, ok := r.Decl.(*ast.SimpleDecl)
				if !ok {
					continue
				}
				fd := u.newFuncDecl(r, sd)
				fd.FriendIn = c
				if u.sameSignature(f, fd) {
					u.befriended(c, f)
					out = append(out, FriendDecl{f, fd})
				}
			}
		}
	}
	return out
}

// FriendSpecializations are the instances of function templates of a name that a class declares friends by template arguments.
func (u *Unit) FriendSpecializations(c *Class, sym token.Sym) []FriendDecl {
	u.Complete(c)
	var out []FriendDecl
	for i := range c.friendRaws {
		r := c.friendRaws[i]
		sd, ok := r.Decl.(*ast.SimpleDecl)
		if !ok || r.Dtor == nil || r.Dtor.Func() == nil || r.Head() != nil || !r.Name.Last().HasArgs || u.NameSym(r.Name) != sym {
			continue
		}
		fd := u.newFuncDecl(r, sd)
		fd.FriendIn = c
		for _, e := range u.LookupName(r.scope, r.Name).Entities {
			if f := u.declaredInstance(e, &specDecl{raw: r, decl: fd}); f != nil {
				out = append(out, FriendDecl{f, fd})
				break
			}
		}
	}
	return out
}

// declaredInstance is the instance of a function template whose signature a declaration has, nil for another entity.
func (u *Unit) declaredInstance(e Entity, s *specDecl) *Func {
	if t, ok := e.(*Template); ok && t.Kind == FuncTemplate {
		if args, _ := u.specializationArgs(t, s); args != nil {
			return u.InstantiateFunc(t, args)
		}
	}
	return nil
}

// Instances are the instances of the class templates whose patterns are among classes that the text needed to be complete so far;
// those that depend on template parameters are left out. They are in no order.
func (u *Unit) Instances(classes []*Class) []*Class {
	u.Depend() // bodies make them
	var out []*Class
	seen := map[*Template]bool{}
	for _, c := range classes {
		t := c.Template
		if t == nil || seen[t] {
			continue
		}
		seen[t] = true
		for _, e := range t.Instances {
			if i, ok := e.(*Class); ok && i.State == Complete && !i.asked && !i.Dependent && !i.Specialised() {
				out = append(out, i)
			}
		}
	}
	return out
}

// NamespaceOf is the innermost namespace around a variable.
func (u *Unit) NamespaceOf(v *Var) *Namespace { return u.enclosingNamespace(v) }

// InUnnamedInline reports whether an unnamed namespace around ns had been opened as an inline one before a place: a later
// plain namespace { … } reopens it, and counts as inline too.
func (u *Unit) InUnnamedInline(ns *Namespace, at Site) bool {
	for ; ns != nil; ns = ns.outer() {
		if ns.Unnamed && ns.Inline && at.Chunk != nil && ns.InlineAt.Ord <= at.Chunk.Ord {
			return true
		}
	}
	return false
}

func saysSpace(s ast.CUDASpec) bool {
	return s.Kind == ast.SpecHost || s.Kind == ast.SpecDevice || s.Kind == ast.SpecGlobal
}

// Unexplained reports whether a macro of a missing header may hold specifiers of a function's declaration: an identifier
// among them that nothing explains, also where auto makes it look like a concept or :: like a namespace, or, where no execution space
// is written, a type that nothing declares, as KERNEL for __global__ void, or what is half-typed of it.
//
// Where no header is missing there is no such macro: what stands in front of a kernel is being typed, and a kernel runs as one whatever
// becomes of that.
func (u *Unit) Unexplained(fd *FuncDecl) bool {
	if n := len(fd.Spec.Unexplained); n > 0 {
		last := fd.Spec.Unexplained[n-1]
		return u.incomplete || fd.InClass || !slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecGlobal && s.Lo > last.Lo })
	}
	sc := fd.Scope.again() // what the word means is told by who reads the type
	switch t := fd.Spec.Type.(type) {
	case *ast.AutoType:
		return t.Constraint != nil && t.Constraint.Simple() && u.LookupName(sc, t.Constraint).State != FoundOK
	case *ast.NamedType:
		if t.Typename || slices.ContainsFunc(fd.Spec.CUDA, saysSpace) {
			return false
		}
		if first := &t.Name.Parts[0]; len(t.Name.Parts) > 1 && !t.Name.Global && first.Kind == ast.NameIdent && !first.HasArgs {
			// API ::ns::T f();
			state := u.lookupUp(fd.Scope, first.Sym, isScopeEntity).State
			return state == NotFound || state == FoundUnknown
		}
		if !t.Name.Simple() {
			return false
		}
		state := u.LookupName(sc, t.Name).State
		return state == NotFound || state == FoundUnknown
	}
	return false
}

// Unexplained reports whether words may be missing among a lambda's specifiers.
func (l *Lambda) Unexplained() bool { return len(l.Expr.Spec.Unexplained) > 0 }
