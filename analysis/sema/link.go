package sema

import (
	"slices"
	"sort"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// Declare enters what a declaration declares into a namespace, class or block, unresolved: redeclarations are merged and
// types looked at when a name is first looked up.
func (u *Unit) Declare(tgt Target, sc *Scope, c *Chunk, d ast.Decl, ctx DeclContext) {
	if !u.Nest() {
		return
	}
	defer u.Unnest()
	if tgt.Block == nil && u.doubtful(tgt, c, d) {
		return
	}
	switch d := d.(type) {
	case *ast.TemplateDecl:
		h := u.TemplateScope(sc, d.Params, d.Requires)
		ctx.Heads = append(slices.Clone(ctx.Heads), h)
		u.Declare(tgt, h.Scope, c, d.Inner, ctx)
	case *ast.LinkageDecl:
		ctx.cLink = d.C
		ctx.direct = len(d.Decls) == 1 && d.Decls[0].Pos().Lo == d.Lo+2 // extern "C" and no brace
		for _, inner := range d.Decls {
			u.Declare(tgt, sc, c, inner, ctx)
		}
	case *ast.NamespaceDecl:
		// Only after broken text: its names are unknown rather than misplaced.
		for _, inner := range d.Decls {
			u.markBad(tgt, c, inner)
		}
	case *ast.BadDecl:
		u.markBad(tgt, c, d)
		if d.Body != nil && tgt.ns != nil {
			head := Site{sc.Chunk, ast.Span{Lo: d.Span.Lo, Hi: d.Body.Span.Lo}}
			u.noteHeadless(tgt, sc, d, head.Tokens()[0].Sym, &ast.FuncSig{Span: head.Span}, d.Body)
		}
	case *ast.SimpleDecl:
		u.enterElaborated(tgt, sc, c, d, ctx)
		u.declareSimple(tgt, sc, c, d, ctx)
	case *ast.ExplicitInst:
		u.noteExplicitInst(tgt, explicitInst{decl: d, chunk: c, scope: sc})
	case *ast.AliasDecl:
		u.enterElaborated(tgt, sc, c, d, ctx)
		u.unnamedMember(tgt, sc, c, &d.Type.Spec, ctx)
		if t, ok := d.Type.Spec.Type.(*ast.ClassType); ok && t.Class.Name != nil {
			u.declareSimple(tgt, sc, c, &ast.SimpleDecl{Span: d.Type.Span, Spec: d.Type.Spec}, ctx) // of the class itself
		}
		tgt.add(d.Sym, RawDecl{chunk: c, span: d.Span, Decl: d, scope: sc, DeclContext: ctx})
	case *ast.ConceptDecl:
		tgt.add(d.Sym, RawDecl{chunk: c, span: d.Span, Decl: d, scope: sc, DeclContext: ctx})
	case *ast.NamespaceAlias:
		tgt.add(d.Sym, RawDecl{chunk: c, span: d.Span, Decl: d, scope: sc, DeclContext: ctx})
	case *ast.UsingDecl:
		u.declareUsing(tgt, sc, c, d, ctx)
	case *ast.UsingDirective:
		u.declareUsingDirective(tgt, sc, c, d)
	case *ast.BindingDecl:
		for i, s := range d.Syms {
			tgt.add(s, RawDecl{chunk: c, span: d.Spans[i], Decl: d, scope: sc, DeclContext: ctx})
		}
	case *ast.DeductionGuide:
		sym := u.NameSym(d.Name)
		tgt.add(sym, RawDecl{chunk: c, span: d.Span, Decl: d, scope: sc, DeclContext: ctx})
	}
}

func (u *Unit) declareUsing(tgt Target, sc *Scope, c *Chunk, d *ast.UsingDecl, ctx DeclContext) {
	if d.Enum {
		u.declareUsingEnum(tgt, sc, c, d, ctx)
		return
	}
	for _, n := range d.Names {
		sym := u.NameSym(n)
		if tgt.Class != nil && namesBaseConstructor(n) {
			sym = u.Syms.ctor
		}
		tgt.add(sym, RawDecl{chunk: c, span: n.Span, Decl: d, Name: n, scope: sc, DeclContext: ctx})
	}
}

func (s *declSet) addRaw(r RawDecl) {
	r.chunk.nameIndex().declares(&r)
	s.Raw = append(s.Raw, r)
}

// namesBaseConstructor reports whether a using-declaration in a class is of the form Base::Base.
func namesBaseConstructor(n *ast.Name) bool {
	if len(n.Parts) < 2 || n.Last().Kind != ast.NameIdent {
		return false
	}
	return n.Parts[len(n.Parts)-2].Sym == n.Last().Sym && n.Last().Sym != 0
}

// markBad notes that what a declaration of chunk c may have declared is not known.
func (u *Unit) markBad(tgt Target, c *Chunk, d ast.Decl) {
	switch d := d.(type) {
	case *ast.BadDecl:
		for _, s := range d.Syms {
			tgt.doubt(s, c)
		}
	case *ast.SimpleDecl:
		for _, dt := range d.Declarators {
			if dt.Name != nil {
				tgt.doubt(u.NameSym(dt.Name), c)
			}
		}
	case *ast.TemplateDecl:
		u.markBad(tgt, c, d.Inner)
	case *ast.NamespaceDecl:
		for _, inner := range d.Decls {
			u.markBad(tgt, c, inner)
		}
	}
}

// NameSym is the key under which a declared name is entered: the identifier, or the operator's or conversion's own symbol.
func (u *Unit) NameSym(n *ast.Name) token.Sym { return u.NamePartSym(n.Last()) }

// NamePartSym is the name under which scopes hold what a part of a name names: those of operators, conversions,
// constructors and the like are none that anybody writes.
func (u *Unit) NamePartSym(p *ast.NamePart) token.Sym {
	switch p.Kind {
	case ast.NameOperator:
		return outline.OperatorSym(u.in, u.Text(p.Sym))
	case ast.NameConversion:
		return u.Syms.Conv
	case ast.NameDestructor:
		return u.Syms.dtor
	case ast.NameLiteral:
		return outline.LiteralSym(u.in, u.Text(p.Sym))
	}
	return p.Sym
}

func (u *Unit) declareSimple(tgt Target, sc *Scope, c *Chunk, d *ast.SimpleDecl, ctx DeclContext) {
	isFriend := d.Spec.Flags&ast.Friend != 0
	if isFriend {
		ctx.friend = tgt.Class
	}
	if d.Spec.Flags&ast.ExternC != 0 {
		ctx.cLink = true
	}
	u.unnamedMember(tgt, sc, c, &d.Spec, ctx)
	if !u.declareSpecified(tgt, sc, c, d, ctx) {
		return
	}
	for _, dt := range d.Declarators {
		if dt.Name == nil {
			continue
		}
		raw := RawDecl{chunk: c, span: dt.Name.Span, Decl: d, Dtor: dt, Name: dt.Name, scope: sc, DeclContext: ctx}
		if tgt.Block == nil {
			u.abbreviated(&raw)
		}
		switch {
		case isFriend:
			if tgt.Class != nil {
				tgt.Class.friendRaws = append(tgt.Class.friendRaws, raw)
			}
		case tgt.Class == nil && tgt.Block == nil && d.Spec.Type == nil && u.untypedFunction(dt):
			tgt.doubt(u.NameSym(dt.Name), c)
			if d.Body != nil && tgt.ns != nil {
				u.noteHeadless(tgt, sc, d, u.NameSym(dt.Name), dt.Func(), d.Body)
			}
		default:
			u.enter(tgt, raw)
		}
	}
}

// noteHeadless notes the body of a declaration whose head is what a macro that nobody defined left: what the body names is known, and whose it
// is is not. A name, the macro's mostly, tells it to a person.
func (u *Unit) noteHeadless(tgt Target, sc *Scope, d ast.Decl, name token.Sym, sig *ast.FuncSig, body *ast.Body) {
	c := sc.Chunk
	f := &Func{LazyType: u.T.Unknown}
	f.Unit, f.Within, f.Place, f.Spelling = u, tgt.entity(), Site{c, sig.Span}, name
	f.AddDecl(&FuncDecl{Site: f.Place, Full: Site{c, d.Pos()}, Spec: &ast.Specifiers{Unexplained: []ast.Span{sig.Span}}, Sig: sig, Body: body, Scope: sc})
	u.headless[c] = append(u.headless[c], f)
}

// untypedFunction reports whether a declarator without a type in front may be something else: f(x); is no declaration, and
// f(x) {} is what a macro that nobody defined leaves.
func (u *Unit) untypedFunction(dt *ast.Declarator) bool {
	name := dt.Name.Last()
	return dt.Func() != nil && dt.Name.Simple() && name.Kind == ast.NameIdent && u.Text(name.Sym) != "main"
}

// declareSpecified declares the type that the specifiers of a declaration declare, if any. It reports false where its name
// is nothing that lookup finds.
func (u *Unit) declareSpecified(tgt Target, sc *Scope, c *Chunk, d *ast.SimpleDecl, ctx DeclContext) bool {
	isTypedef := d.Spec.Flags&ast.Typedef != 0
	switch t := d.Spec.Type.(type) {
	case *ast.ClassType:
		if t.Class.Name != nil {
			u.enter(tgt, RawDecl{
				chunk: c, span: t.Class.Name.Span, Decl: d, Class: t.Class, Name: t.Class.Name, scope: sc, DeclContext: ctx,
			})
			break
		}
		// In a namespace an anonymous union is static [class.union.anon]; anything else is a definition half typed.
		if len(d.Declarators) == 0 && t.Class.Key == ast.KeyUnion && !isTypedef &&
			(tgt.Block != nil || tgt.ns != nil && d.Spec.Flags&ast.Static != 0) {
			u.declareAnonymous(tgt, sc, c, t.Class, ctx)
		}
	case *ast.EnumType:
		u.declareEnum(tgt, sc, c, t.Enum, ctx)
		if t.Enum.Name != nil || !isTypedef {
			break
		}
		// Its enumerators lead to it without the typedef.
		e := u.enumFor(sc, c, t.Enum, tgt.entity(), ctx.access)
		for _, dt := range d.Declarators {
			if dt.Name != nil && len(dt.Ops) == 0 && e.TypedefName == 0 {
				e.TypedefName = u.NameSym(dt.Name)
			}
		}
	case *ast.ElaboratedType:
		if len(d.Declarators) > 0 || t.Key == ast.KeyEnum {
			break
		}
		raw := RawDecl{chunk: c, span: t.Name.Span, Decl: d, elab: t, Name: t.Name, scope: sc, DeclContext: ctx}
		if d.Spec.Flags&ast.Friend != 0 && tgt.Class != nil {
			c.nameIndex().declares(&raw) // of the namespace, but no lookup finds it [namespace.memdef]
			return false
		}
		u.enter(tgt, raw)
	}
	return true
}

// enter puts a raw declaration where its name belongs: into the target, or among the out-of-line definitions when the
// name is qualified.
func (u *Unit) enter(tgt Target, raw RawDecl) {
	n := raw.Name
	if n.Qualified() {
		u.enterQualified(tgt, raw)
		return
	}
	sym := u.NameSym(n)
	if tgt.Class != nil && raw.Dtor != nil && u.isConstructorDeclarator(tgt.Class.Spelling, raw) {
		sym = u.Syms.ctor
	}
	tgt.add(sym, raw)
}

// enterQualified enters a declaration whose name is qualified. Only in a namespace may one stand [dcl.meaning]: what a body or a class
// declares so is half typed, and nobody who does not read it may be told of it.
func (u *Unit) enterQualified(tgt Target, raw RawDecl) {
	last := raw.Name.Last()
	sym := u.NamePartSym(last)
	if last.Kind == ast.NameDestructor {
		sym = last.Sym
	}
	switch {
	case tgt.Block != nil:
		u.LookupName(raw.scope, raw.Name)
	case tgt.Class != nil:
		tgt.doubt(u.NamePartSym(last), raw.chunk)
	case tgt.sees(sym, raw.chunk):
		u.addOutOfLine(sym, raw)
	}
}

func (u *Unit) isConstructorDeclarator(class token.Sym, r RawDecl) bool {
	d, ok := r.Decl.(*ast.SimpleDecl)
	return ok && d.Spec.Type == nil && r.Dtor.Func() != nil && r.Name.Last().Kind == ast.NameIdent &&
		r.Name.Last().Sym == class && class != 0
}

func (u *Unit) declareEnum(tgt Target, sc *Scope, c *Chunk, d *ast.EnumDecl, ctx DeclContext) {
	if d.Name != nil && d.Name.Qualified() {
		u.enterQualified(tgt, RawDecl{chunk: c, span: d.Name.Span, Name: d.Name, scope: sc, DeclContext: ctx})
		return
	}
	e := u.enumFor(sc, c, d, tgt.entity(), ctx.access)
	e.Local = tgt.Block != nil
	if d.Name != nil {
		tgt.add(e.Spelling, RawDecl{chunk: c, span: d.Name.Span, scope: sc, Entity: e, DeclContext: ctx})
	}
	if !e.Scoped {
		for _, en := range e.Enumerators {
			tgt.add(en.Spelling, RawDecl{chunk: c, span: en.Place.Span, scope: sc, Entity: en, DeclContext: ctx})
		}
	}
}

// enumFor is the entity of an enum's definition or opaque declaration in a scope.
func (u *Unit) enumFor(sc *Scope, c *Chunk, d *ast.EnumDecl, parent Entity, access ast.Access) *Enum {
	key := TypeKey{d, sc}
	if e, ok := u.TypeEnts[key].(*Enum); ok {
		return e
	}
	e := &Enum{Scoped: d.Scoped, Scope: sc, Access: access, Local: sc.Kind == BlockScope || sc.Kind == FuncScope}
	e.Unit, e.Within, e.Place = u, parent, Site{c, d.Span}
	if d.Name != nil {
		e.Spelling, e.Place.Span = d.Name.Last().Sym, d.Name.Span
	}
	u.TypeEnts[key] = e
	if d.Name != nil {
		u.Names.local(sc, e)
	}
	u.defineEnum(e, d, c)
	return e
}

func (u *Unit) defineEnum(e *Enum, d *ast.EnumDecl, c *Chunk) {
	e.Def = d
	if !d.Defined {
		return
	}
	for i := range d.Enumerators {
		en := &Enumerator{Enum: e, Index: i, Decl: &d.Enumerators[i]}
		en.Unit, en.Spelling, en.Place, en.Within = u, d.Enumerators[i].Sym, Site{c, d.Enumerators[i].Span}, e.Within
		if e.Scoped {
			en.Within = e
		}
		e.Enumerators = append(e.Enumerators, en)
		u.Names.local(e.Scope, en)
	}
}

// noteExplicitInst notes one between declarations: what an unclosed body holds of them is read when that is.
func (u *Unit) noteExplicitInst(tgt Target, ei explicitInst) {
	if tgt.ns != nil {
		u.explicitInsts = append(u.explicitInsts, ei)
	}
}

func (u *Unit) declareUsingEnum(tgt Target, sc *Scope, c *Chunk, d *ast.UsingDecl, ctx DeclContext) {
	for _, n := range d.Names {
		found := u.LookupName(sc, n)
		for _, ent := range found.Entities {
			if e, ok := ent.(*Enum); ok {
				for _, en := range e.Enumerators {
					tgt.add(en.Spelling, RawDecl{chunk: c, span: n.Span, scope: sc, Entity: en, DeclContext: ctx})
				}
			}
		}
	}
}

func (u *Unit) declareUsingDirective(tgt Target, sc *Scope, c *Chunk, d *ast.UsingDirective) {
	ns := u.lookupNamespaceName(sc, d.Name)
	if ns == nil {
		return
	}
	switch {
	case tgt.Block != nil:
		tgt.Block.usings = append(tgt.Block.usings, usingDirective{ns, int(d.Span.Lo)})
	case tgt.ns != nil && c.Using: // else it is broken text, see Target.sees
		tgt.ns.usings = append(tgt.ns.usings, usingDirective{ns, c.Ord})
	}
}

// declareAnonymous enters the members of a namespace-scope or block-scope anonymous union into its scope.
func (u *Unit) declareAnonymous(tgt Target, sc *Scope, c *Chunk, cd *ast.ClassDecl, ctx DeclContext) {
	class := u.classFor(sc, c, cd, tgt.entity(), ctx)
	u.anonymous = append(u.anonymous, class)
	u.declareAnonymousMembers(tgt, sc, c, cd, class, ctx)
}

// declareAnonymousMembers enters the members of an anonymous union, those of anonymous unions and structures in it too.
func (u *Unit) declareAnonymousMembers(tgt Target, sc *Scope, c *Chunk, cd *ast.ClassDecl, union *Class, ctx DeclContext) {
	for _, m := range cd.Members {
		sd, ok := m.Decl.(*ast.SimpleDecl)
		if !ok {
			continue
		}
		if inner, ok := sd.Spec.Type.(*ast.ClassType); ok && inner.Class.Name == nil && len(sd.Declarators) == 0 {
			u.declareAnonymousMembers(tgt, sc, c, inner.Class, union, ctx)
		}
		for _, dt := range sd.Declarators {
			if dt.Name != nil && dt.Name.Simple() {
				tgt.add(dt.Name.Last().Sym, RawDecl{
					chunk: c, span: dt.Name.Span, Decl: sd, Dtor: dt, Name: dt.Name, scope: sc, anonymous: union, DeclContext: ctx,
				})
			}
		}
	}
}

// classFor is the entity of an unnamed class definition in a scope.
func (u *Unit) classFor(sc *Scope, c *Chunk, d *ast.ClassDecl, parent Entity, ctx DeclContext) *Class {
	key := TypeKey{d, sc}
	if e, ok := u.TypeEnts[key].(*Class); ok {
		return e
	}
	class := u.NewClass(0, Site{c, ast.Span{Lo: d.Lo, Hi: d.Lo + 1}}, parent, d.Key)
	class.Syntax, class.Scope, class.DefinedAt, class.Access = d, sc, Site{c, d.Span}, ctx.access
	class.Dependent = u.DependentScope(sc)
	if sc.Kind == BlockScope || sc.Kind == FuncScope {
		class.Local = true
	}
	u.SetTypeEntity(key, class)
	return class
}

// unnamedMember makes the unnamed class that the declaration of a member defines, with the member's access.
func (u *Unit) unnamedMember(tgt Target, sc *Scope, c *Chunk, spec *ast.Specifiers, ctx DeclContext) {
	if t, ok := spec.Type.(*ast.ClassType); ok && tgt.Class != nil && t.Class.Name == nil {
		u.classFor(sc, c, t.Class, tgt.Class, ctx)
	}
}

// NewClass is a class of which nothing but the name is known yet.
func (u *Unit) NewClass(name token.Sym, site Site, parent Entity, key ast.ClassKey) *Class {
	c := &Class{Key: key}
	c.Unit, c.Spelling, c.Place, c.Within = u, name, site, parent
	return c
}

// DependentScope reports whether unbound template parameters are in scope.
func (u *Unit) DependentScope(sc *Scope) bool { return sc.within((*Scope).bindsDependent) }

// DependentClosure reports whether the closure type of a lambda in a scope is dependent [temp.dep.type]. In a default argument of a template
// the parameters behind it are not bound, nor can they be named.
func (u *Unit) DependentClosure(sc *Scope) bool {
	return sc.within(func(sc *Scope) bool {
		return sc.args == nil && sc.bindsDependent() || slices.ContainsFunc(sc.args, types.Arg.IsDependent)
	})
}

// within reports whether a scope stands in that of a template which depends says, or in a class that depends on template parameters.
func (sc *Scope) within(depends func(template *Scope) bool) bool {
	for ; sc != nil; sc = sc.Parent {
		switch sc.Kind {
		case TemplateScope:
			if depends(sc) {
				return true
			}
		case ClassScope:
			if sc.Class != nil && sc.Class.Dependent {
				return true
			}
		}
	}
	return false
}

// bindsDependent reports whether a template scope leaves a parameter unbound, or binds one to a dependent argument.
func (sc *Scope) bindsDependent() bool {
	if sc.args == nil {
		return sc.head != nil && len(sc.head.Params) > 0
	}
	if !sc.bound {
		sc.bound = true
		for i, p := range sc.head.Entity {
			sc.depends = sc.depends || p.Spelling != 0 && (i >= len(sc.args) || sc.args[i].IsDependent())
		}
	}
	return sc.depends
}

// instantiated reports whether all parameters of some template around the scope are bound to what depends on nothing.
func (sc *Scope) instantiated() bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind == TemplateScope && sc.args != nil && len(sc.head.Params) > 0 && !sc.bindsDependent() {
			return true
		}
	}
	return false
}

