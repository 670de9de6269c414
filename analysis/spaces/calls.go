package spaces

import (
	"strings"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

// Violation is a call that crosses from one side to the other.
type Violation struct {
	Body   *sema.Facts
	Call   *sema.Call
	Caller Info
	Callee Info
	// CallerFunc is the function that the call is charged to; nil for a variable's initialiser.
	CallerFunc *sema.Func
	// Need is how a generated CallerFunc came to be needed, see Emission.Need.
	Need []Edge
	// Constexpr: the callee is constexpr, so that relaxed rules for constexpr functions allow the call.
	Constexpr bool
	// Latent: the caller is not compiled for the device; the front end sees the call all the same, because the callee is inline.
	Latent bool
	// Subobject are the sides of the code that the front end makes for a base and that the call goes through, see onceForBases; zero
	// for other calls. Also are the places of the other calls that go through it.
	Subobject cudaspace.Space
	Also      []sema.Site
}

// Side is the caller's side as the front end takes it.
func (v *Violation) Side() cudaspace.Space {
	if v.Subobject != 0 {
		return v.Subobject
	}
	return v.Caller.Space
}

// Bodies lists the bodies that a pass reads while parsing: every function outside system headers, definitions of templates
// too, the lambdas in them, and in the host pass the instances it cannot do without.
func (m *Model) Bodies(declared sema.Declared) []*sema.Facts {
	var out []*sema.Facts
	seen := map[*sema.Facts]bool{}
	var add func(*sema.Facts)
	lambdas := func(f *sema.Facts) {
		if f != nil {
			for _, l := range f.Lambdas {
				if l.Call != nil {
					add(m.U.Facts(l.Call))
				}
			}
		}
	}
	add = func(f *sema.Facts) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		out = append(out, f)
		for _, l := range f.Lambdas {
			if l.Call != nil {
				add(m.U.Facts(l.Call))
			} else if l.CallT != nil {
				add(m.U.Facts(l.CallT.Func))
			}
		}
		for i := range f.Calls {
			if c := f.Calls[i].Callee; c != nil && !f.Template && m.mustInstantiate(c) {
				add(m.U.Facts(c))
			}
		}
		for _, c := range f.Deduced { // by decltype and its like
			if !f.Template && m.mustInstantiate(c) {
				add(m.U.Facts(c))
			}
		}
		for _, c := range f.LocalClasses {
			for _, e := range c.Members() {
				if fn, ok := e.(*sema.Func); ok && !fn.Implicit && !fn.DefaultedFirst {
					add(m.U.Facts(fn))
					lambdas(m.U.DefaultFacts(fn))
				}
			}
			lambdas(m.U.MemberInitFacts(c))
		}
	}
	each(m, declared.Funcs, func(f *sema.Func) {
		if !m.U.Exhausted() && !f.Implicit && !f.DefaultedFirst {
			add(m.U.Facts(f))
		}
	})
	if m.U.Exhausted() {
		return out
	}
	each(m, declared.Vars, func(v *sema.Var) {
		if v.Template == nil {
			add(m.U.VarFacts(v))
		}
	})
	each(m, declared.Funcs, func(f *sema.Func) {
		if !f.Implicit {
			lambdas(m.U.DefaultFacts(f))
		}
	})
	each(m, declared.Classes, func(c *sema.Class) { lambdas(m.U.MemberInitFacts(c)) })
	each(m, m.U.DeducedOutside(declared), func(f *sema.Func) {
		if m.mustInstantiate(f) {
			add(m.U.Facts(f))
		}
	})
	return out
}

// Read are the bodies that the pass reads: in the device pass with the instances of templates that they use.
func (m *Model) Read(bodies []*sema.Facts) []*sema.Facts {
	if m.opts.Pass == toolchain.DevicePass {
		return m.withInstances(bodies)
	}
	return bodies
}

// mustInstantiate reports whether the host pass has to instantiate a function to know the type of a call of it.
func (m *Model) mustInstantiate(f *sema.Func) bool {
	if s := f.Site(); s.Chunk != nil && s.Chunk.System {
		return false
	}
	if !m.U.HasDeducedResult(f) && f.Closure == nil {
		return false
	}
	return f.Template != nil && f.Args != nil || f.MemberOf != nil && f.MemberOf.Template != nil && !f.MemberOf.Dependent
}

