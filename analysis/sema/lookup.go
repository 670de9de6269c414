package sema

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/outline"
	"cudals/analysis/small"
	"cudals/analysis/token"
	"cudals/analysis/types"
)

// FoundState says how a lookup ended.
type FoundState uint8

// The ends of a lookup.
const (
	NotFound FoundState = iota
	FoundOK
	// FoundUnknown: the name may be declared where nobody could look.
	FoundUnknown
	// FoundDependent: what the name means depends on unbound template parameters.
	FoundDependent
)

// Found is what a name means.
type Found struct {
	State    FoundState
	Entities []Entity
	// Class is the class that a member was found in.
	Class *Class
	// Scope qualifies a qualified name: the type it was looked up in.
	In *types.Type
	// Incomplete: more declarations of the name may exist than are listed.
	Incomplete bool
	// Broken: they may be declared by text that cannot be read, or in a class that nobody saw, and not only by what is missing around.
	Broken bool
	// Circular: nothing is found but using-declarations of the name that are being followed, and led back here.
	Circular bool
	// Ambiguous: found in several bases, none of which hides the others.
	Ambiguous bool
	// Args are the explicit template arguments of the name's last part, resolved lazily by the user of the result.
	Qualified bool
}

// LookupUnqualified is [basic.lookup.unqual], without argument-dependent lookup.
func (u *Unit) LookupUnqualified(sc *Scope, sym token.Sym) Found {
	return u.lookupUp(sc, sym, nil)
}

type pendingUsing struct {
	target   *Namespace
	ancestor *Namespace
}

// only is what was found without the entities that do not count.
func (f Found) only(counts func(Entity) bool) Found {
	f.Entities = filter(f.Entities, counts)
	if len(f.Entities) == 0 {
		f.State = NotFound
	}
	return f
}

// lookupDependentBases looks for a name in the dependent bases of the classes around: the front end looks there after all for what the
// definition did not find, before it looks by arguments.
func (u *Unit) lookupDependentBases(sc *Scope, sym token.Sym, accept func(Entity) bool) Found {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind != ClassScope || !slices.ContainsFunc(sc.Class.bases, func(b Base) bool { return b.Dependent }) {
			continue
		}
		if f := u.LookupMember(sc.Class, sym); f.State == FoundOK && (accept == nil || slices.ContainsFunc(f.Entities, accept)) {
			return f
		}
	}
	return Found{}
}

// lookupUp walks the scopes outwards; accept, when not nil, selects the entities that count.
func (u *Unit) lookupUp(sc *Scope, sym token.Sym, accept func(Entity) bool) Found {
	return u.lookup(sc, upward{sym: sym, accept: accept})
}

// lookupNamePart looks for what part of a name names. Whenever that is asked, what blocks declare behind the name is none of it.
func (u *Unit) lookupNamePart(sc *Scope, p *ast.NamePart, accept func(Entity) bool) Found {
	return u.lookup(sc, upward{sym: u.NamePartSym(p), accept: accept, at: Site{sc.Chunk, p.Span}})
}

func (u *Unit) lookup(sc *Scope, up upward) Found {
	if !u.Nest() {
		return Found{State: FoundUnknown}
	}
	defer u.Unnest()
	for at := sc; at != nil; at = at.Parent {
		switch f := u.lookupScope(at, &up); f.State {
		case FoundOK, FoundDependent:
			f.Incomplete, f.Broken = f.Incomplete || up.incomplete, f.Broken || up.broken
			return f
		case FoundUnknown:
			return f
		}
	}
	if f := u.lookupDependentBases(sc, up.sym, up.accept); f.State == FoundOK {
		return f
	}
	if up.incomplete || u.incomplete {
		return Found{State: FoundUnknown, Broken: up.broken}
	}
	return Found{}
}

// upward is a lookup on its way outwards.
type upward struct {
	sym    token.Sym
	accept func(Entity) bool
	// at is the name, where that counts.
	at Site
	// pending are the using-directives that were met, whose names are found in a namespace around.
	pending []pendingUsing
	met     small.Set[*Namespace] // the targets of pending
	// undeclared is what is not visible yet: the scopes so far stand in its own declaration.
	undeclared Entity
	// incomplete: a class may have the name in what is not known of it; broken: in what cannot be read.
	incomplete, broken bool
}

