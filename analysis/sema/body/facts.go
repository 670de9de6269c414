package body

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// Facts analyses a function's body, once. It is nil for a function without a known body (only declared, or implicit and not
// analysable).
func (u *Model) Facts(f *sema.Func) *sema.Facts {
	u.DependsOn(f)
	if f.FactsDone {
		return f.Facts
	}
	f.FactsDone = true
	if f.Closure != nil && f.Special() == sema.NotSpecial && f.Facts != nil {
		return f.Facts
	}
	if !u.EnterDeep() {
		f.FactsDone = false
		return nil
	}
	defer u.LeaveDeep()
	f.Analysing = true
	if !u.Attempt(f.Place, func() { f.Facts = u.Settle(u.makeFacts(f)) }) {
		f.Facts = sema.Faulty(f, nil, f.Place)
	}
	f.Analysing = false
	return f.Facts
}

func (u *Model) makeFacts(f *sema.Func) *sema.Facts {
	if f.Comparison() {
		return u.comparisonFacts(f)
	}
	if f.Implicit || f.Defaulted {
		return u.implicitFacts(f)
	}
	if f.Deleted {
		return nil
	}
	if f.Closure != nil {
		return u.lambdaFacts(f)
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil || fd.Sig == nil {
		return nil
	}
	w := &walker{u: u, f: f, facts: &sema.Facts{Func: f, Decl: fd}}
	sc := u.bodyScope(f, fd, false)
	w.facts.Template = u.DependentScope(sc)
	u.completeSignature(f)
	key := sema.BodyKey(fd.Site.Chunk, fd.Body.Span)
	u.ByBody[key] = append(u.ByBody[key], f)
	body := u.ParseBody(sc, fd)
	if body == nil {
		return w.facts
	}
	outer, noted := u.Analysing, u.Noted
	u.Analysing, u.Noted = w.facts, sema.Noted{}
	_, span := u.BodyAt(fd)
	w.facts.Mentions = u.Collecting(sema.Site{Chunk: sc.Chunk, Span: span}, func() { w.funcBody(sc, body) })
	u.Analysing, u.Noted = outer, noted
	w.pragmas(sc.Chunk, span)
	return w.facts
}

// bodyScope is the scope of a function's body: its parameters, and this.
func (u *Model) bodyScope(f *sema.Func, fd *sema.FuncDecl, again bool) *sema.Scope {
	sc, params := u.BodyParams(f, fd, again)
	f.Params = params
	return sc
}

// completeSignature completes the classes that a function with a body takes and returns by value [dcl.fct.def.general].
func (u *Model) completeSignature(f *sema.Func) {
	t := u.FuncType(f)
	if t.Kind != types.Func {
		return
	}
	complete := func(t *types.Type) {
		if c := u.ClassOf(t); c != nil {
			u.Complete(c)
		}
	}
	complete(t.Elem)
	for _, p := range t.Params {
		complete(p)
	}
}

// VarFacts analyses the initialiser of a namespace-scope variable or static member.
func (u *Model) VarFacts(v *sema.Var) *sema.Facts {
	if v.Facts != nil {
		return v.Facts
	}
	w := &walker{u: u, facts: &sema.Facts{Var: v}}
	v.Facts = w.facts
	if !u.Attempt(v.Place, func() { w.initialiser(v) }) {
		v.Facts = sema.Faulty(nil, v, v.Place)
	}
	return v.Facts
}

// initialiser analyses the initialiser of a variable.
func (w *walker) initialiser(v *sema.Var) {
	u := w.u
	for _, d := range u.VarDecls(v) {
		if d.Dtor.Init != nil || d.Defines {
			w.facts.Mentions = u.Collecting(sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Span}, func() {
				w.varInit(d.Scope, v, d.Dtor, sema.Site{Chunk: d.Site.Chunk, Span: d.Dtor.Span})
			})
			break
		}
	}
	v.Facts = u.Settle(w.facts)
}