// hostChecked are the forms of calls that the host pass checks in ordinary bodies, and definitionChecked those that it
// checks in the definitions of templates.
var (
	hostChecked = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallOperator: true, sema.CallArrow: true, sema.CallConversion: true,
		sema.CallLiteral: true, sema.CallLocalCtor: true, sema.CallLocalDtor: true, sema.CallArrayDtor: true,
		sema.CallNewCtor: true, sema.CallDeleteDtor: true, sema.CallExplicitDtor: true, sema.CallParenCtor: true,
		sema.CallParenDtor: true, sema.CallStaticDtor: true,
	}
	definitionChecked = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallExplicitDtor: true,
	}
	// evaluatedAtOnce are the forms that the device pass looks at while it reads an ordinary body, to find constants.
	evaluatedAtOnce = map[sema.CallKind]bool{
		sema.CallNamed: true, sema.CallObject: true, sema.CallOperator: true, sema.CallArrow: true, sema.CallConversion: true,
		sema.CallLiteral: true,
	}
	// deviceUnchecked are the forms that device code generation does not check, besides what is done to arrays' elements.
	deviceUnchecked = map[sema.CallKind]bool{
		sema.CallParenDtor: true, sema.CallStaticDtor: true,
	}
)

// ReadViolations are the calls that a pass reports while it reads bodies, whether or not they are compiled: in the host pass
// those of device functions in host code; in the device pass those of constexpr host functions in device code, which the front
// end tries to evaluate at once.
func (m *Model) ReadViolations(bodies []*sema.Facts) []Violation {
	var out []Violation
	type part struct {
		call   *sema.Call
		caller cudaspace.Space
	}
	said := make(map[part]bool) // what stands in a constructor is said once for each kind of function
	if m.opts.Pass == toolchain.DevicePass {
		bodies = m.withInstances(bodies)
	}
	each(m, bodies, func(b *sema.Facts) {
		if b.Func == nil || b.Func.Implicit {
			return
		}
		caller := m.Of(b.Func)
		if !caller.Known || !m.judged(caller.Space) {
			return
		}
		// The pragma before a template takes no effect on the template's definition.
		if m.ExecCheckDisabled(b.Func) && (b.Func.Template == nil || b.Func.Args != nil) {
			return
		}
		add := func(v Violation) {
			if p := (part{v.Call, caller.Space}); !said[p] {
				said[p] = true
				v.Body, v.Caller, v.Constexpr = b, caller, m.constexpr(v.Call.Callee)
				out = append(out, v)
			}
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			if c.Callee == nil || c.Context&(sema.Discarded|sema.Undecided|sema.InDefaultArg|sema.InMemberInit) != 0 {
				continue
			}
			evaluated := !b.Template && m.evaluated(c)
			if evaluated && c.Callee.Kind == sema.Constructor {
				m.evaluatedParts([]Edge{{From: b.Func, Call: c, Site: c.Site}}, add)
			}
			if !evaluated && !m.checkedAtOnce(b, c) {
				continue
			}
			if callee, crosses := m.crossesAtOnce(c.Callee); crosses {
				add(Violation{Call: c, Callee: callee, CallerFunc: b.Func})
			}
		}
		// A launch is a call to the checks: of a __device__ function it is as wrong as a plain one.
		for _, l := range b.Launches {
			if l.Kernel == nil || l.Indirect || l.Context&(sema.Discarded|sema.Undecided) != 0 {
				continue
			}
			if callee, crosses := m.crossesAtOnce(l.Kernel); crosses {
				c := &sema.Call{Callee: l.Kernel, Context: l.Context, Site: l.Site, Full: l.Full, Explicit: true}
				add(Violation{Call: c, Callee: callee, CallerFunc: b.Func})
			}
		}
	})
	return out
}

// checkedAtOnce reports whether the form of a call is one that the pass checks while it reads the body.
func (m *Model) checkedAtOnce(b *sema.Facts, c *sema.Call) bool {
	if m.opts.Pass == toolchain.DevicePass {
		return !b.Template && evaluatedAtOnce[c.Kind]
	}
	return hostChecked[c.Kind] && (!b.Template || checkedInDefinition(c))
}

// judged reports whether the pass judges functions of a space while it reads them.
func (m *Model) judged(s cudaspace.Space) bool {
	if m.opts.Pass == toolchain.DevicePass {
		return s.OnDevice()
	}
	return s&cudaspace.Host != 0
}

