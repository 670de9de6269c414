package templates

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// faultyInstances are the instances of kernels and of device variables that cannot be named from outside.
var faultyInstances = kit.InDevice("faultyInstances", func(p *check.Pass) []FaultyInstance {
	return findFaultyInstances(p.Spaces, p.Declared, p.Bodies())
})

// The host compiler cannot name every type that an instance of a kernel, or of a variable template in device memory, may be
// made with: it only gets to see the instance's mangled name.

// Unnameable says why a template argument cannot be named from outside.
type Unnameable uint8

// The reasons.
const (
	// closureArg: the type of a lambda of host code.
	closureArg Unnameable = iota
	// localArg: a type that is local to a host function.
	localArg
	// sharedLocalArg: a type or closure that is local to a host-device function.
	sharedLocalArg
	// privateArg: a private or protected member type, or a member of one.
	privateArg
	// unnamedArg: a type without a name.
	unnamedArg
	// privateTemplateArg: a private or protected member template, given for a template template parameter.
	privateTemplateArg
	// textureArg: a parameter that points or refers to a texture or surface, in an instance of any device function.
	textureArg
)

// ArgFault is a type or template among an instance's arguments that cannot be named.
type ArgFault struct {
	Why Unnameable
	// Type is the type at fault, nil for PrivateTemplateArg; Entity its *sema.Class or *sema.Enum, or the *sema.Template. A
	// TextureArg tells nothing else.
	Type   *types.Type
	Entity sema.Entity
	// Member is the private class that makes Entity, a member of it, unnameable; else Entity itself. For PrivateArg alone.
	Member sema.Entity
	// Outer is the outermost function that a local type is local to; nil for what stands in no function.
	Outer *sema.Func
}

// FaultyInstance is an instance of a kernel, or of a variable template in device memory, with arguments that cannot be named, or
// one of a device function that takes a texture, where it is used first.
type FaultyInstance struct {
	spaces.Reference
	Faults []ArgFault
}

