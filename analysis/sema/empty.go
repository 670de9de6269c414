package sema

import (
	"cmp"
	"fmt"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/types"
)

// Empty constructors and destructors in CUDA's sense: a variable in a device memory space may only have those, since
// nothing runs before the kernels. What counts as empty follows nvcc 12.4's front end rather than the programming guide,
// which is milder in places.

// EmptyReason is one thing that makes a constructor or destructor non-empty.
type EmptyReason struct {
	// Text is a clause that follows the function's name: "its body is not empty".
	Text string
	Site Site
	// Func is the other function that the reason is about, nil for none.
	Func *Func
	// Initialises: a member or base is initialised, which a constexpr constructor may do.
	Initialises bool
}

// emptiness is the answer with its reasons.
type emptiness struct {
	tri    Tri
	why    []EmptyReason
	busy   bool
	inBody bool
	// latest is the last of the definitions that the answer rests on, instance one of the functions that is made from a template; nil for
	// none.
	latest   *FuncDecl
	instance *Func
}

// EmptyCtor reports whether initialising with a constructor is empty: trivial, or defined with an empty body, without
// parameters and initialisers that do anything, in a class without virtual functions, virtual bases and default member
// initialisers, all of whose parts have empty constructors.
func (u *Unit) EmptyCtor(f *Func) Tri { return u.emptiness(f, false).tri }

// WhyNotEmpty lists what makes a constructor or destructor non-empty, the outermost reason first.
func (u *Unit) WhyNotEmpty(f *Func) []EmptyReason { return u.emptiness(f, false).why }

// emptyAsked is a question about a function. inBody: for a variable that a body declares, see unseen.
type emptyAsked struct {
	f      *Func
	inBody bool
}

func (u *Unit) emptiness(f *Func, inBody bool) *emptiness {
	if !u.Nest() {
		return &emptiness{}
	}
	defer u.Unnest()
	asked := emptyAsked{f, inBody}
	if e := u.evals.empty[asked]; e != nil {
		return e
	}
	if u.evals.empty == nil {
		u.evals.empty = make(map[emptyAsked]*emptiness)
	}
	e := &emptiness{busy: true, inBody: inBody}
	u.evals.empty[asked] = e
	if f.Kind == Destructor {
		u.judgeDtor(f, e)
	} else {
		u.judgeCtor(f, e)
	}
	e.busy = false
	return e
}

func (e *emptiness) no(f *Func, site Site, format string, args ...any) {
	e.tri = No
	e.why = append(e.why, EmptyReason{Text: fmt.Sprintf(format, args...), Site: site, Func: f})
}

func (e *emptiness) initialises(site Site, part string) {
	e.no(nil, site, "it initialises %s", part)
	e.why[len(e.why)-1].Initialises = true
}

// unknown turns a Yes into an unknown.
func (e *emptiness) unknown() {
	if e.tri == Yes {
		e.tri = UnknownTri
	}
}

// restsOn notes that the answer rests on a function's definition.
func (e *emptiness) restsOn(u *Unit, f *Func, fd *FuncDecl) {
	e.latest = laterOf(e.latest, fd)
	if fd.Body.Kind != ast.BodyDefault && !f.Constexpr && !f.Specialization && u.PatternFunc(f) != f {
		e.instance = f
	}
}

// judgeUndefined is about a function that no definition was found of. A header that is missing may define it, and what a system
// header only declares may stand in for what another toolkit defines.
func (u *Unit) judgeUndefined(f *Func, site Site, e *emptiness) {
	if c := f.Site().Chunk; len(u.PP.Missing) > 0 || c != nil && c.System {
		e.unknown()
		return
	}
	e.no(nil, site, "it is not defined in this translation unit")
}

// emptyByBody reports whether f's body and members decide if f is empty: a trivial member is, and of others it may be unknown.
func (u *Unit) emptyByBody(f *Func, e *emptiness) bool {
	if f.MemberOf == nil || !u.known(f.MemberOf) {
		return false
	}
	trivial := u.IsTrivial(f)
	if trivial != UnknownTri {
		e.tri = Yes
	}
	return trivial == No
}