// lookupScope looks into one of the scopes around a name.
func (u *Unit) lookupScope(sc *Scope, up *upward) (f Found) {
	if sc.undeclared != nil {
		up.undeclared = sc.undeclared
	}
	switch sc.Kind {
	case TemplateScope, FuncScope, BlockScope:
		if set := sc.lookup(up.sym); set != nil {
			u.Link(set, Target{Block: sc})
			f = set.found(up.seesIn(sc))
		}
		for _, ud := range sc.usings {
			if ud.ord > up.seesIn(sc) {
				continue
			}
			u.addUsing(up, ud.target, nearestNamespace(sc), MaxOrd)
		}
	case ClassScope:
		f = u.lookupMemberIn(sc.Class, up.sym, 0, nil, true)
		if f.State == FoundDependent && len(f.Entities) > 0 {
			return f // a using-declaration
		}
		if f.State != FoundOK {
			up.incomplete = up.incomplete || f.State == FoundUnknown
			up.broken = up.broken || f.Broken
			return Found{}
		}
	case NamespaceScope:
		for ns := u.lookedInFirst(sc, up.at); ns != nil && f.State == NotFound; ns = ns.outer() {
			f = up.what(u.lookupNamespace(ns, sc.Ord, up))
		}
		return f
	}
	return up.what(f)
}

// lookedInFirst is the innermost namespace around a chunk for a name in it. What stands behind the name of a member that is defined outside of
// its namespace is looked up as if it stood there [basic.lookup.unqual]; so is the type that a conversion function's name is.
func (u *Unit) lookedInFirst(sc *Scope, at Site) *Namespace {
	o := sc.outside
	if o == nil {
		return sc.NS
	}
	from := o.span.Hi
	if last := o.Name.Last(); last.Kind == ast.NameConversion {
		from = last.Span.Lo
	}
	if at.Chunk == sc.Chunk && at.Span.Lo < from {
		return sc.NS
	}
	switch member := u.outOfLineTarget(o).(type) {
	case *Namespace:
		return member
	case *Class:
		return u.enclosingNamespace(member)
	}
	return sc.NS
}

// seesIn is how far the name that is looked up sees in a scope of a body: up to its own place, where that is known.
func (up *upward) seesIn(sc *Scope) int {
	if up.at.Chunk == nil || up.at.Chunk != sc.Chunk {
		return MaxOrd
	}
	return int(up.at.Span.Lo)
}

// what leaves of what was found that which counts.
func (up *upward) what(f Found) Found {
	if f.State == FoundOK && (up.accept != nil || up.undeclared != nil) {
		return f.only(up.counts)
	}
	return f
}

// counts reports whether an entity is one that is looked for.
func (up *upward) counts(e Entity) bool {
	return e != up.undeclared && (up.accept == nil || up.accept(e))
}

// lookupNamespace looks into a namespace and those that using-directives make parts of it for the place of the lookup.
func (u *Unit) lookupNamespace(ns *Namespace, ord int, up *upward) Found {
	for _, ud := range u.usingsOf(ns, ord) {
		if ud.ord <= ord {
			u.addUsing(up, ud.target, ns, ord)
		}
	}
	var f merging
	u.lookupDirect(ns, up.sym, ord, &f)
	u.Spend(len(up.pending) / scopesPerStep)
	for _, p := range up.pending {
		if p.ancestor == ns {
			u.lookupDirect(p.target, up.sym, ord, &f)
		}
	}
	return f.all()
}

const MaxOrd = hidden - 1

// scopesPerStep are the namespaces or bases in which a name is looked for in the time of a step, where one has many.
const scopesPerStep = 2

// filter are those that are accepted; es itself, to which nothing can be appended in place, where that is all of them.
func filter(es []Entity, accept func(Entity) bool) []Entity {
	n := slices.IndexFunc(es, func(e Entity) bool { return !accept(e) })
	if n < 0 {
		return slices.Clip(es)
	}
	out := slices.Clone(es[:n])
	for _, e := range es[n+1:] {
		if accept(e) {
			out = append(out, e)
		}
	}
	return out
}

