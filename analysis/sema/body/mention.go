package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// unevaluated reads an operand that is not evaluated, for the sake of what it names and of the constructs in it.
func (w *walker) unevaluated(sc *sema.Scope, e ast.Expr) {
	if e != nil && w.reads(sc, e.Pos()) {
		q := w.quiet()
		q.mentionSet(q.expr(sc, e))
	}
}

// requirements reads a requires-expression for the sake of what it names. Nothing follows from an expression in it that is
// ill-formed.
func (w *walker) requirements(sc *sema.Scope, e *ast.RequiresExpr) {
	u := w.u
	if !u.Collects(sema.Site{Chunk: sc.Chunk, Span: e.Span}) {
		return
	}
	before := u.Failed()
	q := w.quiet()
	q.noted = nil
	s := sc.Child(sema.FuncScope)
	for _, v := range u.AddParams(s, nil, &ast.FuncSig{Span: e.Span, Params: e.Params}) {
		u.VarType(v) // nothing in the requirements may ask for it
	}
	for _, p := range e.Params {
		q.specConstants(sc, &p.Spec)
		q.opConstants(sc, p.Decl.Ops)
	}
	for i := range e.Reqs {
		r := &e.Reqs[i]
		if r.Type != nil {
			u.ResolveTypeID(s, r.Type)
			q.typeConstants(s, r.Type)
		}
		q.unevaluated(s, r.X)
		if r.Constraint != nil {
			q.typeConstraint(s, r.Constraint)
		}
		q.unevaluated(s, r.Nested)
	}
	u.Forgive(before)
}

// typeConstraint reads C<args…> of { x } -> C<args…>.
func (w *walker) typeConstraint(sc *sema.Scope, id *ast.TypeID) {
	if n, ok := id.Spec.Type.(*ast.NamedType); ok {
		w.u.ConstrainedBy(sc, n.Name, types.Arg{})
		w.nameConstants(sc, n.Name, false)
	}
}

// mentionSet notes a function that an operand is the name of, which nobody calls.
func (w *walker) mentionSet(o sema.Operand) {
	if o.Set == nil {
		return
	}
	if f, ok := w.u.SingleFunction(o.Set); ok == sema.Yes && f != nil {
		w.u.Mention(sema.Mention{Func: f, Site: o.Set.Site})
	}
}

// Mentions lists what the person's own declarations, which d lists, and those around them, name outside of bodies: in types,
// template arguments, default arguments, default member initialisers, static assertions. Initialisers of variables are bodies of
// their own. Only declarations in which a wanted name stands are looked at.
func (u *Model) Mentions(d sema.Declared, wanted sema.NameSet) []sema.Mention {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*sema.Class]bool)}
	m.all(d)
	return m.list
}

// DeclaredConstructs lists the constructs in what Mentions reads.
func (u *Model) DeclaredConstructs(d sema.Declared, wanted sema.NameSet) []sema.Construct {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*sema.Class]bool)}
	m.all(d)
	return m.noted.Constructs
}

// DeclaredLambdas are the lambdas in what Mentions reads that no default argument and no initialiser evaluates: C++20 has them there.
func (u *Model) DeclaredLambdas(d sema.Declared) []*sema.Lambda {
	if u.Std < 20 {
		return nil
	}
	if u.NotedLambdas == nil {
		m := &declReader{u: u, wanted: sema.AllNames(), lambdas: true, seen: make(map[*sema.Class]bool)}
		m.all(d)
		u.NotedLambdas = &m.noted
	}
	return u.NotedLambdas.Unevaluated
}

// introduces reports whether a lambda may begin among some tokens.
func introduces(toks []token.Token) bool {
	for i, t := range toks {
		if t.Kind != token.LBracket || i == 0 || i+1 < len(toks) && toks[i+1].Kind == token.LBracket {
			continue
		}
		switch toks[i-1].Kind {
		case token.Ident, token.RParen, token.RBracket, token.LBracket, token.Star, token.Amp, token.AndAnd:
		default:
			return true
		}
	}
	return false
}

// all reads all that d lists, and the declarations around it.
func (m *declReader) all(d sema.Declared) {
	u := m.u
	if m.wanted.IsEmpty() {
		return
	}
	for _, c := range u.Own {
		if c.Kind == outline.ChunkDecl && m.wants(sema.Site{Chunk: c, Span: ast.Span{Hi: int32(c.Hi - c.Lo)}}) {
			for _, decl := range c.Decls(sema.UnitNames{Unit: u.Unit}) {
				m.decl(u.ChunkScope(c), decl)
			}
		}
	}
	for _, f := range d.Funcs {
		if f.Closure == nil {
			m.function(f)
		}
	}
	if m.types {
		for _, f := range d.Headless {
			m.function(f)
		}
	}
	for _, list := range [][]*sema.Var{d.Vars, d.VarTemplates, d.MemberTemplates} {
		for _, v := range list {
			for _, vd := range v.Decls {
				m.declarator(vd.Scope, vd.Spec, vd.Dtor)
			}
			if m.types {
				u.VarType(v)
			}
		}
	}
	for _, c := range d.Classes {
		m.class(c)
	}
}

