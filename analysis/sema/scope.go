package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/small"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// ScopeKind is the sort of a scope.
type ScopeKind uint8

// The sorts of scopes.
const (
	NamespaceScope ScopeKind = iota
	ClassScope
	TemplateScope // template parameters, bound in an instance
	FuncScope     // parameters
	BlockScope
)

// Scope is where unqualified names are looked up: a chain outwards, which ends at the scope of a namespace. It stands for the
// namespaces around that one too, and is made for each chunk, since a chunk sees only what stands before it.
type Scope struct {
	Parent *Scope
	Kind   ScopeKind
	// Again: what stands in this scope is read once more, beside the reading that is told of it.
	Again bool
	// depends is what bindsDependent says of args, which may be many; bound tells that it was asked.
	depends, bound bool

	NS     *Namespace
	Class  *Class
	Func   *Func
	Lambda *Lambda
	// Chunk is the chunk whose tokens the spans of declarations in this scope mean.
	Chunk *Chunk
	// Ord limits what is visible in namespaces.
	Ord int
	// This is the type of *this in a member's declarator or body, nil elsewhere.
	This *types.Type

	head *TemplateHead // of a template scope
	// args bind the parameters of head, the first ones or all of them; nil in the scope of the template itself. Most bound
	// parameters are never looked up: each is made when it is.
	args []types.Arg

	Names  small.Table[token.Sym, *declSet]
	usings []usingDirective
	Locals []*Var // of a block, in order
	// undeclared is not visible from here yet: what stands in this scope is its own declaration.
	undeclared Entity
	// outside is what a chunk declares outside of its namespace or class, in the scope of the chunk.
	outside *outOfLineDecl
}

// Child makes a scope inside sc.
func (sc *Scope) Child(kind ScopeKind) *Scope {
	return &Scope{
		Parent: sc, Kind: kind, Chunk: sc.Chunk, Ord: sc.Ord, NS: sc.NS, Class: sc.Class, Func: sc.Func, Lambda: sc.Lambda,
		This: sc.This, Again: sc.Again,
	}
}

// again is the scope for who looks up once more what is read, and told, elsewhere.
func (sc *Scope) again() *Scope {
	quiet := *sc
	quiet.Again = true
	return &quiet
}

// Add declares an entity in a template, function or block scope.
func (sc *Scope) Add(e Entity) {
	if e.Sym() == 0 {
		return
	}
	sc.Chunk.nameIndex().local(sc, e)
	s := sc.Set(e.Sym())
	from := 0
	if at := e.Site(); sc.Kind != TemplateScope && at.Chunk == sc.Chunk {
		from = int(at.Span.Lo)
	}
	s.link(e, from)
}

// Set are the declarations of a name in a scope, made where there are none yet.
func (sc *Scope) Set(sym token.Sym) *declSet {
	s := sc.Names.Get(sym)
	if s == nil {
		s = newDeclSet()
		sc.Names.Put(sym, s)
	}
	return s
}

// lookup is what a name means in a template, function or block scope, nil for nothing.
func (sc *Scope) lookup(sym token.Sym) *declSet {
	s := sc.Names.Get(sym)
	if s == nil && sc.args != nil && sym != 0 {
		for i, p := range sc.head.Entity {
			if p.Spelling == sym {
				s = newDeclSet()
				s.link(sc.boundParam(i), 0)
				sc.Names.Put(sym, s)
				break
			}
		}
	}
	return s
}

// boundParam is the i-th parameter of a bound header as its scope has it.
func (sc *Scope) boundParam(i int) *TemplateParam {
	p := sc.head.Entity[i]
	if i >= len(sc.args) {
		return p
	}
	b := *p
	b.Scope, b.Bound = sc, &sc.args[i]
	return &b
}

// Target is the namespace, class or block that a declaration's names go into.
type Target struct {
	ns    *Namespace
	Class *Class
	Block *Scope
}

// Set are the declarations of a name where a declaration goes to, made where there are none yet.
func (t Target) Set(sym token.Sym) *declSet {
	switch {
	case t.Block != nil:
		return t.Block.Set(sym)
	case t.Class != nil:
		s := t.Class.members[sym]
		if s == nil {
			if t.Class.members == nil {
				t.Class.members = make(map[token.Sym]*declSet, 8)
			}
			s = newDeclaredSet()
			t.Class.members[sym] = s
		}
		return s
	}
	n := t.ns.enter(sym)
	if n.set == nil {
		n.set = newDeclaredSet()
	}
	return n.set
}

// sees reports whether what chunk c declares under a name counts there. In a namespace a chunk is read when a name that it lists is
// looked up: by what broken text declares besides, answers would hang on what was asked before.
func (t Target) sees(sym token.Sym, c *Chunk) bool {
	return t.ns == nil || c.Using || listed(c.Names, sym) || listed(c.Elaborated, sym)
}

