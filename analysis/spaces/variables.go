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
	switch v.Use.Kind {
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

// VariableUses are a pass's uses of variables on the wrong side.
type VariableUses struct {
	// Direct are those that the front end finds while it reads bodies: device memory in host code in the host pass, host
	// variables that are not const in device code in the device pass.
	Direct []VarUse
	// Undefined are the uses in code generated for the device that need the storage of a host variable or the address of a
	// host function.
	Undefined []VarUse
	// Folded are the reads of constant objects of the host in device code whose values replace them.
	Folded []VarUse
}

// HostUses finds the uses of device memory in bodies that run on the host.
func (m *Model) HostUses(bodies []*sema.Facts) VariableUses {
	var out VariableUses
	each(m, bodies, func(b *sema.Facts) {
		if b.Func == nil || b.Func.Implicit {
			return
		}
		sp := m.Of(b.Func)
		if !sp.Known || sp.Space&cudaspace.Host == 0 {
			return
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			if u.Context&(sema.InDefaultArg|sema.InMemberInit) != 0 || u.Dependent || u.ViaPointer || u.Site.Chunk == nil {
				continue
			}
			mem, ok := m.deviceMemory(u.Var)
			if !ok || mem == 0 || mem&cudaspace.Managed != 0 || u.Var.Kind == sema.StaticMember || CompilerVariable(m.U, u.Var) {
				continue
			}
			v := VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site, Memory: mem}
			if t := v.Touch(); t == 0 || t == Addresses && mem&cudaspace.Shared == 0 {
				continue
			}
			if m.RefusedWrite(u) {
				continue // an error of another kind
			}
			if u.Kind == sema.Read && u.Context&sema.Arm == 0 && m.folds(u, b.Func, false) != sema.No {
				continue
			}
			out.Direct = append(out.Direct, v)
		}
	})
	return out
}

// RefusedWrite reports whether a use assigns to a __constant__ variable of scalar type by its name: no function may do that,
// since it is no modifiable lvalue. Assignments to parts pass, and to what other expressions denote, such as *&c.
func (m *Model) RefusedWrite(u *sema.Use) bool {
	return u.Named && m.WritesConstant(u) && len(u.Path) == 0 && !u.Element && m.U.VarType(u.Var).IsScalar()
}

// WritesConstant reports whether a use assigns to a __constant__ variable or a part of it.
func (m *Model) WritesConstant(u *sema.Use) bool {
	if u.Kind != sema.Write && u.Kind != sema.ReadWrite || u.ViaRef || u.ViaPointer || u.Var == nil || m.U.VarType(u.Var).IsRef() {
		return false
	}
	mem, ok := m.deviceMemory(u.Var)
	return ok && mem&cudaspace.Constant != 0 && !m.constant(u.Var)
}

// DeviceUses finds the uses of host variables, and of host functions' addresses, in bodies that run on the device. bodies
// are those that the pass reads while parsing, e what it generates code for.
func (m *Model) DeviceUses(bodies []*sema.Facts, e *Emission) VariableUses {
	var out VariableUses
	said := make(map[sema.Site]bool)
	definitions := make(map[*sema.Facts]bool)
	all := m.withInstances(bodies)
	m.noteExterns(all)
	each(m, all, func(b *sema.Facts) {
		sp, ok := m.deviceBody(b)
		if !ok || b.Template || b.Func.Implicit {
			return
		}
		add := func(u *sema.Use) {
			if v := (VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site}); v.Touch() != 0 && m.usesHost(u) {
				said[u.Site] = true
				out.Direct = append(out.Direct, v)
			}
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			add(u)
			if m.usesConstant(u) && m.folds(u, b.Func, true) == sema.Yes {
				out.Folded = append(out.Folded, VarUse{Func: b.Func, Space: sp, Use: u, Site: u.Site})
			}
		}
		if d := m.definitionOf(b.Func); d != nil && !definitions[d] {
			// What an instance discards, the front end has seen in the definition all the same.
			definitions[d] = true
			for i := range d.Uses {
				if d.Uses[i].Context&sema.Undecided != 0 {
					add(&d.Uses[i])
				}
			}
		}
	})
	m.undefined(e, said, &out)
	return out
}

// usesHost reports whether a use in device code is one of a host variable that is not const.
func (m *Model) usesHost(u *sema.Use) bool {
	return u.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 && !u.Dependent && !u.ViaPointer && m.hostVariable(u.Var) &&
		!m.constant(u.Var) && !m.localToHost(u.Var) && !standardStream(u.Var) && !ofMemberTemplate(u.Var)
}