// ClassMentions lists what the declarations of a class that is defined in a body name, those in its members' bodies left out.
func (u *Model) ClassMentions(c *sema.Class, wanted sema.NameSet) []sema.Mention {
	m := &declReader{u: u, wanted: wanted, seen: make(map[*sema.Class]bool)}
	m.class(c)
	return m.list
}

// declReader reads the expressions of declarations, each with the scope that it stands in.
type declReader struct {
	u      *Model
	wanted sema.NameSet
	seen   map[*sema.Class]bool
	// types: what names in types mean is looked up, whether or not that was known before.
	types bool
	// lambdas: only where one may begin is read, and nothing that is evaluated.
	lambdas bool
	list    []sema.Mention
	noted   sema.Facts
}

func (m *declReader) wants(s sema.Site) bool {
	if m.lambdas {
		return introduces(s.Tokens())
	}
	return s.Chunk != nil && s.Chunk.MayHold(&m.wanted) &&
		slices.ContainsFunc(s.Tokens(), func(t token.Token) bool { return m.wanted.Has(t.Sym) })
}

// read reads what stands at a span, if there is a name in it that is wanted.
func (m *declReader) read(sc *sema.Scope, span ast.Span, read func(w *walker)) {
	s := sema.Site{Chunk: sc.Chunk, Span: span}
	if !m.wants(s) {
		return
	}
	w := &walker{u: m.u, f: sc.Func, lambda: sc.Lambda, noted: &m.noted}
	for _, n := range m.u.Collecting(s, func() { read(w) }) {
		if !slices.Contains(m.list, n) {
			m.list = append(m.list, n)
		}
	}
}

func (m *declReader) expr(sc *sema.Scope, e ast.Expr) {
	if e != nil {
		m.read(sc, e.Pos(), func(w *walker) { w.unevaluated(sc, e) })
	}
}

func (m *declReader) deferred(sc *sema.Scope, d *ast.Deferred) {
	if d != nil && m.wants(sema.Site{Chunk: sc.Chunk, Span: d.Span}) {
		m.expr(sc, m.u.ParseDeferred(sc, d))
	}
}

func (m *declReader) initializer(sc *sema.Scope, init *ast.Init) {
	if init == nil || m.lambdas || !m.wants(sema.Site{Chunk: sc.Chunk, Span: init.Span}) {
		return
	}
	if init = m.u.ParseInit(sc, init); init != nil {
		for _, e := range init.Args {
			m.expr(sc, e)
		}
	}
}

func (m *declReader) typeID(sc *sema.Scope, id *ast.TypeID) {
	if id != nil {
		m.read(sc, id.Span, func(w *walker) {
			w.typeConstants(sc, id)
			if m.types {
				m.u.ResolveTypeID(sc, id)
			}
		})
	}
}

func (m *declReader) specifiers(sc *sema.Scope, s *ast.Specifiers) {
	m.read(sc, s.Span, func(w *walker) {
		w.specConstants(sc, s)
		switch t := s.Type.(type) {
		case *ast.NamedType:
			if m.types {
				m.u.ResolveNamed(sc, t)
			}
		case *ast.ElaboratedType:
			if m.types {
				m.u.NoteElaborated(sc, t, false)
			}
		case *ast.ClassType:
			m.class(m.u.ClassOfDefinition(sc, t.Class))
		}
	})
}

// declarator reads a declaration of one variable, member or typedef.
func (m *declReader) declarator(sc *sema.Scope, s *ast.Specifiers, d *ast.Declarator) {
	m.specifiers(sc, s)
	m.read(sc, d.Span, func(w *walker) { w.opConstants(sc, d.Ops) })
	m.expr(sc, d.Bits)
}

func (m *declReader) function(f *sema.Func) {
	for _, fd := range f.Decls {
		if fd.Scope == nil || fd.Sig == nil {
			continue
		}
		m.specifiers(fd.Scope, fd.Spec)
		for i := range fd.Spec.CUDA {
			for _, arg := range fd.Spec.CUDA[i].Args {
				if m.types {
					m.expr(fd.Scope, arg)
				}
			}
		}
		m.signature(fd.Scope, fd.Sig)
		if fd.Dtor != nil && fd.Dtor.Requires != nil && m.wants(sema.Site{Chunk: fd.Scope.Chunk, Span: fd.Dtor.Requires.Pos()}) {
			m.expr(m.u.SignatureScope(fd.Scope, fd.Sig), fd.Dtor.Requires)
		}
	}
}