// bindsSome reports whether a parameter of some template around the scope is bound to what depends on nothing.
func (sc *Scope) bindsSome() bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind == TemplateScope && slices.ContainsFunc(sc.args, func(a types.Arg) bool { return !a.IsDependent() }) {
			return true
		}
	}
	return false
}

// Link merges the redeclarations of a name into entities, in order, as far as they are declared.
func (u *Unit) Link(s *declSet, tgt Target) {
	if s.next >= len(s.Raw) || s.looking {
		return
	}
	if !s.sorted && tgt.ns != nil {
		s.sorted = true
		sort.SliceStable(s.Raw, func(i, j int) bool { return s.Raw[i].chunk.Ord < s.Raw[j].chunk.Ord })
	}
	for s.next < len(s.Raw) && u.Spend(1+len(s.Linked)/lookedThroughPerStep) { // some look for a class or template among those before
		i := s.next
		s.next++ // before linking it: a lookup on the way sees what stands before
		e := u.linkOne(s, &s.Raw[i], tgt)
		if i < len(s.Raw) {
			u.Names.entity(&s.Raw[i], e)
			s.Raw[i].Entity = e
		}
	}
}

// template is the template of a kind among what is linked.
func (s *declSet) template(kind TemplateKind) *Template {
	for _, l := range s.Linked {
		if t, ok := l.Entity.(*Template); ok && t.Kind == kind {
			return t
		}
	}
	return nil
}

