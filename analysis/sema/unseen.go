package sema

import (
	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// What a missing header declares may be specialised and defined by what was read. A specialisation is a class all the same, whatever the
// primary template is, and a member has a body. Only what they have to do with what nobody saw is unknown.

// linkUnseenSpec links a specialisation of a class template of which nothing before it in the namespace is a declaration.
func (u *Unit) linkUnseenSpec(s *declSet, r RawDecl, tgt Target, ord int) Entity {
	for _, t := range u.inlineTemplates(tgt, r.Name.Last().Sym, ord, ClassTemplate) {
		u.addClassTemplateDecl(t, r)
		return t
	}
	known := len(s.Linked) > 0 // the name is something else here
	s.Bad = true
	if known || tgt.ns == nil || r.Class == nil || r.Head() == nil {
		return nil
	}
	t := u.newTemplate(ClassTemplate, r.Name.Last().Sym, r, tgt)
	t.Head, t.Decls, t.Unseen = nil, nil, true
	s.link(t, ord)
	u.addClassTemplateDecl(t, r)
	return t
}

// inlineTemplates are the templates of a name in the inline namespaces of one, which may be specialised there [namespace.def]/7.
func (u *Unit) inlineTemplates(tgt Target, sym token.Sym, ord int, kind TemplateKind) (found []*Template) {
	if tgt.ns == nil {
		return nil
	}
	for _, in := range tgt.ns.inlines {
		for _, e := range u.LookupDirect(in, sym, ord).Entities {
			if t, ok := e.(*Template); ok && t.Kind == kind {
				found = append(found, t)
			}
		}
	}
	return found
}

// unseenSpecClass makes the class that a specialisation of an unseen template defines. It is one by itself, of whatever arguments, because
// these may be unknown as the template is.
func (u *Unit) unseenSpecClass(t *Template, ps *PartialSpec) {
	r := &ps.Raw
	if r.Class == nil {
		return
	}
	c := u.NewClass(t.Spelling, Site{r.chunk, r.Name.Span}, t.Within, r.Class.Key)
	c.Template, c.spec, c.Access = t, ps, t.Access
	ps.class = c
	u.specArgs(t, ps)
	c.Args = ps.Args
	if c.Args == nil {
		c.Args = []types.Arg{}
	}
	if len(ps.Head.Params) > 0 {
		c.bound = u.OwnArgs(ps.Head)
		c.Dependent = true
	}
	u.defineClass(c, *r)
}

// unseenInstance is the specialisation of an unseen template for just the arguments that are written, nil where none is: what others name
// hangs on default arguments of the primary, and on specialisations that nobody saw. Two for the same arguments differ by constraints.
func (u *Unit) unseenInstance(t *Template, args []types.Arg) (found *Class) {
	key := u.ArgsKey(args)
	for _, ps := range t.partials {
		if ps.class == nil || len(ps.Args) != len(args) || u.ArgsKey(ps.Args) != key {
			continue
		}
		if found != nil {
			return nil
		}
		found = ps.class
	}
	return found
}

// definesFunction reports whether a declaration is a function's definition.
func definesFunction(r *RawDecl) bool {
	sd, ok := r.Decl.(*ast.SimpleDecl)
	return ok && r.Dtor != nil && r.Dtor.Func() != nil && sd.Body != nil
}

// unclaimed adds the functions that definitions outside of their classes and explicit specialisations define and that no declaration
// is found of.
func (e *enumerator) unclaimed(outOfLine []*outOfLineDecl) {
	claimed := make(map[*ast.Declarator]bool)
	for _, f := range e.Funcs {
		for _, fd := range f.Decls {
			claimed[fd.Dtor] = true
		}
	}
	for _, r := range e.specs {
		if !claimed[r.Dtor] {
			e.u.Attempt(Site{r.chunk, r.span}, func() { e.add(e.u.unseenFunc(r, r.chunk.NS)) })
		}
	}
	for _, o := range outOfLine {
		if !e.accept(o.chunk) || claimed[o.Dtor] || !definesFunction(&o.RawDecl) {
			continue
		}
		e.u.Attempt(Site{o.chunk, o.span}, func() {
			e.add(e.u.unseenFunc(&o.RawDecl, e.u.outOfLineTarget(o)))
		})
	}
}

// unseenClass is the class, or the namespace, that nobody saw and that the qualifier of a declaration names. With template arguments it is
// one for that declaration alone, of a template that all share.
func (u *Unit) unseenClass(r *RawDecl) *Class {
	part := &r.Name.Parts[len(r.Name.Parts)-2]
	key := unseenKey{r.chunk.NS, "", part.Sym, part.HasArgs}
	for i := range r.Name.Parts[:len(r.Name.Parts)-1] {
		key.path += "::" + u.Text(r.Name.Parts[i].Sym)
	}
	site := Site{r.chunk, part.Span}
	shared := u.unseen[key]
	if shared == nil {
		if part.HasArgs {
			t := u.newTemplate(ClassTemplate, part.Sym, *r, Target{ns: r.chunk.NS})
			t.Head, t.Decls, t.Unseen, t.Place = nil, nil, true, site
			shared = t
		} else {
			shared = u.newUnseenClass(part.Sym, site, r)
		}
		if u.unseen == nil {
			u.unseen = make(map[unseenKey]Entity)
		}
		u.unseen[key] = shared
	}
	u.Names.add(r.chunk, part.Span, part.Sym, shared)
	if t, ok := shared.(*Template); ok {
		c := u.newUnseenClass(part.Sym, site, r)
		c.Template, c.Args = t, u.ResolveTemplateArgs(r.scope, part.Args, t)
		if len(r.Heads) > 0 {
			c.spec = &PartialSpec{Head: r.Heads[0], Raw: *r}
		}
		return c
	}
	return shared.(*Class)
}

// unseenKey is what the qualifiers of declarations in a namespace name.
type unseenKey struct {
	ns       *Namespace
	path     string
	name     token.Sym // its last
	template bool
}

func (u *Unit) newUnseenClass(name token.Sym, s Site, r *RawDecl) *Class {
	c := u.NewClass(name, s, r.chunk.NS, ast.KeyClass)
	c.Unseen, c.UnknownBase, c.State, c.ordered = true, true, Broken, true
	c.Syntax, c.Scope = &ast.ClassDecl{Key: ast.KeyClass}, r.scope
	c.Dependent = u.DependentScope(r.scope)
	return c
}

// unseenFunc is the function that a definition defines whose declaration in owner, which is nil where nobody saw that either, was not
// found. No lookup finds it.
func (u *Unit) unseenFunc(r *RawDecl, owner Entity) *Func {
	key := TypeKey{r.Dtor, r.scope}
	if f, ok := u.TypeEnts[key].(*Func); ok {
		return f
	}
	switch {
	case owner != nil:
	case len(r.Name.Parts) == 1:
		owner = u.Global // ::f, which may not stand here
	default:
		owner = u.unseenClass(r)
	}
	tgt := Target{}
	sd := r.Decl.(*ast.SimpleDecl)
	fd := u.newFuncDecl(*r, sd)
	switch owner := owner.(type) {
	case *Class:
		tgt.Class = owner
		fd.Scope = u.ScopeOfMember(r.scope, owner)
	case *Namespace:
		tgt.ns = owner
	}
	f := u.newFunc(*r, fd, tgt)
	f.Unseen, f.declsDone = true, true
	if h := r.Head(); h != nil && len(h.Params) > 0 && tgt.ns != nil {
		t := u.newTemplate(FuncTemplate, f.Spelling, *r, tgt)
		f.Template, t.Func, fd.Head = t, f, h
	}
	u.TypeEnts[key] = f
	u.Names.Declared(f, fd.Site)
	return f
}