// crossesAtOnce reports whether a call of f from a judged function is reported while the body is read.
func (m *Model) crossesAtOnce(f *sema.Func) (callee Info, yes bool) {
	if CallerDefined(f) || f.Consteval {
		return Info{}, false
	}
	callee = m.Of(f)
	if m.opts.Pass == toolchain.DevicePass {
		return callee, callee.Known && !callee.Space.OnDevice() && m.constexpr(f)
	}
	return callee, callee.Known && callee.Space == cudaspace.Device
}

// evaluated reports whether the front end puts a constant in place of a call while it reads the body: that of a constexpr
// constructor, or of a lambda that captures nothing, with constant arguments. What an initialiser list leaves out is not looked at.
func (m *Model) evaluated(c *sema.Call) bool {
	if !m.U.Nest() {
		return true // nothing is said of it then
	}
	defer m.U.Unnest()
	f := c.Callee
	if f == nil || c.NonConstArgs > 0 || c.Array && c.Kind != sema.CallArrayCtor {
		return false
	}
	switch {
	case f.Closure != nil:
		l := f.Closure
		if f != l.Call || m.givesAddress(f) || len(l.Captures) > 0 || Written(&l.Expr.Spec) != 0 || m.U.IsLiteral(m.U.ClassType(f.MemberOf)) != sema.Yes {
			return false
		}
	case f.Kind != sema.Constructor || !m.constexpr(f) || c.Kind == sema.CallDelegate:
		return false
	case c.Kind == sema.CallMemberCtor || c.Kind == sema.CallBaseCtor:
		if c.Context&sema.InMemInit == 0 {
			return false
		}
	}
	return m.evaluates(f)
}

// evaluates reports whether nothing in a function's body keeps it from being evaluated. What other constexpr functions
// do is trusted; constructors are looked into, since what initialises members by default need not be constant.
func (m *Model) evaluates(f *sema.Func) bool {
	if !m.U.Nest() {
		return true // nothing is said of it then
	}
	defer m.U.Unnest()
	facts := m.U.Facts(f)
	if facts == nil || facts.Template {
		return false
	}
	for i := range facts.Calls {
		p := &facts.Calls[i]
		switch {
		case p.Context&sema.Dead != 0:
		case p.Callee == nil || !p.Callee.Constexpr || p.Callee.Closure != nil && !m.evaluated(p):
			return false
		case p.Callee.Kind == sema.Constructor && !m.evaluates(p.Callee):
			return false
		}
	}
	for i := range facts.Uses {
		if !facts.Uses[i].Var.Constexpr {
			return false
		}
	}
	return len(facts.Launches) == 0 && facts.PointerCalls == 0
}

// givesAddress reports whether a function's result is an address: one that is constant still needs what is there.
func (m *Model) givesAddress(f *sema.Func) bool {
	t := m.U.ResultType(f)
	return t.Kind == types.Pointer || t.IsRef()
}

// evaluatedParts finds the constructors of bases and members that the evaluation of a constructor, reached by need, runs into:
// they are charged to the function whose body is read. Default member initialisers have values of their own by then.
func (m *Model) evaluatedParts(need []Edge, add func(Violation)) {
	f := need[len(need)-1].Call.Callee
	facts := m.U.Facts(f)
	if len(need) > maxParts || facts == nil {
		return
	}
	for i := range facts.Calls {
		part := &facts.Calls[i]
		if part.Callee == nil || part.Array || part.Context&sema.InMemberInit != 0 || m.evaluated(part) {
			continue // a constant itself
		}
		switch part.Kind {
		case sema.CallMemberCtor, sema.CallBaseCtor, sema.CallDelegate:
			if callee, crosses := m.crossesAtOnce(part.Callee); crosses {
				add(Violation{Call: part, Callee: callee, CallerFunc: f, Need: need})
			}
			m.evaluatedParts(append(need[:len(need):len(need)], Edge{From: f, Call: part, Site: part.Site}), add)
		}
	}
}

// maxParts bounds how deep parts of objects are looked into.
const maxParts = 16

// checkedInDefinition reports whether the host pass checks a call in the definition of a template. It takes a call of the
// current instantiation's members by their name alone for dependent, though it knows the member: enable() in a class
// template is not checked, this->enable() is, unless the member is a template itself.
func checkedInDefinition(c *sema.Call) bool {
	if !definitionChecked[c.Kind] {
		return false
	}
	in := c.Callee.MemberOf
	return in == nil || !in.Dependent || (c.Selected || c.Kind != sema.CallNamed) && c.Callee.Template == nil
}