// link adds an entity that is visible from ord on.
func (s *declSet) link(e Entity, ord int) Entity {
	s.Linked = append(s.Linked, LinkedEntity{e, ord})
	return e
}

// linkAlias links an alias-declaration.
func (u *Unit) linkAlias(s *declSet, r RawDecl, d *ast.AliasDecl, tgt Target, ord int) Entity {
	if r.Head() == nil {
		td := &Typedef{Scope: r.scope, AliasID: d.Type, Attrs: d.Attrs, Access: r.access, Local: tgt.Block != nil}
		td.Unit, td.Spelling, td.Place, td.Within = u, d.Sym, Site{r.chunk, d.Span}, tgt.entity()
		return s.link(td, ord)
	}
	if t := s.template(AliasTemplate); t != nil {
		return t
	}
	t := u.newTemplate(AliasTemplate, d.Sym, r, tgt)
	t.Access = r.access
	return s.link(t, ord)
}

func (u *Unit) linkOne(s *declSet, rp *RawDecl, tgt Target) Entity {
	r := *rp // s.raw may grow on the way
	ord := r.chunk.Ord
	switch {
	case tgt.Block != nil:
		ord = int(r.span.Lo)
	case tgt.Class != nil:
		ord = 0
	}
	if r.Entity != nil {
		return s.link(r.Entity, ord)
	}
	if r.implied {
		return u.linkElaborated(s, r, tgt, ord)
	}
	switch d := r.Decl.(type) {
	case *ast.AliasDecl:
		return u.linkAlias(s, r, d, tgt, ord)
	case *ast.ConceptDecl:
		return s.link(u.newTemplate(Concept, d.Sym, r, tgt), ord)
	case *ast.NamespaceAlias:
		if ns := u.lookupNamespaceName(r.scope, d.Target); ns != nil {
			return s.link(ns, ord)
		}
		s.Bad = true
		return nil
	case *ast.UsingDecl:
		if !d.Pack {
			return u.linkUsing(s, r, tgt, ord)
		}
		return u.linkUsingPack(s, r, tgt, ord)
	case *ast.BindingDecl:
		return s.link(u.newBindings(r, d, tgt), ord)
	case *ast.DeductionGuide:
		if t := s.template(ClassTemplate); t != nil {
			t.Guides = append(t.Guides, Guide{Decl: d, Head: r.Head(), Scope: r.scope})
			return t
		}
		return nil
	case *ast.SimpleDecl:
		switch {
		case r.Class != nil || r.elab != nil:
			return u.linkClass(s, r, tgt, ord)
		case r.anonymous != nil:
			v := u.newVar(r, d, tgt)
			v.Anonymous = r.anonymous
			return s.link(v, ord)
		case d.Spec.Flags&ast.Typedef != 0:
			td := &Typedef{Scope: r.scope, Dtor: r.Dtor, Spec: &d.Spec, Access: r.access, Local: tgt.Block != nil}
			td.Unit, td.Spelling, td.Place, td.Within = u, u.NameSym(r.Name), Site{r.chunk, r.Name.Span}, tgt.entity()
			return s.link(td, ord)
		case u.declaresFunction(r.scope, d, r.Dtor):
			return u.linkFunc(s, r, d, tgt, ord)
		default:
			return u.linkVar(s, r, d, tgt, ord)
		}
	}
	return nil
}

