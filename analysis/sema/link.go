package sema

import (
	"slices"
	"sort"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// declare enters what a declaration declares into a namespace, class or block, unresolved: redeclarations are merged and
// types looked at when a name is first looked up.
func (u *Unit) declare(tgt target, sc *Scope, c *Chunk, d ast.Decl, ctx declContext) {
	if !u.Nest() {
		return
	}
	defer u.Unnest()
	if tgt.block == nil && u.doubtful(tgt, c, d) {
		return
	}
	switch d := d.(type) {
	case *ast.TemplateDecl:
		h := u.templateScope(sc, d.Params, d.Requires)
		ctx.heads = append(slices.Clone(ctx.heads), h)
		u.declare(tgt, h.scope, c, d.Inner, ctx)
	case *ast.LinkageDecl:
		ctx.cLink = d.C
		ctx.direct = len(d.Decls) == 1 && d.Decls[0].Pos().Lo == d.Lo+2 // extern "C" and no brace
		for _, inner := range d.Decls {
			u.declare(tgt, sc, c, inner, ctx)
		}
	case *ast.NamespaceDecl:
		// Only after broken text: its names are unknown rather than misplaced.
		for _, inner := range d.Decls {
			u.markBad(tgt, c, inner)
		}
	case *ast.BadDecl:
		u.markBad(tgt, c, d)
	case *ast.SimpleDecl:
		u.enterElaborated(tgt, sc, c, d, ctx)
		u.declareSimple(tgt, sc, c, d, ctx)
	case *ast.ExplicitInst:
		u.explicitInsts = append(u.explicitInsts, explicitInst{d, c, sc, ctx})
	case *ast.AliasDecl:
		u.enterElaborated(tgt, sc, c, d, ctx)
		u.unnamedMember(tgt, sc, c, &d.Type.Spec, ctx)
		if t, ok := d.Type.Spec.Type.(*ast.ClassType); ok && t.Class.Name != nil {
			u.declareSimple(tgt, sc, c, &ast.SimpleDecl{Span: d.Type.Span, Spec: d.Type.Spec}, ctx) // of the class itself
		}
		tgt.set(d.Sym).addRaw(rawDecl{chunk: c, span: d.Span, decl: d, scope: sc, declContext: ctx})
	case *ast.ConceptDecl:
		tgt.set(d.Sym).addRaw(rawDecl{chunk: c, span: d.Span, decl: d, scope: sc, declContext: ctx})
	case *ast.NamespaceAlias:
		tgt.set(d.Sym).addRaw(rawDecl{chunk: c, span: d.Span, decl: d, scope: sc, declContext: ctx})
	case *ast.UsingDecl:
		u.declareUsing(tgt, sc, c, d, ctx)
	case *ast.UsingDirective:
		u.declareUsingDirective(tgt, sc, c, d)
	case *ast.BindingDecl:
		for i, s := range d.Syms {
			tgt.set(s).addRaw(rawDecl{chunk: c, span: d.Spans[i], decl: d, scope: sc, declContext: ctx})
		}
	case *ast.DeductionGuide:
		sym := u.nameSym(d.Name)
		tgt.set(sym).addRaw(rawDecl{chunk: c, span: d.Span, decl: d, scope: sc, declContext: ctx})
	}
}

func (u *Unit) declareUsing(tgt target, sc *Scope, c *Chunk, d *ast.UsingDecl, ctx declContext) {
	if d.Enum {
		u.declareUsingEnum(tgt, sc, c, d, ctx)
		return
	}
	for _, n := range d.Names {
		sym := u.nameSym(n)
		if tgt.class != nil && namesBaseConstructor(n) {
			sym = u.syms.ctor
		}
		tgt.set(sym).addRaw(rawDecl{chunk: c, span: n.Span, decl: d, name: n, scope: sc, declContext: ctx})
	}
}

func (s *declSet) addRaw(r rawDecl) {
	r.chunk.nameIndex().declares(&r)
	s.raw = append(s.raw, r)
}

// namesBaseConstructor reports whether a using-declaration in a class is of the form Base::Base.
func namesBaseConstructor(n *ast.Name) bool {
	if len(n.Parts) < 2 || n.Last().Kind != ast.NameIdent {
		return false
	}
	return n.Parts[len(n.Parts)-2].Sym == n.Last().Sym && n.Last().Sym != 0
}

// markBad notes that what a declaration of chunk c may have declared is not known. In a namespace nothing that c does not list
// counts, such as the names in a body: whether c is read at all depends on its list.
func (u *Unit) markBad(tgt target, c *Chunk, d ast.Decl) {
	switch d := d.(type) {
	case *ast.BadDecl:
		for _, s := range d.Syms {
			if _, listed := slices.BinarySearch(c.Names, s); listed || tgt.ns == nil {
				tgt.set(s).bad = true
			}
		}
	case *ast.SimpleDecl:
		for _, dt := range d.Declarators {
			if dt.Name != nil {
				tgt.set(u.nameSym(dt.Name)).bad = true
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

// nameSym is the key under which a declared name is entered: the identifier, or the operator's or conversion's own symbol.
func (u *Unit) nameSym(n *ast.Name) token.Sym { return u.partSym(n.Last()) }

func (u *Unit) partSym(p *ast.NamePart) token.Sym {
	switch p.Kind {
	case ast.NameOperator:
		return outline.OperatorSym(u.in, u.Text(p.Sym))
	case ast.NameConversion:
		return u.syms.conv
	case ast.NameDestructor:
		return u.syms.dtor
	case ast.NameLiteral:
		return outline.LiteralSym(u.in, u.Text(p.Sym))
	}
	return p.Sym
}

func (u *Unit) declareSimple(tgt target, sc *Scope, c *Chunk, d *ast.SimpleDecl, ctx declContext) {
	isFriend := d.Spec.Flags&ast.Friend != 0
	if isFriend {
		ctx.friend = tgt.class
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
		raw := rawDecl{chunk: c, span: dt.Name.Span, decl: d, dtor: dt, name: dt.Name, scope: sc, declContext: ctx}
		if tgt.block == nil {
			u.abbreviated(&raw)
		}
		switch {
		case isFriend:
			if tgt.class != nil {
				tgt.class.friendRaws = append(tgt.class.friendRaws, raw)
			}
		case tgt.class == nil && tgt.block == nil && d.Spec.Type == nil && u.untypedFunction(dt):
			tgt.set(u.nameSym(dt.Name)).bad = true
		default:
			u.enter(tgt, raw)
		}
	}
}

// untypedFunction reports whether a declarator without a type in front may be something else: f(x); is no declaration, and
// f(x) {} is what a macro that nobody defined leaves.
func (u *Unit) untypedFunction(dt *ast.Declarator) bool {
	name := dt.Name.Last()
	return dt.Func() != nil && dt.Name.Simple() && name.Kind == ast.NameIdent && u.Text(name.Sym) != "main"
}

// declareSpecified declares the type that the specifiers of a declaration declare, if any. It reports false where its name
// is nothing that lookup finds.
func (u *Unit) declareSpecified(tgt target, sc *Scope, c *Chunk, d *ast.SimpleDecl, ctx declContext) bool {
	isTypedef := d.Spec.Flags&ast.Typedef != 0
	switch t := d.Spec.Type.(type) {
	case *ast.ClassType:
		if t.Class.Name != nil {
			u.enter(tgt, rawDecl{
				chunk: c, span: t.Class.Name.Span, decl: d, class: t.Class, name: t.Class.Name, scope: sc, declContext: ctx,
			})
			break
		}
		// In a namespace an anonymous union is static [class.union.anon]; anything else is a definition half typed.
		if len(d.Declarators) == 0 && t.Class.Key == ast.KeyUnion && !isTypedef &&
			(tgt.block != nil || tgt.ns != nil && d.Spec.Flags&ast.Static != 0) {
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
				e.TypedefName = u.nameSym(dt.Name)
			}
		}
	case *ast.ElaboratedType:
		if len(d.Declarators) > 0 || t.Key == ast.KeyEnum {
			break
		}
		raw := rawDecl{chunk: c, span: t.Name.Span, decl: d, elab: t, name: t.Name, scope: sc, declContext: ctx}
		if d.Spec.Flags&ast.Friend != 0 && tgt.class != nil {
			c.nameIndex().declares(&raw) // of the namespace, but no lookup finds it [namespace.memdef]
			return false
		}
		u.enter(tgt, raw)
	}
	return true
}

// enter puts a raw declaration where its name belongs: into the target, or among the out-of-line definitions when the
// name is qualified.
func (u *Unit) enter(tgt target, raw rawDecl) {
	n := raw.name
	if n.Global || len(n.Parts) > 1 {
		sym := n.Last().Sym
		if k := n.Last().Kind; k == ast.NameOperator || k == ast.NameConversion || k == ast.NameLiteral {
			sym = u.nameSym(n)
		}
		u.addOutOfLine(sym, raw)
		return
	}
	sym := u.nameSym(n)
	if tgt.class != nil && raw.dtor != nil && u.isConstructorDeclarator(tgt.class.name, raw) {
		sym = u.syms.ctor
	}
	tgt.set(sym).addRaw(raw)
}

func (u *Unit) isConstructorDeclarator(class token.Sym, r rawDecl) bool {
	d, ok := r.decl.(*ast.SimpleDecl)
	return ok && d.Spec.Type == nil && r.dtor.Func() != nil && r.name.Last().Kind == ast.NameIdent &&
		r.name.Last().Sym == class && class != 0
}

func (u *Unit) declareEnum(tgt target, sc *Scope, c *Chunk, d *ast.EnumDecl, ctx declContext) {
	if d.Name != nil && (d.Name.Global || len(d.Name.Parts) > 1) {
		u.addOutOfLine(d.Name.Last().Sym, rawDecl{chunk: c, span: d.Name.Span, name: d.Name, scope: sc, enum: d, declContext: ctx})
		return
	}
	e := u.enumFor(sc, c, d, tgt.entity(), ctx.access)
	e.Local = tgt.block != nil
	if d.Name != nil {
		tgt.set(e.name).addRaw(rawDecl{chunk: c, span: d.Name.Span, scope: sc, entity: e, declContext: ctx})
	}
	if !e.Scoped {
		for _, en := range e.Enumerators {
			tgt.set(en.name).addRaw(rawDecl{chunk: c, span: en.site.Span, scope: sc, entity: en, declContext: ctx})
		}
	}
}

// enumFor is the entity of an enum's definition or opaque declaration in a scope.
func (u *Unit) enumFor(sc *Scope, c *Chunk, d *ast.EnumDecl, parent Entity, access ast.Access) *Enum {
	key := typeKey{d, sc}
	if e, ok := u.typeEnts[key].(*Enum); ok {
		return e
	}
	e := &Enum{Scoped: d.Scoped, Scope: sc, Access: access, Local: sc.Kind == BlockScope || sc.Kind == FuncScope}
	e.u, e.parent, e.site = u, parent, Site{c, d.Span}
	if d.Name != nil {
		e.name, e.site.Span = d.Name.Last().Sym, d.Name.Span
	}
	u.typeEnts[key] = e
	if d.Name != nil {
		u.names.local(sc, e)
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
		en := &Enumerator{Enum: e, index: i, decl: &d.Enumerators[i]}
		en.u, en.name, en.site, en.parent = u, d.Enumerators[i].Sym, Site{c, d.Enumerators[i].Span}, e.parent
		if e.Scoped {
			en.parent = e
		}
		e.Enumerators = append(e.Enumerators, en)
		u.names.local(e.Scope, en)
	}
}

func (u *Unit) declareUsingEnum(tgt target, sc *Scope, c *Chunk, d *ast.UsingDecl, ctx declContext) {
	for _, n := range d.Names {
		found := u.lookupName(sc, n)
		for _, ent := range found.Entities {
			if e, ok := ent.(*Enum); ok {
				for _, en := range e.Enumerators {
					tgt.set(en.name).addRaw(rawDecl{chunk: c, span: n.Span, scope: sc, entity: en, declContext: ctx})
				}
			}
		}
	}
}

func (u *Unit) declareUsingDirective(tgt target, sc *Scope, c *Chunk, d *ast.UsingDirective) {
	ns := u.lookupNamespaceName(sc, d.Name)
	if ns == nil {
		return
	}
	ud := usingDirective{target: ns, ord: c.Ord}
	if tgt.block != nil {
		tgt.block.usings = append(tgt.block.usings, ud)
	} else if tgt.ns != nil {
		tgt.ns.usings = append(tgt.ns.usings, ud)
	}
}

// declareAnonymous enters the members of a namespace-scope or block-scope anonymous union into its scope.
func (u *Unit) declareAnonymous(tgt target, sc *Scope, c *Chunk, cd *ast.ClassDecl, ctx declContext) {
	class := u.classFor(sc, c, cd, tgt.entity(), ctx)
	u.anonymous = append(u.anonymous, class)
	u.declareAnonymousMembers(tgt, sc, c, cd, class, ctx)
}

// declareAnonymousMembers enters the members of an anonymous union, those of anonymous unions and structures in it too.
func (u *Unit) declareAnonymousMembers(tgt target, sc *Scope, c *Chunk, cd *ast.ClassDecl, union *Class, ctx declContext) {
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
				tgt.set(dt.Name.Last().Sym).addRaw(rawDecl{
					chunk: c, span: dt.Name.Span, decl: sd, dtor: dt, name: dt.Name, scope: sc, anonymous: union, declContext: ctx,
				})
			}
		}
	}
}

// classFor is the entity of an unnamed class definition in a scope.
func (u *Unit) classFor(sc *Scope, c *Chunk, d *ast.ClassDecl, parent Entity, ctx declContext) *Class {
	key := typeKey{d, sc}
	if e, ok := u.typeEnts[key].(*Class); ok {
		return e
	}
	class := u.newClass(0, Site{c, ast.Span{Lo: d.Lo, Hi: d.Lo + 1}}, parent, d.Key)
	class.def, class.Scope, class.defSite, class.Access = d, sc, Site{c, d.Span}, ctx.access
	class.Dependent = u.dependentScope(sc)
	if sc.Kind == BlockScope || sc.Kind == FuncScope {
		class.Local = true
	}
	u.setTypeEntity(key, class)
	return class
}

// unnamedMember makes the unnamed class that the declaration of a member defines, with the member's access.
func (u *Unit) unnamedMember(tgt target, sc *Scope, c *Chunk, spec *ast.Specifiers, ctx declContext) {
	if t, ok := spec.Type.(*ast.ClassType); ok && tgt.class != nil && t.Class.Name == nil {
		u.classFor(sc, c, t.Class, tgt.class, ctx)
	}
}

func (u *Unit) newClass(name token.Sym, site Site, parent Entity, key ast.ClassKey) *Class {
	c := &Class{Key: key}
	c.u, c.name, c.site, c.parent = u, name, site, parent
	return c
}

// dependentScope reports whether unbound template parameters are in scope.
func (u *Unit) dependentScope(sc *Scope) bool {
	for ; sc != nil; sc = sc.Parent {
		switch sc.Kind {
		case TemplateScope:
			if sc.bindsDependent() {
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
		return sc.head != nil && len(sc.head.params) > 0
	}
	for i, p := range sc.head.entity {
		if p.name != 0 && (i >= len(sc.args) || sc.args[i].IsDependent()) {
			return true
		}
	}
	return false
}

// instantiated reports whether all parameters of some template around the scope are bound to what depends on nothing.
func (sc *Scope) instantiated() bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind == TemplateScope && sc.args != nil && len(sc.head.params) > 0 && !sc.bindsDependent() {
			return true
		}
	}
	return false
}

// link merges the redeclarations of a name into entities, in order, as far as they are declared.
func (u *Unit) link(s *declSet, tgt target) {
	if s.next >= len(s.raw) || s.looking {
		return
	}
	if !s.sorted && tgt.ns != nil {
		s.sorted = true
		sort.SliceStable(s.raw, func(i, j int) bool { return s.raw[i].chunk.Ord < s.raw[j].chunk.Ord })
	}
	for s.next < len(s.raw) && u.spend(1+len(s.linked)/8) { // each is compared with those before it
		i := s.next
		s.next++ // before linking it: a lookup on the way sees what stands before
		e := u.linkOne(s, &s.raw[i], tgt)
		if i < len(s.raw) {
			u.names.entity(&s.raw[i], e)
			s.raw[i].entity = e
		}
	}
}

func (u *Unit) linkOne(s *declSet, rp *rawDecl, tgt target) Entity {
	r := *rp // s.raw may grow on the way
	ord := r.chunk.Ord
	if tgt.ns == nil {
		ord = 0
	}
	if r.entity != nil {
		s.linked = append(s.linked, linkedEntity{r.entity, ord})
		return r.entity
	}
	add := func(e Entity) Entity {
		s.linked = append(s.linked, linkedEntity{e, ord})
		return e
	}
	if r.implied {
		return u.linkElaborated(s, r, tgt, ord)
	}
	switch d := r.decl.(type) {
	case *ast.AliasDecl:
		if h := r.head(); h != nil {
			for _, l := range s.linked {
				if t, ok := l.Entity.(*Template); ok && t.Kind == AliasTemplate {
					return t
				}
			}
			t := u.newTemplate(AliasTemplate, d.Sym, r, tgt)
			t.Access = r.access
			return add(t)
		}
		td := &Typedef{Scope: r.scope, alias: d.Type, attrs: d.Attrs, Access: r.access, Local: tgt.block != nil}
		td.u, td.name, td.site, td.parent = u, d.Sym, Site{r.chunk, d.Span}, tgt.entity()
		return add(td)
	case *ast.ConceptDecl:
		return add(u.newTemplate(Concept, d.Sym, r, tgt))
	case *ast.NamespaceAlias:
		if ns := u.lookupNamespaceName(r.scope, d.Target); ns != nil {
			return add(ns)
		}
		s.bad = true
		return nil
	case *ast.UsingDecl:
		if !d.Pack {
			return u.linkUsing(s, r, tgt, ord)
		}
		return u.linkUsingPack(s, r, tgt, ord)
	case *ast.BindingDecl:
		return add(u.newBindings(r, d, tgt))
	case *ast.DeductionGuide:
		for _, l := range s.linked {
			if t, ok := l.Entity.(*Template); ok && t.Kind == ClassTemplate {
				t.guides = append(t.guides, guide{decl: d, head: r.head(), scope: r.scope})
				return t
			}
		}
		return nil
	case *ast.SimpleDecl:
		switch {
		case r.class != nil || r.elab != nil:
			return u.linkClass(s, r, tgt, ord)
		case r.anonymous != nil:
			v := u.newVar(r, d, tgt)
			v.Anonymous = r.anonymous
			return add(v)
		case d.Spec.Flags&ast.Typedef != 0:
			td := &Typedef{Scope: r.scope, dtor: r.dtor, spec: &d.Spec, Access: r.access, Local: tgt.block != nil}
			td.u, td.name, td.site, td.parent = u, u.nameSym(r.name), Site{r.chunk, r.name.Span}, tgt.entity()
			return add(td)
		case u.declaresFunction(r.scope, d, r.dtor):
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
			return u.resolveTypeSpec(sc, d.Spec.Type).Kind == types.Func
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
			found := u.lookupName(sc, nt.Name)
			switch found.State {
			case FoundOK:
				if !slices.ContainsFunc(found.Entities, isTypeEntity) {
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
func (u *Unit) linkUsingPack(s *declSet, r rawDecl, tgt target, ord int) Entity {
	packs := u.packsIn(r.scope, r.name)
	n, ok := u.boundPackLen(packs)
	if !ok {
		return u.linkUsing(s, r, tgt, ord)
	}
	outer := r.scope
	var last Entity
	for i := range n {
		r.scope = u.elementScope(outer, packs, i)
		if e := u.linkUsing(s, r, tgt, ord); e != nil {
			last = e
		}
	}
	return last
}

func (u *Unit) linkUsing(s *declSet, r rawDecl, tgt target, ord int) Entity {
	if tgt.class != nil && namesBaseConstructor(r.name) {
		return u.linkInheritedConstructors(s, r, tgt.class)
	}
	s.following++
	found := u.lookupName(r.scope, r.name)
	s.following--
	var last Entity
	switch found.State {
	case FoundOK:
		for _, e := range found.Entities {
			if tgt.class != nil && u.hiddenByOwn(s, e) {
				continue
			}
			s.linked = append(s.linked, linkedEntity{e, ord})
			last = e
		}
	case FoundDependent:
		e := &UnresolvedUsing{}
		e.u, e.name, e.site = u, u.nameSym(r.name), Site{r.chunk, r.name.Span}
		s.linked = append(s.linked, linkedEntity{e, ord})
		last = e
	default:
		// namespace std { using ::rand; } using std::rand; as in C headers: the latter names what is here already.
		s.bad = s.bad || !found.Circular
	}
	return last
}

// hiddenByOwn reports whether a function brought in by a using-declaration is hidden by a member of the class itself.
func (u *Unit) hiddenByOwn(s *declSet, e Entity) bool {
	f, ok := e.(*Func)
	if !ok {
		return false
	}
	for i := range s.raw {
		r := &s.raw[i]
		sd, ok := r.decl.(*ast.SimpleDecl)
		if !ok || r.dtor == nil || r.dtor.Func() == nil || r.head() != nil || r.class != nil {
			continue
		}
		t := u.declaratorType(r.scope, &sd.Spec, r.dtor)
		if ft := u.FuncType(f); t.Kind == types.Func && ft.Kind == types.Func && sameParams(t, ft) && t.FnCV == ft.FnCV && t.FnRef == ft.FnRef {
			return true
		}
	}
	return false
}

func sameParams(a, b *types.Type) bool {
	return a.Variadic == b.Variadic && slices.Equal(a.Params, b.Params)
}

func (u *Unit) linkInheritedConstructors(s *declSet, r rawDecl, c *Class) Entity {
	qual := &ast.Name{Span: r.name.Span, Global: r.name.Global, Parts: r.name.Parts[:len(r.name.Parts)-1]}
	t := u.typeOfFound(r.scope, u.lookupName(r.scope, qual), qual)
	base := u.ClassOf(t)
	if base == nil {
		s.bad = true
		return nil
	}
	for _, e := range base.Ctors() {
		switch b := e.(type) {
		case *Func:
			if b.Special() == DefaultCtor || b.Special() == CopyCtor || b.Special() == MoveCtor || b.Implicit && b.Special() != InheritedCtor {
				continue
			}
			s.linked = append(s.linked, linkedEntity{u.inheritedConstructor(b, c, Site{r.chunk, r.name.Span}), 0})
		case *Template:
			t := &Template{
				Kind: FuncTemplate, Inherited: b, head: b.head, decls: b.decls, Func: b.Func, MemberOf: c, Access: b.Access,
				instances: make(map[string]Entity),
			}
			t.u, t.name, t.parent, t.site = u, c.name, c, Site{r.chunk, r.name.Span}
			s.linked = append(s.linked, linkedEntity{t, 0})
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
	f.u, f.name, f.parent, f.site = u, c.name, c, site
	f.typ = u.FuncType(b)
	return f
}

// ---- Classes

func (u *Unit) linkClass(s *declSet, r rawDecl, tgt target, ord int) Entity {
	part := r.name.Last()
	site := Site{r.chunk, r.name.Span}
	var key ast.ClassKey
	if r.class != nil {
		key = r.class.Key
	} else {
		key = r.elab.Key
	}
	if h := r.head(); h != nil || part.HasArgs {
		for _, l := range s.linked {
			if t, ok := l.Entity.(*Template); ok && t.Kind == ClassTemplate {
				u.addClassTemplateDecl(t, r)
				return t
			}
		}
		if part.HasArgs || (h != nil && len(h.params) == 0) {
			s.bad = true // a specialisation of a template that is not there
			return nil
		}
		t := u.newTemplate(ClassTemplate, part.Sym, r, tgt)
		t.Access = r.access
		s.linked = append(s.linked, linkedEntity{t, ord})
		return t
	}
	for i, l := range s.linked {
		c, ok := l.Entity.(*Class)
		if !ok || c.Template != nil && tgt.class == nil {
			continue
		}
		if c.parent != tgt.entity() {
			continue
		}
		if r.class != nil && c.def == nil {
			u.defineClass(c, r)
		}
		s.linked[i].ord = min(l.ord, ord)
		return c
	}
	c := u.newClass(part.Sym, site, tgt.entity(), key)
	c.Access, c.Scope = r.access, r.scope
	c.Dependent = u.dependentScope(r.scope)
	c.Local = tgt.block != nil
	if r.class != nil {
		u.defineClass(c, r)
	}
	s.linked = append(s.linked, linkedEntity{c, ord})
	return c
}

func (u *Unit) defineClass(c *Class, r rawDecl) {
	c.def, c.Scope, c.Key = r.class, r.scope, r.class.Key
	c.defSite = Site{r.chunk, r.class.Span}
	c.site = Site{r.chunk, r.name.Span}
}

// ---- Functions

func (u *Unit) linkFunc(s *declSet, r rawDecl, d *ast.SimpleDecl, tgt target, ord int) Entity {
	fd := u.newFuncDecl(r, d)
	fd.InClass = tgt.class != nil
	fd.Block = tgt.block != nil
	if h := r.head(); h != nil {
		if len(h.params) == 0 {
			for _, l := range s.linked {
				if t, ok := l.Entity.(*Template); ok && t.Kind == FuncTemplate {
					t.rawSpecs = append(t.rawSpecs, specDecl{raw: r, decl: fd})
				}
			}
			return nil
		}
		for i, l := range s.linked {
			t, ok := l.Entity.(*Template)
			if ok && t.Kind == FuncTemplate && t.parent == tgt.entity() && u.sameTemplate(t, h, fd) {
				fd.head = h
				t.Func.addDecl(fd)
				if fd.Body != nil || t.head == nil {
					t.head = h
				}
				if r.friend == nil && l.ord > ord {
					s.linked[i].ord = ord
				}
				return t
			}
		}
		t := u.newTemplate(FuncTemplate, u.nameSym(r.name), r, tgt)
		t.Access = r.access
		f := u.newFunc(r, fd, tgt)
		f.Template = t
		fd.head = h
		t.Func = f
		s.linked = append(s.linked, linkedEntity{t, friendOrd(r, ord)})
		return t
	}
	for i, l := range s.linked {
		f, ok := l.Entity.(*Func)
		if ok && !f.Implicit && u.redeclares(f, fd, r, tgt) {
			f.addDecl(fd)
			if r.friend == nil && l.ord > ord {
				s.linked[i].ord = ord
				f.Friend = false
			}
			return f
		}
	}
	f := u.newFunc(r, fd, tgt)
	f.Friend = r.friend != nil
	s.linked = append(s.linked, linkedEntity{f, friendOrd(r, ord)})
	return f
}

const hidden = 1 << 30

func friendOrd(r rawDecl, ord int) int {
	if r.friend != nil {
		return hidden
	}
	return ord
}

func (u *Unit) newFuncDecl(r rawDecl, d *ast.SimpleDecl) *FuncDecl {
	return &FuncDecl{
		Site: Site{r.chunk, r.name.Span}, Spec: &d.Spec, Dtor: r.dtor, Sig: r.dtor.Func(), Body: d.Body, Pure: d.Pure,
		Scope: r.scope, FriendIn: r.friend, heads: r.heads, Full: Site{r.chunk, d.Span},
	}
}

func (u *Unit) newFunc(r rawDecl, fd *FuncDecl, tgt target) *Func {
	f := &Func{MemberOf: tgt.class, Access: r.access, CLinkage: r.cLink, Local: tgt.block != nil}
	f.u, f.parent, f.site = u, tgt.entity(), fd.Site
	part := r.name.Last()
	f.name = u.partSym(part)
	switch part.Kind {
	case ast.NameOperator:
		f.Kind = OperatorFunc
	case ast.NameLiteral:
		f.Kind = LiteralOperator
	case ast.NameConversion:
		f.Kind = Conversion
	case ast.NameDestructor:
		f.Kind, f.special = Destructor, Dtor
		f.name = part.Sym
	default:
		if tgt.class != nil && u.isConstructorDeclarator(tgt.class.name, r) {
			f.Kind = Constructor
		}
	}
	f.addDecl(fd)
	return f
}

// maxDecls is how many declarations of one function or variable are kept. Nobody writes so many; a header that includes itself
// does, and rules compare each with those before it.
const maxDecls = 1000

// addDecl merges a redeclaration.
func (f *Func) addDecl(fd *FuncDecl) {
	first := len(f.Decls) == 0
	if len(f.Decls) < maxDecls || fd.Body != nil && !slices.ContainsFunc(f.Decls, func(d *FuncDecl) bool { return d.Body != nil }) {
		f.Decls = append(f.Decls, fd)
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
		if f.name == f.u.syms.operatorNew || f.name == f.u.syms.operatorDelete ||
			f.name == f.u.syms.operatorNewArray || f.name == f.u.syms.operatorDeleteArray {
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
	for i := range s.CUDA {
		if s.CUDA[i].Kind == k {
			return true
		}
	}
	return false
}

// redeclares reports whether a declaration declares the function f again.
func (u *Unit) redeclares(f *Func, fd *FuncDecl, r rawDecl, tgt target) bool {
	if f.Template != nil || f.parent != tgt.entity() && !(tgt.block != nil) {
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
	if !u.sameExpr(g.Site.Chunk, declRequires(g), fd.Site.Chunk, declRequires(fd)) {
		return false
	}
	a, b := u.FuncType(f), u.funcDeclType(fd)
	if f.Kind == Conversion && a.Kind == types.Func && b.Kind == types.Func && a.Elem != b.Elem && !a.Elem.IsUnknown() && !b.Elem.IsUnknown() {
		return false // all conversion functions share one name here; what they convert to tells them apart
	}
	return u.sameFuncType(a, b, g, fd)
}

func mayHaveSameArity(a, b *FuncDecl) bool {
	return a.Sig == nil || b.Sig == nil || arity(a.Sig) == arity(b.Sig)
}

func arity(s *ast.FuncSig) int {
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
func (u *Unit) sameTemplate(t *Template, h *templateHead, fd *FuncDecl) bool {
	if !u.sameHead(t.head, h) {
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
	return u.sameExpr(g.Site.Chunk, declRequires(g), fd.Site.Chunk, declRequires(fd)) &&
		u.sameExpr(t.head.outer.Chunk, t.head.requires, h.outer.Chunk, h.requires)
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
func (u *Unit) sameHead(a, b *templateHead) bool {
	if len(a.params) != len(b.params) {
		return false
	}
	for i, p := range a.params {
		q := b.params[i]
		if p.Kind != q.Kind || p.Pack != q.Pack || (p.Constraint == nil) != (q.Constraint == nil) {
			return false
		}
		if p.Constraint != nil && !u.sameTokens(a.outer.Chunk, p.Constraint.Span, b.outer.Chunk, q.Constraint.Span) {
			return false
		}
		if p.Kind == ast.ParamValue {
			if u.declaratorType(a.scope, &p.Spec, &p.Decl) != u.declaratorType(b.scope, &q.Spec, &q.Decl) {
				return false
			}
		}
	}
	return true
}

// ---- Variables

func (u *Unit) linkVar(s *declSet, r rawDecl, d *ast.SimpleDecl, tgt target, ord int) Entity {
	if tgt.class != nil && d.Spec.Flags&ast.Static == 0 && r.head() == nil {
		fl := &Field{
			Class: tgt.class, Spec: &d.Spec, Dtor: r.dtor, Mutable: d.Spec.Flags&ast.Mutable != 0, Access: r.access,
			Bits: r.dtor.Bits != nil, scope: r.scope,
		}
		fl.u, fl.name, fl.site, fl.parent = u, u.nameSym(r.name), Site{r.chunk, r.name.Span}, tgt.class
		s.linked = append(s.linked, linkedEntity{fl, ord})
		return fl
	}
	if h := r.head(); h != nil {
		for _, l := range s.linked {
			if t, ok := l.Entity.(*Template); ok && t.Kind == VarTemplate {
				u.addVarTemplateDecl(t, r)
				return t
			}
		}
		if len(h.params) == 0 || r.name.Last().HasArgs {
			s.bad = true
			return nil
		}
		t := u.newTemplate(VarTemplate, u.nameSym(r.name), r, tgt)
		t.Access = r.access
		s.linked = append(s.linked, linkedEntity{t, ord})
		return t
	}
	if tgt.block == nil {
		for _, l := range s.linked {
			if v, ok := l.Entity.(*Var); ok && v.Template == nil && v.parent == tgt.entity() {
				v.addDecl(u.newVarDecl(r, d, tgt))
				return v
			}
		}
	}
	v := u.newVar(r, d, tgt)
	s.linked = append(s.linked, linkedEntity{v, ord})
	return v
}

func (u *Unit) newVarDecl(r rawDecl, d *ast.SimpleDecl, tgt target) *VarDecl {
	vd := &VarDecl{
		Site: Site{r.chunk, r.name.Span}, Full: Site{r.chunk, d.Span}, Spec: &d.Spec, Dtor: r.dtor, Scope: r.scope, heads: r.heads,
		Alone: len(d.Declarators) == 1,
	}
	vd.InClass = tgt.class != nil
	extern := d.Spec.Flags&ast.Extern != 0 || r.direct && d.Spec.Flags&ast.Static == 0
	switch {
	case vd.InClass:
		vd.Defines = d.Spec.Flags&ast.Inline != 0 || (u.std >= 17 && d.Spec.Flags&ast.Constexpr != 0)
	default:
		vd.Defines = !extern || r.dtor.Init != nil
	}
	return vd
}

func (u *Unit) newVar(r rawDecl, d *ast.SimpleDecl, tgt target) *Var {
	v := &Var{Kind: NamespaceVar, Scope: r.scope, Access: r.access, MemberOf: tgt.class, CLinkage: r.cLink}
	v.u, v.name, v.site, v.parent = u, u.nameSym(r.name), Site{r.chunk, r.name.Span}, tgt.entity()
	flags := d.Spec.Flags
	switch {
	case tgt.class != nil:
		v.Kind = StaticMember
	case tgt.block != nil:
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

func (u *Unit) newBindings(r rawDecl, d *ast.BindingDecl, tgt target) *Var {
	v := &Var{Kind: BindingVar, Scope: r.scope, BindingDecl: d}
	for i, s := range d.Spans {
		if s == r.span {
			v.Index, v.name = i, d.Syms[i]
		}
	}
	v.u, v.site, v.parent = u, Site{r.chunk, r.span}, tgt.entity()
	if tgt.block != nil {
		v.Func, v.Lambda = r.scope.Func, r.scope.Lambda
	}
	v.Static = d.Spec.Flags&ast.Static != 0
	v.Constexpr = d.Spec.Flags&ast.Constexpr != 0
	return v
}