func listed(names []token.Sym, sym token.Sym) bool {
	_, found := slices.BinarySearch(names, sym)
	return found
}

// add enters a declaration of a name.
func (t Target) add(sym token.Sym, r RawDecl) {
	if t.sees(sym, r.chunk) {
		t.Set(sym).addRaw(r)
	}
}

// doubt notes that a name may mean something else in what chunk c could not make out.
func (t Target) doubt(sym token.Sym, c *Chunk) {
	if t.sees(sym, c) {
		t.Set(sym).Bad = true
	}
}

func (t Target) entity() Entity {
	switch {
	case t.Block != nil:
		if t.Block.Func != nil {
			return t.Block.Func
		}
		return t.Block.NS
	case t.Class != nil:
		return t.Class
	}
	return t.ns
}

// DeclContext is what surrounds a declaration.
type DeclContext struct {
	Heads  []*TemplateHead
	access ast.Access
	cLink  bool
	// direct: the declaration stands behind extern "C" without braces, as if it were declared extern [dcl.link].
	direct bool
	friend *Class // the class a friend declaration stands in
}

// TemplateScope makes the scope of a template header with unbound parameters. Depth counts the headers around it.
func (u *Unit) TemplateScope(sc *Scope, params []*ast.TemplateParam, requires ast.Expr) *TemplateHead {
	depth := 0
	for p := sc; p != nil; p = p.Parent {
		if p.Kind == TemplateScope {
			depth = p.templateDepth() + 1
			break
		}
	}
	params = u.constrainedParams(sc, params)
	h := &TemplateHead{
		Params: params, Requires: requires, Depth: depth, Outer: sc, Scope: sc.Child(TemplateScope), Entity: make([]*TemplateParam, 0, len(params)),
	}
	h.Scope.head = h
	entities := make([]TemplateParam, len(params))
	for i, p := range params {
		tp := &entities[i]
		tp.Decl, tp.Depth, tp.Index, tp.Pack, tp.Scope = p, depth, i, p.Pack, h.Scope
		tp.Unit, tp.Spelling, tp.Place = u, p.Sym, Site{sc.Chunk, p.Span}
		h.Entity = append(h.Entity, tp)
		h.Scope.Add(tp)
		if p.Kind == ast.ParamTemplate && u.Names != nil { // one template stands for the equal parameters of all headers: see templateOfParam
			u.TemplateScope(h.Scope, p.Params, nil)
		}
	}
	return h
}

// constrainedParams tells type parameters introduced by a concept from value parameters, which only the concept's name does:
// template<Integral T>.
func (u *Unit) constrainedParams(sc *Scope, params []*ast.TemplateParam) []*ast.TemplateParam {
	if u.Std < 20 {
		return params
	}
	out := params
	for i, p := range params {
		nt, ok := p.Spec.Type.(*ast.NamedType)
		if !ok || p.Kind != ast.ParamValue || nt.Typename || p.Spec.CV != 0 || len(p.Decl.Ops) > 0 || !u.namesConcept(sc, nt.Name) {
			continue
		}
		q := *p
		q.Kind, q.Constraint = ast.ParamType, nt.Name
		if &out[0] == &params[0] {
			out = slices.Clone(params)
		}
		out[i] = &q
	}
	return out
}

func (u *Unit) namesConcept(sc *Scope, n *ast.Name) bool {
	return u.templates.has(n.Last().Sym) && slices.ContainsFunc(u.LookupName(sc, n).Entities, func(e Entity) bool {
		t, ok := e.(*Template)
		return ok && t.Kind == Concept
	})
}

func (sc *Scope) templateDepth() int {
	if sc.head != nil {
		return sc.head.Depth
	}
	return -1
}

// BindScope makes the scope of a template header whose parameters are bound to args. Parameters beyond them are bound to
// nothing: an empty pack, or an unknown argument.
func (u *Unit) BindScope(outer *Scope, head *TemplateHead, args []types.Arg) *Scope {
	sc := outer.Child(TemplateScope)
	sc.head = head
	if outer.Chunk != head.Outer.Chunk {
		sc.Chunk = head.Outer.Chunk
	}
	if n := len(head.Entity); len(args) < n {
		args = slices.Clone(args)
		for _, p := range head.Entity[len(args):] {
			var missing types.Arg
			if p.Pack {
				missing.Kind = types.PackArg
			}
			args = append(args, missing)
		}
	}
	sc.args = args
	return sc
}

// bindPartial binds the first parameters of a header, leaving the rest unbound.
func (u *Unit) bindPartial(h *TemplateHead, args []types.Arg) *Scope {
	sc := h.Outer.Child(TemplateScope)
	sc.head = h
	if args == nil {
		args = []types.Arg{}
	}
	sc.args = args
	return sc
}