// declaresFunction decides between a function and a variable with a parenthesised initialiser, and sees through other names of function
// types.
func (u *Unit) declaresFunction(sc *Scope, d *ast.SimpleDecl, dt *ast.Declarator) bool {
	if sig := dt.Func(); sig != nil {
		if !sig.Ambiguous || d.Body != nil {
			return true
		}
		return u.paramsAreTypes(sc, sig)
	}
	if len(dt.Ops) == 0 && dt.Init == nil {
		switch d.Spec.Type.(type) {
		case *ast.NamedType, *ast.DecltypeType: // typedef int F(int); F f; decltype(f) g;
			return u.ResolveTypeSpec(sc, d.Spec.Type).Kind == types.Func
		}
	}
	return false
}

// paramsAreTypes decides an ambiguous parameter list: it is none if the "type" of one parameter, at any depth, names
// something else. In a body, where hardly anybody declares functions, a name that is not known counts as something else.
func (u *Unit) paramsAreTypes(sc *Scope, sig *ast.FuncSig) bool {
	if !u.Nest() {
		return false
	}
	defer u.Unnest()
	for _, p := range sig.Params {
		if nt, ok := p.Spec.Type.(*ast.NamedType); ok && !nt.Typename {
			found := u.LookupName(sc, nt.Name)
			switch found.State {
			case FoundOK:
				if !slices.ContainsFunc(found.Entities, IsTypeEntity) {
					return false
				}
			case FoundDependent:
				if !nt.Name.Simple() {
					return false // a dependent member is a type only where typename says so
				}
			default:
				if sc.Kind == BlockScope {
					return false
				}
			}
		}
		for _, op := range p.Decl.Ops {
			if op.Kind == ast.OpFunc && !u.paramsAreTypes(sc, op.Func) {
				return false
			}
		}
	}
	return true
}