// findFaultyInstances finds the instances of kernels and of variable templates in device memory that cannot be named, in the
// device pass, which comes to all instances of templates.
func findFaultyInstances(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []FaultyInstance {
	var wanted sema.NameSet
	textures := slices.ContainsFunc(declared.Classes, func(c *sema.Class) bool { return m.U.IsTexture(m.U.ClassType(c)) })
	for _, f := range declared.Funcs {
		if f.Template != nil && (kernel(m, f) || textures && m.Of(f).Space.OnDevice()) {
			wanted.Add(f.Sym())
		}
	}
	for _, v := range declared.VarTemplates {
		if inDeviceMemory(m, v) {
			wanted.Add(v.Sym())
		}
	}
	onDevice := func(x spaces.Reference) bool { return instanceOnDevice(m, x) }
	outside := instancesOutside.Outside(m, func(found func(spaces.Reference)) {
		for _, r := range append(m.Outside(declared, wanted, onDevice), explicitInstances(m, declared)...) {
			found(r)
		}
	})
	done := make(map[*sema.Facts]bool)
	named := func(b *sema.Facts, found func(spaces.Reference)) {
		for _, r := range m.References(b, wanted, onDevice) {
			found(r)
		}
	}
	read := m.Meaningful(bodies)
	for _, b := range read {
		done[b] = true
	}
	refs := slices.Concat(outside, instancesNamed.In(m, read, named))
	inOrder(refs)
	later := slices.DeleteFunc(slices.Clone(m.WithInstances(bodies)), func(b *sema.Facts) bool { return b.Template })
	refs = append(refs, instancesNamedLater.In(m, later, func(b *sema.Facts, found func(spaces.Reference)) {
		if !done[b] {
			named(b, found)
		}
		for i := range b.Uses {
			if v := b.Uses[i].Var; v.Args != nil || v.MemberOf != nil && v.MemberOf.Template != nil && !v.MemberOf.Dependent {
				if init := m.U.VarFacts(v); init != nil {
					named(init, found)
				}
			}
		}
	})...)
	return faulty(m, refs)
}

var (
	instancesOutside    = spaces.NewSearch[spaces.Reference]()
	instancesNamed      = spaces.NewSearch[spaces.Reference]()
	instancesNamedLater = spaces.NewSearch[spaces.Reference]()
)

// faulty are the first references of instances with arguments that cannot be named. Device variables may be made with types
// of host-device functions. The front end says nothing of what system headers use first, except where it points to the type.
func faulty(m *spaces.Model, refs []spaces.Reference) []FaultyInstance {
	var out []FaultyInstance
	seen := make(map[sema.Entity]bool)
	for _, r := range refs {
		var instance sema.Entity
		var faults []ArgFault
		if r.Var != nil {
			instance = r.Var
		} else {
			instance = r.Func
		}
		if seen[instance] {
			continue
		}
		seen[instance] = true
		if r.Var != nil {
			faults = slices.DeleteFunc(faultsOf(m, r.Var.Args), func(f ArgFault) bool { return f.Why == sharedLocalArg })
		} else {
			faults = functionFaults(m, r.Func)
		}
		if r.Site.Chunk.System {
			faults = slices.DeleteFunc(faults, func(f ArgFault) bool { return f.Why != sharedLocalArg })
		}
		if len(faults) > 0 {
			out = append(out, FaultyInstance{r, faults})
		}
	}
	return out
}

// explicitInstances are the instances that are instantiated explicitly or specialised.
func explicitInstances(m *spaces.Model, declared sema.Declared) []spaces.Reference {
	var out []spaces.Reference
	for _, f := range slices.Concat(declared.Funcs, declared.Instantiated) {
		if !instanceOnDevice(m, spaces.Reference{Func: f}) {
			continue
		}
		for _, fd := range f.InstSites {
			out = append(out, spaces.Reference{Func: f, Site: fd.Site})
		}
		if f.Specialization && len(f.Decls) > 0 {
			out = append(out, spaces.Reference{Func: f, Site: f.Decls[0].Site})
		}
	}
	for _, v := range declared.VarInstances {
		if r := (spaces.Reference{Var: v.Var, Site: v.Site}); instanceOnDevice(m, r) {
			out = append(out, r)
		}
	}
	return out
}

func instanceOnDevice(m *spaces.Model, r spaces.Reference) bool {
	switch {
	case r.Func != nil:
		return r.Func.Args != nil && r.Func.Template != nil && (kernel(m, r.Func) || takesTexture(m, r.Func))
	case r.Var != nil:
		return r.Var.Args != nil && inDeviceMemory(m, r.Var)
	}
	return false
}

func kernel(m *spaces.Model, f *sema.Func) bool {
	sp := m.Of(f)
	return sp.Known && sp.Space&cudaspace.Global != 0
}

func inDeviceMemory(m *spaces.Model, v *sema.Var) bool {
	mem, known := spaces.MemoryOf(m.U, v)
	return known && mem&(cudaspace.DeviceMemory|cudaspace.Constant|cudaspace.Managed) != 0 && mem&cudaspace.Shared == 0
}

// takesTexture reports whether a device function is an instance that takes a texture, which binds to nothing there.
func takesTexture(m *spaces.Model, f *sema.Func) bool {
	sp := m.Of(f)
	return sp.Known && sp.Space.OnDevice() && m.U.TakesTexture(f)
}

func functionFaults(m *spaces.Model, f *sema.Func) []ArgFault {
	var out []ArgFault
	if takesTexture(m, f) {
		out = append(out, ArgFault{Why: textureArg})
	}
	if kernel(m, f) {
		out = append(out, faultsOf(m, f.Args)...)
	}
	return out
}

// faultsOf are the types and templates among an instance's arguments that cannot be named, each once.
func faultsOf(m *spaces.Model, args []types.Arg) []ArgFault {
	w := &argWalk{m: m, seen: make(map[*types.Type]bool)}
	if !slices.ContainsFunc(args, func(a types.Arg) bool { return a.IsDependent() }) {
		w.own(args)
	}
	return w.faults
}

// argWalk goes through the types that template arguments are made of.
type argWalk struct {
	m      *spaces.Model
	seen   map[*types.Type]bool
	faults []ArgFault
}

// own are the arguments of the instance itself, where templates count.
func (w *argWalk) own(args []types.Arg) {
	for i := range args {
		switch a := &args[i]; a.Kind {
		case types.PackArg:
			w.own(a.Pack)
		case types.TemplateArg:
			if t, ok := a.Template.(*sema.Template); ok && hidden(t) {
				if outer, known := outermost(w.m, t); known && !deviceOnly(w.m, outer) {
					w.faults = append(w.faults, ArgFault{Why: privateTemplateArg, Entity: t, Member: t})
				}
			}
		}
	}
	w.args(args)
}

// args are the arguments of the instance, or of a class among them. The values among them do not count.
func (w *argWalk) args(args []types.Arg) {
	for i := range args {
		switch a := &args[i]; a.Kind {
		case types.PackArg:
			w.args(a.Pack)
		case types.TypeArg:
			w.typ(a.Type)
		}
	}
}

func (w *argWalk) typ(t *types.Type) {
	if t == nil || w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t.Kind {
	case types.Pointer, types.LRef, types.RRef, types.Array:
		w.typ(t.Elem)
	case types.MemberPointer:
		w.typ(t.Class)
		w.typ(t.Elem)
	case types.Func: // its result does not count
		for _, p := range t.Params {
			w.typ(p)
		}
	case types.Class, types.Enum:
		w.entity(t)
	}
}

// entity judges a class or enumeration, the classes that it is a member of, and their template arguments.
func (w *argWalk) entity(t *types.Type) {
	e, ok := t.Decl.(sema.Entity)
	if !ok {
		return
	}
	if outer, known := outermost(w.m, e); known && !deviceOnly(w.m, outer) {
		w.judge(t.Unqual(), e, outer)
	}
	for ; e != nil; e = memberOf(e) {
		if c, ok := e.(*sema.Class); ok {
			w.args(c.Args)
		}
	}
}

func (w *argWalk) judge(t *types.Type, e sema.Entity, outer place) {
	fault := func(why Unnameable, member sema.Entity) {
		w.faults = append(w.faults, ArgFault{Why: why, Type: t, Entity: e, Member: member, Outer: outer.f})
	}
	c, _ := e.(*sema.Class)
	switch {
	case c != nil && c.Lambda != nil && (w.m.Extended(c.Lambda) || c.Lambda.Unexplained()):
		return
	case outer.local && outer.f != nil && w.m.Of(outer.f).Space&cudaspace.HostDevice == cudaspace.HostDevice:
		fault(sharedLocalArg, e)
		return
	case c != nil && c.Lambda != nil:
		fault(closureArg, e)
		return
	case outer.local:
		fault(localArg, e)
	}
	if unnamed(e) {
		fault(unnamedArg, e)
	}
	for level := e; level != nil; level = memberOf(level) {
		if hidden(level) {
			fault(privateArg, level)
			break
		}
	}
}

// place is where an entity is declared: whether in a body, and in which outermost function, which is nil for a lambda that
// stands in no function.
type place struct {
	local bool
	f     *sema.Func
}

// outermost finds the outermost function that an entity is local to; known is false where its space is not.
func outermost(m *spaces.Model, e sema.Entity) (at place, known bool) {
	for e != nil {
		switch x := e.(type) {
		case *sema.Func:
			at = place{true, x}
			if x.MemberOf != nil {
				e = x.MemberOf
				continue
			}
			return at, m.Of(x).Known
		case *sema.Class:
			at.local = at.local || x.Local
			e = x.Parent()
			if x.Lambda != nil && x.Lambda.Func != nil {
				e = x.Lambda.Func
			}
		case *sema.Enum:
			at.local = at.local || x.Local
			e = x.Parent()
		case *sema.Template:
			e = x.Parent()
		default:
			e = nil
		}
	}
	return at, at.f == nil || m.Of(at.f).Known
}

// deviceOnly reports whether a place is in a device function or kernel: nobody names types there from outside.
func deviceOnly(m *spaces.Model, at place) bool {
	return at.f != nil && m.Of(at.f).Space&cudaspace.Host == 0
}

// accessOf is the access of a member type or template, and the class whose member it is; nil for what is no member.
func accessOf(e sema.Entity) (ast.Access, *sema.Class) {
	access, parent := ast.AccessNone, sema.Entity(nil)
	switch x := e.(type) {
	case *sema.Class:
		access, parent = x.Access, x.Parent()
	case *sema.Enum:
		access, parent = x.Access, x.Parent()
	case *sema.Template:
		access, parent = x.Access, x.Parent()
	}
	c, _ := parent.(*sema.Class)
	return access, c
}

// hidden reports whether an entity is a private or protected member.
func hidden(e sema.Entity) bool {
	access, _ := accessOf(e)
	return access == ast.Private || access == ast.Protected
}

// memberOf is the class whose member an entity is; nil for none.
func memberOf(e sema.Entity) sema.Entity {
	if _, c := accessOf(e); c != nil {
		return c
	}
	return nil
}

// unnamed reports whether a type has no name, not even one by the typedef that its definition stands in.
func unnamed(e sema.Entity) bool {
	switch x := e.(type) {
	case *sema.Class:
		return x.Lambda == nil && x.Sym() == 0 && x.TypedefName == 0
	case *sema.Enum:
		return x.Sym() == 0 && x.TypedefName == 0
	}
	return false
}