// merging is what is found of a name in several places.
type merging struct {
	found Found
	begun bool
	set   small.Set[Entity] // the entities, where they are of several
}

func (m *merging) add(f Found) {
	begun := m.begun
	m.begun = true
	switch {
	case f.State == NotFound && begun:
		return
	case m.found.State == NotFound:
		m.found = f
		return
	}
	incomplete, broken := m.found.Incomplete || f.Incomplete, m.found.Broken || f.Broken
	switch {
	case f.State == FoundUnknown:
		incomplete = true
	case m.found.State == FoundUnknown:
		m.found, incomplete = f, true
	default:
		if len(m.set.All) == 0 {
			m.put(m.found.Entities)
		}
		m.put(f.Entities)
	}
	m.found.Incomplete, m.found.Broken = incomplete, broken
}

func (m *merging) put(list []Entity) {
	for _, e := range list {
		m.set.Add(e)
	}
}

// all is what was found so far.
func (m *merging) all() Found {
	if len(m.set.All) > 0 {
		m.found.Entities = hideTypes(slices.Clone(m.set.All))
	}
	return m.found
}

func mergeFound(a, b Found) Found {
	m := merging{found: a, begun: true}
	m.add(b)
	return m.all()
}

// found lists the entities visible at ord.
func (s *declSet) found(ord int) Found {
	if s == nil {
		return Found{}
	}
	f := Found{Incomplete: s.Bad || s.skipped, Broken: s.Bad && !s.unsure}
	var unresolved Entity
	if f.Entities, unresolved = s.visible(ord); unresolved != nil {
		return Found{State: FoundDependent, Entities: []Entity{unresolved}}
	}
	switch {
	case len(f.Entities) > 0 && s.unsure && !isFunctionEntity(f.Entities[0]):
		return Found{State: FoundUnknown}
	case len(f.Entities) > 0:
		f.State = FoundOK
	case f.Incomplete:
		f.State = FoundUnknown
	default:
		f.Circular = s.following > 0
	}
	return f
}

// nsSet is what a name means directly in a namespace, every chunk that may declare it read.
func (u *Unit) nsSet(ns *Namespace, sym token.Sym) *declSet {
	n := u.name(ns, sym)
	if n == nil {
		return nil
	}
	if u.declareNamed(n) && n.set != nil {
		n.set.skipped = n.set.skipped || u.skipped.all.has(sym)
		n.set.unsure = n.set.unsure || u.skipped.templates.has(sym)
		u.Link(n.set, Target{ns: ns})
	}
	return n.set
}

// declareNamed declares the chunks of a namespace that may declare a name. It returns false where there is no time for all of them.
func (u *Unit) declareNamed(n *nsName) bool {
	for _, c := range n.chunks[n.read:] {
		u.declareChunk(c)
		if !u.Spend(1) {
			return false
		}
	}
	n.read = len(n.chunks)
	return true
}

// LookupDirect finds a name in a namespace and its inline and unnamed children.
func (u *Unit) LookupDirect(ns *Namespace, sym token.Sym, ord int) Found {
	var f merging
	u.lookupDirect(ns, sym, ord, &f)
	return f.all()
}

func (u *Unit) lookupDirect(ns *Namespace, sym token.Sym, ord int, f *merging) {
	if set := u.nsSet(ns, sym); set != nil {
		f.add(set.found(ord))
	}
	if child := ns.Nested[sym]; child != nil && sym != 0 {
		f.add(Found{State: FoundOK, Entities: child.self[:]})
	}
	u.Spend(len(ns.inlines) / scopesPerStep)
	for _, in := range ns.inlines {
		u.lookupDirect(in, sym, ord, f)
	}
}

// LookupQualified is qualified lookup in a namespace [namespace.qual]: its own members, else those of its
// using-directives.
func (u *Unit) LookupQualified(ns *Namespace, sym token.Sym, ord int) Found {
	return u.lookupInNamespaceSeen(ns, sym, ord, nil)
}

