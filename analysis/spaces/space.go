// Package spaces infers the execution space of every function, implicit members and closures too, with the reason, and
// finds what the front end compiles for the device: the emitted functions, with the edge that brought each there.
package spaces

import (
	"maps"
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// Origin says where a function's space comes from.
type Origin uint8

// The origins.
const (
	// Declared: written on a declaration, or nothing was written, which means host.
	Declared Origin = iota
	// FromCallers: an implicit or defaulted member: the union over the functions that call it.
	FromCallers
	// FromContext: a lambda takes the space of the function it stands in.
	FromContext
	// FromPrimary: an explicit specialisation without specifiers takes the primary's.
	FromPrimary
	// Merged: redeclarations with different specifiers.
	Merged
	// FromOverridden: an implicit virtual destructor takes the spaces of those it overrides.
	FromOverridden
	// ByRule: std::move and its like, which count as host-device.
	ByRule
	// FromVariable: an empty constructor or destructor of a variable in device memory.
	FromVariable
	// OfExtended: an implicit member of an extended lambda's closure, which runs where the lambda does and where it is called.
	OfExtended
)

// Info is a function's execution space and why.
type Info struct {
	Space  cudaspace.Space
	Origin Origin
	// Known is false where a macro of a missing header may have held a specifier, or a declaration that cannot be read may be
	// of this function.
	Known bool
	// Decl is the declaration that the space was written on, for Declared and Merged.
	Decl *sema.FuncDecl
	// Context is the function around a lambda, or the primary of a specialisation.
	Context *sema.Func
	// Variable is the one in device memory, for FromVariable.
	Variable *sema.Var
}

// Options are the flags that spaces depend on.
type Options struct {
	Pass toolchain.Pass
	// HostDeviceMoveForward and HostDeviceInitializerList: std::move, std::forward and initializer_list's members count as
	// host-device (unless a flag says otherwise).
	HostDeviceMoveForward, HostDeviceInitializerList bool
	// DefaultedVirtuals: what is written on a virtual function counts although its class defaults it.
	DefaultedVirtuals bool
	// QuietLifetimes: see cudaspace.Release.
	QuietLifetimes bool
	// DeviceDefault: where a function runs that says nothing is unknown.
	DeviceDefault bool
	// ExtendedLambda: lambdas in functions may be marked __device__.
	ExtendedLambda bool
	// PlainLambdas: they certainly may not, and what is written on them counts for nothing.
	PlainLambdas bool
}

// Model infers spaces in one view. It is not safe for concurrent use.
type Model struct {
	U     *sema.Unit
	Opts  Options
	infos map[*sema.Func]Info
	// declared are those that follow from declarations alone; all versions of the text that the unit is moved to share them.
	declared *declaredInfos
	// callers holds the union of the callers' spaces of implicit members, as far as emission has reached.
	callers map[*sema.Func]cudaspace.Space
	// possible is what Possible found out.
	possible map[*sema.Func]cudaspace.Space
	// adopted are the empty constructors and destructors of variables in device memory.
	adopted map[*sema.Func]bool
	// own holds, of classes asked for, whether the person's own code declares them or an argument of theirs.
	own map[*sema.Class]bool
	// emitted: what is emitted is known, and so what callers say, which for the host pass nobody asks; instances are then the answers of
	// WithInstances.
	emitted   bool
	instances map[instancesOf][]*sema.Facts
	// Externs are the names of variables that block-scope declarations put into device memory.
	Externs map[string]bool
}

// New returns a model of a view. was is that of an earlier version of which the unit was kept, or nil.
func New(u *sema.Unit, opts Options, was *Model) *Model {
	declared := new(declaredInfos)
	if was != nil {
		declared = was.declared
	}
	return &Model{
		declared: declared,
		U:        u, Opts: opts, infos: make(map[*sema.Func]Info), callers: make(map[*sema.Func]cudaspace.Space),
		emitted:   opts.Pass == toolchain.HostPass,
		instances: make(map[instancesOf][]*sema.Facts),
		adopted:   make(map[*sema.Func]bool), own: make(map[*sema.Class]bool), possible: make(map[*sema.Func]cudaspace.Space),
	}
}

// Written is the space that a declaration's specifiers say; zero when they say nothing.
func Written(s *ast.Specifiers) cudaspace.Space {
	var sp cudaspace.Space
	for i := range s.CUDA {
		switch s.CUDA[i].Kind {
		case ast.SpecHost:
			sp |= cudaspace.Host
		case ast.SpecDevice:
			sp |= cudaspace.Device
		case ast.SpecGlobal:
			sp |= cudaspace.Global
		}
	}
	return sp
}

// CallerDefined reports whether nobody wrote f's body, so that its space is that of the functions that call it and what it
// does is put down to what needs it: members that are implicit, or defaulted on their first declaration (comparisons too), and inherited
// constructors; of a class template also those that are defaulted outside of it (nvcc 12.4). From CUDA 13.0 on virtual functions that are
// defaulted run where they say.
func (m *Model) CallerDefined(f *sema.Func) bool {
	if f.Closure != nil || f.Special() == sema.NotSpecial && !f.Comparison() {
		return false
	}
	return f.Implicit || (f.DefaultedFirst || m.defaultedOutside(f)) && !(m.Opts.DefaultedVirtuals && m.U.IsVirtual(f) == sema.Yes)
}

// defaultedOutside reports whether a member of a class template is defaulted by a declaration behind the first one.
func (m *Model) defaultedOutside(f *sema.Func) bool {
	if f.Implicit || f.DefaultedFirst || f.MemberOf.Templates() == 0 {
		return false
	}
	m.U.CompleteDecls(f)
	return f.Defaulted
}

// Of is a function's execution space. That of an implicit member is the union over the callers found so far by Emit.
func (m *Model) Of(f *sema.Func) Info {
	if m.CallerDefined(f) {
		if f.Special() == sema.Dtor {
			if sp, known := m.overridden(f); sp != 0 || !known {
				return Info{Space: sp | m.callers[f], Origin: FromOverridden, Known: known}
			}
		}
		if c := f.MemberOf; c != nil && c.Lambda != nil && m.Extended(c.Lambda) {
			return Info{Space: m.Annotation(c.Lambda) | m.callers[f], Origin: OfExtended, Known: true}
		}
		return Info{Space: m.callers[f] | inheritedSpace(f) | m.outsideSpace(f), Origin: FromCallers, Known: true}
	}
	if i, ok := m.infos[f]; ok {
		return i
	}
	if i, ok := m.declared.get(m.U, f); ok {
		return i
	}
	m.infos[f] = Info{Space: cudaspace.Host} // against recursion: unknown meanwhile
	i := m.infer(f)
	if f.Closure == nil {
		delete(m.infos, f)
		m.declared.infos[f] = i
	} else {
		m.infos[f] = i
	}
	return i
}

// declaredInfos are what declarations say, as long as no more of them come.
type declaredInfos struct {
	made  int
	infos map[*sema.Func]Info
}

func (d *declaredInfos) get(u *sema.Unit, f *sema.Func) (Info, bool) {
	if d.infos == nil || d.made != u.Made() {
		d.made, d.infos = u.Made(), make(map[*sema.Func]Info)
	}
	i, ok := d.infos[f]
	return i, ok
}

// Settled tells, once all that is emitted is known, whether what bodies come to together is the same as in a model of an earlier
// version: which code needs what nobody wrote.
func (m *Model) Settled(was *Model) bool {
	return maps.Equal(m.callers, was.callers) && maps.Equal(m.adopted, was.adopted)
}

// inheritedSpace is what is written on the constructor template that an inherited constructor is an instance of: front ends take it
// over there, but not from constructors that are no templates.
func inheritedSpace(f *sema.Func) cudaspace.Space {
	b := f.Inherited
	if b == nil || b.Template == nil {
		return 0
	}
	return WrittenAnywhere(b.Decls)
}

// outsideSpace is the space that is written on a member that is defaulted outside of its class template, or on a friend that is defaulted.
func (m *Model) outsideSpace(f *sema.Func) cudaspace.Space {
	if f.MemberOf != nil && !m.defaultedOutside(f) {
		return 0
	}
	return WrittenAnywhere(f.Decls)
}

// overridden is the union of the spaces of the destructors that an implicit virtual destructor overrides. One that is itself
// defaulted hands on those that it overrides, not what its own callers make of it.
func (m *Model) overridden(f *sema.Func) (cudaspace.Space, bool) {
	if !m.U.Nest() {
		return 0, false
	}
	defer m.U.Unnest()
	var sp cudaspace.Space
	known := true
	for _, o := range m.U.Overridden(f) {
		if m.CallerDefined(o) {
			s, k := m.overridden(o)
			sp |= s
			known = known && k
			continue
		}
		i := m.Of(o)
		sp |= i.Space.Effective()
		known = known && i.Known
	}
	return sp, known
}

func (m *Model) infer(f *sema.Func) Info {
	switch {
	case f.Closure != nil:
		return m.closure(f)
	case m.exempt(f):
		return Info{Space: cudaspace.HostDevice, Origin: ByRule, Known: true}
	}
	m.U.CompleteDecls(f)
	decls := f.Decls
	if r := m.U.Redeclared(f); r != nil {
		m.U.CompleteDecls(r)
		decls = append(r.Decls[:len(r.Decls):len(r.Decls)], decls...)
	}
	info := m.instantiated(f, decls, f.InstSites)
	if f.Specialization && f.Template != nil && len(f.Args) > 0 {
		info = m.specialization(f, info)
	}
	info.Known = info.Known && !m.U.MayDeclareMore(f)
	if f.Template != nil && f.Args != nil && !f.Specialization {
		if m.befriended(f, info.Space) {
			info.Known = false
		}
		info = m.friendly(f, info)
	}
	return info
}

// friendly adds what instances of class templates that f takes say of f where they declare it a friend by template arguments: to nvcc
// that is a declaration of f.
func (m *Model) friendly(f *sema.Func, info Info) Info {
	var said cudaspace.Space
	for _, t := range m.U.FuncType(f).Params {
		c := m.U.ClassOf(t.NonRef())
		if c == nil || c.Template == nil || c.Dependent {
			continue
		}
		for _, fr := range m.U.FriendSpecializations(c, f.Spelling) {
			if w := Written(fr.Decl.Spec); fr.Func == f && w != 0 {
				said |= w
				info.Decl, info.Origin = fr.Decl, Merged
			}
		}
	}
	if said != 0 {
		info.Space = said | WrittenAnywhere(f.Decls)
	}
	return info
}

// befriended reports whether a class template whose instance f takes declares a friend template of that name in a space that f is not
// known to be in. Which template that is hangs on when the class is instantiated.
func (m *Model) befriended(f *sema.Func, in cudaspace.Space) bool {
	for _, t := range m.U.FuncType(f).Params {
		c := m.U.ClassOf(t.NonRef())
		if c == nil || c.Template == nil || c.Dependent {
			continue
		}
		for _, e := range m.U.FriendsNamed(c, f.Spelling) {
			if t, ok := e.(*sema.Template); ok && t != f.Template && t.Func != nil && WrittenAnywhere(t.Func.Decls)&^in.Effective() != 0 {
				return true
			}
		}
	}
	return false
}

// Declared merges what a function's declarations say, as each pass does: in the host pass a bare redeclaration says
// nothing; in the device pass a function first seen with one side and then with the other runs on both.
func (m *Model) Declared(decls []*sema.FuncDecl) Info {
	info := Info{Known: true}
	seen, defined := false, false
	for _, fd := range decls {
		if m.U.Unexplained(fd) {
			info.Known = false
		}
		w := Written(fd.Spec)
		if defined && info.Space&cudaspace.Global != 0 {
			w &= info.Space // the kernel's body has been read
		}
		defined = defined || fd.Body != nil
		switch {
		case w == 0:
			if m.Opts.Pass == toolchain.DevicePass && seen && info.Space&cudaspace.HostDevice == cudaspace.Device &&
				(fd.FriendIn == nil || befriends(fd)) {
				info.Space |= cudaspace.Host
				info.Origin = Merged
			}
		default:
			if seen && w != info.Space {
				info.Origin = Merged
			}
			if seen && info.Space == 0 && m.Opts.Pass == toolchain.DevicePass && w&cudaspace.Global == 0 {
				w |= cudaspace.Host
			}
			if info.Decl == nil {
				info.Decl = fd
			}
			info.Space |= w
		}
		seen = true
	}
	if info.Space&cudaspace.Global != 0 {
		info.Space = m.kernel(info.Space)
	}
	if info.Space == 0 {
		info.Space = cudaspace.Host
		info.Known = info.Known && !m.Opts.DeviceDefault
	}
	if info.Decl == nil && len(decls) > 0 {
		info.Decl = decls[0]
	}
	return info
}

// At is what is known of f where the front end reads a use of it that stands in b: declarations that follow it say nothing yet. Instances
// are read at the end.
func (m *Model) At(f *sema.Func, b *sema.Facts, at sema.Site) Info {
	info := m.Of(f)
	if info.Origin != Merged || f.Specialization || f.Local || at.Chunk == nil || m.ofInstance(b.Func) {
		return info
	}
	later := func(fd *sema.FuncDecl) bool { return Before(fd.Site, at) > 0 }
	if slices.ContainsFunc(f.InstSites, later) {
		before := m.instantiated(f, f.Decls, slices.DeleteFunc(slices.Clone(f.InstSites), later))
		before.Known = before.Known && info.Known
		return before
	}
	if m.U.PatternFunc(f) != f {
		return info
	}
	n := slices.IndexFunc(f.Decls, later)
	if n <= 0 || !slices.IsSortedFunc(f.Decls, func(a, b *sema.FuncDecl) int { return Before(a.Site, b.Site) }) {
		return info
	}
	before := m.Declared(f.Decls[:n])
	before.Known = before.Known && info.Known
	return before
}

// instantiated merges what a function's declarations say with what explicit instantiations do, which declare an instance again.
func (m *Model) instantiated(f *sema.Func, decls, directives []*sema.FuncDecl) (info Info) {
	device := m.Opts.Pass == toolchain.DevicePass
	if f.Specialization || m.U.PatternFunc(f) == f {
		info = m.Declared(decls)
	} else {
		info = m.instanceMember(decls, device)
	}
	bare := WrittenAnywhere(decls) == 0
	for _, fd := range directives {
		w := Written(fd.Spec)
		info.Known = info.Known && !m.U.Unexplained(fd)
		switch {
		case (info.Space|w)&cudaspace.Global != 0:
			continue
		case device && (w == 0 && info.Space == cudaspace.Device || w != 0 && bare):
			w |= cudaspace.Host
		case w != 0 && bare:
			info.Space = 0
		}
		if info.Space|w != info.Space {
			info.Space, info.Origin = info.Space|w, Merged
		}
		bare = bare && w == 0
	}
	return info
}

// InBody is what is known of f where its body is judged.
func (m *Model) InBody(f *sema.Func) Info {
	info := m.Of(f)
	if m.Opts.Pass == toolchain.HostPass && len(f.Decls) > 1 && !f.Specialization && m.U.PatternFunc(f) != f {
		body := m.instanceMember(f.Decls, true)
		body.Known = body.Known && info.Known
		return body
	}
	return info
}

// ofInstance reports whether f is an instance, or a lambda in one.
func (m *Model) ofInstance(f *sema.Func) bool {
	for f != nil && f.Closure != nil {
		f = aroundLambda(f.Closure)
	}
	return f != nil && (f.Args != nil || m.U.PatternFunc(f) != f)
}

// instanceMember is what the declarations of a member of a class template say of the member in an instance. That is made of the
// declaration in the class, which is what the host pass judges calls by. The body adds what is written on the definition; a definition
// that says nothing adds nothing, other than where a function is redeclared.
func (m *Model) instanceMember(decls []*sema.FuncDecl, body bool) Info {
	info := m.Declared(decls[:min(len(decls), 1)])
	info.Known = info.Known && !slices.ContainsFunc(decls, m.U.Unexplained)
	if !body || len(decls) < 2 {
		return info
	}
	if w := WrittenAnywhere(decls); w != 0 && w != Written(decls[0].Spec) {
		info.Space, info.Origin = w, Merged
	}
	if info.Space&cudaspace.Global != 0 {
		info.Space = m.kernel(info.Space)
	}
	return info
}

// kernel is the space of a kernel that says s: one that says __host__ as well, which is an error, is host code too to the host pass.
func (m *Model) kernel(s cudaspace.Space) cudaspace.Space {
	if m.Opts.Pass == toolchain.HostPass {
		return s &^ cudaspace.Device
	}
	return cudaspace.Global
}

// befriends reports whether a friend declaration counts as one of the function: those of templates do not.
func befriends(fd *sema.FuncDecl) bool {
	return !fd.FriendIn.Dependent && fd.FriendIn.Template == nil && !fd.IsTemplate()
}

// specialization is the space of an explicit specialisation: the primary's where it says nothing of its own.
func (m *Model) specialization(f *sema.Func, own Info) Info {
	p := f.Template.Func
	m.U.CompleteDecls(p)
	prim := m.Declared(p.Decls)
	written := WrittenAnywhere(f.Decls)
	info := Info{Known: own.Known && prim.Known, Origin: FromPrimary, Context: p, Decl: prim.Decl}
	switch {
	case written == 0:
		info.Space = prim.Space
	case prim.Space == cudaspace.Host && written == cudaspace.Device && WrittenAnywhere(p.Decls) == 0:
		info.Space, info.Origin, info.Decl = cudaspace.Device, Declared, own.Decl
	case prim.Space == cudaspace.HostDevice, prim.Space|written == cudaspace.HostDevice:
		info.Space = cudaspace.HostDevice
	default:
		info.Space, info.Origin, info.Decl = written, Declared, own.Decl
	}
	return info
}

// WrittenAnywhere is what the declarations say together; zero when none says anything.
func WrittenAnywhere(decls []*sema.FuncDecl) cudaspace.Space {
	written := cudaspace.Space(0)
	for _, fd := range decls {
		written |= Written(fd.Spec)
	}
	return written
}

// closure is the space of a lambda's call operator: as written, else that of the function it stands in.
func (m *Model) closure(f *sema.Func) Info {
	l := f.Closure
	if f.Kind == sema.Conversion {
		i := m.Of(l.Call)
		return Info{Space: i.Space, Origin: FromContext, Known: i.Known, Context: l.Call}
	}
	if w := m.Annotation(l); w != 0 {
		return Info{Space: w, Known: !l.Unexplained(), Decl: f.Decls[0]}
	}
	i := m.Unannotated(l)
	i.Known = i.Known && !l.Unexplained()
	return i
}

// Unannotated is the space that a lambda takes from where it stands.
func (m *Model) Unannotated(l *sema.Lambda) Info {
	around := aroundLambda(l)
	if around == nil {
		return Info{Space: cudaspace.Host, Origin: FromContext, Known: true}
	}
	i := m.Of(around)
	sp := i.Space
	if sp&cudaspace.Global != 0 {
		sp = sp&^cudaspace.Global | cudaspace.Device
	}
	return Info{Space: sp, Origin: FromContext, Known: i.Known, Context: around}
}

// aroundLambda is the function that a lambda stands in, nil for none. For one in a default argument or member initialiser
// that is the function around the class, if the class is local.
func aroundLambda(l *sema.Lambda) *sema.Func {
	switch {
	case l.Outer != nil && l.Outer.Call != nil:
		return l.Outer.Call
	case l.Outer != nil && l.Outer.CallT != nil:
		return l.Outer.CallT.Func
	case l.Func != nil:
		return l.Func
	}
	parent := l.Class.Parent()
	for {
		switch p := parent.(type) {
		case *sema.Func:
			return p
		case *sema.Class:
			parent = p.Parent()
		default:
			return nil
		}
	}
}

// exempt reports whether a function of the standard library counts as host-device by decree.
func (m *Model) exempt(f *sema.Func) bool {
	if f.MemberOf != nil {
		return m.Opts.HostDeviceInitializerList && f.MemberOf.EntityName() == "std::initializer_list"
	}
	if !m.Opts.HostDeviceMoveForward || f.Template == nil {
		return false
	}
	switch f.EntityName() {
	case "std::move", "std::forward":
		return len(m.U.FuncType(f).Params) == 1
	}
	return false
}

// MemoryOf is the memory space a variable is declared with: the union over its declarations and those of its template; known is false where a macro
// of a missing header may have held a specifier.
func MemoryOf(u *sema.Unit, v *sema.Var) (mem cudaspace.Memory, known bool) {
	known = true
	for _, d := range u.VarDecls(v) {
		mem |= WrittenMemory(d.Spec)
		known = known && len(d.Spec.Unexplained) == 0
	}
	if v.BindingDecl != nil {
		mem |= WrittenMemory(&v.BindingDecl.Spec)
	}
	if v.Template != nil {
		for _, r := range v.Template.Decls {
			if d, ok := r.Decl.(*ast.SimpleDecl); ok {
				mem |= WrittenMemory(&d.Spec)
				known = known && len(d.Spec.Unexplained) == 0
			}
		}
	}
	return mem, known
}

// WrittenMemory is the memory space that specifiers say.
func WrittenMemory(s *ast.Specifiers) cudaspace.Memory {
	var mem cudaspace.Memory
	for i := range s.CUDA {
		switch s.CUDA[i].Kind {
		case ast.SpecDevice:
			mem |= cudaspace.DeviceMemory
		case ast.SpecConstant:
			mem |= cudaspace.Constant
		case ast.SpecShared:
			mem |= cudaspace.Shared
		case ast.SpecManaged:
			mem |= cudaspace.Managed
		}
	}
	return mem
}

// Possible is the set of sides on which an implicit member can run: those on which all that it calls can run. It is zero
// where there is none, and host-device for a member that calls nothing.
func (m *Model) Possible(f *sema.Func) cudaspace.Space {
	if !m.U.Nest() {
		return cudaspace.HostDevice
	}
	defer m.U.Unnest()
	if !m.CallerDefined(f) {
		return OneSided(m.Of(f).Space)
	}
	if sp, ok := m.possible[f]; ok {
		return sp // classes that hold two of each other double with every level
	}
	sp := cudaspace.HostDevice
	m.possible[f] = sp
	for _, c := range m.U.SpecialCalls(f) {
		if c.Callee != nil && m.U.IsTrivial(c.Callee) != sema.Yes {
			sp &= m.Possible(c.Callee)
		}
	}
	m.possible[f] = sp
	return sp
}

// MadeFromTemplate reports whether a function is an instance, or a member of one: those are made at the end of the file. Explicit
// specialisations, and members of such, are functions like any other.
func MadeFromTemplate(f *sema.Func) bool {
	switch {
	case f == nil || f.Specialization:
		return false
	case f.Template != nil && f.Args != nil || f.Pattern != nil && f.Pattern != f:
		return true
	}
	return f.MemberOf != nil && f.MemberOf.Template != nil && !f.MemberOf.Specialised()
}

// OneSided is a space in which a kernel counts as device code.
func OneSided(s cudaspace.Space) cudaspace.Space {
	if s&cudaspace.Global != 0 {
		s = s&^cudaspace.Global | cudaspace.Device
	}
	return s.Effective()
}