// ResultType is a function's result, deduced from its body where it is declared with a placeholder.
func (u *Model) ResultType(f *sema.Func) *types.Type {
	t := u.FuncType(f)
	if t.Kind != types.Func {
		return u.T.Unknown()
	}
	if !sema.HasAuto(t.Elem) {
		return t.Elem
	}
	u.NoteDeduced(f)
	if f.Deduced != nil {
		return f.Deduced
	}
	if f.Deducing {
		return u.T.Unknown()
	}
	f.Deducing = true
	defer func() { f.Deducing = false }()
	facts := u.Facts(f)
	if facts == nil {
		return u.T.Unknown()
	}
	switch {
	case len(facts.Bad) > 0:
		f.Deduced = u.T.Unknown()
	case facts.Return == nil && facts.Template:
		f.Deduced = u.T.Unknown()
	case facts.Return == nil:
		f.Deduced = u.T.Basic(ast.Void)
	default:
		f.Deduced = facts.Return
	}
	return f.Deduced
}

// DefaultFacts are what a function's default arguments do, by themselves: they are evaluated by callers, but the lambdas and
// constructs in them stand there once. It is nil where there are none.
func (u *Model) DefaultFacts(f *sema.Func) *sema.Facts { return u.DefaultArgs(f).Standing() }

// DefaultArgs are what a function's default arguments do, whether or not anybody evaluates them.
func (u *Model) DefaultArgs(f *sema.Func) *sema.Facts {
	return u.defaults(f, &f.Defaults, func(w *walker) {
		for _, fd := range f.Decls {
			if fd.Sig == nil {
				continue
			}
			for i, p := range fd.Sig.Params {
				if p.Default != nil {
					w.defaultArg(f, i, u.T.Unknown(), sema.Site{Chunk: fd.Site.Chunk, Span: p.Default.Span})
				}
			}
		}
	})
}

// MemberInitFacts are what a class's default member initialisers do, by themselves; nil where there are no lambdas or
// constructs in them.
func (u *Model) MemberInitFacts(c *sema.Class) *sema.Facts { return u.MemberInits(c).Standing() }

// MemberInits are what a class's default member initialisers do, whether or not a constructor evaluates them.
func (u *Model) MemberInits(c *sema.Class) *sema.Facts {
	return u.defaults(c, &c.Defaults, func(w *walker) {
		for _, f := range c.Fields() {
			if f.Dtor != nil && f.Dtor.Init != nil && !f.Bits && f.Scope != nil {
				w.memberInit(c, f, memberSite(f))
			}
		}
	})
}

// defaults are the facts that walk finds in what an entity's declarations hold for others to evaluate, kept once they are known.
func (u *Model) defaults(of sema.Sited, kept **sema.Facts, walk func(w *walker)) *sema.Facts {
	if *kept == nil {
		w := &walker{u: u, facts: &sema.Facts{}}
		*kept = w.facts
		u.Attempt(of, func() { walk(w) })
	}
	return *kept
}

// NoteDecltype records decltype(x) in the facts of the body that it stands in, or among those of the unit's declarations:
// types outside of bodies are resolved when somebody first asks for them, which may be while a body is analysed.
func (u *Model) NoteDecltype(sc *sema.Scope, v *sema.Var, operand ast.Expr) {
	list := &u.NotedDecltypes
	for p := sc; p != nil; p = p.Parent {
		if p.Kind != sema.BlockScope {
			continue
		}
		if u.Analysing == nil {
			return
		}
		list = &u.Analysing.Decltypes
		break
	}
	n := sema.NamedDecltype{Var: v, Site: sema.Site{Chunk: sc.Chunk, Span: operand.Pos()}}
	if !slices.Contains(*list, n) {
		*list = append(*list, n)
	}
}

// Decltypes lists the variables that declarations outside of bodies name as operands of decltype: in the types of what is
// declared, in initialisers of variables, and, where one of the wanted names stands, in all expressions of declarations.
func (u *Model) Decltypes(declared sema.Declared, wanted sema.NameSet) []sema.NamedDecltype {
	u.DeclaredTypes(declared)
	u.Mentions(declared, wanted)
	return u.NotedDecltypes
}
