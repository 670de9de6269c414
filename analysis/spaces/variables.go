package spaces

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// VarUse is a use of a variable on the side where it does not live, or of a host function's address in device code.
type VarUse struct {
	// Func is the function whose body holds the use, nil for the initialiser of the variable Of.
	Func *sema.Func
	Of   *sema.Var
	// Space is Func's; nothing is known of it for an initialiser.
	Space Info
	// Use is nil where Callee is set: a host function that is named without being called, or Called where no call is checked.
	Use    *sema.Use
	Callee *sema.Func
	Called bool
	Site   sema.Site
	// Memory is the variable's memory space, zero for a host variable.
	Memory cudaspace.Memory
	// Repeats: a direct use of the same place says the same, unless people have silenced it. Undefined: the direct use is such
	// a one, so that the program is refused.
	Repeats, Undefined bool
}

// Touch is what a use does to a variable, as the front end's rules divide it.
type Touch uint8

// The touches; a compound assignment is Reads and Writes.
const (
	Reads Touch = 1 << iota
	Writes
	// Addresses: the address is taken, a reference bound, a member function called: the object itself is needed.
	Addresses
)

// Touch says what the use does; zero when it does nothing that matters, or nothing that is known.
func (v *VarUse) Touch() Touch {
	if v.Use == nil {
		return 0
	}
	kind := v.Use.Kind
	if v.Use.ViaSum && v.Memory == 0 && (kind == sema.Read || kind == sema.Write || kind == sema.ReadWrite) {
		kind = sema.AddressOf
	}
	switch kind {
	case sema.Read:
		return Reads
	case sema.Write:
		return Writes
	case sema.ReadWrite:
		return Reads | Writes
	case sema.AddressOf:
		if v.Use.Context&sema.Constant != 0 && v.Use.Context&(sema.ConstexprInit|sema.ClassArg) == 0 {
			return 0 // an argument of a function template
		}
		return Addresses
	case sema.Bind, sema.Object, sema.DiscardElement:
		return Addresses
	}
	return 0
}

// definitionOf is what the template's definition that an instance is made from does; nil where f is none.
func (m *Model) definitionOf(f *sema.Func) *sema.Facts {
	if !MadeFromTemplate(f) || f.Specialization {
		return nil
	}
	pattern := m.U.PatternFunc(f)
	if f.Template != nil && f.Args != nil {
		pattern = f.Template.Func
	}
	if b := m.U.Facts(pattern); b != nil && b.Template {
		return b
	}
	return nil
}

// ReadBefore gives read what the front end has read in the definition that an instance is made from, whatever the instance has of it:
// what body d of that definition does under the circumstances only, in the name of function in. Of an if constexpr the instance has
// one arm, and a generic lambda in it nobody need call.
func (m *Model) ReadBefore(f *sema.Func, read func(in *sema.Func, d *sema.Facts, only sema.Context)) {
	if d := m.definitionOf(f); d != nil {
		read(f, d, sema.Undecided)
		m.readWithin(d, sema.Undecided, read)
	}
}

func (m *Model) readWithin(d *sema.Facts, only sema.Context, read func(in *sema.Func, d *sema.Facts, only sema.Context)) {
	follow := func(f *sema.Func, only sema.Context) {
		if d := m.U.Facts(f); d != nil && d.Template {
			read(f, d, only)
			m.readWithin(d, only, read)
		}
	}
	for _, l := range d.Lambdas {
		switch {
		case l.InDefaultArg || l.InMemberInit:
		case l.CallT != nil:
			follow(l.CallT.Func, 0)
		case l.InConstexprArm:
			follow(l.Call, 0)
		default:
			follow(l.Call, only)
		}
	}
	for _, c := range d.LocalClasses {
		for _, e := range c.Members() {
			if f, ok := e.(*sema.Func); ok {
				follow(f, 0)
			}
		}
	}
}

// DeviceBody is the space of a body that runs on the device.
func (m *Model) DeviceBody(b *sema.Facts) (Info, bool) {
	if b.Func == nil {
		return Info{}, false
	}
	sp := m.Of(b.Func)
	return sp, sp.Known && sp.Space.OnDevice()
}

// Gone are the circumstances in which nothing of an expression is generated.
const Gone = sema.Discarded | sema.Folded | sema.Constant

