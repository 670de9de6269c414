package calls

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// inlinedViolations are those of deviceViolations that the front end comes to again when it considers inlining the callee. Then it
// says what defaults call at another place, which is left out.
var inlinedViolations = kit.InDevice("inlinedViolations", func(p *check.Pass) []spaces.Violation {
	return slices.DeleteFunc(slices.Clone(deviceViolations.Of(p)), func(v spaces.Violation) bool {
		return !v.Inlined || v.Call.Context&(sema.InDefaultArg|sema.InMemberInit) != 0
	})
})

// latentViolations are those in code of the device that is not compiled.
var latentViolations = kit.InDevice("latentViolations", func(p *check.Pass) []spaces.Violation {
	return findLatentViolations(p.Spaces, p.Bodies(), p.Emission, readViolations.Of(p))
})

// deviceViolations are those in code that is compiled for the device.
var deviceViolations = kit.InDevice("deviceViolations", func(p *check.Pass) []spaces.Violation {
	return findDeviceViolations(p.Spaces, p.Bodies(), p.Emission, readViolations.Of(p))
})

// hostViolations are those in the host pass.
var hostViolations = kit.InHost("hostViolations", readViolations.Of)

// readViolations are the calls that cross sides in bodies that the pass reads.
var readViolations = check.NewQuery("readViolations", func(p *check.Pass) []spaces.Violation {
	return findReadViolations(p.Spaces, p.Bodies())
})

// findReadViolations are the calls that a pass reports while it reads bodies, whether or not they are compiled: in the host pass
// those of device functions in host code; in the device pass those of constexpr host functions in device code, which the front
// end tries to evaluate at once, and of virtual ones, of which no code is made that a call would need.
func findReadViolations(m *spaces.Model, bodies []*sema.Facts) []spaces.Violation {
	if m.Opts.Pass == toolchain.DevicePass {
		bodies = m.WithInstances(bodies)
	}
	list := crossingAsRead.In(m, bodies, func(b *sema.Facts, found func(spaces.Violation)) {
		if b.Func == nil || b.Func.Implicit || b.Func.DefaultedFirst {
			return // what the front end writes itself it makes with the code
		}
		caller := m.InBody(b.Func)
		if !caller.Known || !judged(m, caller.Space) {
			return
		}
		// The pragma before a template takes no effect on the template's definition.
		if m.ExecCheckDisabled(b.Func) && (b.Func.Template == nil || b.Func.Args != nil) {
			return
		}
		r := reader{m: m, body: b, caller: caller, found: found}
		r.calls()
		r.launches()
	})
	list = throughLibrary(bodies, list)
	type part struct {
		call   *sema.Call
		caller cudaspace.Space
	}
	said := make(map[part]bool) // what stands in a constructor is said once for each kind of function
	return slices.DeleteFunc(list, func(v spaces.Violation) bool {
		p := part{v.Call, v.Caller.Space}
		again := said[p]
		said[p] = true
		return again
	})
}

var (
	crossingAsRead  = spaces.NewSearch[spaces.Violation]()
	crossingEmitted = spaces.NewSearch[spaces.Violation]()
)

// reader finds what is reported while one body is read.
type reader struct {
	m      *spaces.Model
	body   *sema.Facts
	caller spaces.Info
	found  func(spaces.Violation)
}

func (r *reader) add(v spaces.Violation) {
	m := r.m
	v.Body, v.Caller, v.Constexpr, v.Read = r.body, r.caller, m.Constexpr(v.Call.Callee), true
	v.Inlined = r.caller.Space == cudaspace.HostDevice && !v.Call.IsConstant && !m.Evaluated(v.Call) && !dispatched(m, v.Call) &&
		inlined(m, r.body.Func, v.Call)
	r.found(v)
}

func (r *reader) calls() {
	m, b := r.m, r.body
	skipped := sema.Discarded | sema.Undecided | sema.InDefaultArg | sema.InMemberInit
	if m.Opts.Pass != toolchain.DevicePass {
		skipped |= sema.InPragma
	}
	for i := range b.Calls {
		c := &b.Calls[i]
		if c.Callee == nil || c.Context&skipped != 0 || m.Replaced(c) {
			continue
		}
		evaluated := !b.Template && m.Evaluated(c)
		if evaluated && c.Callee.Kind == sema.Constructor {
			evaluatedParts(m, []spaces.Edge{{From: b.Func, Call: c, Site: c.Site}}, r.add)
		}
		virtual := !asTemplate(m, b) && dispatched(m, c)
		if !evaluated && !virtual && !checkedAtOnce(m, b, c) {
			continue
		}
		if callee, crosses := crossesAtOnce(m, b, c, virtual); crosses {
			r.add(spaces.Violation{Call: c, Callee: callee, CallerFunc: b.Func})
		}
	}
}

