package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// struct X *p; names a class X if there is one, and else declares it in the nearest namespace or block [basic.scope.pdecl]. In a
// namespace that is a declaration among others, which is entered with the chunk it stands in: whether there is an X does not
// hang on who asks for the type of p.

// resolveElaborated is the type that struct X means.
func (u *Unit) resolveElaborated(sc *Scope, t *ast.ElaboratedType) *types.Type {
	f := u.lookupElaborated(sc, t)
	if f.State == NotFound || f.State == FoundUnknown {
		if t.Name.Simple() && t.Key != ast.KeyEnum {
			return u.ClassType(u.declareElaborated(sc, t))
		}
		return u.T.Unknown()
	}
	return u.TypeOfFound(sc, f, t.Name)
}

// lookupElaborated is [basic.lookup.elab].
func (u *Unit) lookupElaborated(sc *Scope, t *ast.ElaboratedType) Found {
	accept := func(e Entity) bool {
		switch x := e.(type) {
		case *Class:
			return true
		case *Enum:
			return t.Key == ast.KeyEnum
		case *Template:
			return x.Kind == ClassTemplate
		}
		return false
	}
	if !t.Name.Global && len(t.Name.Parts) == 1 {
		return u.lookupNamePart(sc, &t.Name.Parts[0], accept)
	}
	f := u.LookupName(sc, t.Name)
	f.Entities = filter(f.Entities, accept)
	if f.State == FoundOK && len(f.Entities) == 0 {
		f.State = NotFound
	}
	return f
}

// NoteElaborated notes what the name in struct X means.
func (u *Unit) NoteElaborated(sc *Scope, t *ast.ElaboratedType, friend bool) {
	switch {
	case u.Names == nil:
	case friend:
		u.Names.Found(sc, t.Name.Last(), u.lookupFriend(sc, t))
	default:
		u.Names.Found(sc, t.Name.Last(), u.lookupElaborated(sc, t))
	}
}

// lookupFriend is lookupElaborated for what is declared a friend: maybe a class that the namespace around declares further on
// [namespace.memdef].
func (u *Unit) lookupFriend(sc *Scope, t *ast.ElaboratedType) Found {
	f := u.lookupElaborated(sc, t)
	for s := sc; s != nil && f.State == NotFound && t.Name.Simple(); s = s.Parent {
		if s.Kind == NamespaceScope {
			return u.LookupDirect(s.NS, t.Name.Last().Sym, MaxOrd)
		}
	}
	return f
}

// declareElaborated is the class that a type without another meaning declares. Only in a block does it enter the name: in a
// namespace that was done with the chunk, where the type is part of a declaration, and in an expression outside of bodies the
// class is one that the namespace declares further on, or else the expression's own.
func (u *Unit) declareElaborated(sc *Scope, t *ast.ElaboratedType) *Class {
	s := sc
	for s.Kind != NamespaceScope && s.Kind != BlockScope && s.Parent != nil {
		s = s.Parent
	}
	key := TypeKey{t, s}
	if c, ok := u.TypeEnts[key].(*Class); ok {
		return c
	}
	if s.Kind == NamespaceScope {
		for _, e := range u.LookupDirect(s.NS, t.Name.Last().Sym, MaxOrd).Entities {
			if c, ok := e.(*Class); ok {
				return c
			}
		}
	}
	c := u.NewClass(t.Name.Last().Sym, Site{sc.Chunk, t.Name.Span}, ScopeEntity(s), t.Key)
	c.Scope = s
	u.SetTypeEntity(key, c)
	if s.Kind == BlockScope {
		s.Add(c)
	}
	return c
}

// elaborations enters the classes that types in a declaration of a namespace may declare.
type elaborations struct {
	u   *Unit
	tgt Target
	raw RawDecl // what is common to all
	// classes are the definitions around a type, whose members it may name.
	classes []*ast.ClassDecl
}

// enterElaborated enters them for the declarations of a chunk. Most chunks have none.
func (u *Unit) enterElaborated(tgt Target, sc *Scope, c *Chunk, d ast.Decl, ctx DeclContext) {
	if tgt.ns == nil || len(c.Elaborated) == 0 {
		return
	}
	e := &elaborations{u: u, tgt: tgt, raw: RawDecl{chunk: c, Decl: d, scope: sc, DeclContext: ctx}}
	e.raw.Heads = nil
	e.decl(d)
}