// Slot reports whether a pointer to f is a place in virtual tables, for which no code is needed.
func (m *Model) Slot(f *sema.Func) bool {
	return f.MemberOf != nil && !f.Static && m.U.IsVirtual(f) == sema.Yes
}

// WithInstances adds to bodies the instances of templates that they use, and those that these use. Nobody may change the list.
func (m *Model) WithInstances(bodies []*sema.Facts) []*sema.Facts {
	m.U.Depend()
	if !m.emitted || len(bodies) == 0 {
		return m.withInstances(bodies)
	}
	key := instancesOf{&bodies[0], len(bodies)}
	out, ok := m.instances[key]
	if !ok {
		out = slices.Clip(m.withInstances(bodies))
		m.instances[key] = out
	}
	return out
}

// instancesOf is a list of bodies by its identity.
type instancesOf struct {
	first **sema.Facts
	n     int
}

func (m *Model) withInstances(bodies []*sema.Facts) []*sema.Facts {
	out := slices.Clone(bodies)
	seen := make(map[*sema.Facts]bool, len(out))
	for _, b := range out {
		seen[b] = true
	}
	var add func(f *sema.Func)
	add = func(f *sema.Func) {
		if f == nil || len(out) > maxEmitted || !m.instance(f) && !m.ownImplicit(f) || !m.Follows(f) {
			return
		}
		b := m.U.Facts(f)
		if b == nil || seen[b] {
			return
		}
		seen[b] = true
		out = append(out, b)
		if f.Kind == sema.Constructor && f.MemberOf.Lambda == nil {
			for _, v := range m.U.VirtualMembers(f.MemberOf) { // which the virtual table names
				add(v)
			}
		}
	}
	used := func(b *sema.Facts) {
		for j := range b.Calls {
			if b.Calls[j].Context&sema.Discarded == 0 {
				add(b.Calls[j].Callee)
			}
		}
		for j := range b.Refs {
			add(b.Refs[j].Func)
		}
		for j := range b.Launches {
			add(b.Launches[j].Kernel)
		}
		for _, l := range b.Lambdas {
			add(l.Call)
		}
	}
	for i := 0; i < len(out); i++ {
		if b := out[i]; !b.Template {
			m.U.Attempt(b, func() { used(b) })
		}
	}
	instances := slices.DeleteFunc(out[len(bodies):], func(b *sema.Facts) (other bool) {
		m.U.Attempt(b, func() { other = !m.instance(b.Func) })
		return other
	})
	return out[:len(bodies)+len(instances)]
}

// ownImplicit reports whether a function is an implicit member of one of the person's own classes: it uses what the class is made of.
func (m *Model) ownImplicit(f *sema.Func) bool {
	s := f.Site()
	return m.CallerDefined(f) && s.Chunk != nil && !s.Chunk.System
}

// Everything are bodies, the instances that they use, the initialisers of variables and members, and default arguments: all that
// mentions an entity where it is evaluated.
func (m *Model) Everything(declared sema.Declared, bodies []*sema.Facts) []*sema.Facts {
	out := m.WithInstances(bodies)
	for _, v := range slices.Concat(declared.Vars, declared.VarTemplates) {
		out = append(out, m.U.VarFacts(v))
	}
	for _, f := range declared.Funcs {
		out = append(out, m.U.DefaultArgs(f))
	}
	for _, c := range declared.Classes {
		out = append(out, m.U.MemberInits(c))
	}
	return out
}

// instance reports whether a function is made from a template: it or a class around it, or a lambda, which may stand in one.
func (m *Model) instance(f *sema.Func) bool {
	return f.Closure != nil || MadeFromTemplate(f) || m.FriendOfInstance(f)
}

// DeviceMemory is the memory space of a variable, static locals of device functions counted as device memory; ok is false
// where it is not known.
func (m *Model) DeviceMemory(v *sema.Var) (mem cudaspace.Memory, ok bool) {
	mem, ok = MemoryOf(m.U, v)
	if v.Anonymous != nil {
		return 0, false // its members have no declaration of their own
	}
	if v.Template != nil && len(m.U.VarDecls(v)) == 0 {
		return 0, false
	}
	return mem, ok
}