func (u *Unit) lookupInNamespaceSeen(ns *Namespace, sym token.Sym, ord int, seen map[*Namespace]bool) Found {
	if !u.Nest() {
		return Found{State: FoundUnknown}
	}
	defer u.Unnest()
	if seen[ns] {
		return Found{}
	}
	f := merging{found: u.LookupDirect(ns, sym, ord), begun: true}
	if f.found.State != NotFound || f.found.Circular {
		return f.found
	}
	if seen == nil {
		seen = make(map[*Namespace]bool)
	}
	seen[ns] = true
	through := func(ns *Namespace) {
		for _, ud := range u.usingsOf(ns, ord) {
			if ud.ord <= ord {
				f.add(u.lookupInNamespaceSeen(ud.target, sym, ord, seen))
			}
		}
	}
	through(ns)
	for _, in := range ns.inlines {
		through(in)
	}
	if f.found.State == NotFound && u.incomplete {
		return Found{State: FoundUnknown}
	}
	return f.all()
}

// usingsOf are a namespace's using-directives, all up to a chunk among them. The chunks that hold them are declared in order, and none
// behind that one: what a directive names may be found by those before it.
func (u *Unit) usingsOf(ns *Namespace, ord int) []usingDirective {
	for len(ns.usingChunks) > 0 && ns.usingChunks[0].Ord <= ord {
		c := ns.usingChunks[0]
		ns.usingChunks = ns.usingChunks[1:]
		u.declareChunk(c)
	}
	return ns.usings
}

// addUsing adds a nominated namespace, and those it nominates itself, with the namespace in which their members appear.
func (u *Unit) addUsing(up *upward, ns, from *Namespace, ord int) {
	if !u.Spend(1) || !u.Nest() {
		return
	}
	defer u.Unnest()
	if !up.met.Add(ns) {
		return
	}
	up.pending = append(up.pending, pendingUsing{ns, commonAncestor(ns, from)})
	for _, ud := range u.usingsOf(ns, ord) {
		if ud.ord <= ord {
			u.addUsing(up, ud.target, from, ord)
		}
	}
}

func commonAncestor(a, b *Namespace) *Namespace {
	for n := b; n != nil; n = n.outer() {
		for m := a; m != nil; m = m.outer() {
			if m == n {
				return n
			}
		}
	}
	return nil
}

func (ns *Namespace) outer() *Namespace {
	p, _ := ns.Within.(*Namespace)
	return p
}

func nearestNamespace(sc *Scope) *Namespace {
	for ; sc != nil; sc = sc.Parent {
		if sc.Kind == NamespaceScope {
			return sc.NS
		}
	}
	return nil
}

// enclosingNamespace is the innermost namespace around an entity.
func (u *Unit) enclosingNamespace(e Entity) *Namespace {
	for e != nil {
		switch x := e.(type) {
		case *Namespace:
			return x
		case *Class:
			e = x.Within
		case *Func:
			e = x.Within
		case *Enum:
			e = x.Within
		case *Var:
			e = x.Within
		case *Template:
			e = x.Within
		case *Typedef:
			e = x.Within
		default:
			return u.Global
		}
	}
	return u.Global
}

// LookupMember is [class.member.lookup]: a name in a class and its bases.
func (u *Unit) LookupMember(c *Class, sym token.Sym) Found {
	if c == nil {
		return Found{State: FoundUnknown}
	}
	return u.lookupMemberIn(c, sym, 0, nil, false)
}

// lookupBases is lookupMemberIn for the bases of a class.
func (u *Unit) lookupBases(c *Class, sym token.Sym, depth int, seen map[*Class]Found, plain bool) Found {
	var out Found
	if !u.Spend(len(c.bases) / 2) {
		return Found{State: FoundUnknown}
	}
	for i := range c.bases {
		b := c.bases[i].Class
		if b == nil || plain && c.bases[i].Dependent {
			continue
		}
		f := u.lookupMemberIn(b, sym, depth+1, seen, false)
		switch {
		case out.State == NotFound || out.State == FoundUnknown || out.State == FoundDependent:
			if f.State != NotFound {
				f.Broken = f.Broken || out.Broken
				out = f
			}
		case f.State == FoundOK && f.Class != out.Class:
			// The same name in two bases: fine when one hides the other through a virtual base, else ambiguous.
			if u.DerivedFrom(f.Class, out.Class) == Yes {
				out = f
			} else if u.DerivedFrom(out.Class, f.Class) != Yes {
				out = mergeFound(out, f)
				out.Ambiguous = true
			}
		}
	}
	return out
}

