package spaces

import (
	"cmp"
	"slices"

	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Edge is how a function came to be emitted: the body that named it, and where.
type Edge struct {
	From *sema.Func // nil for a root, and where a variable's initialiser named it
	Call *sema.Call // nil where the function was only named, launched, or brought by a vtable
	Site sema.Site
	// How says it in a few words for edges that are no calls: "launched as a kernel". Root says why a root is one: "is a kernel".
	How, Root string
	// depth counts the instances on the way from the root.
	depth int
}

// Emission is what one pass generates code for: every emitted function in the order in which it was found, with the edge
// that brought it.
type Emission struct {
	funcs []*sema.Func
	by    map[*sema.Func]Edge
	m     *Model
	queue []*sema.Func
	vars  map[*sema.Var]bool
	types map[*types.Type]bool // that were kept
	// classes are those whose definitions were kept, inited those whose default member initialisers were.
	classes, inited map[*sema.Class]bool
	inits           []*sema.Facts
	pending         []pendingInit
	deviceSide      map[*sema.Func]bool
	needs           map[*sema.Func]Edge
	// read are the bodies that the pass reads, instances too.
	read []*sema.Facts
}

// pendingInit are the facts of an emitted variable's initialiser that was not followed yet, and the side that runs it.
type pendingInit struct {
	facts *sema.Facts
	side  cudaspace.Space
}

// Funcs are the emitted functions in the order in which they were found.
func (e *Emission) Funcs() []*sema.Func {
	e.m.U.Depend()
	return e.funcs
}

// Inits are the facts of the emitted variables' initialisers.
func (e *Emission) Inits() []*sema.Facts {
	e.m.U.Depend()
	return e.inits
}

// Bodies are the facts of the emitted functions that have any.
func (e *Emission) Bodies() []*sema.Facts {
	e.m.U.Depend()
	out := make([]*sema.Facts, 0, len(e.funcs))
	for _, f := range e.funcs {
		if b := e.m.U.Facts(f); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// Read are the functions whose bodies the pass reads, or generates code for.
func (e *Emission) Read() map[*sema.Func]bool {
	out := make(map[*sema.Func]bool, len(e.read)+len(e.funcs))
	for _, b := range e.read {
		out[b.Func] = true
	}
	for _, f := range e.funcs {
		out[f] = true
	}
	return out
}

// Contains reports whether f is emitted.
func (e *Emission) Contains(f *sema.Func) bool {
	_, ok := e.Edge(f)
	return ok
}

// Edge is how f came to be emitted, if it is.
func (e *Emission) Edge(f *sema.Func) (by Edge, ok bool) {
	e.m.U.Depend()
	by, ok = e.by[f]
	return by, ok
}

// Need is how an implicit member came to be needed on the device, where Edge tells the first need of any kind.
func (e *Emission) Need(f *sema.Func) (by Edge, ok bool) {
	e.m.U.Depend()
	by, ok = e.needs[f]
	return by, ok
}

// OnDevice reports whether something that runs on the device needs f.
func (e *Emission) OnDevice(f *sema.Func) bool {
	e.m.U.Depend()
	return e.deviceSide[f]
}

// Chain is the way from a root to f, the root first.
func (e *Emission) Chain(f *sema.Func) []Edge {
	var out []Edge
	for n := 0; f != nil && n < 64; n++ {
		edge, ok := e.Edge(f)
		if !ok {
			break
		}
		out = append([]Edge{edge}, out...)
		f = edge.From
	}
	return out
}

// Library is the function of a library that a person's own code calls, and that brings f of that library to the device; nil where f is
// none of a library, or what that code calls itself.
func (e *Emission) Library(f *sema.Func) *sema.Func {
	to := f
	for _, edge := range slices.Backward(e.Chain(f)) {
		if s := to.Site(); s.Chunk == nil || !s.Chunk.System {
			break
		}
		if s := edge.Site; s.Chunk != nil && !s.Chunk.System {
			if to != f {
				return to
			}
			break
		}
		if to = edge.From; to == nil {
			break
		}
	}
	return nil
}

// maxEmitted bounds the work on one translation unit.
const maxEmitted = 20_000

// maxInstanceDepth bounds how far instances bring each other: front ends give up after some hundreds too.
const maxInstanceDepth = 300

// Emit finds what the device pass generates code for. declared are the unit's own functions and variables, outside system
// headers, bodies those that the pass reads; follow decides about bodies in system headers.
func (m *Model) Emit(declared sema.Declared, bodies []*sema.Facts) *Emission {
	read := m.WithInstances(bodies)
	m.adopt(declared, read)
	e := &Emission{
		m: m, by: make(map[*sema.Func]Edge), vars: make(map[*sema.Var]bool), types: make(map[*types.Type]bool),
		classes: make(map[*sema.Class]bool), inited: make(map[*sema.Class]bool),
		deviceSide: make(map[*sema.Func]bool), needs: make(map[*sema.Func]Edge), read: read,
	}
	Each(m, declared.Funcs, func(f *sema.Func) {
		if m.root(f) {
			e.add(f, Edge{Site: f.Site(), Root: m.rootReason(f)}, m.Of(f).Space)
		}
	})
	Each(m, declared.Vars, func(v *sema.Var) {
		if !m.private(v) || m.initialised(v) {
			e.variable(v)
		}
	})
	for _, i := range declared.VarInstances {
		if v := i.Var; v.Explicit && !m.private(v) {
			e.variable(v)
		}
	}
	e.run()
	e.named(declared)
	e.run()
	e.unemitted(read)
	e.run()
	m.emitted = true
	return e
}

// unemitted finds the users of implicit members in those bodies that are read and no code is generated for: a member
// that is used there and emitted for somebody else has the spaces of both.
func (e *Emission) unemitted(read []*sema.Facts) {
	var members []*sema.Func // that are used and not emitted: what they use in turn is found once they are
	use := func(f *sema.Func, facts *sema.Facts, sp cudaspace.Space) {
		e.calls(facts, sp, func(c *sema.Call, from cudaspace.Space) {
			if m := c.Callee; e.m.CallerDefined(m) && !m.Deleted && e.spread(m, Edge{From: f, Call: c, Site: c.Site}, from) {
				if e.Contains(m) {
					e.queue = append(e.queue, m)
				} else {
					members = append(members, m)
				}
			}
		})
	}
	Each(e.m, read, func(b *sema.Facts) {
		if b.Func != nil && !b.Template && !e.Contains(b.Func) {
			use(b.Func, b, e.m.Of(b.Func).Space)
			e.statics(b)
		}
	})
	for len(members) > 0 {
		f := members[0]
		members = members[1:]
		e.m.U.Attempt(f, func() {
			if facts := e.m.U.Facts(f); facts != nil && !facts.Template {
				use(f, facts, e.m.Of(f).Space)
			}
		})
	}
}

// statics adds what the static variables of a body on the device hold, for which no code is generated: the variables are there all the same.
func (e *Emission) statics(b *sema.Facts) {
	sp, ok := e.m.DeviceBody(b)
	if !ok {
		return
	}
	for i := range b.Refs {
		if r := &b.Refs[i]; r.Context&sema.InStatic != 0 && r.Context&sema.Discarded == 0 && !e.m.Slot(r.Func) {
			e.add(r.Func, Edge{Site: r.Site, Root: "is what a static variable holds"}, sp.Space)
		}
	}
}

// Generated reports whether nobody wrote a function's body, see Model.CallerDefined.
func (e *Emission) Generated(f *sema.Func) bool { return e.m.CallerDefined(f) }

// nobody is the side of those who have an address alone.
const nobody = ^cudaspace.Space(0)

// spread notes that a function is used by code of some space, and reports whether it runs somewhere now where it did
// not before.
func (e *Emission) spread(f *sema.Func, by Edge, from cudaspace.Space) (grew bool) {
	if from == nobody {
		return false
	}
	if e.m.CallerDefined(f) {
		sp := OneSided(from)
		if old := e.m.callers[f]; old|sp != old {
			e.m.callers[f] = old | sp
			grew = true
		}
	}
	if from.OnDevice() && !e.deviceSide[f] {
		e.deviceSide[f] = true
		e.needs[f] = by
		grew = grew || e.m.CallerDefined(f)
	}
	return grew
}

// named adds the instances of kernel templates, and of templates of variables in device memory, that are named where nothing is emitted,
// as in inline functions that nobody calls and in default member initialisers: the front end makes an instance of every template that a
// body which it reads names, and emits those.
func (e *Emission) named(declared sema.Declared) {
	var bodies []*sema.Facts
	Each(e.m, declared.Funcs, func(f *sema.Func) {
		if b := e.m.U.Facts(f); b != nil {
			bodies = append(bodies, b)
		}
	})
	Each(e.m, declared.Vars, func(v *sema.Var) { bodies = append(bodies, e.m.U.VarFacts(v)) })
	classes := slices.Clone(declared.Classes)
	for _, b := range bodies {
		classes = append(classes, b.LocalClasses...)
	}
	Each(e.m, classes, func(c *sema.Class) {
		if !c.Dependent {
			bodies = append(bodies, e.m.U.MemberInits(c))
		}
	})
	Each(e.m, e.m.WithInstances(bodies), func(b *sema.Facts) {
		if b.Template {
			return
		}
		for i := range b.Mentions {
			e.instance(b.Mentions[i].Var)
		}
		add := func(f *sema.Func, site sema.Site) {
			if f != nil && f.Args != nil && e.m.Of(f).Space&cudaspace.Global != 0 {
				e.add(f, Edge{Site: site, Root: "is an instance of a kernel, which is named here"}, cudaspace.Host)
			}
		}
		for i := range b.Launches {
			if l := &b.Launches[i]; l.Context&sema.Discarded == 0 {
				add(l.Kernel, l.Site)
			}
		}
		for i := range b.Refs {
			if r := &b.Refs[i]; r.Context&sema.Discarded == 0 {
				add(r.Func, r.Site)
			}
		}
	})
}

// variable adds what the initialiser of a variable names that is emitted. Of a class template's own member it has none yet.
func (e *Emission) variable(v *sema.Var) {
	if e.vars[v] || v.MemberOf != nil && v.MemberOf.Dependent {
		return
	}
	e.vars[v] = true
	if defined(v) {
		e.keepVar(v, nil)
	}
	side := e.lifetime(v)
	facts := e.m.U.VarFacts(v)
	if facts != nil && len(facts.Calls)+len(facts.Refs)+len(facts.Lambdas)+len(facts.Uses)+len(facts.Types.All) > 0 {
		e.inits = append(e.inits, facts)
		e.pending = append(e.pending, pendingInit{facts, side})
	}
}

// instance adds an instance of a template of variables that live in device memory.
func (e *Emission) instance(v *sema.Var) {
	if v != nil && v.Args != nil && e.m.livesOnDevice(v) {
		e.variable(v)
	}
}

// private reports whether nothing is left of a variable of the host's that nobody uses and that nothing runs for: this file alone may
// know it.
func (m *Model) private(v *sema.Var) bool {
	if v.Extern || m.livesOnDevice(v) {
		return false
	} else if v.Constexpr {
		return true
	} else if v.Inline || v.Kind != sema.NamespaceVar && !InUnnamed(v.Parent()) {
		return false
	}
	return v.Static || InUnnamed(v.Parent()) || sema.ElementOf(m.U.VarType(v)).IsConst()
}

// initialised reports whether code runs that initialises or destroys a variable.
func (m *Model) initialised(v *sema.Var) bool {
	facts := m.U.VarFacts(v)
	return facts != nil && slices.ContainsFunc(facts.Calls, func(c sema.Call) bool {
		return c.Context&Gone == 0 && !c.IsConstant && !m.Evaluated(&c)
	})
}

// lifetime adds the empty members that begin and end the life of a variable in device memory. The front end makes them for the
// device all the same, and looks into them. It is the side that initialises v.
func (e *Emission) lifetime(v *sema.Var) cudaspace.Space {
	if v.Kind != sema.NamespaceVar || !e.m.livesOnDevice(v) {
		return cudaspace.Host
	}
	side := cudaspace.Host
	for _, f := range e.m.U.EmptyLife(v) {
		side = cudaspace.Device
		e.add(f, Edge{Site: v.Site(), Root: "is made for a variable in device memory"}, side)
	}
	return side
}

// adopt finds the empty constructors and destructors of variables in device memory, those of function scope too. The front end
// takes them for __device__ from then on, wherever they are called, though nobody wrote that.
func (m *Model) adopt(declared sema.Declared, read []*sema.Facts) {
	adopt := func(v *sema.Var) {
		if !m.livesOnDevice(v) && !m.ImplicitDevice(v) {
			return
		}
		for _, f := range m.U.EmptyLife(v) {
			m.adopted[f] = true
			if i := m.Of(f); !m.CallerDefined(f) && i.Known && i.Space == cudaspace.Host {
				m.infos[f] = Info{Space: cudaspace.Device, Origin: FromVariable, Known: true, Variable: v}
			}
		}
	}
	Each(m, declared.Vars, adopt)
	var locals []*sema.Var
	m.U.Attempt(sema.Site{}, func() {
		locals = lastingLocals.In(m, read, func(b *sema.Facts, found func(*sema.Var)) {
			for _, v := range b.Locals {
				if mem, _ := MemoryOf(m.U, v); !b.Template && (mem != 0 || v.Kind == sema.LocalStatic) {
					found(v)
				}
			}
		})
	})
	Each(m, locals, adopt)
}

// lastingLocals are the variables of bodies that are no templates' which are not automatic.
var lastingLocals = NewSearch[*sema.Var]()

// livesOnDevice reports whether a variable that is defined here is declared with a memory space.
func (m *Model) livesOnDevice(v *sema.Var) bool {
	mem, known := MemoryOf(m.U, v)
	return known && mem != 0 && (v.Kind != sema.NamespaceVar || defined(v))
}

func defined(v *sema.Var) bool {
	return slices.ContainsFunc(v.Decls, func(d *sema.VarDecl) bool { return d.Defines })
}

// root reports whether a function is emitted without anybody naming it.
func (m *Model) root(f *sema.Func) bool {
	if f.Implicit || f.Deleted || f.Defaulted && f.DefaultedFirst || m.U.Definition(f) == nil {
		return false
	}
	if f.Template != nil && f.Args == nil || f.MemberOf != nil && f.MemberOf.Dependent {
		return false
	}
	if f.Template != nil && !f.Specialization && !f.ExplicitInst {
		return false
	}
	if m.Of(f).Space&cudaspace.Global != 0 {
		return true
	}
	if f.ExplicitInst {
		return !m.InternalLinkage(f)
	}
	if fd := m.U.Definition(f); fd.InClass || fd.FriendIn != nil || f.Inline || m.InternalLinkage(f) || f.MemberOf != nil && LocalOrUnnamed(f.MemberOf) {
		return m.kept(f) != ""
	}
	return f.MemberOf == nil || f.MemberOf.Template == nil || f.MemberOf.Specialised() || f.Specialization
}

// kept is the attribute by which a function stays though nobody may name it; "" for most.
func (m *Model) kept(f *sema.Func) string {
	for _, name := range []string{"used", "constructor", "destructor"} {
		if _, yes := m.U.Attribute(f, name); yes {
			return name
		}
	}
	return ""
}

// rootReason is why a root is one.
func (m *Model) rootReason(f *sema.Func) string {
	switch {
	case m.Of(f).Space&cudaspace.Global != 0:
		return "is a kernel, and always compiled"
	case f.ExplicitInst:
		return "is instantiated explicitly"
	case m.kept(f) != "":
		return "is compiled for its attribute, " + m.kept(f)
	}
	return "can be called from elsewhere, so it is always compiled"
}

// LocalOrUnnamed reports whether a class cannot be named from elsewhere: it is a function's own, or has no name at all.
func LocalOrUnnamed(c *sema.Class) bool { return c.Local || c.Sym() == 0 && c.TypedefName == 0 }

// InternalLinkage reports whether no other translation unit can name a function, be it for the template arguments of its own, or, where
// it is made from no template, those of its class.
func (m *Model) InternalLinkage(f *sema.Func) bool {
	c := f.MemberOf
	switch {
	case c == nil && f.InternalLinkage || c != nil && c.Local || InUnnamed(f.Parent()):
		return true
	case c != nil && f.Template == nil:
		return m.internalArgs(c.Args)
	}
	return m.internalArgs(f.Args)
}

// internalArgs reports whether a template argument is a class, a function or a variable of internal linkage. What is made of such a class
// (a pointer, a member class, the address of a member) does not count, nor do enumerations and templates.
func (m *Model) internalArgs(args []types.Arg) bool {
	if !m.U.Nest() {
		return true // nothing is said of it then
	}
	defer m.U.Unnest()
	return slices.ContainsFunc(args, func(a types.Arg) bool {
		switch e := a.Value.Entity.(type) {
		case *sema.Func:
			return (e.MemberOf == nil || e.Static) && m.InternalLinkage(e)
		case *sema.Var:
			return InUnnamed(e.Parent()) || e.Kind == sema.NamespaceVar &&
				(e.Static || (e.Constexpr || m.U.VarType(e).IsConst()) && !e.Extern && !e.Inline)
		}
		c := m.U.ClassOf(a.Type)
		return m.internalArgs(a.Pack) || a.Kind == types.TypeArg && c != nil && (InUnnamed(c.Parent()) || m.internalArgs(c.Args))
	})
}

// InUnnamed reports whether e is an unnamed namespace or stands in one, however deep.
func InUnnamed(e sema.Entity) bool {
	for e != nil {
		switch x := e.(type) {
		case *sema.Namespace:
			if x.Unnamed {
				return true
			}
			e = x.Parent()
		case *sema.Class:
			e = x.Parent()
		default:
			return false
		}
	}
	return false
}

// elsewhere reports whether extern template says of an instance that another translation unit has it: which means nothing for inline
// functions.
func (m *Model) elsewhere(f *sema.Func) bool {
	if !f.ExternInst || f.ExplicitInst || f.Specialization || f.Inline || f.Constexpr {
		return false
	}
	fd := m.U.Definition(f)
	return fd != nil && !fd.InClass
}

func (e *Emission) add(f *sema.Func, by Edge, from cudaspace.Space) {
	if f == nil || f.Deleted || e.m.elsewhere(f) {
		return
	}
	grew := e.spread(f, by, from)
	if _, ok := e.by[f]; ok {
		if grew {
			e.queue = append(e.queue, f)
		}
		return
	}
	if len(e.funcs) >= maxEmitted {
		return
	}
	by.depth = e.by[by.From].depth
	if f.Args != nil {
		by.depth++
	}
	if by.depth > maxInstanceDepth || !e.m.Follows(f) {
		return
	}
	e.by[f] = by
	e.funcs = append(e.funcs, f)
	e.queue = append(e.queue, f)
}

// Follows reports whether a function's body is looked into. Host functions of system headers are looked into only where
// something of the person's own is among their template arguments, as a functor given to an algorithm that launches
// kernels: from the others no code of the person's own is compiled for the device that is not reached otherwise.
func (m *Model) Follows(f *sema.Func) bool {
	s := f.Site()
	if s.Chunk == nil || !s.Chunk.System {
		return true
	}
	return m.CallerDefined(f) || m.Of(f).Space.OnDevice() || m.givenOwn(f)
}

// givenOwn reports whether something of the person's own is among the template arguments of a function, or of the classes around it.
func (m *Model) givenOwn(f *sema.Func) bool {
	if m.carriesOwn(f.Args) {
		return true
	}
	for c := f.MemberOf; c != nil; c, _ = c.Parent().(*sema.Class) {
		if m.carriesOwn(c.Args) {
			return true
		}
	}
	return false
}

// followsVar reports whether the initialiser of a variable that is used is looked into: it is the person's own, of a namespace or a class.
func (m *Model) followsVar(v *sema.Var) bool {
	if v.Kind != sema.NamespaceVar && v.Kind != sema.StaticMember {
		return false
	}
	at := v.Site()
	return at.Chunk != nil && !at.Chunk.System || m.carriesOwn(v.Args) || v.MemberOf != nil && m.carriesOwn(v.MemberOf.Args)
}

// carriesOwn reports whether template arguments name a class that the person's own code declares.
func (m *Model) carriesOwn(args []types.Arg) bool {
	return slices.ContainsFunc(args, func(a types.Arg) bool {
		return a.Kind == types.TypeArg && m.ownType(a.Type) || m.carriesOwn(a.Pack)
	})
}

func (m *Model) ownType(t *types.Type) bool {
	for t != nil && t.Kind != types.Class {
		if t.Kind == types.Func && slices.ContainsFunc(t.Params, m.ownType) {
			return true
		}
		t = t.Elem
	}
	c := m.U.ClassOf(t)
	if c == nil {
		return false
	}
	own, ok := m.own[c]
	if !ok {
		m.own[c] = false // against recursion
		chunk := c.Site().Chunk
		own = chunk != nil && !chunk.System || m.carriesOwn(c.Args)
		m.own[c] = own
	}
	return own
}

func (e *Emission) run() {
	for len(e.queue)+len(e.pending) > 0 {
		if len(e.pending) > 0 {
			next := e.pending[0]
			e.pending = e.pending[1:]
			e.m.U.Attempt(next.facts.Var, func() { e.follow(nil, next.facts, next.side) })
			continue
		}
		f := e.queue[0]
		e.queue = e.queue[1:]
		e.m.U.Attempt(f, func() {
			if facts := e.m.U.Facts(f); facts != nil && !facts.Template {
				e.follow(f, facts, e.m.Of(f).Space)
			}
		})
	}
}

// follow adds what a body names, and what comes with the class of its function.
func (e *Emission) follow(f *sema.Func, facts *sema.Facts, sp cudaspace.Space) {
	if f != nil {
		e.keepFunc(f, f)
		e.keepArgs(f.Args, f, f.Site())
		e.keepObject(e.m.U.FuncType(f).Elem, f, f.Site())
	}
	if f != nil && f.Kind == sema.Constructor {
		e.vtable(f, sp)
	}
	if f != nil && f.MemberOf != nil && f.MemberOf.Args != nil {
		for _, member := range f.MemberOf.Members() { // an instance of a class template has them with any function
			if v, ok := member.(*sema.Var); ok && e.m.followsVar(v) && !v.Constexpr {
				e.variable(v)
			}
		}
	}
	if f != nil && f.MemberOf.Templates() > 0 && !e.m.CallerDefined(f) {
		e.keepInits(f.MemberOf, f)
	}
	e.names(f, facts, sp, "")
}

// names adds what the body of a function names, or what it brings in a way that is told.
func (e *Emission) names(f *sema.Func, facts *sema.Facts, sp cudaspace.Space, how string) {
	e.keepTypes(f, facts)
	e.calls(facts, sp, func(c *sema.Call, from cudaspace.Space) {
		e.keepFunc(c.Callee, f)
		e.add(c.Callee, Edge{From: f, Call: c, Site: c.Site, How: how}, from)
	})
	for i := range facts.Refs {
		r := &facts.Refs[i]
		if r.Func != nil && (e.m.Slot(r.Func) || !generates(r.Func, r.Context, f)) {
			continue
		}
		e.keepFunc(r.Func, f)
		e.add(r.Func, Edge{From: f, Site: r.Site, How: cmp.Or(how, "used as a value")}, sp)
	}
	for i := range facts.Uses {
		u := &facts.Uses[i]
		if u.Var == nil || u.Context&Gone != 0 {
			continue
		}
		e.keepUsed(u, f)
		if e.m.followsVar(u.Var) {
			e.variable(u.Var)
		}
	}
	for i := range facts.Launches { // one that is never evaluated instantiates its kernel all the same
		if l := &facts.Launches[i]; l.Kernel != nil && l.Context&sema.Discarded == 0 {
			e.add(l.Kernel, Edge{From: f, Site: l.Site, How: "launched as a kernel"}, sp)
		}
	}
}

// generates reports whether what names f in a context of a body is code that brings f: not an operand that is never evaluated. The arm that
// if constexpr discards brings what is written in that body, a lambda's call operator or a local class's member, and in a function that is
// made from no template what is none either (nvcc 12.4).
func generates(f *sema.Func, in sema.Context, of *sema.Func) bool {
	switch {
	case in&(sema.Folded|sema.Unreached) != 0:
		return false
	case in&sema.Discarded == 0, f.MemberOf != nil && f.MemberOf.Local && f.Args == nil:
		return true
	}
	return of != nil && of.Closure == nil && !MadeFromTemplate(of) && !MadeFromTemplate(f)
}

// calls are the calls of a body of some space that code is generated for, each with the space that it comes from.
func (e *Emission) calls(facts *sema.Facts, sp cudaspace.Space, each func(c *sema.Call, from cudaspace.Space)) {
	for i := range facts.Calls {
		c := &facts.Calls[i]
		if c.Callee == nil || !generates(c.Callee, c.Context, facts.Func) || c.Elided || c.Kind == sema.CallParenDtor {
			continue
		}
		if c.Virtual {
			// Which overrider runs is not known; the vtable of a class that is constructed brings its virtual functions.
			continue
		}
		k := c.Callee.MemberOf
		if c.IsConstant || k != nil && e.m.Evaluated(c) && e.m.U.IsPolymorphic(k) == sema.No {
			continue // a constant is left of it
		}
		from := sp
		switch {
		case c.Array && c.Callee.Kind == sema.Destructor && c.Kind != sema.CallNewDtor && e.m.CallerDefined(c.Callee) &&
			(facts.Func == nil || !e.m.CallerDefined(facts.Func)):
			from = nobody // who destroys the elements gets its address, which is no use of a destructor that nobody wrote (nvcc 12.4)
		case sp == 0 && facts.Func != nil && e.m.CallerDefined(facts.Func):
			from = nobody // it is one of these itself, and what it calls has no user in it
		case !sp.OnDevice():
		case c.Kind == sema.CallStaticDtor:
			if from = cudaspace.Host; e.m.adopted[c.Callee] {
				from = cudaspace.Device
			}
		case c.Context&sema.InStatic != 0:
			if from = sp & cudaspace.Host; from == 0 {
				continue // the device has nobody who would run it
			}
		}
		each(c, from)
	}
}

// vtable adds those virtual functions of a class that run on the device: the front end compiles them for whoever constructs an
// object, on the host too.
func (e *Emission) vtable(ctor *sema.Func, sp cudaspace.Space) {
	c := ctor.MemberOf
	if c == nil || e.m.U.IsPolymorphic(c) != sema.Yes {
		return
	}
	for _, v := range e.m.U.VirtualMembers(c) {
		own := e.m.Of(v).Space
		if !own.OnDevice() {
			continue
		}
		from := sp
		if e.m.CallerDefined(v) {
			// The table calls nobody: that it holds a destructor is no use of it by the constructor's side.
			if from &= own; from == 0 {
				from = own
			}
		}
		e.add(v, Edge{From: ctor, Site: ctor.Site(), How: "virtual, of a class constructed"}, from)
	}
}