// linkUsingPack is using Ts::f...: one using-declaration for each element of an instance's packs.
func (u *Unit) linkUsingPack(s *declSet, r RawDecl, tgt Target, ord int) Entity {
	packs := u.PacksIn(r.scope, r.Name)
	n, ok := u.BoundPackLen(packs)
	if !ok {
		return u.linkUsing(s, r, tgt, ord)
	}
	outer := r.scope
	var last Entity
	for i := range n {
		r.scope = u.ElementScope(outer, packs, i)
		if e := u.linkUsing(s, r, tgt, ord); e != nil {
			last = e
		}
	}
	return last
}

func (u *Unit) linkUsing(s *declSet, r RawDecl, tgt Target, ord int) Entity {
	if tgt.Class != nil && namesBaseConstructor(r.Name) {
		return u.linkInheritedConstructors(s, r, tgt.Class)
	}
	s.following++
	found := u.LookupName(r.scope, r.Name)
	s.following--
	var last Entity
	switch found.State {
	case FoundOK:
		u.Spend(len(found.Entities) / comparedPerStep)
		for _, e := range found.Entities {
			if tgt.Class != nil && u.hiddenByOwn(s, e) {
				continue
			}
			s.link(e, ord)
			last = e
		}
	case FoundDependent:
		e := &UnresolvedUsing{}
		e.Unit, e.Spelling, e.Place = u, u.NameSym(r.Name), Site{r.chunk, r.Name.Span}
		s.link(e, ord)
		last = e
	default:
		// namespace std { using ::rand; } using std::rand; as in C headers: the latter names what is here already.
		s.Bad = s.Bad || !found.Circular
	}
	return last
}

func sameParams(a, b *types.Type) bool {
	return a.Variadic == b.Variadic && slices.Equal(a.Params, b.Params)
}

func (u *Unit) linkInheritedConstructors(s *declSet, r RawDecl, c *Class) Entity {
	qual := &ast.Name{Span: r.Name.Span, Global: r.Name.Global, Parts: r.Name.Parts[:len(r.Name.Parts)-1]}
	t := u.TypeOfFound(r.scope, u.LookupName(r.scope, qual), qual)
	base := u.ClassOf(t)
	if base == nil {
		s.Bad = true
		return nil
	}
	c.inheritsCtors = true
	for _, e := range base.Ctors() {
		switch b := e.(type) {
		case *Func:
			switch b.Special() {
			case CopyCtor, MoveCtor:
				continue
			case DefaultCtor, InheritedCtor:
			default:
				if b.Implicit {
					continue
				}
			}
			u.Spend(stepsPerInstance)
			s.link(u.inheritedConstructor(b, c, Site{r.chunk, r.Name.Span}), 0)
		case *Template:
			t := &Template{
				Kind: FuncTemplate, Inherited: b, Head: b.Head, Decls: b.Decls, Func: b.Func, MemberOf: c, Access: b.Access,
				Instances: make(map[string]Entity),
			}
			t.Unit, t.Spelling, t.Within, t.Place = u, c.Spelling, c, Site{r.chunk, r.Name.Span}
			s.link(t, 0)
		}
	}
	return nil
}

// inheritedConstructor is a base's constructor as one of the derived class c.
func (u *Unit) inheritedConstructor(b *Func, c *Class, site Site) *Func {
	f := &Func{
		Kind: Constructor, special: InheritedCtor, Inherited: b, MemberOf: c, Implicit: true, Access: b.Access,
		Explicit: b.Explicit, Constexpr: b.Constexpr, Deleted: b.Deleted,
	}
	f.Unit, f.Spelling, f.Within, f.Place = u, c.Spelling, c, site
	f.typ = u.FuncType(b)
	return f
}