// lookupMemberIn is LookupMember; a name without qualifier (plain) is not looked for in the class's dependent bases, not in an
// instance either [temp.dep]/4.
func (u *Unit) lookupMemberIn(c *Class, sym token.Sym, depth int, seen map[*Class]Found, plain bool) Found {
	if f, ok := seen[c]; ok {
		return f // bases that share bases: each is looked into once
	}
	if depth > 64 {
		return Found{State: FoundUnknown}
	}
	state := u.Complete(c)
	if sym == c.Spelling && sym != 0 {
		return Found{State: FoundOK, Entities: []Entity{c}, Class: c} // the injected-class-name
	}
	if set := c.members[sym]; set != nil {
		u.Link(set, Target{Class: c})
		if f := set.found(MaxOrd); f.State != NotFound {
			f.Class = c
			return f
		}
	}
	if c.Unseen {
		return Found{State: FoundUnknown, Broken: true}
	}
	if state == Incomplete {
		switch {
		case c.Dependent:
			return Found{State: FoundDependent}
		case c.leftOut:
			return Found{}
		}
		return Found{State: FoundUnknown}
	}
	if seen == nil && len(c.bases) > 1 {
		seen = make(map[*Class]Found)
	}
	u.Spend(len(c.bases) / scopesPerStep)
	out := u.lookupBases(c, sym, depth, seen, plain)
	switch {
	case out.State != NotFound:
		out.Incomplete = out.Incomplete || c.UnknownBase && !c.dependentBases()
	case (c.UnknownBase || state == Broken) && c.Dependent:
		out = Found{State: FoundDependent}
	case c.UnknownBase || state == Broken:
		out = Found{State: FoundUnknown}
	}
	if seen != nil && len(c.bases) > 0 { // another look into one without bases takes no longer than remembering it
		seen[c] = out
	}
	return out
}

// LookupName finds what a possibly qualified name means; the last part's template arguments are not applied.
func (u *Unit) LookupName(sc *Scope, n *ast.Name) Found {
	if !u.Nest() {
		return Found{State: FoundUnknown}
	}
	defer u.Unnest()
	last := n.Last()
	var f Found
	if !n.Global && len(n.Parts) == 1 {
		f = u.lookupPart(sc, last)
	} else {
		q := u.LookupQualifier(sc, n, true)
		if q.State == FoundOK && u.otherDependent(sc, q.Typ) {
			q.State = FoundDependent
		}
		f = u.LookupIn(sc, q, last)
	}
	u.Names.Found(sc, last, f)
	return f
}

// Qualifier is what a nested-name-specifier means.
type Qualifier struct {
	State FoundState
	NS    *Namespace
	Typ   *types.Type
}

// LookupQualifier resolves all parts of a name but the last. With use, members of a dependent class are not looked up unless
// it is the current instantiation; a declarator's own qualifier names the members of templates themselves.
func (u *Unit) LookupQualifier(sc *Scope, n *ast.Name, use bool) Qualifier {
	var q Qualifier
	i := 0
	if n.Global {
		q = Qualifier{State: FoundOK, NS: u.Global}
	} else {
		p := &n.Parts[0]
		i = 1
		if p.Kind == ast.NameDecltype {
			o := u.TypeOf(sc, p.Expr)
			return u.qualifyFrom(sc, u.qualifierOfType(o.Type), n, i, use)
		}
		// [basic.lookup.qual]: only namespaces, types, and templates whose specialisations are types.
		found := u.lookupNamePart(sc, p, isScopeEntity)
		q = u.qualifierOf(sc, found, p)
		u.Names.means(sc, p, q, found)
	}
	return u.qualifyFrom(sc, q, n, i, use)
}

