package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/token"
)

// NameSet is a set of names that are looked for in declarations.
type NameSet = outline.NameSet

// AllNames is the set of all names.
func AllNames() NameSet { return outline.AllNames() }

// Mention is a function, an instance of a variable template, or a member of an anonymous union outside of classes that is named
// where nothing is evaluated: in an operand of decltype or sizeof, or by a declaration outside of bodies. Of functions those are
// kept that some rule asks for: instances of templates, and those whose result is deduced.
type Mention struct {
	Func *Func
	Var  *Var
	Site Site
}

// mentions collects what is named within a site while it is read.
type mentions struct {
	within Site
	list   []Mention
}

// collecting runs read and returns what is named within a site meanwhile. Types are remembered and read when they are first
// asked for, wherever that is; so only what stands in the site itself counts.
func (u *Unit) collecting(within Site, read func()) []Mention {
	outer := u.mentioned
	m := &mentions{within: within}
	u.mentioned = m
	read()
	u.mentioned = outer
	return m.list
}

// collects reports whether what is named at a site is being collected.
func (u *Unit) collects(s Site) bool {
	m := u.mentioned
	return m != nil && s.Chunk == m.within.Chunk && s.Chunk != nil && s.Span.Lo >= m.within.Span.Lo && s.Span.Hi <= m.within.Span.Hi
}

func (u *Unit) mention(m Mention) {
	if !u.collects(m.Site) || m.Func != nil && m.Func.Args == nil && !u.HasDeducedResult(m.Func) {
		return
	}
	if !slices.Contains(u.mentioned.list, m) {
		u.mentioned.list = append(u.mentioned.list, m)
	}
}

// unevaluated reads an operand that is not evaluated, for the sake of what it names and of the constructs in it.
func (w *walker) unevaluated(sc *Scope, e ast.Expr) {
	if e != nil && w.reads(sc, e.Pos()) {
		q := w.quiet()
		q.mentionSet(q.expr(sc, e))
	}
}

// requirements reads a requires-expression for the sake of what it names. Nothing follows from an expression in it that is
// ill-formed.
func (w *walker) requirements(sc *Scope, e *ast.RequiresExpr) {
	u := w.u
	if !u.collects(Site{sc.Chunk, e.Span}) {
		return
	}
	hard, soft := u.hardFail, u.softFail
	q := w.quiet()
	q.noted = nil
	s := sc.child(FuncScope)
	u.addParams(s, nil, &ast.FuncSig{Span: e.Span, Params: e.Params})
	for _, p := range e.Params {
		q.specConstants(sc, &p.Spec)
		q.opConstants(sc, p.Decl.Ops)
	}
	for i := range e.Reqs {
		r := &e.Reqs[i]
		q.typeConstants(s, r.Type)
		q.unevaluated(s, r.X)
		q.unevaluated(s, r.Nested)
	}
	u.hardFail, u.softFail = hard, soft
}

// mentionSet notes a function that an operand is the name of, which nobody calls.
func (w *walker) mentionSet(o Operand) {
	if o.Set == nil {
		return
	}
	if f, ok := w.u.singleFunction(o.Set); ok == Yes && f != nil {
		w.u.mention(Mention{Func: f, Site: o.Set.Site})
	}
}

// Mentions lists what the person's own declarations, which d lists, and those around them, name outside of bodies: in types,
// template arguments, default arguments, default member initialisers, static assertions. Initialisers of variables are bodies of
// their own. Only declarations in which a wanted name stands are looked at.
func (u *Unit) Mentions(d Declared, wanted NameSet) []Mention {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*Class]bool)}
	m.all(d)
	return m.list
}

// DeclaredConstructs lists the constructs in what Mentions reads.
func (u *Unit) DeclaredConstructs(d Declared, wanted NameSet) []Construct {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*Class]bool)}
	m.all(d)
	return m.noted.Constructs
}

// all reads all that d lists, and the declarations around it.
func (m *declReader) all(d Declared) {
	u := m.u
	if m.wanted.IsEmpty() {
		return
	}
	for _, c := range u.Own {
		if c.Kind == outline.ChunkDecl && m.wants(Site{c, ast.Span{Hi: int32(c.Hi - c.Lo)}}) {
			for _, decl := range c.Decls(unitNames{u}) {
				m.decl(u.chunkScope(c), decl)
			}
		}
	}
	for _, f := range d.Funcs {
		if f.Closure == nil {
			m.function(f)
		}
	}
	for _, list := range [][]*Var{d.Vars, d.VarTemplates} {
		for _, v := range list {
			for _, vd := range v.Decls {
				m.declarator(vd.Scope, vd.Spec, vd.Dtor)
			}
		}
	}
	for _, c := range d.Classes {
		m.class(c)
	}
}