// ---- Classes

func (u *Unit) linkClass(s *declSet, r RawDecl, tgt Target, ord int) Entity {
	part := r.Name.Last()
	site := Site{r.chunk, r.Name.Span}
	var key ast.ClassKey
	if r.Class != nil {
		key = r.Class.Key
	} else {
		key = r.elab.Key
	}
	if h := r.Head(); h != nil || part.HasArgs {
		if t := s.template(ClassTemplate); t != nil {
			u.addClassTemplateDecl(t, r)
			return t
		}
		if part.HasArgs || (h != nil && len(h.Params) == 0) {
			return u.linkUnseenSpec(s, r, tgt, ord)
		}
		t := u.newTemplate(ClassTemplate, part.Sym, r, tgt)
		t.Access = r.access
		return s.link(t, ord)
	}
	for i, l := range s.Linked {
		c, ok := l.Entity.(*Class)
		if !ok || c.Template != nil && tgt.Class == nil {
			continue
		}
		if c.Within != tgt.entity() {
			continue
		}
		if r.Class != nil && c.Syntax == nil {
			u.defineClass(c, r)
		}
		s.lower(i, ord)
		return c
	}
	c := u.NewClass(part.Sym, site, tgt.entity(), key)
	c.Access, c.Scope = r.access, r.scope
	c.Dependent = u.DependentScope(r.scope)
	c.Local = tgt.Block != nil
	if r.Class != nil {
		u.defineClass(c, r)
	}
	return s.link(c, ord)
}

func (u *Unit) defineClass(c *Class, r RawDecl) {
	c.Syntax, c.Scope, c.Key = r.Class, r.scope, r.Class.Key
	c.DefinedAt = Site{r.chunk, r.Class.Span}
	c.Place = Site{r.chunk, r.Name.Span}
}

// ---- Functions

func (u *Unit) linkFunc(s *declSet, r RawDecl, d *ast.SimpleDecl, tgt Target, ord int) Entity {
	fd := u.newFuncDecl(r, d)
	fd.InClass = tgt.Class != nil
	fd.Block = tgt.Block != nil
	earlier := func(template bool) []int {
		if tgt.Class != nil && tgt.Class.Scope.instantiated() {
			return nil // a class declares no member twice [class.mem.general]/5, and whether an instance's types are alike costs finding them out
		}
		found, ok := u.mayRedeclare(s, tgt, fd, template, r.cLink)
		if !ok {
			return nil
		}
		return found
	}
	if h := r.Head(); h != nil {
		if len(h.Params) == 0 {
			of := u.inlineTemplates(tgt, u.NameSym(r.Name), ord, FuncTemplate)
			for _, l := range s.Linked {
				if t, ok := l.Entity.(*Template); ok && t.Kind == FuncTemplate {
					of = append(of, t)
				}
			}
			if !u.Spend(len(of) / comparedPerStep) {
				return nil
			}
			spec := &specDecl{raw: r, decl: fd}
			for _, t := range of {
				t.rawSpecs = append(t.rawSpecs, spec)
			}
			return nil
		}
		for _, i := range earlier(true) {
			t, ok := s.Linked[i].Entity.(*Template)
			if ok && t.Kind == FuncTemplate && t.Within == tgt.entity() && u.sameTemplate(t, h, fd) {
				fd.Head = h
				t.Func.AddDecl(fd)
				if fd.Body != nil || t.Head == nil {
					t.Head = h
				}
				if r.friend == nil {
					s.lower(i, ord)
				}
				return t
			}
		}
		t := u.newTemplate(FuncTemplate, u.NameSym(r.Name), r, tgt)
		t.Access = r.access
		f := u.newFunc(r, fd, tgt)
		f.Template = t
		fd.Head = h
		t.Func = f
		return s.link(t, friendOrd(r, ord))
	}
	for _, i := range earlier(false) {
		f, ok := s.Linked[i].Entity.(*Func)
		if ok && !f.Implicit && u.redeclares(f, fd, r, tgt) {
			f.AddDecl(fd)
			if r.friend == nil && s.lower(i, ord) {
				f.Friend = false
			}
			return f
		}
	}
	f := u.newFunc(r, fd, tgt)
	f.Friend = r.friend != nil
	return s.link(f, friendOrd(r, ord))
}

// comparedPerStep are the declarations that one is compared with in the time of a step.
const comparedPerStep = 4

// lookedThroughPerStep are the entities whose kinds are looked at in the time of a step.
const lookedThroughPerStep = 128

const hidden = 1 << 30

func friendOrd(r RawDecl, ord int) int {
	if r.friend != nil {
		return hidden
	}
	return ord
}

func (u *Unit) newFuncDecl(r RawDecl, d *ast.SimpleDecl) *FuncDecl {
	fd := u.funcDecls.New()
	*fd = FuncDecl{
		Site: Site{r.chunk, r.Name.Span}, Spec: &d.Spec, Dtor: r.Dtor, Sig: r.Dtor.Func(), Body: d.Body, Pure: d.Pure,
		Scope: r.scope, FriendIn: r.friend, heads: r.Heads, Full: Site{r.chunk, d.Span},
	}
	return fd
}

func (u *Unit) newFunc(r RawDecl, fd *FuncDecl, tgt Target) *Func {
	f := u.funcs.New()
	f.MemberOf, f.Access, f.CLinkage, f.Local = tgt.Class, r.access, r.cLink, tgt.Block != nil
	f.Unit, f.Within, f.Place = u, tgt.entity(), fd.Site
	part := r.Name.Last()
	f.Spelling = u.NamePartSym(part)
	switch part.Kind {
	case ast.NameOperator:
		f.Kind = OperatorFunc
	case ast.NameLiteral:
		f.Kind = LiteralOperator
	case ast.NameConversion:
		f.Kind = Conversion
	case ast.NameDestructor:
		f.Kind, f.special = Destructor, Dtor
		f.Spelling = part.Sym
	default:
		if tgt.Class != nil && u.isConstructorDeclarator(tgt.Class.Spelling, r) {
			f.Kind = Constructor
		}
	}
	f.AddDecl(fd)
	return f
}