func (u *Unit) qualifyFrom(sc *Scope, q Qualifier, n *ast.Name, i int, use bool) Qualifier {
	for ; i < len(n.Parts)-1; i++ {
		p := &n.Parts[i]
		if use && q.State == FoundOK && u.otherDependent(sc, q.Typ) {
			q.State = FoundDependent
		}
		if q.State == FoundDependent {
			u.Names.Found(sc, p, Found{State: FoundDependent, In: q.Typ})
			q.Typ = u.dependentMember(q.Typ, p, sc)
			continue
		}
		if q.State != FoundOK {
			return q
		}
		found := u.LookupIn(sc, q, p)
		found.Entities = filter(found.Entities, isScopeEntity)
		if found.State == FoundOK && len(found.Entities) == 0 {
			found.State = NotFound
		}
		if found.State == FoundDependent {
			u.Names.Found(sc, p, found)
			q = Qualifier{State: FoundDependent, Typ: u.dependentMember(q.Typ, p, sc)}
			continue
		}
		q = u.qualifierOf(sc, found, p)
		u.Names.means(sc, p, q, found)
	}
	return q
}

// otherDependent reports whether t is a dependent class that is not a member of the current instantiation [temp.dep.type], so
// that what its names mean is only known when it is instantiated.
func (u *Unit) otherDependent(sc *Scope, t *types.Type) bool {
	c := u.ClassOf(t)
	if c == nil || !t.IsDependent() {
		return false
	}
	for c != nil {
		if u.CurrentInstantiation(sc, u.ClassType(c)) {
			return false
		}
		outer, ok := c.Within.(*Class)
		if !ok {
			_, local := c.Within.(*Func)
			return !local
		}
		c = outer
	}
	return true
}

func isScopeEntity(e Entity) bool {
	if _, ok := e.(*Namespace); ok {
		return true
	}
	return IsTypeEntity(e) || isTemplateParam(e)
}

func isTemplateParam(e Entity) bool {
	p, ok := e.(*TemplateParam)
	return ok && p.Decl.Kind != ast.ParamValue
}

func (u *Unit) qualifierOf(sc *Scope, found Found, p *ast.NamePart) Qualifier {
	switch found.State {
	case FoundOK:
		for _, e := range found.Entities {
			if ns, ok := e.(*Namespace); ok {
				return Qualifier{State: FoundOK, NS: ns}
			}
		}
		before := u.Failed()
		t := u.TypeOfEntity(sc, found.Entities[0], p)
		if t.Kind == types.Unknown && u.Failed().Since(before).Certain() {
			return Qualifier{State: NotFound} // there is no such type: a substitution fails
		}
		return u.qualifierOfType(t)
	case FoundDependent:
		return Qualifier{State: FoundDependent, Typ: u.T.Dependent("name:"+u.Text(p.Sym), nil, nil)}
	}
	return Qualifier{State: found.State}
}

func (u *Unit) qualifierOfType(t *types.Type) Qualifier {
	t = t.NonRef().Unqual()
	switch t.Kind {
	case types.Class, types.Enum:
		return Qualifier{State: FoundOK, Typ: t}
	case types.Param, types.Dependent, types.Expansion:
		return Qualifier{State: FoundDependent, Typ: t}
	case types.Unknown:
		return Qualifier{State: FoundUnknown}
	}
	return Qualifier{State: NotFound}
}

// LookupIn finds a name part in a namespace or type.
func (u *Unit) LookupIn(sc *Scope, q Qualifier, p *ast.NamePart) Found {
	if q.State != FoundOK {
		return Found{State: q.State, In: q.Typ, Qualified: true}
	}
	sym := u.NamePartSym(p)
	var f Found
	switch {
	case q.NS != nil:
		ord := sc.Ord
		if sc.Chunk == nil {
			ord = MaxOrd
		}
		f = u.LookupQualified(q.NS, sym, ord)
	case q.Typ.Kind == types.Enum:
		e := q.Typ.Decl.(*Enum)
		for _, en := range e.Enumerators {
			if en.Spelling == sym {
				f = Found{State: FoundOK, Entities: []Entity{en}}
			}
		}
	default:
		c := q.Typ.Decl.(*Class)
		switch {
		case p.Kind == ast.NameDestructor:
			if d := c.Destructor(); d != nil {
				f = Found{State: FoundOK, Entities: []Entity{d}, Class: c}
			} else {
				f = Found{State: FoundUnknown}
			}
		case p.Kind == ast.NameConversion:
			f = u.lookupConversion(sc, c, p)
		default:
			f = u.lookupMemberPart(c, p, sym)
		}
		if u.Substituting > 0 && f.State == FoundOK && (f.Ambiguous || u.denied(sc, c, f)) {
			f = Found{State: NotFound}
		}
	}
	f.In, f.Qualified = q.Typ, true
	return f
}