// ofMemberTemplate reports whether a static data member is an instance of a template, of which the front end only says that it
// is undefined.
func ofMemberTemplate(v *sema.Var) bool {
	return v.Kind == sema.StaticMember && v.Template != nil
}

// usesConstant reports whether a use reads a constant of the host where the value is needed at run time.
func (m *Model) usesConstant(u *sema.Use) bool {
	if c := m.U.ClassOf(u.Type); c != nil && m.U.IsEmptyClass(c) != sema.No {
		return false // a tag: there is nothing to read
	}
	return u.Kind == sema.Read && u.Context&(gone|sema.InDefaultArg|sema.InMemberInit) == 0 && !u.Dependent && !u.ViaPointer && !u.ViaRef &&
		!u.InConstantCall && m.hostVariable(u.Var) && m.constant(u.Var)
}

// definitionOf is what the template's definition that an instance is made from does; nil where f is none.
func (m *Model) definitionOf(f *sema.Func) *sema.Facts {
	if !madeFromTemplate(f) || f.Specialization {
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

// deviceBody is the space of a body that runs on the device.
func (m *Model) deviceBody(b *sema.Facts) (Info, bool) {
	if b.Func == nil {
		return Info{}, false
	}
	sp := m.Of(b.Func)
	return sp, sp.Known && sp.Space.OnDevice()
}

// undefined finds what generated device code needs and does not have. said are the places of direct uses, of which it tells
// which are among that.
func (m *Model) undefined(e *Emission, said map[sema.Site]bool, out *VariableUses) {
	seen := make(map[sema.Site]bool)
	add := func(v VarUse) {
		if !seen[v.Site] {
			seen[v.Site] = true
			v.Repeats = said[v.Site]
			out.Undefined = append(out.Undefined, v)
		}
	}
	generated := m.generated(e)
	each(m, e.Funcs, func(f *sema.Func) {
		b := m.U.Facts(f)
		if b == nil || b.Template || !generated[f] {
			return
		}
		sp, ok := m.deviceBody(b)
		if !ok {
			return
		}
		for i := range b.Uses {
			u := &b.Uses[i]
			if m.needsStorage(u, b.Func) {
				add(VarUse{Func: f, Space: sp, Use: u, Site: u.Site})
			}
		}
		if sp.Space.OnHost() {
			return // the addresses of host functions may be meant for the host
		}
		for i := range b.Refs {
			if r := &b.Refs[i]; m.hostAddress(r) {
				add(VarUse{Func: f, Space: sp, Callee: r.Func, Site: r.Site})
			}
		}
		// What nobody checks is still undefined.
		unchecked := sp.Space&cudaspace.Global == 0 && m.ExecCheckDisabled(f)
		for i := range b.Calls {
			c := &b.Calls[i]
			// What is called for each element of an array is called through its address.
			if c.Array && c.Callee != nil && c.Kind != sema.CallStaticDtor && c.Context&sema.InStatic == 0 && m.hostAddress(&sema.FuncRef{Func: c.Callee, Site: c.Site, Context: c.Context}) {
				add(VarUse{Func: f, Space: sp, Callee: c.Callee, Site: c.Site})
			}
			if _, crosses := m.crosses(c); unchecked && crosses && !c.IsConstant {
				add(VarUse{Func: f, Space: sp, Callee: c.Callee, Called: true, Site: c.Site})
			}
		}
	})
	for _, b := range e.Inits() {
		mem, ok := m.deviceMemory(b.Var)
		if !ok || mem == 0 || mem&cudaspace.Shared != 0 {
			continue
		}
		for i := range b.Uses {
			// What is read makes the initialisation dynamic, which other rules speak of.
			if u := &b.Uses[i]; (u.Kind == sema.AddressOf || u.Kind == sema.Bind && u.Callee == nil) && m.needsStorage(u, b.Func) {
				add(VarUse{Of: b.Var, Use: u, Site: u.Site})
			}
		}
		for i := range b.Refs {
			if r := &b.Refs[i]; m.hostAddress(r) {
				add(VarUse{Of: b.Var, Callee: r.Func, Site: r.Site})
			}
		}
	}
	for i := range out.Direct {
		out.Direct[i].Undefined = seen[out.Direct[i].Site]
	}
}

// generated are the emitted functions without those of which only constant calls are left, whose values replace them.
func (m *Model) generated(e *Emission) map[*sema.Func]bool {
	out := make(map[*sema.Func]bool, len(e.Funcs))
	var queue []*sema.Func
	add := func(f *sema.Func) {
		if f != nil && !out[f] && e.Contains(f) {
			out[f] = true
			queue = append(queue, f)
		}
	}
	follow := func(b *sema.Facts) {
		if b == nil {
			return
		}
		for i := range b.Calls {
			if c := &b.Calls[i]; !c.IsConstant && c.Context&(sema.Constant|sema.Discarded) == 0 && !m.maybeConstant(c) {
				add(c.Callee)
			}
		}
		for i := range b.Refs {
			add(b.Refs[i].Func)
		}
		for i := range b.Launches {
			add(b.Launches[i].Kernel)
		}
	}
	for _, b := range e.Inits() {
		follow(b)
	}
	each(m, e.Funcs, func(f *sema.Func) {
		if by := e.By[f]; by.From == nil && by.Call == nil || by.From != nil && by.Call == nil || !f.Constexpr {
			add(f) // roots, what vtables bring, and what nothing but a call at run time can have brought
		}
	})
	for len(queue) > 0 {
		f := queue[0]
		queue = queue[1:]
		follow(m.U.Facts(f))
	}
	return out
}

// maybeConstant reports whether a call may be a constant though sema does not know it: of a closure that holds nothing, with
// constant arguments, for a value. Extended lambdas' closures are no literal types.
func (m *Model) maybeConstant(c *sema.Call) bool {
	if c.Callee == nil || c.Callee.Closure == nil || c.Kind == sema.CallConversion || c.NonConstArgs > 0 {
		return false
	}
	l := c.Callee.Closure
	return len(l.Captures) == 0 && Written(&l.Expr.Spec) == 0 && !m.givesAddress(c.Callee) && !m.U.ResultType(c.Callee).IsVoid() &&
		!m.dynamic(m.U.Facts(c.Callee), 0)
}

// dynamic reports whether a body, which is not certain to be run, does what no constant expression may: call a function that
// is not constexpr, or read a variable whose value is known at run time alone.
func (m *Model) dynamic(b *sema.Facts, depth int) bool {
	if b == nil || depth > 4 {
		return false
	}
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Context&gone != 0 || c.Callee == nil || c.IsConstant || c.Callee.Implicit {
			continue
		}
		if !c.Callee.Constexpr || c.Callee.Closure != nil && m.dynamic(m.U.Facts(c.Callee), depth+1) {
			return true
		}
	}
	for i := range b.Uses {
		if u := &b.Uses[i]; u.Context&gone == 0 && (u.Kind == sema.Read || u.Kind == sema.ReadWrite) && !m.mayBeConstant(u.Var) {
			return true
		}
	}
	return false
}

// mayBeConstant reports whether a variable, or a part of it, may have a value that is known while compiling.
func (m *Model) mayBeConstant(v *sema.Var) bool {
	t := m.U.VarType(v)
	if t.IsRef() || t.IsUnknown() || t.IsDependent() {
		return true
	}
	if elem := ElementType(t); !elem.IsConst() && !v.Constexpr || elem.IsVolatile() {
		return false
	}
	if t.Kind == types.Class || t.Kind == types.Array {
		return m.constantObject(v, t) != sema.No
	}
	return m.foldsScalar(v) != sema.No
}

// gone are the circumstances in which nothing of an expression is generated.
const gone = sema.Discarded | sema.Folded | sema.Constant

// needsStorage reports whether a use in generated device code needs a host variable's storage, for certain.
func (m *Model) needsStorage(u *sema.Use, in *sema.Func) bool {
	switch u.Kind {
	case sema.Discard, sema.DiscardElement, sema.UnknownUse:
		return false
	}
	lost := gone
	if u.Context&sema.ConstexprInit != 0 && (u.Kind == sema.AddressOf || u.Kind == sema.Bind) {
		lost &^= sema.Constant // the constant is an address
	}
	return u.Context&lost == 0 && !u.Dependent && u.Site.Chunk != nil && !u.Site.Chunk.System && m.hostVariable(u.Var) &&
		m.folds(u, in, true) == sema.No
}

// hostAddress reports whether a function that is named without being called is certainly a host one.
func (m *Model) hostAddress(r *sema.FuncRef) bool {
	f := r.Func
	if f == nil || r.Unknown || r.Context&gone != 0 || r.Site.Chunk == nil || r.Site.Chunk.System {
		return false
	}
	if f.Closure != nil || f.Consteval || CallerDefined(f) || m.slot(f) {
		return false
	}
	sp := m.Of(f)
	return sp.Known && !sp.Space.OnDevice() && (len(f.Decls) > 0 || f.Template != nil)
}

// slot reports whether a pointer to f is a place in virtual tables, for which no code is needed.
func (m *Model) slot(f *sema.Func) bool {
	return f.MemberOf != nil && !f.Static && m.U.IsVirtual(f) == sema.Yes
}

// withInstances adds to bodies the instances of templates that they use, and those that these use.
func (m *Model) withInstances(bodies []*sema.Facts) []*sema.Facts {
	out := append([]*sema.Facts(nil), bodies...)
	seen := make(map[*sema.Facts]bool, len(out))
	for _, b := range out {
		seen[b] = true
	}
	var add func(f *sema.Func)
	add = func(f *sema.Func) {
		if f == nil || len(out) > maxEmitted || !instance(f) || !m.follows(f) {
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
	for i := 0; i < len(out); i++ {
		b := out[i]
		if b.Template {
			continue
		}
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
	return out
}

// Everything are bodies, the instances that they use, the initialisers of variables and members, and default arguments: all that
// mentions an entity where it is evaluated.
func (m *Model) Everything(declared sema.Declared, bodies []*sema.Facts) []*sema.Facts {
	out := m.withInstances(bodies)
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
func instance(f *sema.Func) bool {
	return f.Closure != nil || madeFromTemplate(f)
}

// deviceMemory is the memory space of a variable, static locals of device functions counted as device memory; ok is false
// where it is not known.
func (m *Model) deviceMemory(v *sema.Var) (mem cudaspace.Memory, ok bool) {
	mem, ok = MemoryOf(m.U, v)
	if v.Anonymous != nil {
		return 0, false // its members have no declaration of their own
	}
	if v.Template != nil && len(m.U.VarDecls(v)) == 0 {
		return 0, false
	}
	return mem, ok
}

// hostVariable reports whether a variable certainly lives in host memory only.
func (m *Model) hostVariable(v *sema.Var) bool {
	mem, ok := m.deviceMemory(v)
	if !ok || mem != 0 || CompilerVariable(m.U, v) {
		return false
	}
	if m.textureReference(v) {
		return false
	}
	switch v.Kind {
	case sema.LocalStatic:
		return m.localToHost(v)
	case sema.LocalExtern:
		return !m.declaredElsewhere(v)
	}
	return true
}

// declaredElsewhere reports whether a block-scope extern declaration may declare a variable again that another declaration
// puts into device memory: the namespace's, or one in another body, as extern __shared__ arrays often stand in several.
func (m *Model) declaredElsewhere(v *sema.Var) bool {
	if o := m.U.RedeclaredVar(v); o != nil {
		mem, ok := m.deviceMemory(o)
		return !ok || mem != 0
	}
	return m.externs[v.EntityName()]
}

// noteExterns remembers the names of the variables that block-scope extern declarations put into device memory.
func (m *Model) noteExterns(bodies []*sema.Facts) {
	m.externs = make(map[string]bool)
	each(m, bodies, func(b *sema.Facts) {
		for i := range b.Uses {
			if v := b.Uses[i].Var; v != nil && v.Kind == sema.LocalExtern {
				if mem, ok := MemoryOf(m.U, v); !ok || mem != 0 {
					m.externs[v.EntityName()] = true
				}
			}
		}
	})
}

// localToHost reports whether v is a static local of a function that runs only on the host.
func (m *Model) localToHost(v *sema.Var) bool {
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
	switch v.EntityName() {
	case "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		return true
	}
	return false
}

// textureReference reports whether a variable is of a class that stands for a texture or surface: rules of their own speak
// of those.
func (m *Model) textureReference(v *sema.Var) bool {
	return m.U.IsTexture(ElementType(m.U.VarType(v)))
}

// standardStream reports whether v is one of the variables that the front end leaves to code generation.
func standardStream(v *sema.Var) bool {
	switch v.EntityName() {
	case "stdout", "stdin", "stderr":
		return true
	}
	return false
}

// ElementType is an array's innermost element type, or the type itself.
func ElementType(t *types.Type) *types.Type {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t
}

// constant reports whether a variable is const-qualified, as far as is known.
func (m *Model) constant(v *sema.Var) bool {
	t := ElementType(m.U.VarType(v))
	return v.Constexpr && !m.U.VarType(v).IsRef() || t.IsConst() || t.Kind == types.Unknown || t.IsDependent()
}