// maxDecls is how many declarations of one function or variable are kept. Nobody writes so many; a header that includes itself
// does, and rules compare each with those before it.
const maxDecls = 1000

// AddDecl merges a redeclaration.
func (f *Func) AddDecl(fd *FuncDecl) {
	first := len(f.Decls) == 0
	if len(f.Decls) < maxDecls || fd.Body != nil && !slices.ContainsFunc(f.Decls, func(d *FuncDecl) bool { return d.Body != nil }) {
		if first {
			fd.alone[0], f.Decls = fd, fd.alone[:]
		} else {
			f.Decls = append(f.Decls, fd)
		}
	}
	flags := fd.Spec.Flags
	f.Virtual = f.Virtual || flags&ast.Virtual != 0
	f.Explicit = f.Explicit || flags&ast.Explicit != 0
	f.Constexpr = f.Constexpr || flags&(ast.Constexpr|ast.Consteval) != 0
	f.Consteval = f.Consteval || flags&ast.Consteval != 0
	f.Inline = f.Inline || flags&(ast.Inline|ast.Constexpr|ast.Consteval) != 0 || (fd.InClass && fd.Body != nil) ||
		hasCUDA(fd.Spec, ast.SpecForceInline)
	f.Pure = f.Pure || fd.Pure
	if f.MemberOf != nil {
		f.Static = f.Static || flags&ast.Static != 0
		if f.Spelling == f.Unit.Syms.OperatorNew || f.Spelling == f.Unit.Syms.OperatorDelete ||
			f.Spelling == f.Unit.Syms.OperatorNewArray || f.Spelling == f.Unit.Syms.OperatorDeleteArray {
			f.Static = true
		}
	} else {
		f.InternalLinkage = f.InternalLinkage || flags&ast.Static != 0
	}
	if fd.Body != nil {
		switch fd.Body.Kind {
		case ast.BodyDefault:
			f.Defaulted = true
			f.DefaultedFirst = f.DefaultedFirst || first
		case ast.BodyDelete:
			f.Deleted = true
		}
	}
}

func hasCUDA(s *ast.Specifiers, k ast.CUDAKind) bool {
	return slices.ContainsFunc(s.CUDA, func(c ast.CUDASpec) bool { return c.Kind == k })
}

// redeclares reports whether a declaration declares the function f again.
func (u *Unit) redeclares(f *Func, fd *FuncDecl, r RawDecl, tgt Target) bool {
	if f.Template != nil || f.Within != tgt.entity() && !(tgt.Block != nil) {
		return false
	}
	if len(f.Decls) == 0 {
		return false
	}
	if f.CLinkage && r.cLink && f.MemberOf == nil {
		return true // one function for one name
	}
	return u.sameSignature(f, fd)
}

// sameSignature compares parameter types, cv and ref of a function and one declaration.
func (u *Unit) sameSignature(f *Func, fd *FuncDecl) bool {
	g := f.Decls[0]
	if !mayHaveSameArity(g, fd) {
		return false
	}
	if !u.sameExpr(g.Site.Chunk, DeclRequires(g), fd.Site.Chunk, DeclRequires(fd)) {
		return false
	}
	a, b := u.FuncType(f), u.funcDeclType(fd)
	if f.Kind == Conversion && a.Kind == types.Func && b.Kind == types.Func && a.Elem != b.Elem && !a.Elem.IsUnknown() && !b.Elem.IsUnknown() {
		return false // all conversion functions share one name here; what they convert to tells them apart
	}
	return u.sameFuncType(a, b, g, fd)
}

func mayHaveSameArity(a, b *FuncDecl) bool {
	return a.Sig == nil || b.Sig == nil || Arity(a.Sig) == Arity(b.Sig)
}

// Arity is the number of parameters that are written, none for (void).
func Arity(s *ast.FuncSig) int {
	if len(s.Params) == 1 {
		p := s.Params[0]
		if b, ok := p.Spec.Type.(*ast.BuiltinType); ok && b.Kind == ast.Void && len(p.Decl.Ops) == 0 {
			return 0
		}
	}
	return len(s.Params)
}

func (u *Unit) sameFuncType(a, b *types.Type, g, h *FuncDecl) bool {
	if a.Kind != types.Func || b.Kind != types.Func {
		return u.sameSpelling(g, h)
	}
	if a.FnCV != b.FnCV || a.FnRef != b.FnRef || !sameParams(a, b) {
		return false
	}
	// Unknown types have no identity: only the same text is the same function.
	return !slices.ContainsFunc(a.Params, (*types.Type).IsUnknown) || u.sameSpelling(g, h)
}

// sameSpelling reports whether the types of two declarations' parameters are spelled alike.
func (u *Unit) sameSpelling(g, h *FuncDecl) bool {
	if g.Sig == nil || h.Sig == nil {
		return g.Sig == nil && h.Sig == nil
	}
	return slices.EqualFunc(g.Sig.Params, h.Sig.Params, func(p, q *ast.Param) bool {
		return slices.Equal(u.typeSpelling(g.Site.Chunk, p), u.typeSpelling(h.Site.Chunk, q))
	})
}

// sameTemplate reports whether a template declaration declares the function template t again.
func (u *Unit) sameTemplate(t *Template, h *TemplateHead, fd *FuncDecl) bool {
	if !u.sameHead(t.Head, h) {
		return false
	}
	g := t.Func.Decls[0]
	if !mayHaveSameArity(g, fd) {
		return false
	}
	a, b := u.FuncType(t.Func), u.funcDeclType(fd)
	if !u.sameFuncType(a, b, g, fd) {
		return false
	}
	if a.Kind == types.Func && b.Kind == types.Func && a.Elem != b.Elem {
		return false
	}
	return u.sameExpr(g.Site.Chunk, DeclRequires(g), fd.Site.Chunk, DeclRequires(fd)) &&
		u.sameExpr(t.Head.Outer.Chunk, t.Head.Requires, h.Outer.Chunk, h.Requires)
}

// sameExpr reports whether two expressions are written alike; nil is like nil alone.
func (u *Unit) sameExpr(c1 *Chunk, x ast.Expr, c2 *Chunk, y ast.Expr) bool {
	if x == nil || y == nil {
		return x == nil && y == nil
	}
	return u.sameTokens(c1, x.Pos(), c2, y.Pos())
}

