package spaces

import (
	"strings"

	"cudals/analysis/outline"
	"cudals/analysis/sema"
	"cudals/analysis/token"
	"cudals/analysis/toolchain"
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
}

// Bodies lists the bodies that a pass reads while parsing: every function outside system headers, definitions of templates
// too, the lambdas in them, and in the host pass the instances it cannot do without.
func (m *Model) Bodies(declared sema.Declared) []*sema.Facts {
	var out []*sema.Facts
	seen := map[*sema.Facts]bool{}
	var add func(*sema.Facts)
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
			if c := f.Calls[i].Callee; c != nil && m.mustInstantiate(c) {
				add(m.U.Facts(c))
			}
		}
		for _, c := range f.LocalClasses {
			for _, e := range c.Members() {
				if fn, ok := e.(*sema.Func); ok && !fn.Implicit && !fn.DefaultedFirst {
					add(m.U.Facts(fn))
				}
			}
		}
	}
	for _, f := range declared.Funcs {
		if !f.Implicit && !f.DefaultedFirst {
			add(m.U.Facts(f))
		}
	}
	for _, v := range declared.Vars {
		if v.Template == nil {
			add(m.U.VarFacts(v))
		}
	}
	lambdas := func(f *sema.Facts) {
		if f != nil {
			for _, l := range f.Lambdas {
				if l.Call != nil {
					add(m.U.Facts(l.Call))
				}
			}
		}
	}
	for _, f := range declared.Funcs {
		if !f.Implicit {
			lambdas(m.U.DefaultFacts(f))
		}
	}
	for _, c := range declared.Classes {
		lambdas(m.U.MemberInitFacts(c))
	}
	return out
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
	// deviceUnchecked are the forms that device code generation does not check.
	deviceUnchecked = map[sema.CallKind]bool{
		sema.CallArrayCtor: true, sema.CallArrayDtor: true, sema.CallParenDtor: true, sema.CallStaticDtor: true,
	}
)

// HostViolations are the calls of device functions that the host pass reports, while parsing.
func (m *Model) HostViolations(bodies []*sema.Facts) []Violation {
	var out []Violation
	for _, b := range bodies {
		if b.Func == nil || b.Func.Implicit {
			continue
		}
		caller := m.Of(b.Func)
		if !caller.Known || caller.Space&cudaspace.Host == 0 {
			continue
		}
		// The pragma before a template takes no effect on the template's definition.
		if m.ExecCheckDisabled(b.Func) && (b.Func.Template == nil || b.Func.Args != nil) {
			continue
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			if c.Callee == nil || CallerDefined(c.Callee) || !hostChecked[c.Kind] || b.Template && !checkedInDefinition(c) ||
				c.Context&(sema.Discarded|sema.Undecided|sema.InDefaultArg|sema.InMemberInit) != 0 || c.Callee.Consteval {
				continue
			}
			callee := m.Of(c.Callee)
			if !callee.Known || callee.Space != cudaspace.Device {
				continue
			}
			out = append(out, Violation{
				Body: b, Call: c, Caller: caller, Callee: callee, CallerFunc: b.Func, Constexpr: m.constexpr(c.Callee),
			})
		}
		// A launch is a call to the checks: of a __device__ function it is as wrong as a plain one.
		for _, l := range b.Launches {
			if l.Kernel == nil || l.Context&(sema.Discarded|sema.Undecided) != 0 {
				continue
			}
			if callee := m.Of(l.Kernel); callee.Known && callee.Space == cudaspace.Device {
				out = append(out, Violation{
					Body: b, Call: &sema.Call{Callee: l.Kernel, Context: l.Context, Site: l.Site, Full: l.Full, Explicit: true},
					Caller: caller, Callee: callee, CallerFunc: b.Func, Constexpr: m.constexpr(l.Kernel),
				})
			}
		}
	}
	return out
}

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

// DeviceViolations are the calls of host functions that device code generation reports: in what is emitted for the device.
func (m *Model) DeviceViolations(e *Emission) []Violation {
	var out []Violation
	for _, f := range e.Funcs {
		caller := m.Of(f)
		if !caller.Known || !caller.Space.OnDevice() || CallerDefined(f) && !e.OnDevice(f) {
			continue
		}
		facts := m.U.Facts(f)
		if facts == nil || facts.Template || m.ExecCheckDisabled(f) && caller.Space&cudaspace.Global == 0 {
			continue
		}
		for i := range facts.Calls {
			c := &facts.Calls[i]
			callee, crosses := m.crosses(c)
			if !crosses {
				continue
			}
			out = append(out, Violation{
				Body: facts, Call: c, Caller: caller, Callee: callee, CallerFunc: f, Need: e.Need(f), Constexpr: m.constexpr(c.Callee),
			})
		}
	}
	return out
}

// crosses reports whether a call in device code is one of a host function that device code generation reports.
func (m *Model) crosses(c *sema.Call) (callee Info, yes bool) {
	if c.Callee == nil || CallerDefined(c.Callee) || deviceUnchecked[c.Kind] || c.Callee.Consteval || c.Elided ||
		c.Context&(sema.Discarded|sema.Folded) != 0 || c.OfTypeid || c.Kind == sema.CallDeleteDtor && c.Virtual {
		return Info{}, false
	}
	if c.Kind == sema.CallRangeFor && c.Callee.MemberOf != nil && c.Callee.MemberOf.EntityName() == "std::initializer_list" {
		return Info{}, false // the front end iterates over those itself
	}
	callee = m.Of(c.Callee)
	return callee, callee.Known && !callee.Space.OnDevice()
}

// LatentViolations are the calls of inline host functions in host-device functions that are not compiled for the device.
// The front end looks at them when it considers inlining the callee: calls with at most one argument that is no constant,
// and all of constructors.
func (m *Model) LatentViolations(bodies []*sema.Facts, e *Emission) []Violation {
	var out []Violation
	for _, b := range bodies {
		if b.Func == nil || b.Template || b.Func.Implicit || e.Contains(b.Func) {
			continue
		}
		caller := m.Of(b.Func)
		if !caller.Known || caller.Space != cudaspace.HostDevice || m.ExecCheckDisabled(b.Func) {
			continue
		}
		for i := range b.Calls {
			c := &b.Calls[i]
			callee, crosses := m.crosses(c)
			args := c.NonConstArgs
			if c.Kind == sema.CallOperator && c.Callee.MemberOf != nil {
				args-- // the object is no argument
			}
			if !crosses || !m.inline(c.Callee) || args > 1 && c.Callee.Kind != sema.Constructor {
				continue
			}
			out = append(out, Violation{
				Body: b, Call: c, Caller: caller, Callee: callee, CallerFunc: b.Func, Constexpr: m.constexpr(c.Callee), Latent: true,
			})
		}
	}
	return out
}

// inline reports whether a function is inline and its body is known.
func (m *Model) inline(f *sema.Func) bool {
	fd := m.U.Definition(f)
	if fd == nil || f.Template != nil && !f.Inline && !fd.InClass || f.MemberOf != nil && f.MemberOf.Template != nil {
		return false
	}
	return f.Inline || f.Constexpr || fd.InClass || fd.FriendIn != nil
}

// constexpr reports whether a function is constexpr. An instance of a constexpr template loses that where its types cannot
// appear in constant expressions [dcl.constexpr].
func (m *Model) constexpr(f *sema.Func) bool {
	if f.Closure != nil && Written(&f.Closure.Expr.Spec) != 0 {
		return false // an extended lambda's closure is no literal type
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