// ClassMentions lists what the declarations of a class that is defined in a body name, those in its members' bodies left out.
func (u *Unit) ClassMentions(c *Class, wanted NameSet) []Mention {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*Class]bool)}
	m.class(c)
	return m.list
}

// declReader reads the expressions of declarations, each with the scope that it stands in.
type declReader struct {
	u      *Unit
	wanted NameSet
	seen   map[*Class]bool
	// types: what names in types mean is looked up, whether or not that was known before.
	types bool
	list  []Mention
	noted Facts
}

func (m *declReader) wants(s Site) bool {
	return s.Chunk != nil && s.Chunk.MayHold(&m.wanted) &&
		slices.ContainsFunc(s.Tokens(), func(t token.Token) bool { return m.wanted.Has(t.Sym) })
}

// read reads what stands at a span, if there is a name in it that is wanted.
func (m *declReader) read(sc *Scope, span ast.Span, read func(w *walker)) {
	s := Site{sc.Chunk, span}
	if !m.wants(s) {
		return
	}
	w := &walker{u: m.u, f: sc.Func, lambda: sc.Lambda, noted: &m.noted}
	for _, n := range m.u.collecting(s, func() { read(w) }) {
		if !slices.Contains(m.list, n) {
			m.list = append(m.list, n)
		}
	}
}

func (m *declReader) expr(sc *Scope, e ast.Expr) {
	if e != nil {
		m.read(sc, e.Pos(), func(w *walker) { w.unevaluated(sc, e) })
	}
}

func (m *declReader) deferred(sc *Scope, d *ast.Deferred) {
	if d != nil && m.wants(Site{sc.Chunk, d.Span}) {
		m.expr(sc, m.u.parseDeferred(sc, d))
	}
}

func (m *declReader) initializer(sc *Scope, init *ast.Init) {
	if init == nil || !m.wants(Site{sc.Chunk, init.Span}) {
		return
	}
	if init = m.u.parseInit(sc, init); init != nil {
		for _, e := range init.Args {
			m.expr(sc, e)
		}
	}
}

func (m *declReader) typeID(sc *Scope, id *ast.TypeID) {
	if id != nil {
		m.read(sc, id.Span, func(w *walker) {
			w.typeConstants(sc, id)
			if m.types {
				m.u.resolveTypeID(sc, id)
			}
		})
	}
}

func (m *declReader) specifiers(sc *Scope, s *ast.Specifiers) {
	m.read(sc, s.Span, func(w *walker) {
		w.specConstants(sc, s)
		if t, ok := s.Type.(*ast.NamedType); ok && m.types {
			m.u.resolveNamed(sc, t)
		}
	})
}

// declarator reads a declaration of one variable, member or typedef.
func (m *declReader) declarator(sc *Scope, s *ast.Specifiers, d *ast.Declarator) {
	m.specifiers(sc, s)
	m.read(sc, d.Span, func(w *walker) { w.opConstants(sc, d.Ops) })
	m.expr(sc, d.Bits)
}

func (m *declReader) function(f *Func) {
	for _, fd := range f.Decls {
		if fd.Scope == nil || fd.Sig == nil {
			continue
		}
		m.specifiers(fd.Scope, fd.Spec)
		m.signature(fd.Scope, fd.Sig)
		if fd.Dtor != nil && fd.Dtor.Requires != nil && m.wants(Site{fd.Scope.Chunk, fd.Dtor.Requires.Pos()}) {
			m.expr(m.u.signatureScope(fd.Scope, fd.Sig), fd.Dtor.Requires)
		}
	}
}

func (m *declReader) signature(sc *Scope, sig *ast.FuncSig) {
	if !m.wants(Site{sc.Chunk, sig.Span}) {
		return
	}
	inner := m.u.signatureScope(sc, sig)
	for _, p := range sig.Params {
		m.declarator(inner, &p.Spec, &p.Decl)
		m.deferred(inner, p.Default)
	}
	m.typeID(inner, sig.Trailing)
	m.expr(inner, sig.Noexcept)
	m.expr(inner, sig.Requires)
}