func (u *Unit) sameTokens(c1 *Chunk, s1 ast.Span, c2 *Chunk, s2 ast.Span) bool {
	return slices.EqualFunc(Site{c1, s1}.Tokens(), Site{c2, s2}.Tokens(),
		func(x, y token.Token) bool { return x.Sym == y.Sym && x.Kind == y.Kind })
}

// sameHead compares template parameter lists.
func (u *Unit) sameHead(a, b *TemplateHead) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i, p := range a.Params {
		q := b.Params[i]
		if p.Kind != q.Kind || p.Pack != q.Pack || (p.Constraint == nil) != (q.Constraint == nil) {
			return false
		}
		if p.Constraint != nil && !u.sameTokens(a.Outer.Chunk, p.Constraint.Span, b.Outer.Chunk, q.Constraint.Span) {
			return false
		}
		if p.Kind == ast.ParamValue && u.unboundValueType(a, i) != u.unboundValueType(b, i) ||
			p.Kind == ast.ParamTemplate && u.templateOfParam(a.Entity[i]) != u.templateOfParam(b.Entity[i]) {
			return false
		}
	}
	return true
}

// ---- Variables

func (u *Unit) linkVar(s *declSet, r RawDecl, d *ast.SimpleDecl, tgt Target, ord int) Entity {
	if tgt.Class != nil && d.Spec.Flags&ast.Static == 0 && r.Head() == nil {
		fl := &Field{
			Class: tgt.Class, Spec: &d.Spec, Dtor: r.Dtor, Mutable: d.Spec.Flags&ast.Mutable != 0, Access: r.access,
			Bits: r.Dtor.Bits != nil, Scope: r.scope,
		}
		fl.Unit, fl.Spelling, fl.Place, fl.Within = u, u.NameSym(r.Name), Site{r.chunk, r.Name.Span}, tgt.Class
		return s.link(fl, ord)
	}
	if h := r.Head(); h != nil {
		if t := s.template(VarTemplate); t != nil {
			u.addVarTemplateDecl(t, r)
			return t
		}
		if len(h.Params) == 0 || r.Name.Last().HasArgs {
			for _, t := range u.inlineTemplates(tgt, u.NameSym(r.Name), ord, VarTemplate) {
				u.addVarTemplateDecl(t, r)
				return t
			}
			s.Bad = true
			return nil
		}
		t := u.newTemplate(VarTemplate, u.NameSym(r.Name), r, tgt)
		t.Access = r.access
		return s.link(t, ord)
	}
	if tgt.Block == nil {
		for _, l := range s.Linked {
			if v, ok := l.Entity.(*Var); ok && v.Template == nil && v.Within == tgt.entity() {
				v.addDecl(u.newVarDecl(r, d, tgt))
				return v
			}
		}
	}
	v := u.newVar(r, d, tgt)
	return s.link(v, ord)
}

func (u *Unit) newVarDecl(r RawDecl, d *ast.SimpleDecl, tgt Target) *VarDecl {
	vd := &VarDecl{
		Site: Site{r.chunk, r.Name.Span}, Full: Site{r.chunk, d.Span}, Spec: &d.Spec, Dtor: r.Dtor, Scope: r.scope,
		Alone: len(d.Declarators) == 1,
	}
	vd.InClass = tgt.Class != nil
	extern := d.Spec.Flags&ast.Extern != 0 || r.direct && d.Spec.Flags&ast.Static == 0
	switch {
	case vd.InClass:
		vd.Defines = d.Spec.Flags&ast.Inline != 0 || (u.Std >= 17 && d.Spec.Flags&ast.Constexpr != 0)
	default:
		vd.Defines = !extern || r.Dtor.Init != nil
	}
	return vd
}

func (u *Unit) newVar(r RawDecl, d *ast.SimpleDecl, tgt Target) *Var {
	v := &Var{Kind: NamespaceVar, Scope: r.scope, Access: r.access, MemberOf: tgt.Class, CLinkage: r.cLink}
	v.Unit, v.Spelling, v.Place, v.Within = u, u.NameSym(r.Name), Site{r.chunk, r.Name.Span}, tgt.entity()
	flags := d.Spec.Flags
	switch {
	case tgt.Class != nil:
		v.Kind = StaticMember
	case tgt.Block != nil:
		v.Func, v.Lambda = r.scope.Func, r.scope.Lambda
		switch {
		case flags&ast.Extern != 0:
			v.Kind = LocalExtern
		case flags&(ast.Static|ast.ThreadLocal) != 0:
			v.Kind = LocalStatic
		default:
			v.Kind = LocalVar
		}
	}
	v.addDecl(u.newVarDecl(r, d, tgt))
	return v
}

func (v *Var) addDecl(vd *VarDecl) {
	if len(v.Decls) < maxDecls {
		v.Decls = append(v.Decls, vd)
	}
	flags := vd.Spec.Flags
	v.Constexpr = v.Constexpr || flags&ast.Constexpr != 0
	v.Constinit = v.Constinit || flags&ast.Constinit != 0
	v.ThreadLocal = v.ThreadLocal || flags&ast.ThreadLocal != 0
	v.Inline = v.Inline || flags&ast.Inline != 0
	v.Extern = v.Extern || flags&ast.Extern != 0
	v.Static = v.Static || flags&ast.Static != 0
}

func (u *Unit) newBindings(r RawDecl, d *ast.BindingDecl, tgt Target) *Var {
	v := &Var{Kind: BindingVar, Scope: r.scope, BindingDecl: d, Index: slices.Index(d.Spans, r.span)}
	v.Unit, v.Spelling, v.Place, v.Within = u, d.Syms[v.Index], Site{r.chunk, r.span}, tgt.entity()
	if tgt.Block != nil {
		v.Func, v.Lambda = r.scope.Func, r.scope.Lambda
	}
	v.Static, v.Constexpr = d.Spec.Flags&ast.Static != 0, d.Spec.Flags&ast.Constexpr != 0
	whole := *v
	whole.Kind, whole.Index = NamespaceVar, -1
	whole.Decls = []*VarDecl{{Site: v.Place, Spec: &d.Spec, Dtor: &ast.Declarator{Span: d.Span, Init: d.Init}, Scope: r.scope, Defines: true}}
	v.Bound = &whole
	return v
}
