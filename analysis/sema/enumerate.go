package sema

import (
	"cmp"
	"maps"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Declared are the functions, variables and classes that chunks declare, each once, in order of their chunks.
type Declared struct {
	Funcs []*Func // patterns of templates too; member functions of all classes
	// Headless are functions of which nothing but the body is known: macros that nobody defined stand for the rest. Nothing is said of
	// them.
	Headless []*Func
	Vars     []*Var // namespace-scope variables and static data members, patterns of templates left out
	Classes  []*Class
	// Typedefs are typedefs and aliases, templates of aliases left out.
	Typedefs []*Typedef
	// VarTemplates are the patterns of variable templates of namespaces, MemberTemplates those of static data members.
	VarTemplates    []*Var
	MemberTemplates []*Var
	// VarPartials are the patterns of partial specialisations of both.
	VarPartials []*Var
	// VarInstances are the instances of variable templates that declarations specialise or instantiate.
	VarInstances []Mention
	// Instantiated are the functions that explicit instantiations name, declarations (extern template) too.
	Instantiated []*Func
}

// Enumerate lists what the chunks that accept admits declare: with members of classes, patterns of templates and hidden
// friends. It reads the chunks that were not read before.
func (u *Unit) Enumerate(accept func(*Chunk) bool) Declared {
	e := &enumerator{u: u, accept: accept, seen: make(map[Entity]bool), sets: make(map[*declSet]rawIndex)}
	defer func(outlasted map[*Func]bool) { u.outlasted = outlasted }(u.outlasted)
	u.outlasted = nil
	for _, c := range u.Chunks {
		if !u.Spend(1) {
			return e.Declared
		}
		if c.Kind == outline.ChunkDecl && accept(c) {
			e.attempt(Site{c, ast.Span{Hi: 1}}, func() { e.chunk(c) })
		}
	}
	var outOfLine []*outOfLineDecl
	for _, list := range u.outOfLine {
		outOfLine = append(outOfLine, list.all...)
	}
	slices.SortFunc(outOfLine, compareOutOfLine)
	for _, o := range outOfLine {
		if accept(o.chunk) {
			e.attempt(Site{o.chunk, o.span}, func() { e.outOfLine(o) })
		}
	}
	slices.SortStableFunc(u.explicitInsts, func(a, b explicitInst) int { return cmp.Compare(a.chunk.Ord, b.chunk.Ord) })
	for i := range u.explicitInsts {
		if ei := &u.explicitInsts[i]; accept(ei.chunk) {
			e.attempt(Site{ei.chunk, ast.Span{Hi: 1}}, func() { e.explicit(ei) })
		}
	}
	e.unclaimed(outOfLine)
	return e.Declared
}

// attempt looks at a declaration. What outlasts that ends with it.
func (e *enumerator) attempt(at Site, look func()) {
	made := e.u.made
	e.u.Attempt(at, look)
	at.Chunk.lasting = at.Chunk.lasting || e.u.made != made
}

// chunk adds what a chunk declares.
func (e *enumerator) chunk(c *Chunk) {
	e.u.declareChunk(c)
	for _, s := range c.Names {
		if set := e.u.nsSet(c.NS, s); set != nil {
			for _, i := range e.rawIn(set, c) {
				if r := &set.Raw[i]; r.friend == nil {
					e.add(r.Entity)
					if r.Entity == nil && definesFunction(r) {
						e.specs = append(e.specs, r)
					}
				}
			}
		}
	}
	e.Headless = append(e.Headless, e.u.headless[c]...)
	e.unnamed(c)
}

type enumerator struct {
	u      *Unit
	accept func(*Chunk) bool
	seen   map[Entity]bool
	sets   map[*declSet]rawIndex
	specs  []*RawDecl // definitions of explicit specialisations of function templates
	Declared
}

// rawIndex finds the declarations in a declSet by chunk.
type rawIndex struct {
	counted int // how many declarations the set had
	chunks  map[*Chunk][]int
}

// rawIn are the indexes of the set's declarations that stand in a chunk.
func (e *enumerator) rawIn(set *declSet, c *Chunk) []int {
	if len(set.Raw) <= few { // as of most names
		var in []int
		for i := range set.Raw {
			if set.Raw[i].chunk == c {
				in = append(in, i)
			}
		}
		return in
	}
	index := e.sets[set]
	if index.counted != len(set.Raw) {
		index = rawIndex{len(set.Raw), make(map[*Chunk][]int, len(set.Raw))}
		for i := range set.Raw {
			r := &set.Raw[i]
			index.chunks[r.chunk] = append(index.chunks[r.chunk], i)
		}
		e.sets[set] = index
	}
	return index.chunks[c]
}

func (e *enumerator) add(ent Entity) {
	if !e.u.Nest() {
		return
	}
	defer e.u.Unnest()
	if ent == nil || e.seen[ent] {
		return
	}
	e.seen[ent] = true
	switch x := ent.(type) {
	case *Func:
		e.u.CompleteDecls(x)
		e.Funcs = append(e.Funcs, x)
	case *Var:
		e.Vars = append(e.Vars, x)
		e.typeOf(x)
	case *Class:
		e.class(x)
	case *Typedef:
		e.Typedefs = append(e.Typedefs, x)
		if c := e.u.classDefinedBy(x); c != nil {
			e.add(c)
		}
	case *Template:
		e.template(x)
	}
}

// typeOf adds the unnamed class that a variable's declaration defines.
func (e *enumerator) typeOf(v *Var) {
	for _, d := range v.Decls {
		if ct, ok := d.Spec.Type.(*ast.ClassType); ok && ct.Class.Name == nil {
			e.add(e.u.ClassOfDefinition(d.Scope, ct.Class))
		}
	}
}

func (e *enumerator) template(t *Template) {
	u := e.u
	switch t.Kind {
	case VarTemplate:
		switch v := u.varPattern(t); {
		case v == nil:
		case t.MemberOf != nil:
			e.MemberTemplates = append(e.MemberTemplates, v)
		default:
			e.VarTemplates = append(e.VarTemplates, v)
		}
		u.loadSpecs(t)
		for _, ps := range t.partials {
			switch {
			case ps.Head == nil:
			case len(ps.Head.Params) > 0:
				if v := e.partial(t, ps); v != nil {
					e.VarPartials = append(e.VarPartials, v)
				}
			case u.specArgs(t, ps):
				e.varInstance(t, ps.Args, Site{ps.Raw.chunk, ps.Raw.span}, true)
			}
		}
	case FuncTemplate:
		e.add(t.Func)
		u.readAround(t, t.Within)
		for i := range t.rawSpecs {
			e.specialization(t, t.rawSpecs[i])
		}
	case ClassTemplate:
		if t.Unseen {
			for _, ps := range t.partials {
				if ps.class != nil {
					e.add(ps.class)
				}
			}
			return
		}
		e.add(u.InstantiateClass(t, u.OwnArgs(t.Head)))
		e.specialClasses(t)
	}
}

// specialClasses adds the partial and explicit specialisations of a class template.
func (e *enumerator) specialClasses(t *Template) {
	e.u.loadSpecs(t)
	for _, ps := range t.partials {
		if e.u.specArgs(t, ps) {
			if c := e.u.InstantiateClass(t, ps.Args); c != nil {
				e.add(c)
			}
		}
	}
}

// partial is the pattern of a partial specialisation of a variable template that an admitted chunk declares.
func (e *enumerator) partial(t *Template, ps *PartialSpec) *Var {
	if !e.accept(ps.Raw.chunk) {
		return nil
	}
	return e.u.partialPattern(t, ps)
}

func (e *enumerator) varInstance(t *Template, args []types.Arg, s Site, defined bool) {
	if args == nil || AnyDependent(args) || !e.accept(s.Chunk) {
		return
	}
	if v := e.u.InstantiateVar(t, args); v != nil {
		v.Explicit = v.Explicit || defined
		e.VarInstances = append(e.VarInstances, Mention{Var: v, Site: s})
	}
}

// specialization adds an explicit specialisation of a function template: the instance whose signature it has.
func (e *enumerator) specialization(t *Template, s *specDecl) {
	if f := e.u.declaredInstance(t, s); f != nil {
		e.add(f)
	}
}

// memberSpecialization adds the explicit specialisation of a class's member template that a declaration outside of it may be.
func (e *enumerator) memberSpecialization(t *Template, c *Class, o *outOfLineDecl) {
	sd, ok := o.Decl.(*ast.SimpleDecl)
	if !ok || t.Kind != FuncTemplate || t.Spelling != e.u.NameSym(o.Name) || o.Dtor.Func() == nil {
		return
	}
	fd := e.u.newFuncDecl(o.RawDecl, sd)
	fd.Scope = e.u.ScopeOfMember(o.scope, c)
	e.specialization(t, &specDecl{raw: o.RawDecl, decl: fd})
}

func (e *enumerator) class(c *Class) {
	u := e.u
	u.Complete(c)
	e.Classes = append(e.Classes, c)
	for _, m := range c.Members() {
		e.add(m)
	}
	var members []*RawDecl
	for _, set := range c.members {
		u.Link(set, Target{Class: c})
		for i := range set.Raw {
			switch x := set.Raw[i].Entity.(type) {
			case *Class, *Typedef:
				members = append(members, &set.Raw[i])
			case *Template:
				if x.Within == Entity(c) {
					members = append(members, &set.Raw[i])
				}
			}
		}
	}
	slices.SortFunc(members, func(a, b *RawDecl) int {
		return cmp.Or(cmp.Compare(a.chunk.Ord, b.chunk.Ord), cmp.Compare(a.span.Lo, b.span.Lo))
	})
	for _, r := range members {
		e.add(r.Entity)
	}
	named := make(map[token.Sym]bool)
	for i := range c.friendRaws {
		r := &c.friendRaws[i]
		if name := u.NameSym(r.Name); r.Dtor.Func() != nil && !named[name] {
			named[name] = true
			for _, f := range u.FriendsNamed(c, name) {
				e.add(f)
			}
		}
	}
	for _, f := range c.fields {
		if f.Anonymous {
			e.add(u.ClassOf(f.typ))
		} else if k := u.unnamedClassOf(f); k != nil {
			e.add(k)
		}
	}
}

// unnamed adds the unnamed classes and enums that a chunk's declarations define beside their names. Those that are met with in broken text
// later, by who asks about it, are not among them.
func (e *enumerator) unnamed(c *Chunk) {
	if !c.listed {
		c.listed, c.unnamed = true, e.u.chunkClasses[c]
	}
	for _, cl := range c.unnamed {
		if cl.Lambda == nil && !cl.Local {
			e.add(cl)
		}
	}
}

func (e *enumerator) outOfLine(o *outOfLineDecl) {
	u := e.u
	switch tg := u.outOfLineTarget(o).(type) {
	case *Class:
		u.Complete(tg)
		if len(o.Heads) == 0 || len(o.Heads[0].Params) > 0 {
			e.add(tg)
			return
		}
		e.specialMember(tg, o)
	case *Namespace:
		if o.Dtor != nil || o.RawDecl.Class != nil {
			if set := u.nsSet(tg, u.NameSym(o.Name)); set != nil {
				for _, l := range set.Linked {
					switch x := l.Entity.(type) {
					case *Template:
						e.add(x)
						if s, ok := u.outOfLineSpec(x, o); ok && x.Kind == FuncTemplate { // template<> void ns::f<int>()
							e.specialization(x, s)
						}
					case *Func, *Var, *Class:
						e.add(x)
					}
				}
			}
		}
	}
}

// specialMember adds the member of an instance that template<> void A<int>::f() specialises; its other members are nobody's declarations.
func (e *enumerator) specialMember(c *Class, o *outOfLineDecl) {
	u, name := e.u, o.Name.Last()
	for _, m := range c.Members() {
		switch m := m.(type) {
		case *Func:
			if name.Kind == ast.NameIdent && m.Spelling != name.Sym {
				continue
			}
			u.CompleteDecls(m)
			if m.Specialization {
				e.add(m)
			}
		case *Var:
			if m.Spelling == name.Sym {
				e.add(m)
			}
		case *Template:
			e.memberSpecialization(m, c, o)
		}
	}
	if set := c.members[u.NameSym(o.Name)]; set != nil {
		u.Link(set, Target{Class: c})
		for _, l := range set.Linked {
			switch x := l.Entity.(type) {
			case *Class:
				e.add(x)
			case *Template:
				if len(o.Head().Params) > 0 {
					e.add(x)
				} else if x.Kind == ClassTemplate {
					e.specialClasses(x)
				}
			}
		}
	}
}

// explicit adds what an explicit instantiation definition instantiates.
func (e *enumerator) explicit(ei *explicitInst) {
	e.explicitVars(ei)
	if !ei.made {
		ei.made, ei.funcs = true, e.u.explicitlyInstantiated(ei)
	}
	for _, f := range ei.funcs {
		if len(f.InstSites) > 0 && !slices.Contains(e.Instantiated, f) {
			e.Instantiated = append(e.Instantiated, f)
		}
	}
	for _, f := range ei.funcs {
		if ei.decl.Extern {
			f.ExternInst = true
			continue
		}
		if !f.ExplicitInst {
			f.ExplicitInst, f.ExplicitSite = true, Site{ei.chunk, ei.decl.Span}
		}
		e.add(f)
	}
}

// explicitVars adds the variables that an explicit instantiation names.
func (e *enumerator) explicitVars(ei *explicitInst) {
	sd, ok := ei.decl.Inner.(*ast.SimpleDecl)
	if !ok {
		return
	}
	for _, dt := range sd.Declarators {
		if dt.Name == nil || dt.Func() != nil {
			continue
		}
		for _, ent := range e.u.LookupName(ei.scope, dt.Name).Entities {
			if t, ok := ent.(*Template); ok && t.Kind == VarTemplate {
				e.varInstance(t, e.u.ResolveTemplateArgs(ei.scope, dt.Name.Last().Args, t), Site{ei.chunk, dt.Name.Span}, !ei.decl.Extern)
			}
		}
	}
}

// explicitlyInstantiated are the functions that an explicit instantiation makes.
func (u *Unit) explicitlyInstantiated(ei *explicitInst) []*Func {
	sd, ok := ei.decl.Inner.(*ast.SimpleDecl)
	if !ok {
		return nil
	}
	if len(sd.Declarators) == 0 {
		et, ok := sd.Spec.Type.(*ast.ElaboratedType)
		if !ok {
			return nil
		}
		c := u.ClassOf(u.TypeOfFound(ei.scope, u.LookupName(ei.scope, et.Name), et.Name))
		return u.instantiatedMembers(c)
	}
	dt := sd.Declarators[0]
	if dt.Name == nil || dt.Func() == nil {
		return nil
	}
	found := u.LookupName(ei.scope, dt.Name)
	raw := RawDecl{chunk: ei.chunk, span: dt.Name.Span, Decl: sd, Dtor: dt, Name: dt.Name, scope: ei.scope}
	spec := &specDecl{raw: raw, decl: u.newFuncDecl(raw, sd)}
	spec.decl.ExternInst = ei.decl.Extern
	named := found.Entities
	if len(named) == 1 && len(dt.Name.Parts) > 1 {
		if c, ok := named[0].(*Class); ok {
			named = c.Ctors() // C::C names the constructor [class.qual]
		}
	}
	for _, ent := range named {
		switch x := ent.(type) {
		case *Template:
			if f := u.declaredInstance(x, spec); f != nil {
				f.InstSites = append(f.InstSites, spec.decl)
				return []*Func{f}
			}
		case *Func:
			if x.MemberOf != nil && len(x.Decls) > 0 && u.sameSignature(x, spec.decl) {
				x.InstSites = append(x.InstSites, spec.decl)
				return []*Func{x}
			}
		}
	}
	return nil
}

// instantiatedMembers are the functions that an explicit instantiation of a class makes: its own and those of its member classes.
func (u *Unit) instantiatedMembers(c *Class) []*Func {
	if c == nil || u.Complete(c) == Incomplete {
		return nil
	}
	var out []*Func
	for _, c := range u.WithNested(c) {
		if c.Sym() == 0 || c.respecified {
			continue
		}
		for _, m := range c.Members() {
			if f, ok := m.(*Func); ok && !f.Deleted {
				out = append(out, f)
			}
		}
	}
	return out
}

// Children are the namespaces in a namespace, in the order in which they were first opened.
func (ns *Namespace) Children() []*Namespace {
	children := slices.Collect(maps.Values(ns.Nested))
	slices.SortFunc(children, func(a, b *Namespace) int { return cmp.Compare(a.Place.Chunk.Ord, b.Place.Chunk.Ord) })
	return children
}