// lookupMemberPart looks for what part of a name names in a class; operator= may be an implicit member.
func (u *Unit) lookupMemberPart(c *Class, p *ast.NamePart, sym token.Sym) Found {
	f := u.LookupMember(c, sym)
	if p.Kind == ast.NameOperator && sym == outline.OperatorSym(u.in, "=") && !c.Dependent && (f.State == FoundOK || f.State == NotFound) {
		return u.withImplicitAssignment(c, f)
	}
	return f
}

// denied reports whether a scope may not name what was found in a class. Of functions only the one that is chosen counts.
func (u *Unit) denied(sc *Scope, in *Class, f Found) bool {
	for _, e := range f.Entities {
		if _, declared := memberAccess(e); declared != nil && f.Class != nil && !SameDefinition(declared, f.Class) {
			return false // a using-declaration makes it a member there
		}
		if t, ok := e.(*Template); ok && t.Kind == FuncTemplate {
			return false
		}
		if _, ok := e.(*Func); ok || u.MayName(sc, in, e) != No {
			return false
		}
	}
	return true
}

func (u *Unit) lookupConversion(sc *Scope, c *Class, p *ast.NamePart) Found {
	want := u.ResolveTypeID(sc, p.Type)
	f := u.LookupMember(c, u.Syms.Conv)
	if f.State != FoundOK {
		return f
	}
	f.Entities = filter(f.Entities, func(e Entity) bool {
		fn, ok := e.(*Func)
		return ok && u.FuncType(fn).Kind == types.Func && u.FuncType(fn).Elem == want
	})
	if len(f.Entities) == 0 {
		f.State = FoundUnknown
	}
	return f
}

func (u *Unit) lookupPart(sc *Scope, p *ast.NamePart) Found {
	switch p.Kind {
	case ast.NameConversion:
		for s := sc; s != nil; s = s.Parent {
			if s.Kind == ClassScope {
				return u.lookupConversion(sc, s.Class, p)
			}
		}
		return Found{}
	case ast.NameDestructor:
		for s := sc; s != nil; s = s.Parent {
			if s.Kind == ClassScope {
				if d := s.Class.Destructor(); d != nil {
					return Found{State: FoundOK, Entities: []Entity{d}, Class: s.Class}
				}
				return Found{State: FoundUnknown}
			}
		}
		return Found{}
	case ast.NameOperator:
		sym := u.NamePartSym(p)
		for s := sc; s != nil && sym == outline.OperatorSym(u.in, "="); s = s.Parent {
			if s.Kind == ClassScope && s.Class.Lambda == nil {
				if f := u.lookupMemberPart(s.Class, p, sym); f.State == FoundOK {
					return f
				}
				break
			}
		}
	}
	return u.lookupNamePart(sc, p, nil)
}

// lookupNamespaceName finds the namespace that a name means, seeing only namespaces; nil when there is none.
func (u *Unit) lookupNamespaceName(sc *Scope, n *ast.Name) *Namespace {
	isNS := func(e Entity) bool { _, ok := e.(*Namespace); return ok }
	var ns *Namespace
	i := 0
	if n.Global {
		ns = u.Global
	} else {
		f := u.lookupUp(sc, n.Parts[0].Sym, isNS)
		if f.State != FoundOK {
			return nil
		}
		ns, i = f.Entities[0].(*Namespace), 1
		u.Names.means(sc, &n.Parts[0], Qualifier{State: FoundOK, NS: ns}, Found{})
	}
	for ; i < len(n.Parts); i++ {
		f := u.LookupQualified(ns, n.Parts[i].Sym, sc.Ord)
		f.Entities = filter(f.Entities, isNS)
		if len(f.Entities) == 0 {
			return nil
		}
		ns = f.Entities[0].(*Namespace)
		u.Names.means(sc, &n.Parts[i], Qualifier{State: FoundOK, NS: ns}, Found{})
	}
	return ns
}

// LookupGlobal is what a name that nobody needs to write means in the global namespace.
func (u *Unit) LookupGlobal(name string) Found {
	s := u.Sym(name)
	u.unwritten.add(s)
	return u.LookupDirect(u.Global, s, MaxOrd)
}