// class reads a class's bases and the declarations of its members, classes among them too.
func (m *declReader) class(c *Class) {
	if c == nil || c.def == nil || m.seen[c] {
		return
	}
	m.seen[c] = true
	if m.u.Complete(c); c.inner == nil {
		return
	}
	for i := range c.def.Attrs {
		m.read(c.Scope, c.def.Attrs[i].Span, func(w *walker) { w.alignment(c.Scope, &c.def.Attrs[i]) })
	}
	for i := range c.def.Bases {
		m.typeID(c.Scope, c.def.Bases[i].Type)
	}
	for _, member := range c.def.Members {
		m.decl(c.inner, member.Decl)
	}
	for _, e := range c.Members() {
		if f, ok := e.(*Func); ok && !f.Implicit {
			m.function(f)
		}
	}
}

// decl reads a declaration, apart from functions and the variables of namespaces, which are listed.
func (m *declReader) decl(sc *Scope, d ast.Decl) {
	if !m.wants(Site{sc.Chunk, d.Pos()}) {
		return
	}
	switch d := d.(type) {
	case *ast.AliasDecl:
		m.typeID(sc, d.Type)
	case *ast.StaticAssert:
		m.deferred(sc, &d.Cond)
	case *ast.ConceptDecl:
		m.expr(sc, d.X)
	case *ast.SimpleDecl:
		m.simple(sc, d)
	case *ast.TemplateDecl:
		if len(d.Params) > 0 {
			head := m.u.templateScope(sc, d.Params, d.Requires)
			m.parameters(head)
			m.expr(head.scope, d.Requires)
			switch inner := d.Inner.(type) {
			case *ast.AliasDecl, *ast.ConceptDecl:
				m.decl(head.scope, inner)
			}
			m.specialization(head.scope, d.Inner)
			return
		}
		m.specialization(sc, d.Inner)
	case *ast.ExplicitInst:
		if inner, ok := d.Inner.(*ast.SimpleDecl); ok {
			m.specifiers(sc, &inner.Spec)
			m.specialization(sc, inner)
			for _, dt := range inner.Declarators {
				if sig := dt.Func(); sig != nil {
					m.signature(sc, sig)
				}
			}
		}
	case *ast.LinkageDecl:
		for _, inner := range d.Decls {
			m.decl(sc, inner)
		}
	}
}

// specialization reads the arguments in the names of what a template's declaration, or an explicit instantiation, declares.
func (m *declReader) specialization(sc *Scope, d ast.Decl) {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok {
		return
	}
	switch t := sd.Spec.Type.(type) {
	case *ast.ClassType:
		m.name(sc, t.Class.Name)
	case *ast.ElaboratedType:
		m.name(sc, t.Name)
	}
	for _, dt := range sd.Declarators {
		m.name(sc, dt.Name)
	}
}

func (m *declReader) name(sc *Scope, n *ast.Name) {
	if n != nil {
		m.read(sc, n.Span, func(w *walker) { w.nameConstants(sc, n, false) })
	}
}

func (m *declReader) parameters(head *templateHead) {
	for _, p := range head.params {
		if p.Kind == ast.ParamValue {
			m.declarator(head.scope, &p.Spec, &p.Decl)
		}
		if a := p.Default; a != nil {
			m.read(head.scope, a.Span, func(w *walker) { w.argConstants(head.scope, a, 0) })
			if m.types {
				m.typeID(head.scope, a.Type)
			}
		}
	}
}

// simple reads a declaration of typedefs or data members, and enumerators.
func (m *declReader) simple(sc *Scope, d *ast.SimpleDecl) {
	switch t := d.Spec.Type.(type) {
	case *ast.ClassType:
		if sc.Kind == ClassScope {
			m.class(m.u.classOfDefinition(sc, t.Class))
		}
	default:
		m.specifiers(sc, &d.Spec)
	}
	for _, dt := range d.Declarators {
		switch {
		case d.Spec.Flags&ast.Typedef == 0 && (dt.Func() != nil || sc.Kind != ClassScope):
		default:
			m.declarator(sc, &ast.Specifiers{}, dt)
			m.initializer(sc, dt.Init)
		}
	}
}