func (e *elaborations) decl(d ast.Decl) {
	if !e.u.Nest() {
		return
	}
	defer e.u.Unnest()
	switch d := d.(type) {
	case *ast.TemplateDecl:
		e.decl(d.Inner)
	case *ast.SimpleDecl:
		if _, alone := d.Spec.Type.(*ast.ElaboratedType); !alone || len(d.Declarators) > 0 {
			e.spec(&d.Spec)
		}
		for _, dt := range d.Declarators {
			e.ops(dt.Ops)
		}
	case *ast.AliasDecl:
		e.typeID(d.Type)
	}
}

func (e *elaborations) typeID(t *ast.TypeID) {
	if t != nil {
		e.spec(&t.Spec)
		e.ops(t.Ops)
	}
}

func (e *elaborations) ops(ops []ast.TypeOp) {
	for i := range ops {
		if f := ops[i].Func; f != nil && e.u.Nest() {
			for _, p := range f.Params {
				e.spec(&p.Spec)
				e.ops(p.Decl.Ops)
			}
			e.typeID(f.Trailing)
			e.u.Unnest()
		}
	}
}

func (e *elaborations) spec(s *ast.Specifiers) {
	switch t := s.Type.(type) {
	case *ast.ElaboratedType:
		if t.Name.Simple() && t.Key != ast.KeyEnum && !e.member(t.Name.Last().Sym) {
			r := e.raw
			r.elab, r.Name, r.span, r.implied = t, t.Name, t.Name.Span, true
			if name := t.Name.Last().Sym; e.tgt.sees(name, r.chunk) {
				set := e.tgt.Set(name)
				set.Raw = append(set.Raw, r)
			}
		}
	case *ast.ClassType:
		e.classes = append(e.classes, t.Class)
		for _, m := range t.Class.Members {
			e.decl(m.Decl)
		}
		e.classes = e.classes[:len(e.classes)-1]
	case *ast.NamedType:
		if !e.u.Nest() {
			return
		}
		for i := range t.Name.Parts {
			for _, a := range t.Name.Parts[i].Args {
				e.typeID(a.Type)
			}
		}
		e.u.Unnest()
	}
}

// member reports whether a class around the type is named so, or a type that such a class declares itself. What bases declare
// hides a name of the namespace as well, but does no harm there.
func (e *elaborations) member(sym token.Sym) bool {
	return slices.ContainsFunc(e.classes, func(c *ast.ClassDecl) bool {
		return declares(c.Name, sym) || slices.ContainsFunc(c.Members, func(m ast.Member) bool { return declaresType(m.Decl, sym) })
	})
}

// declaresType reports whether a member declaration declares a class so named, however deep in template headers.
func declaresType(d ast.Decl, sym token.Sym) bool {
	sd, ok := untemplated(d).(*ast.SimpleDecl)
	if !ok || sd.Spec.Flags&ast.Friend != 0 {
		return false
	}
	switch t := sd.Spec.Type.(type) {
	case *ast.ClassType:
		return declares(t.Class.Name, sym)
	case *ast.ElaboratedType:
		return len(sd.Declarators) == 0 && declares(t.Name, sym)
	}
	return false
}

func declares(n *ast.Name, sym token.Sym) bool { return n != nil && n.Simple() && n.Last().Sym == sym }

// linkElaborated is the class that struct X declares in a namespace, nil where it names one that is there.
func (u *Unit) linkElaborated(s *declSet, r RawDecl, tgt Target, ord int) Entity {
	s.looking = true
	f := u.lookupElaborated(r.scope, r.elab)
	s.looking = false
	if f.State == FoundOK || f.State == FoundDependent {
		return nil
	}
	for i := range s.Linked {
		// What is declared further on is the same class; this is its first declaration.
		if c, ok := s.Linked[i].Entity.(*Class); ok && c.Within == tgt.entity() {
			s.lower(i, ord)
			return c
		}
	}
	c := u.NewClass(r.elab.Name.Last().Sym, Site{r.chunk, r.elab.Name.Span}, tgt.entity(), r.elab.Key)
	c.Scope = r.scope
	r.chunk.nameIndex().declares(&r)
	return s.link(c, ord)
}