// launches are calls to the checks: to launch a __device__ function is as wrong as to call it.
func (r *reader) launches() {
	for _, l := range r.body.Launches {
		if l.Kernel == nil || l.Indirect || l.Context&(sema.Discarded|sema.Undecided) != 0 {
			continue
		}
		kind := sema.CallNamed
		if l.Kernel.Closure != nil {
			kind = sema.CallObject
		}
		c := &sema.Call{Kind: kind, Callee: l.Kernel, Context: l.Context, Site: l.Site, Full: l.Full, Explicit: true}
		if callee, crosses := crossesAtOnce(r.m, r.body, c, false); crosses {
			r.add(spaces.Violation{Call: c, Callee: callee, CallerFunc: r.body.Func})
		}
	}
}

// checkedAtOnce reports whether the form of a call is one that the pass checks while it reads the body.
func checkedAtOnce(m *spaces.Model, b *sema.Facts, c *sema.Call) bool {
	if m.Opts.Pass == toolchain.DevicePass {
		return !asTemplate(m, b) && spaces.EvaluatedAtOnce[c.Kind] && (!b.Template || spaces.DefinitionChecked[c.Kind])
	}
	if c.Context&sema.Placed != 0 && (c.Kind == sema.CallLocalCtor || c.Kind == sema.CallStaticDtor) {
		return false // that the variable cannot be there is said, and no more
	}
	return spaces.HostChecked[c.Kind] && (!b.Template || checkedInDefinition(c))
}

// asTemplate reports whether the pass reads a body as a template's definition: the device pass reads generic lambdas in ordinary bodies
// as it reads these.
func asTemplate(m *spaces.Model, b *sema.Facts) bool {
	return b.Template && !(m.Opts.Pass == toolchain.DevicePass && m.ReadWithBody(b.Func))
}

// judged reports whether the pass judges functions of a space while it reads them.
func judged(m *spaces.Model, s cudaspace.Space) bool {
	if m.Opts.Pass == toolchain.DevicePass {
		return s.OnDevice()
	}
	return s&cudaspace.Host != 0
}

// dispatched reports whether a call names a virtual function, be it qualified.
func dispatched(m *spaces.Model, c *sema.Call) bool {
	return spaces.DefinitionChecked[c.Kind] && m.U.IsVirtual(c.Callee) == sema.Yes
}

// crossesAtOnce reports whether a call in a judged function's body is reported while that is read; virtual: the call names a virtual
// function.
func crossesAtOnce(m *spaces.Model, b *sema.Facts, c *sema.Call, virtual bool) (callee spaces.Info, yes bool) {
	f := c.Callee
	if m.CallerDefined(f) || f.Consteval || spaces.ViaClosure(c) {
		return spaces.Info{}, false
	}
	callee = m.At(f, b, c.Site)
	if m.Opts.Pass == toolchain.DevicePass {
		return callee, callee.Known && !callee.Space.OnDevice() && (virtual || m.Constexpr(f))
	}
	return callee, callee.Known && callee.Space == cudaspace.Device
}

// evaluatedParts finds the constructors of bases and members that the evaluation of a constructor, reached by need, runs into:
// they are charged to the function whose body is read. Default member initialisers have values of their own by then.
func evaluatedParts(m *spaces.Model, need []spaces.Edge, add func(spaces.Violation)) {
	f := need[len(need)-1].Call.Callee
	facts := m.U.Facts(f)
	if len(need) > maxParts || facts == nil {
		return
	}
	for i := range facts.Calls {
		part := &facts.Calls[i]
		if part.Callee == nil || part.Array || part.Context&sema.InMemberInit != 0 || part.Kind == sema.CallMemberCtor && m.Evaluated(part) {
			continue // a constant itself
		}
		switch part.Kind {
		case sema.CallMemberCtor, sema.CallBaseCtor, sema.CallDelegate:
			if callee, crosses := crossesAtOnce(m, facts, part, false); crosses && part.Kind != sema.CallDelegate {
				add(spaces.Violation{Call: part, Callee: callee, CallerFunc: f, Need: need})
			}
			evaluatedParts(m, append(need[:len(need):len(need)], spaces.Edge{From: f, Call: part, Site: part.Site}), add)
		}
	}
}