func (m *declReader) signature(sc *sema.Scope, sig *ast.FuncSig) {
	if !m.wants(sema.Site{Chunk: sc.Chunk, Span: sig.Span}) {
		return
	}
	inner := m.u.SignatureScope(sc, sig)
	for _, p := range sig.Params {
		m.declarator(inner, &p.Spec, &p.Decl)
		if !m.lambdas {
			m.deferred(inner, p.Default)
		}
	}
	m.typeID(inner, sig.Trailing)
	m.expr(inner, sig.Noexcept)
	m.expr(inner, sig.Requires)
}

// class reads a class's bases and the declarations of its members, classes among them too.
func (m *declReader) class(c *sema.Class) {
	if c == nil || c.Syntax == nil || m.seen[c] {
		return
	}
	m.seen[c] = true
	if m.u.Complete(c); c.Inner == nil {
		return
	}
	for i := range c.Syntax.Attrs {
		m.read(c.Scope, c.Syntax.Attrs[i].Span, func(w *walker) { w.alignment(c.Scope, &c.Syntax.Attrs[i]) })
	}
	for i := range c.Syntax.Bases {
		m.typeID(c.Scope, c.Syntax.Bases[i].Type)
	}
	for _, member := range c.Syntax.Members {
		m.decl(c.Inner, member.Decl)
	}
	for _, e := range c.Members() {
		if f, ok := e.(*sema.Func); ok && !f.Implicit {
			m.function(f)
		}
	}
}

// decl reads a declaration, apart from functions and the variables of namespaces, which are listed.
func (m *declReader) decl(sc *sema.Scope, d ast.Decl) {
	if !m.wants(sema.Site{Chunk: sc.Chunk, Span: d.Pos()}) {
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
			head := m.u.TemplateScope(sc, d.Params, d.Requires)
			m.parameters(head)
			m.expr(head.Scope, d.Requires)
			sc = head.Scope
		}
		switch inner := d.Inner.(type) {
		case *ast.AliasDecl, *ast.ConceptDecl, *ast.DeductionGuide, *ast.TemplateDecl:
			m.decl(sc, inner)
		}
		m.specialization(sc, d.Inner)
	case *ast.DeductionGuide:
		m.guide(sc, d)
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

func (m *declReader) guide(sc *sema.Scope, d *ast.DeductionGuide) {
	m.u.LookupName(sc, d.Name)
	m.signature(sc, d.Sig)
	m.typeID(m.u.SignatureScope(sc, d.Sig), d.Target)
}

// befriended reads the name of a class that is declared a friend.
func (m *declReader) befriended(sc *sema.Scope, d *ast.SimpleDecl) {
	if t, ok := d.Spec.Type.(*ast.ElaboratedType); ok && d.Spec.Flags&ast.Friend != 0 && len(d.Declarators) == 0 {
		m.u.NoteElaborated(sc, t, true)
	}
}

// specialization reads the arguments in the names of what a template's declaration, or an explicit instantiation, declares.
func (m *declReader) specialization(sc *sema.Scope, d ast.Decl) {
	sd, ok := d.(*ast.SimpleDecl)
	if !ok {
		return
	}
	m.befriended(sc, sd)
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

func (m *declReader) name(sc *sema.Scope, n *ast.Name) {
	if n != nil {
		m.read(sc, n.Span, func(w *walker) { w.nameConstants(sc, n, false) })
	}
}

func (m *declReader) parameters(head *sema.TemplateHead) {
	for _, p := range head.Params {
		if p.Kind == ast.ParamValue {
			m.declarator(head.Scope, &p.Spec, &p.Decl)
		}
		if a := p.Default; a != nil {
			m.read(head.Scope, a.Span, func(w *walker) { w.argConstants(head.Scope, a, 0) })
			if m.types {
				m.typeID(head.Scope, a.Type)
			}
		}
	}
}

// simple reads a declaration of typedefs or data members, and enumerators.
func (m *declReader) simple(sc *sema.Scope, d *ast.SimpleDecl) {
	m.specifiers(sc, &d.Spec)
	m.befriended(sc, d)
	for _, dt := range d.Declarators {
		switch {
		case d.Spec.Flags&ast.Typedef == 0 && (dt.Func() != nil || sc.Kind != sema.ClassScope):
		default:
			m.declarator(sc, &ast.Specifiers{}, dt)
			m.initializer(sc, dt.Init)
		}
	}
}