// HostVariable reports whether a variable certainly lives in host memory only.
func (m *Model) HostVariable(v *sema.Var) bool {
	mem, ok := m.DeviceMemory(v)
	if !ok || mem != 0 || CompilerVariable(m.U, v) {
		return false
	}
	if m.TextureReference(v) {
		return false
	}
	switch v.Kind {
	case sema.LocalStatic:
		return m.LocalToHost(v)
	case sema.LocalExtern:
		return !m.declaredElsewhere(v)
	case sema.BindingVar:
		return v.Func == nil // of those in bodies the front end says nothing
	}
	return true
}

// declaredElsewhere reports whether a block-scope extern declaration may declare a variable again that another declaration
// puts into device memory: the namespace's, or one in another body, as extern __shared__ arrays often stand in several.
func (m *Model) declaredElsewhere(v *sema.Var) bool {
	if o := m.U.RedeclaredVar(v); o != nil {
		mem, ok := m.DeviceMemory(o)
		return !ok || mem != 0
	}
	m.U.Depend()
	return m.Externs[v.EntityName()]
}

// LocalToHost reports whether v is a static local of a function that runs only on the host.
func (m *Model) LocalToHost(v *sema.Var) bool {
	if v.Kind != sema.LocalStatic {
		return false
	}
	f := owner(v)
	if f == nil {
		return false
	}
	sp := m.Of(f)
	return sp.Known && !sp.Space.OnDevice()
}

// ImplicitDevice reports whether a variable is a static local of a function that runs on the device, which puts it into
// device memory without a word.
func (m *Model) ImplicitDevice(v *sema.Var) bool {
	mem, known := MemoryOf(m.U, v)
	f := owner(v)
	if v.Kind != sema.LocalStatic || mem != 0 || !known || f == nil {
		return false
	}
	sp := m.Of(f)
	return sp.Known && sp.Space.OnDevice()
}

// owner is the function or lambda in whose body a variable is declared.
func owner(v *sema.Var) *sema.Func {
	switch l := v.Lambda; {
	case l == nil:
		return v.Func
	case l.Call != nil:
		return l.Call
	case l.CallT != nil:
		return l.CallT.Func
	}
	return nil
}

// CompilerVariable reports whether the compiler itself provides a variable, as threadIdx.
func CompilerVariable(u *sema.Unit, v *sema.Var) bool {
	for _, d := range u.VarDecls(v) {
		if slices.ContainsFunc(d.Spec.CUDA, func(s ast.CUDASpec) bool { return s.Kind == ast.SpecBuiltin }) {
			return true
		}
	}
	return slices.Contains(compilerNames, v.EntityName())
}

var compilerNames = []string{"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"}

// CompilerNames are the names of the variables that the compiler declares, for who looks through many tokens.
func CompilerNames(u *sema.Unit) sema.NameSet {
	var out sema.NameSet
	for _, name := range compilerNames {
		out.Add(u.Sym(name))
	}
	return out
}

// TextureReference reports whether a variable is of a class that stands for a texture or surface: rules of their own speak
// of those.
func (m *Model) TextureReference(v *sema.Var) bool {
	return m.U.IsTexture(m.U.VarType(v))
}

// Constant reports whether a variable is const-qualified, as far as is known.
func (m *Model) Constant(v *sema.Var) bool {
	t := sema.ElementOf(m.U.VarType(v))
	return v.Constexpr && !m.U.VarType(v).IsRef() || t.IsConst() || t.Kind == types.Unknown || t.IsDependent()
}

// StaticObject reports whether a variable is an object in host memory that the unit defines.
func (m *Model) StaticObject(v *sema.Var) bool {
	mem, ok := m.DeviceMemory(v)
	if !ok || mem != 0 || v.Constexpr || v.Template != nil || v.MemberOf != nil && (v.MemberOf.Dependent || v.MemberOf.Template != nil) {
		return false
	}
	return (v.Kind == sema.NamespaceVar || v.Kind == sema.StaticMember) && len(m.DefinitionsOf(v)) > 0
}

// Within reports whether a place lies inside another.
func Within(s, around sema.Site) bool {
	return s.Chunk == around.Chunk && s.Span.Lo >= around.Span.Lo && s.Span.Hi <= around.Span.Hi
}

// Never are the circumstances of what does not run.
const Never = sema.Discarded | sema.Folded | sema.Dead | sema.Constant
