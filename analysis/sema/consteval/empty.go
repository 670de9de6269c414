package consteval

import (
	"cmp"
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

// emptiness is the answer with its reasons.
type emptiness struct {
	tri    sema.Tri
	why    []sema.EmptyReason
	busy   bool // it is being found out
	inBody bool
	// latest is the last of the definitions that the answer rests on, instance one of the functions that is made from a template; nil for
	// none.
	latest   *sema.FuncDecl
	instance *sema.Func
}

// EmptyCtor reports whether initialising with a constructor is empty: trivial, or defined with an empty body, without
// parameters and initialisers that do anything, in a class without virtual functions and virtual bases, all of whose parts have
// empty constructors.
func (u *Model) EmptyCtor(f *sema.Func) sema.Tri { return u.emptiness(f, false).tri }

// WhyNotEmpty lists what makes a constructor or destructor non-empty, the outermost reason first.
func (u *Model) WhyNotEmpty(f *sema.Func) []sema.EmptyReason { return u.emptiness(f, false).why }

// emptyAsked is a question about a function. inBody: for a variable that a body declares, see unseen.
type emptyAsked struct {
	f      *sema.Func
	inBody bool
}

func (u *Model) emptiness(f *sema.Func, inBody bool) *emptiness {
	if !u.Nest() {
		return &emptiness{}
	}
	defer u.Unnest()
	asked := emptyAsked{f, inBody}
	if e := u.evals.empty[asked]; e != nil {
		if e.busy {
			u.Consts.Cut++
		}
		return e
	}
	if u.evals.empty == nil {
		u.evals.empty = make(map[emptyAsked]*emptiness)
	}
	e, cut := &emptiness{busy: true, inBody: inBody}, u.Consts.Cut
	u.evals.empty[asked] = e
	if f.Kind == sema.Destructor {
		u.judgeDtor(f, e)
	} else {
		u.judgeCtor(f, e)
	}
	if e.busy = false; e.tri == sema.UnknownTri && u.Consts.Cut != cut {
		delete(u.evals.empty, asked) // more may be known when less is under way
	}
	return e
}

func (e *emptiness) no(site sema.Site, format string, args ...any) {
	e.tri = sema.No
	e.why = append(e.why, sema.EmptyReason{Text: fmt.Sprintf(format, args...), Site: site})
}

func (e *emptiness) initialises(site sema.Site, part string) {
	e.no(site, "it initialises %s", part)
	e.why[len(e.why)-1].Initialises = true
}

// unknown turns a Yes into an unknown.
func (e *emptiness) unknown() {
	if e.tri == sema.Yes {
		e.tri = sema.UnknownTri
	}
}

// restsOn notes that the answer rests on a function's definition.
func (e *emptiness) restsOn(u *Model, f *sema.Func, fd *sema.FuncDecl) {
	e.latest = laterOf(e.latest, fd)
	if fd.Body.Kind != ast.BodyDefault && !f.Constexpr && !f.Specialization && u.PatternFunc(f) != f {
		e.instance = f
	}
}

// judgeUndefined is about a function that no definition was found of. A header that is missing may define it, and what a system
// header only declares may stand in for what another toolkit defines.
func (u *Model) judgeUndefined(f *sema.Func, site sema.Site, e *emptiness) {
	if c := f.Site().Chunk; len(u.PP.Missing) > 0 || c != nil && c.System {
		e.unknown()
		return
	}
	e.no(site, "it is not defined in this translation unit")
}

// emptyByBody reports whether f's body and members decide if f is empty: a trivial member is, and of others it may be unknown.
func (u *Model) emptyByBody(f *sema.Func, e *emptiness) bool {
	if f.MemberOf == nil || !u.Known(f.MemberOf) {
		return false
	}
	trivial := u.IsTrivial(f)
	if trivial != sema.UnknownTri {
		e.tri = sema.Yes
	}
	return trivial == sema.No
}

func (u *Model) judgeCtor(f *sema.Func, e *emptiness) {
	if !u.emptyByBody(f, e) {
		return
	}
	c, site := f.MemberOf, u.defSiteOf(f)
	if n := len(u.Params(f)); n > 0 {
		e.no(site, "it has a parameter")
	}
	if f.Special() == sema.InheritedCtor {
		e.no(site, "it is inherited")
		return
	}
	u.judgeInitialised(c, e)
	if !sema.UserProvided(f) {
		u.judgeParts(c, nil, nil, e)
		return
	}
	body, sc, defaulted := u.definedBody(f, site, e)
	switch {
	case defaulted:
		u.judgeParts(c, nil, nil, e)
	case body != nil:
		u.judgeParts(c, sc, u.writtenInits(c, sc, body, e), e)
		u.judgeBody(e, sc, body)
	}
}

// definedBody is the body that somebody wrote for a constructor or destructor, on whose definition the answer rests; nil where it is
// defaulted, not defined, or not to be read.
func (u *Model) definedBody(f *sema.Func, site sema.Site, e *emptiness) (body *ast.FuncBody, sc *sema.Scope, defaulted bool) {
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil {
		u.judgeUndefined(f, site, e)
		return nil, nil, false
	}
	e.restsOn(u, f, fd)
	if fd.Body.Kind == ast.BodyDefault {
		return nil, nil, true
	}
	u.Decides(fd)
	body, sc = u.writtenBody(f, fd)
	if body == nil || len(body.Bad) > 0 {
		e.unknown()
	}
	return body, sc, false
}

// judgeInitialised looks at what each constructor of a class does before its parts are made.
func (u *Model) judgeInitialised(c *sema.Class, e *emptiness) {
	if len(u.VirtualBases(c)) > 0 {
		e.no(c.Place, "%s has a virtual base", c.EntityName())
	} else if p := u.IsPolymorphic(c); p == sema.Yes {
		e.no(c.Place, "%s has a virtual function", c.EntityName())
	} else if p == sema.UnknownTri {
		e.unknown()
	}
}

// constexprMade reports whether a default constructor that nobody wrote is certainly constexpr. That asks no more than constexpr constructors
// of what it makes, whatever the initialisers of members are, and before C++20 that no member is left without a value.
func (u *Model) constexprMade(f *sema.Func) bool {
	if f == nil || u.Std < 14 || !u.Nest() {
		return false
	}
	defer u.Unnest()
	switch {
	case f.Constexpr && !f.Implicit && !f.DefaultedFirst:
		return true
	case f.Special() != sema.DefaultCtor || sema.UserProvided(f) || f.MemberOf.Local || len(u.VirtualBases(f.MemberOf)) > 0 || u.IsPolymorphic(f.MemberOf) != sema.No:
		return false
	}
	return !slices.ContainsFunc(u.Subobjects(f.MemberOf), func(p sema.Subobject) bool { return !u.constexprPart(p) })
}

// constexprPart reports whether a part of an object is one that such a constructor makes.
func (u *Model) constexprPart(p sema.Subobject) bool {
	given := p.Field != nil && sema.HasDefaultInit(p.Field)
	switch {
	case p.Type.IsUnknown(), p.Field != nil && sema.ElemCV(p.Type)&ast.Volatile != 0, p.Field != nil && p.Class == nil && u.Std < 20 && !given,
		p.Field != nil && p.Field.Anonymous && p.Class != nil && p.Class.Key == ast.KeyUnion && !slices.ContainsFunc(p.Class.Fields(), sema.HasDefaultInit):
		return false
	case p.Class == nil || p.Ref:
		return true
	}
	ctor, unknown := u.ConstructorCall(p.Class, nil)
	return !unknown && u.constexprMade(ctor)
}

// writtenInits are the member initialisers of a constructor, by the part that each is for: bases first.
func (u *Model) writtenInits(c *sema.Class, sc *sema.Scope, body *ast.FuncBody, e *emptiness) map[int]*ast.MemInit {
	written := make(map[int]*ast.MemInit)
	for _, m := range body.Inits {
		if m.Pack {
			e.unknown()
			continue
		}
		i, delegate, ok := u.initialised(sc, c, m)
		switch member := u.indirect(c, m, 0); {
		case !ok && member.Field != nil:
			u.judgeWritten(e, sc, m, member)
		case !ok:
			e.unknown()
		case delegate:
			e.no(sema.Site{Chunk: sc.Chunk, Span: m.Span}, "it delegates to another constructor")
		default:
			written[i] = m
		}
	}
	return written
}

// judgeParts looks at how each part is made, by a member initialiser, by a default one, or without.
func (u *Model) judgeParts(c *sema.Class, sc *sema.Scope, written map[int]*ast.MemInit, e *emptiness) {
	nbases := len(c.Bases())
	base := 0
	for _, p := range u.Subobjects(c) {
		i := base
		if p.Field != nil {
			i = nbases + p.Field.Index
		} else if !p.Base.Virtual {
			for i < nbases && &c.Bases()[i] != p.Base {
				i++
			}
			base = i + 1
		}
		m, union := written[i], c.Key == ast.KeyUnion
		if m != nil {
			u.judgeWritten(e, sc, m, p)
		} else if p.Field != nil && sema.HasDefaultInit(p.Field) && !(union && len(written) > 0) {
			u.judgeGiven(e, c, p, u.TypedMember(p.Field), func() {
				e.no(p.Field.Place, "member '%s' has a default initialiser", u.Text(p.Field.Spelling))
			})
		} else if p.Class == nil || p.Ref || union { // no member of a union is made unasked
			if p.Type.IsUnknown() && !p.Type.IsComplex() {
				e.unknown()
			}
		} else if ctor, unknown := u.ConstructorCall(p.Class, nil); !u.unseen(e, ctor, p.Field) {
			u.judgePart(e, ctor, unknown, p.Base, p.Field)
		}
	}
}

// judgeWritten looks at how a member initialiser makes a part.
func (u *Model) judgeWritten(e *emptiness, sc *sema.Scope, m *ast.MemInit, p sema.Subobject) {
	something := func() { e.initialises(sema.Site{Chunk: sc.Chunk, Span: m.Span}, u.partName(p.Base, p.Field)) }
	if len(m.Args) > 0 && p.Class != nil {
		init, t := &ast.Init{Span: m.Span, Kind: ast.InitParen, Parsed: true, Args: m.Args}, p.Type
		if m.Brace {
			init.Kind = ast.InitBrace
		}
		if p.Field != nil {
			t = u.FieldType(p.Field)
		}
		u.judgeGiven(e, sc.Func.MemberOf, p, u.TypedInit(sc, t, init), something)
		return
	}
	if p.Class == nil || u.zeroes(p.Class, m.Brace, 0) {
		something()
		return
	}
	ctor, unknown := u.ConstructorCall(p.Class, nil)
	u.judgePart(e, ctor, unknown, p.Base, p.Field)
}

// judgeGiven looks at what initialises a part of a c: it may be a default constructor by name, which is that of a member as if it were not
// written, and a class without members takes nothing out of a constant.
func (u *Model) judgeGiven(e *emptiness, c *sema.Class, p sema.Subobject, x *sema.Expr, something func()) {
	if p.Class == nil || p.Ref {
		something()
		return
	}
	if x == nil || x.Op == sema.ExprOpaque {
		e.unknown()
		return
	}
	ctor, unknown := u.ConstructorCall(p.Class, nil)
	list, empty := x.Op == sema.ExprList || x.Op == sema.ExprZero, u.IsEmptyClass(p.Class)
	switch {
	case len(x.Args) == 0 && (list || x.Op == sema.ExprConstruct) && (p.Base == nil || ctor != nil && u.IsTrivial(ctor) == sema.Yes):
		if u.zeroes(p.Class, list, 0) || p.Array && ctor != nil && !sema.UserProvided(ctor) {
			something()
		} else {
			u.judgePart(e, ctor, unknown, p.Base, p.Field)
		}
	case p.Base == nil && empty != sema.Yes && list && !p.Array:
		e.unknown() // it may list what is empty
	case p.Base != nil || empty == sema.No:
		something()
	default:
		u.judgeEvaluated(e, c, p.Field, x, something)
	}
}

// judgeEvaluated looks at what initialises a member of c by evaluating it.
func (u *Model) judgeEvaluated(e *emptiness, c *sema.Class, f *sema.Field, x *sema.Expr, something func()) {
	ev, done := u.newEvaluator(sema.EvalOptions{})
	if ev == nil {
		e.unknown()
		return
	}
	defer done()
	ev.frame = &frame{this: ev.newObject(u.ClassType(c))}
	if made := ev.init(ev.newObject(u.FieldType(f)), x); !made && ev.dynamic {
		something()
	} else if !made {
		e.unknown()
	}
}

// indirect is the member of an anonymous union or structure in c that a member initialiser names as c's own; none otherwise.
func (u *Model) indirect(c *sema.Class, m *ast.MemInit, depth int) sema.Subobject {
	if !m.Name.Simple() || depth > 16 {
		return sema.Subobject{}
	}
	for _, p := range u.Subobjects(c) {
		switch {
		case p.Field == nil:
		case depth > 0 && p.Field.Sym() == m.Name.Last().Sym && p.Field.Sym() != 0:
			return p
		case p.Field.Anonymous && p.Class != nil:
			if in := u.indirect(p.Class, m, depth+1); in.Field != nil {
				return in
			}
		}
	}
	return sema.Subobject{}
}

// initialised finds what a member initialiser initialises: the part's index, or the object itself by delegation.
func (u *Model) initialised(sc *sema.Scope, c *sema.Class, m *ast.MemInit) (index int, delegate, ok bool) {
	bases := c.Bases()
	if m.Name.Simple() {
		for i, f := range c.Fields() {
			if f.Sym() == m.Name.Last().Sym && f.Sym() != 0 {
				return len(bases) + i, false, true
			}
		}
	}
	t := u.TypeOfFound(sc, u.LookupTypeName(sc, m.Name), m.Name)
	target := u.ClassOf(t)
	if target == nil {
		return 0, false, false
	}
	if target == c {
		return 0, true, true
	}
	for i, b := range bases {
		if b.Class == target {
			return i, false, true
		}
	}
	return 0, false, false
}

// writtenBody is the syntax of a function's body with the scope that holds its parameters; nil where that depends on template
// parameters.
func (u *Model) writtenBody(f *sema.Func, fd *sema.FuncDecl) (*ast.FuncBody, *sema.Scope) {
	if fd.Sig == nil {
		return nil, nil
	}
	sc, _ := u.BodyParams(f, fd, true)
	if u.DependentScope(sc) {
		return nil, nil
	}
	return u.ParseBody(sc, fd), sc
}

// unseen reports whether the front end does not see yet, while it reads a body that declares a variable, what a constexpr constructor gives the
// variable's member, where no initialiser is written for the member.
func (u *Model) unseen(e *emptiness, ctor *sema.Func, member *sema.Field) bool {
	return e.inBody && member != nil && ctor != nil && ctor.Kind == sema.Constructor && ctor.Constexpr && len(u.Params(ctor)) == 0
}

// zeroes reports whether value-initialising an object of class c, with braces or parentheses, fills some of it with zeros: all
// of what has no constructor that somebody wrote, except that a list gives each element of an aggregate a value of its own.
func (u *Model) zeroes(c *sema.Class, brace bool, depth int) bool {
	ctor, unknown := u.ConstructorCall(c, nil)
	if unknown || ctor != nil && sema.UserProvided(ctor) || u.IsEmptyClass(c) != sema.No || depth > 16 {
		return false
	}
	if !brace || u.IsAggregate(c) != sema.Yes {
		return true
	}
	return slices.ContainsFunc(u.Subobjects(c), func(p sema.Subobject) bool {
		return p.Class == nil && !p.Ref || p.Class != nil && u.zeroes(p.Class, true, depth+1)
	})
}

// maxReasons bounds the reasons that one part contributes: classes that hold two of each other double with every level.
const maxReasons = 8

// judgePart takes the constructor or destructor of a base or member into account.
func (u *Model) judgePart(e *emptiness, f *sema.Func, unknown bool, base *sema.Base, field *sema.Field) {
	if f == nil {
		if unknown {
			e.unknown()
		}
		return
	}
	part := u.emptiness(f, e.inBody)
	e.latest = laterOf(e.latest, part.latest)
	e.instance = cmp.Or(e.instance, part.instance)
	switch {
	case part.busy || part.tri == sema.UnknownTri:
		e.unknown()
	case part.tri == sema.No:
		what := "constructor"
		if f.Kind == sema.Destructor {
			what = "destructor"
		}
		e.no(u.defSiteOf(f), "the %s of %s is not empty", what, u.partName(base, field))
		e.why = append(e.why, part.why[:min(len(part.why), maxReasons)]...)
	}
}

func (u *Model) partName(base *sema.Base, field *sema.Field) string {
	switch {
	case field != nil && field.Anonymous:
		return "an unnamed member"
	case field != nil:
		return "member '" + u.Text(field.Spelling) + "'"
	case base != nil && base.Class != nil:
		return "base " + base.Class.EntityName()
	}
	return "a base"
}

func (u *Model) defSiteOf(f *sema.Func) sema.Site {
	if !f.Implicit {
		if fd := u.Definition(f); fd != nil {
			return fd.Site
		}
	}
	return f.Site()
}

// judgeBody looks at the statements: only return, nested empty blocks and declarations of type names do nothing.
func (u *Model) judgeBody(e *emptiness, sc *sema.Scope, body *ast.FuncBody) {
	if len(body.Handlers) > 0 {
		e.no(sema.Site{Chunk: sc.Chunk, Span: body.Span}, "it has a function-try-block")
		return
	}
	if body.Block == nil {
		e.unknown()
		return
	}
	if s := u.firstEffect(body.Block.Stmts); s != nil {
		e.no(sema.Site{Chunk: sc.Chunk, Span: s.Pos()}, "its body is not empty")
	}
}

// firstEffect is the first statement that makes a body non-empty. A lone semicolon and a static_assert do.
func (u *Model) firstEffect(stmts []ast.Stmt) ast.Stmt {
	for _, s := range stmts {
		switch s := s.(type) {
		case *ast.Block:
			if f := u.firstEffect(s.Stmts); f != nil {
				return f
			}
			continue
		case *ast.Return:
			if s.X == nil && !s.Co {
				continue
			}
		case *ast.DeclStmt:
			switch d := s.Decl.(type) {
			case *ast.AliasDecl, *ast.UsingDecl, *ast.UsingDirective:
				continue
			case *ast.SimpleDecl:
				if d.Spec.Flags&ast.Typedef != 0 {
					continue
				}
			}
		}
		return s
	}
	return nil
}

func (u *Model) judgeDtor(f *sema.Func, e *emptiness) {
	if !u.emptyByBody(f, e) {
		return
	}
	c, site := f.MemberOf, u.defSiteOf(f)
	if v := u.IsVirtual(f); v == sema.Yes {
		e.no(site, "it is virtual")
	} else if v == sema.UnknownTri {
		e.unknown()
	}
	if len(u.VirtualBases(c)) > 0 {
		e.no(c.Place, "%s has a virtual base", c.EntityName())
	} else if p := u.IsPolymorphic(c); p == sema.Yes && u.IsVirtual(f) != sema.Yes {
		e.no(c.Place, "%s has a virtual function", c.EntityName())
	}
	for _, p := range u.Subobjects(c) {
		if p.Class == nil || p.Ref {
			if p.Type.Kind == types.Unknown {
				e.unknown()
			}
			continue
		}
		if c.Key == ast.KeyUnion {
			continue
		}
		d := p.Class.Destructor()
		if d != nil && p.Array && u.IsTrivial(d) == sema.No {
			e.no(u.defSiteOf(d), "%s is an array with a non-trivial destructor", u.partName(p.Base, p.Field))
			continue
		}
		u.judgePart(e, d, d == nil, p.Base, p.Field)
	}
	if !sema.UserProvided(f) {
		return
	}
	if body, sc, _ := u.definedBody(f, site, e); body != nil {
		u.judgeBody(e, sc, body)
	}
}