// maxParts bounds how deep parts of objects are looked into.
const maxParts = 16

// checkedInDefinition reports whether the host pass checks a call in the definition of a template. It takes a call of the
// current instantiation's members by their name alone for dependent, though it knows the member: enable() in a class
// template is not checked, this->enable() is, unless the member is a template itself. Local classes are known.
func checkedInDefinition(c *sema.Call) bool {
	if !spaces.DefinitionChecked[c.Kind] {
		return false
	}
	in := c.Callee.MemberOf
	return in == nil || !in.Dependent || in.InFunction() && !c.Callee.Static || (c.Selected || c.Kind != sema.CallNamed) && c.Callee.Template == nil
}

// findDeviceViolations are the calls of host functions that the device pass reports: read, found while it read bodies, and those
// that code generation reports in what is emitted for the device.
func findDeviceViolations(m *spaces.Model, bodies []*sema.Facts, e *spaces.Emission, read []spaces.Violation) []spaces.Violation {
	said := callsOf(read)
	emitted := crossingEmitted.In(m, e.Bodies(), func(facts *sema.Facts, found func(spaces.Violation)) {
		f := facts.Func
		caller := m.Of(f)
		if !caller.Known || !caller.Space.OnDevice() || caller.Origin == spaces.FromCallers && !onDevice(e, f) {
			return
		}
		if facts.Template {
			return
		}
		unchecked := m.ExecCheckDisabled(f) && caller.Space&cudaspace.Global == 0
		for i := range facts.Calls {
			c := &facts.Calls[i]
			callee, crosses := m.Crosses(c)
			elements := c.Context&sema.InElements != 0
			if !crosses || unchecked && !elements {
				continue
			}
			v := spaces.Violation{
				Body: facts, Call: c, Caller: caller, Callee: callee, CallerFunc: f, Need: need(e, f), Constexpr: m.Constexpr(c.Callee),
				Inlined: caller.Space == cudaspace.HostDevice && !f.Implicit && !f.Defaulted && !elements && inlined(m, f, c),
			}
			if elements {
				v.Through = spaces.OneSided(caller.Space) | elementsMadeBy(m, facts.Calls[i:])
			}
			found(v)
		}
	})
	emitted = slices.DeleteFunc(emitted, func(v spaces.Violation) bool { return said[v.Call] })
	return onceForParts(m, append(slices.Clip(read), emitted...), bodies)
}

// elementsMadeBy is the space of the constructor that makes the elements of an array, for the first of calls, which is that of the constructor
// or in one of its default arguments. The front end makes a function of that space and the caller's for them.
func elementsMadeBy(m *spaces.Model, calls []sema.Call) cudaspace.Space {
	for i := range calls {
		if c := &calls[i]; c.Array && c.Callee != nil && c.Callee.Kind == sema.Constructor && c.Site == calls[0].Site {
			return spaces.OneSided(m.Of(c.Callee).Space)
		}
	}
	return cudaspace.HostDevice
}

func callsOf(vs []spaces.Violation) map[*sema.Call]bool {
	out := make(map[*sema.Call]bool, len(vs))
	for i := range vs {
		out[vs[i].Call] = true
	}
	return out
}