func (u *Unit) judgeCtor(f *Func, e *emptiness) {
	if !u.emptyByBody(f, e) {
		return
	}
	c, site := f.MemberOf, u.defSiteOf(f)
	if n := len(u.Params(f)); n > 0 {
		e.no(nil, site, "it has a parameter")
	}
	if f.Special() == InheritedCtor {
		e.no(f.Inherited, site, "it is inherited")
		return
	}
	u.judgeInitialised(c, e)
	if !userProvided(f) {
		u.judgeSpecialCalls(f, e, true)
		return
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil {
		u.judgeUndefined(f, site, e)
		return
	}
	e.restsOn(u, f, fd)
	if fd.Body.Kind == ast.BodyDefault {
		u.judgeSpecialCalls(f, e, false)
		return
	}
	body, sc := u.writtenBody(f, fd)
	if body == nil {
		e.unknown()
		return
	}
	if len(body.Bad) > 0 {
		e.unknown()
	}
	u.judgeParts(c, sc, u.writtenInits(c, sc, body, e), e)
	u.judgeBody(e, sc, body)
}

// judgeInitialised looks at what each constructor of a class does before its parts are made, and default initialisers.
func (u *Unit) judgeInitialised(c *Class, e *emptiness) {
	if len(u.virtualBases(c)) > 0 {
		e.no(nil, c.site, "%s has a virtual base", c.EntityName())
	} else if p := u.IsPolymorphic(c); p == Yes {
		e.no(nil, c.site, "%s has a virtual function", c.EntityName())
	} else if p == UnknownTri {
		e.unknown()
	}
	for _, fl := range c.Fields() {
		if hasDefaultInit(fl) {
			e.no(nil, fl.site, "member '%s' has a default initialiser", u.Text(fl.name))
		}
	}
}

// judgeSpecialCalls looks at what a constructor calls by itself. Default initialisers are said already; implicit: the
// constructor is written nowhere, so that what calls it may not see yet what it calls.
func (u *Unit) judgeSpecialCalls(f *Func, e *emptiness, implicit bool) {
	for _, call := range u.SpecialCalls(f) {
		if call.Kind == CallInit || implicit && u.unseen(e, f.MemberOf, call.Callee, call.Field) {
			continue
		}
		u.judgePart(e, call.Callee, call.Unknown, call.Base, call.Field)
	}
}

// writtenInits are the member initialisers of a constructor, by the part that each is for: bases first.
func (u *Unit) writtenInits(c *Class, sc *Scope, body *ast.FuncBody, e *emptiness) map[int]*ast.MemInit {
	written := make(map[int]*ast.MemInit)
	for _, m := range body.Inits {
		if m.Pack {
			e.unknown()
			continue
		}
		i, delegate, ok := u.initialised(sc, c, m)
		switch {
		case !ok:
			e.unknown()
		case delegate:
			e.no(nil, Site{sc.Chunk, m.Span}, "it delegates to another constructor")
		default:
			written[i] = m
		}
	}
	return written
}

// judgeParts looks at how each part is made, by a member initialiser or without.
func (u *Unit) judgeParts(c *Class, sc *Scope, written map[int]*ast.MemInit, e *emptiness) {
	nbases := len(c.Bases())
	base := 0
	for _, p := range u.parts(c) {
		i := base
		if p.field != nil {
			i = nbases + p.field.Index
		} else if !p.base.Virtual {
			for i < nbases && &c.Bases()[i] != p.base {
				i++
			}
			base = i + 1
		}
		m := written[i]
		if m == nil && (p.class == nil || p.ref || c.Key == ast.KeyUnion) { // no member of a union is made unasked
			continue
		}
		if m != nil && (len(m.Args) > 0 || p.class == nil || u.zeroes(p.class, m.Brace, 0)) {
			e.initialises(Site{sc.Chunk, m.Span}, u.partName(p.base, p.field))
			continue
		}
		ctor, unknown := u.constructorCall(p.class, nil)
		if m != nil || !u.unseen(e, c, ctor, p.field) {
			u.judgePart(e, ctor, unknown, p.base, p.field)
		}
	}
}

// initialised finds what a member initialiser initialises: the part's index, or the object itself by delegation.
func (u *Unit) initialised(sc *Scope, c *Class, m *ast.MemInit) (index int, delegate, ok bool) {
	bases := c.Bases()
	if m.Name.Simple() {
		for i, f := range c.Fields() {
			if f.Sym() == m.Name.Last().Sym && f.Sym() != 0 {
				return len(bases) + i, false, true
			}
		}
	}
	t := u.typeOfFound(sc, u.lookupTypeName(sc, m.Name), m.Name)
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
func (u *Unit) writtenBody(f *Func, fd *FuncDecl) (*ast.FuncBody, *Scope) {
	if fd.Sig == nil {
		return nil, nil
	}
	sc, _ := u.bodyParams(f, fd)
	if u.dependentScope(sc) {
		return nil, nil
	}
	return u.parseBody(sc, fd), sc
}

// unseen reports whether the front end does not see yet, while it reads a body that declares a variable of class c, what a
// constexpr constructor gives the variable's member: where no initialiser is written for the member, and no template makes c.
func (u *Unit) unseen(e *emptiness, c *Class, ctor *Func, member *Field) bool {
	return e.inBody && member != nil && c.Template == nil && ctor != nil && ctor.Kind == Constructor && ctor.Constexpr && len(u.Params(ctor)) == 0
}

// zeroes reports whether value-initialising an object of class c, with braces or parentheses, fills some of it with zeros: all
// of what has no constructor that somebody wrote, except that a list gives each element of an aggregate a value of its own.
func (u *Unit) zeroes(c *Class, brace bool, depth int) bool {
	ctor, unknown := u.constructorCall(c, nil)
	if unknown || ctor != nil && userProvided(ctor) || u.IsEmptyClass(c) != No || depth > 16 {
		return false
	}
	if !brace || u.IsAggregate(c) != Yes {
		return true
	}
	return slices.ContainsFunc(u.parts(c), func(p part) bool {
		return p.class == nil && !p.ref || p.class != nil && u.zeroes(p.class, true, depth+1)
	})
}

// maxReasons bounds the reasons that one part contributes: classes that hold two of each other double with every level.
const maxReasons = 8

// judgePart takes the constructor or destructor of a base or member into account.
func (u *Unit) judgePart(e *emptiness, f *Func, unknown bool, base *Base, field *Field) {
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
	case part.busy || part.tri == UnknownTri:
		e.unknown()
	case part.tri == No:
		what := "constructor"
		if f.Kind == Destructor {
			what = "destructor"
		}
		e.no(f, u.defSiteOf(f), "the %s of %s is not empty", what, u.partName(base, field))
		e.why = append(e.why, part.why[:min(len(part.why), maxReasons)]...)
	}
}

func (u *Unit) partName(base *Base, field *Field) string {
	switch {
	case field != nil && field.Anonymous:
		return "an unnamed member"
	case field != nil:
		return "member '" + u.Text(field.name) + "'"
	case base != nil && base.Class != nil:
		return "base " + base.Class.EntityName()
	}
	return "a base"
}

func (u *Unit) defSiteOf(f *Func) Site {
	if !f.Implicit {
		if fd := u.Definition(f); fd != nil {
			return fd.Site
		}
	}
	return f.Site()
}

// judgeBody looks at the statements: only return, nested empty blocks and declarations of type names do nothing.
func (u *Unit) judgeBody(e *emptiness, sc *Scope, body *ast.FuncBody) {
	if len(body.Handlers) > 0 {
		e.no(nil, Site{sc.Chunk, body.Span}, "it has a function-try-block")
		return
	}
	if body.Block == nil {
		e.unknown()
		return
	}
	if s := u.firstEffect(body.Block.Stmts); s != nil {
		e.no(nil, Site{sc.Chunk, s.Pos()}, "its body is not empty")
	}
}

// firstEffect is the first statement that makes a body non-empty. A lone semicolon and a static_assert do.
func (u *Unit) firstEffect(stmts []ast.Stmt) ast.Stmt {
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

func (u *Unit) judgeDtor(f *Func, e *emptiness) {
	if !u.emptyByBody(f, e) {
		return
	}
	c, site := f.MemberOf, u.defSiteOf(f)
	if v := u.IsVirtual(f); v == Yes {
		e.no(nil, site, "it is virtual")
	} else if v == UnknownTri {
		e.unknown()
	}
	if len(u.virtualBases(c)) > 0 {
		e.no(nil, c.site, "%s has a virtual base", c.EntityName())
	} else if p := u.IsPolymorphic(c); p == Yes && u.IsVirtual(f) != Yes {
		e.no(nil, c.site, "%s has a virtual function", c.EntityName())
	}
	for _, p := range u.parts(c) {
		if p.class == nil || p.ref {
			if p.typ.Kind == types.Unknown {
				e.unknown()
			}
			continue
		}
		if c.Key == ast.KeyUnion {
			continue
		}
		d := p.class.Destructor()
		if d != nil && p.array && u.IsTrivial(d) == No {
			e.no(d, u.defSiteOf(d), "%s is an array with a non-trivial destructor", u.partName(p.base, p.field))
			continue
		}
		u.judgePart(e, d, d == nil, p.base, p.field)
	}
	if !userProvided(f) {
		return
	}
	fd := u.Definition(f)
	if fd == nil || fd.Body == nil {
		u.judgeUndefined(f, site, e)
		return
	}
	e.restsOn(u, f, fd)
	if fd.Body.Kind == ast.BodyDefault {
		return
	}
	body, sc := u.writtenBody(f, fd)
	if body == nil {
		e.unknown()
		return
	}
	if len(body.Bad) > 0 {
		e.unknown()
	}
	u.judgeBody(e, sc, body)
}