// DeviceViolations are the calls of host functions that the device pass reports: read, found while it read bodies, and those
// that code generation reports in what is emitted for the device.
func (m *Model) DeviceViolations(bodies []*sema.Facts, e *Emission, read []Violation) []Violation {
	out := read[:len(read):len(read)]
	said := callsOf(read)
	each(m, e.Funcs, func(f *sema.Func) {
		caller := m.Of(f)
		if !caller.Known || !caller.Space.OnDevice() || caller.Origin == FromCallers && !e.OnDevice(f) {
			return
		}
		facts := m.U.Facts(f)
		if facts == nil || facts.Template || m.ExecCheckDisabled(f) && caller.Space&cudaspace.Global == 0 {
			return
		}
		for i := range facts.Calls {
			c := &facts.Calls[i]
			callee, crosses := m.crosses(c)
			if !crosses || said[c] {
				continue
			}
			out = append(out, Violation{
				Body: facts, Call: c, Caller: caller, Callee: callee, CallerFunc: f, Need: e.Need(f), Constexpr: m.constexpr(c.Callee),
			})
		}
	})
	return m.onceForBases(out, bodies)
}

// constantDefault reports whether a call in a default argument or default member initialiser is a constant expression, which
// was replaced by its value where the default was declared.
func (m *Model) constantDefault(c *sema.Call) bool {
	if c.Context&(sema.InDefaultArg|sema.InMemberInit) == 0 || !m.constexpr(c.Callee) {
		return false
	}
	return c.IsConstant || c.NonConstArgs == 0 && c.Kind != sema.CallNamed && c.Kind != sema.CallObject && c.Kind != sema.CallConversion
}

func callsOf(vs []Violation) map[*sema.Call]bool {
	out := make(map[*sema.Call]bool, len(vs))
	for i := range vs {
		out[vs[i].Call] = true
	}
	return out
}

// crosses reports whether a call in device code is one of a host function that device code generation reports. Of what is thrown
// the front end says that nothing can be, and no more. No code is made that initialises statics: where some would be needed, that
// is the error or, of shared memory, the warning.
func (m *Model) crosses(c *sema.Call) (callee Info, yes bool) {
	if c.Callee == nil || CallerDefined(c.Callee) || deviceUnchecked[c.Kind] || c.Callee.Consteval || c.Elided ||
		c.Context&(sema.Discarded|sema.Folded|sema.Thrown|sema.InStatic) != 0 || c.OfRefused || c.Kind == sema.CallDeleteDtor && c.Virtual || c.Array ||
		m.constantDefault(c) {
		return Info{}, false
	}
	if c.Kind == sema.CallRangeFor && c.Callee.MemberOf != nil && c.Callee.MemberOf.EntityName() == "std::initializer_list" {
		return Info{}, false // the front end iterates over those itself
	}
	callee = m.Of(c.Callee)
	return callee, callee.Known && !callee.Space.OnDevice()
}

// remaining bounds how many of a call's arguments are no constants when the front end considers inlining the callee: a constant that
// a reference is bound to is none any more. Which arguments are constants is not known, so that it may be one too many.
func (m *Model) remaining(c *sema.Call) int {
	if c.Callee == nil || c.NonConstArgs > 1 {
		return c.NonConstArgs
	}
	t := m.U.FuncType(c.Callee)
	n := c.NonConstArgs
	for _, p := range t.Params {
		if p.IsRef() {
			n++
		}
	}
	return max(c.NonConstArgs, min(n, len(t.Params)))
}