// findLatentViolations are the calls of inline host functions in host-device functions that are not compiled for the device.
// The front end looks at them when it considers inlining the callee: calls with at most one argument that is no constant,
// and all of constructors. Those for bases are none of them, nor destructors that run as control flows off the end of a function,
// nor what stands in statement expressions.
// Those in read are left out. Where braces have no partners it is not known what is compiled. Nothing is compiled of what an if constexpr
// discards, and outside of templates the front end has looked at that as well.
func findLatentViolations(m *spaces.Model, bodies []*sema.Facts, e *spaces.Emission, read []spaces.Violation) []spaces.Violation {
	var out []spaces.Violation
	said := callsOf(read)
	spaces.Each(m, m.WithInstances(bodies), func(b *sema.Facts) {
		if b.Func == nil || b.Template || b.Func.Implicit || b.Func.Defaulted {
			return
		}
		compiled, instance := e.Contains(b.Func), spaces.MadeFromTemplate(b.Func)
		if compiled && instance {
			return
		}
		caller := m.Of(b.Func)
		if !caller.Known || caller.Space != cudaspace.HostDevice || unskimmed(m, b.Func) {
			return
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			discarded := c.Context&sema.Discarded != 0 && !instance
			if compiled && !discarded || discarded && c.NonConstArgs == 0 && c.Callee != nil && c.Callee.Constexpr {
				continue // a constant, maybe
			}
			kept := *c
			if discarded {
				kept.Context &^= sema.Discarded
			}
			callee, crosses := m.Crosses(&kept)
			if !crosses || said[c] || c.Context&sema.InElements != 0 || !inlined(m, b.Func, c) {
				continue
			}
			out = append(out, spaces.Violation{
				Body: b, Call: c, Caller: caller, Callee: callee, CallerFunc: b.Func, Constexpr: m.Constexpr(c.Callee), Latent: true,
			})
		}
	})
	if len(out) > 0 && m.U.Unbalanced {
		return nil
	}
	return out
}

// unskimmed reports whether the front end looks at no call in a function for which no code is generated: where a pragma says so, and where a
// lambda stands in a function that runs on the host alone, of which the device pass compiles nothing.
func unskimmed(m *spaces.Model, f *sema.Func) bool {
	if l := f.Closure; l != nil && l.Func != nil {
		around := m.Of(l.Func)
		return around.Known && !around.Space.OnDevice()
	}
	return m.ExecCheckDisabled(f)
}

// inlined reports whether the front end considers inlining the callee of a call in f.
func inlined(m *spaces.Model, f *sema.Func, c *sema.Call) bool {
	args := c.NonConstArgs + c.BoundConsts // a constant that a reference is bound to is none any more
	if c.Kind == sema.CallOperator && c.Callee.MemberOf != nil {
		args-- // the object is no argument
	}
	switch {
	case c.Kind == sema.CallBaseCtor || c.Kind == sema.CallBaseDtor || c.Kind == sema.CallLocalDtor && m.U.ResultType(f).IsVoid():
		return false
	case c.Kind == sema.CallOperatorDelete && f.Kind == sema.Destructor && c.Site == m.U.Definition(f).Site:
		return false // in the destructor that delete calls through a vtable, which is made with the code
	case c.Ahead:
		return false // the operand's value waits elsewhere for the object's
	case c.Context&sema.InStmtExpr != 0:
		return false
	case m.Opts.QuietLifetimes && beginsOrEnds(c):
		return false
	}
	return inline(m, f, c.Callee) && (c.Callee.Kind == sema.Constructor || args <= 1 && args+variedDefaults(m.U, c) <= 1)
}

// beginsOrEnds reports whether the language makes a call because an object's life begins or ends there.
func beginsOrEnds(c *sema.Call) bool {
	switch c.Kind {
	case sema.CallOperatorNew, sema.CallOperatorDelete:
		return true
	case sema.CallExplicitDtor:
		return false
	}
	return c.Callee.Kind == sema.Constructor || c.Callee.Kind == sema.Destructor
}

// variedDefaults counts the default arguments of a call that are no constants, but for those that references are bound to.
func variedDefaults(u *sema.Unit, c *sema.Call) (n int32) {
	params := u.FuncType(c.Callee).Params
	for i := int(c.Args); i < len(params); i++ {
		if x := u.TypedDefault(c.Callee, i); !params[i].IsRef() && x != nil && !u.IsConstant(x) {
			n++
		}
	}
	return n
}

// inline reports whether a function is inline and its body is known when the front end looks at calls in caller.
func inline(m *spaces.Model, caller, f *sema.Func) bool {
	fd := m.U.Definition(f)
	switch {
	case f.Closure != nil:
		return true
	case fd == nil:
		return false
	case f.MemberOf != nil && f.Template == nil && spaces.MadeFromTemplate(f) && !ofInstance(caller) && !caller.Constexpr:
		// Others of an instance are not made yet but for what may be constant; templates among them are, and so is what the class says inline of.
		return f.Constexpr || slices.ContainsFunc(f.Decls, func(fd *sema.FuncDecl) bool { return fd.InClass && fd.Spec.Flags&ast.Inline != 0 })
	}
	return f.Inline || f.Constexpr && f.Template == nil || fd.InClass || fd.FriendIn != nil
}