// LatentViolations are the calls of inline host functions in host-device functions that are not compiled for the device.
// The front end looks at them when it considers inlining the callee: calls with at most one argument that is no constant,
// and all of constructors. Those for bases are none of them, nor destructors that run as control flows off the end of a function.
// Those in read are left out.
func (m *Model) LatentViolations(bodies []*sema.Facts, e *Emission, read []Violation) []Violation {
	var out []Violation
	said := callsOf(read)
	each(m, m.withInstances(bodies), func(b *sema.Facts) {
		if b.Func == nil || b.Template || b.Func.Implicit || e.Contains(b.Func) {
			return
		}
		caller := m.Of(b.Func)
		if !caller.Known || caller.Space != cudaspace.HostDevice || m.ExecCheckDisabled(b.Func) {
			return
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			callee, crosses := m.crosses(c)
			args := m.remaining(c)
			if c.Kind == sema.CallOperator && c.Callee.MemberOf != nil {
				args-- // the object is no argument
			}
			if !crosses || said[c] || c.Kind == sema.CallBaseCtor || c.Kind == sema.CallBaseDtor ||
				c.Kind == sema.CallLocalDtor && m.U.ResultType(b.Func).IsVoid() || !m.inline(c.Callee) || args > 1 && c.Callee.Kind != sema.Constructor {
				continue
			}
			out = append(out, Violation{
				Body: b, Call: c, Caller: caller, Callee: callee, CallerFunc: b.Func, Constexpr: m.constexpr(c.Callee), Latent: true,
			})
		}
	})
	return out
}

// inline reports whether a function is inline and its body is known.
func (m *Model) inline(f *sema.Func) bool {
	fd := m.U.Definition(f)
	if fd == nil || f.Template != nil && !f.Inline && !fd.InClass {
		return false
	}
	if f.MemberOf != nil && f.MemberOf.Template != nil {
		return f.Constexpr // others of an instance are not made while nothing is compiled
	}
	return f.Inline || f.Constexpr || fd.InClass || fd.FriendIn != nil
}

// constexpr reports whether a function is constexpr. An instance of a constexpr template loses that where its types cannot
// appear in constant expressions [dcl.constexpr].
func (m *Model) constexpr(f *sema.Func) bool {
	if f.Closure != nil && Written(&f.Closure.Expr.Spec) != 0 {
		return false // an extended lambda's closure is no literal type
	}
	if f.Comparison() {
		return true // whatever the parts' comparisons are
	}
	if !f.Constexpr || f.Template == nil && (f.MemberOf == nil || f.MemberOf.Template == nil) {
		return f.Constexpr
	}
	if s := f.Site(); s.Chunk != nil && s.Chunk.System {
		return true
	}
	facts := m.U.Facts(f)
	if facts == nil || facts.Template {
		return true
	}
	for _, v := range facts.Locals {
		if m.U.IsLiteral(m.U.VarType(v)) == sema.No {
			return false
		}
	}
	for i := range facts.Calls {
		c := &facts.Calls[i]
		if f.Kind == sema.Constructor && (c.Kind == sema.CallBaseCtor || c.Kind == sema.CallMemberCtor) && c.Callee != nil && !c.Callee.Constexpr {
			return false
		}
	}
	return true
}

// ExecCheckDisabled reports whether #pragma nv_exec_check_disable stands before a declaration of the function, or in the
// device pass hd_warning_disable before that of a host-device one.
func (m *Model) ExecCheckDisabled(f *sema.Func) bool {
	decls := f.Decls
	if f.Template != nil && f.Template.Func != nil {
		decls = f.Template.Func.Decls
	}
	for _, fd := range decls {
		for _, p := range pragmasBefore(m.U, fd.Full) {
			switch {
			case strings.HasPrefix(p, "nv_exec_check_disable"):
				return true
			case strings.HasPrefix(p, "hd_warning_disable"):
				if m.opts.Pass == toolchain.DevicePass && m.Of(f).Space == cudaspace.HostDevice {
					return true
				}
			}
		}
	}
	return false
}

// pragmasBefore are the pragmas that stand directly before a declaration, template headers between them left out.
func pragmasBefore(u *sema.Unit, s sema.Site) []string {
	if s.Chunk == nil {
		return nil
	}
	var out []string
	for i := int(s.Span.Lo) - 1; i >= 0; i-- {
		t := s.Chunk.Seg.Toks[s.Chunk.Lo+i]
		switch t.Kind {
		case token.Pragma:
			out = append(out, strings.TrimSpace(u.Text(t.Sym)))
			continue
		case token.Semi, token.RBrace, token.LBrace, token.Colon:
			return out
		}
	}
	for i := s.Chunk.Ord - 1; i >= 0 && u.Chunks[i].Kind == outline.ChunkPragma; i-- {
		c := u.Chunks[i]
		for _, t := range c.Seg.Toks[c.Lo:c.Hi] {
			if t.Kind == token.Pragma {
				out = append(out, strings.TrimSpace(u.Text(t.Sym)))
			}
		}
	}
	return out
}
