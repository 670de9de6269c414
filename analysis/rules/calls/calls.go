package calls

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/cudaspace"
)

// The calls that cross sides are found once, in spaces; each rule takes those with its own caller and callee.

// hostCalls makes the check of a rule about calls of device functions, which the host pass reports.
func hostCalls(caller cudaspace.Space, constexpr bool) func(*check.Pass) {
	return func(p *check.Pass) { reportCalls(p, hostViolations.Of(p), caller, constexpr, false) }
}

// deviceCalls makes the check of a rule about calls of host functions, which the device pass reports.
func deviceCalls(caller cudaspace.Space, constexpr bool) func(*check.Pass) {
	return func(p *check.Pass) {
		reportCalls(p, deviceViolations.Of(p), caller, constexpr, false)
		if !constexpr {
			reportBuiltins(p, caller)
		}
	}
}

// latentCalls makes the check of a rule about host-device functions that are not compiled for the device. Of those that are, the front
// end says the same once more, which counts where what it says first is silenced.
func latentCalls(constexpr bool) func(*check.Pass) {
	return func(p *check.Pass) {
		reportCalls(p, latentViolations.Of(p), cudaspace.HostDevice, constexpr, false)
		reportCalls(p, inlinedViolations.Of(p), cudaspace.HostDevice, constexpr, true)
	}
}

func reportCalls(p *check.Pass, violations []spaces.Violation, caller cudaspace.Space, constexpr, repeats bool) {
	relaxed := constexpr && (p.Command.RelaxedConstexpr.On || !p.Flagged(p.Command.RelaxedConstexpr))
	fixes := mend.NewFixer(p)
	type place struct {
		site sema.Site
		f    *sema.Func
	}
	found := map[place]*crossing{}
	var order []*crossing
	for i := range violations {
		v := &violations[i]
		if v.Constexpr != constexpr || relaxed && !keepsSide(p, v) || kit.SideOf(v.Side()) != caller || !holds(p, v) {
			continue
		}
		r := callReport(p, v, fixes)
		at := place{r.Site, r.Func}
		if found[at] == nil {
			found[at] = new(crossing)
			order = append(order, found[at])
		}
		found[at].add(v, r)
	}
	for _, c := range onceForScopes(order) {
		r := c.report(p, fixes)
		r.Repeats = repeats
		p.Report(r)
	}
}

// keepsSide reports whether a constexpr callee stays where it is under relaxed rules: the front end takes virtual functions of the host for the
// host's alone, but for destructors that nobody names.
func keepsSide(p *check.Pass, v *spaces.Violation) bool {
	f := v.Call.Callee
	return v.Callee.Space&cudaspace.Device == 0 && !v.Latent && p.Unit.IsVirtual(f) == sema.Yes &&
		(f.Kind != sema.Destructor || v.Call.Kind == sema.CallExplicitDtor)
}

// advice is what a message about a call says to do.
func advice(p *check.Pass, v *spaces.Violation) string {
	switch l := v.Call.Callee.Closure; {
	case l != nil && l.Func != nil && p.Spaces.Annotation(l) == 0 && kit.SideOf(v.Side()) != cudaspace.HostDevice:
		if p.Command.ExtendedLambda.On {
			return "; mark the lambda __device__"
		}
		return "; mark the lambda __device__, which needs the flag --extended-lambda"
	case v.Constexpr && !keepsSide(p, v):
		return "; --expt-relaxed-constexpr allows calls of constexpr functions"
	}
	return ""
}

// onceForScopes leaves one of several variables of a scope at whose end the same destructor is called, the first: that is where the front
// end says it, once.
func onceForScopes(crossings []*crossing) []*crossing {
	type scope struct {
		body   *sema.Facts
		ends   int32
		callee *sema.Func
	}
	first := make(map[scope]*crossing)
	return slices.DeleteFunc(slices.Clone(crossings), func(c *crossing) bool {
		call := c.lead.Call
		if call.Kind != sema.CallLocalDtor || len(c.others) > 0 || c.lead.Read { // the host pass says it of each
			return false
		}
		at := scope{c.lead.Body, call.Ends, call.Callee}
		f := first[at]
		if f == nil {
			first[at] = c
			return false
		}
		site := c.told.Site // variables are destroyed in reverse order
		site, f.told.Site = f.told.Site, site
		f.told.Related = append(f.told.Related, check.Note{Site: site, Message: "called at the end of this variable's life too"})
		return true
	})
}

// holds reports whether the compiler that the command is for refuses a call. Clang lets functions of the two sides overload each other,
// takes constexpr functions and some lambdas for both sides, waits with what templates do, and wraps the host's headers: what is left
// are calls that somebody wrote, between functions of whose name there is one.
func holds(p *check.Pass, v *spaces.Violation) bool {
	if d := p.Command.Dialect; d != toolchain.Clang && d != toolchain.HIP {
		return true
	}
	caller, callee := v.CallerFunc, v.Call.Callee
	if caller == nil || !plain(caller) || !plain(callee) || !v.Call.Explicit || callee.MemberOf != nil || len(callee.Decls) != 1 {
		return false
	}
	ns, ok := callee.Parent().(*sema.Namespace)
	return ok && len(p.Unit.Named(ns, callee.Sym())) == 1
}

// plain reports whether a function is one whose side its words alone tell, to any compiler.
func plain(f *sema.Func) bool {
	site := f.Site()
	return f.Kind == sema.Ordinary && !f.Constexpr && !f.Consteval && !f.Implicit && !f.Defaulted && f.Template == nil &&
		(f.Pattern == nil || f.Pattern == f) && f.Closure == nil && site.Chunk != nil && !site.Chunk.System
}

// crossing is what one thing that a person wrote calls: H h(1) constructs and destroys h, and evaluates default arguments. It is one
// mistake, and named by the call that the person meant.
type crossing struct {
	lead   *spaces.Violation
	told   check.Report
	others []*spaces.Violation
	fixes  []check.Mend
	stage  check.Stage // the earliest
	left   bool        // some of it cannot be mended
}

func (c *crossing) add(v *spaces.Violation, r check.Report) {
	c.left = c.left || len(r.Fixes) == 0
	for _, f := range r.Fixes {
		if !slices.ContainsFunc(c.fixes, func(g check.Mend) bool { return f.Title == g.Title }) {
			c.fixes = append(c.fixes, f)
		}
	}
	switch {
	case c.lead == nil:
		c.lead, c.told = v, r
	case implied(v) < implied(c.lead):
		c.others = append(c.others, c.lead)
		c.lead, c.told = v, r
	default:
		c.others = append(c.others, v)
	}
	if len(c.others) == 0 || r.Stage < c.stage {
		c.stage = r.Stage
	}
}

// mend marks all that is called: a part of it would leave the finding.
func (c *crossing) mend() []check.Mend {
	if c.left || len(c.fixes) == 0 {
		return nil
	}
	if len(c.fixes) == 1 {
		return c.fixes
	}
	all := check.Mend{Preferred: true, Title: strings.TrimSuffix(c.told.Fixes[0].Title, " "+mend.TwoWords) + ", and what goes with it, " + mend.TwoWords}
	for _, f := range c.fixes {
		for _, change := range f.Changes {
			if !slices.Contains(all.Changes, change) {
				all.Changes = append(all.Changes, change)
			}
		}
	}
	return []check.Mend{all}
}

func (c *crossing) report(p *check.Pass, fixes *mend.Fixer) check.Report {
	r := c.told
	r.Fixes, r.Stage = c.mend(), c.stage
	if len(c.others) == 0 {
		if forgotten := fixes.Forgotten(c.lead); forgotten != nil {
			r.Fixes = forgotten
		} else {
			r.Fixes = slices.Concat(r.Fixes, fixes.Alone(c.lead))
		}
	}
	said := map[*sema.Func]bool{c.lead.Call.Callee: true}
	for _, v := range c.others {
		callee := v.Call.Callee
		if said[callee] {
			continue
		}
		said[callee] = true
		site := callee.Site()
		if site.IsZero() {
			site = v.Call.Site
		}
		side := kit.SideOf(v.Callee.Space)
		message := fmt.Sprintf("%s is %s too; it is called %s", spell.Func(p.Unit, callee), side, purpose(v))
		if len(v.Need) > 0 {
			message = fmt.Sprintf("%s, which is %s too", needs(p, v.CallerFunc, v.Call), side)
		}
		r.Related = append(r.Related, check.Note{Site: site, Message: message})
	}
	return r
}

// implied tells how far a call is from what the person who wrote it meant.
func implied(v *spaces.Violation) int {
	far := 0
	switch v.Call.Kind {
	case sema.CallLocalDtor, sema.CallArrayDtor, sema.CallStaticDtor, sema.CallParenDtor:
		far = 2
	case sema.CallTempDtor:
		far = 3
	}
	if v.Call.Context&(sema.InDefaultArg|sema.InMemberInit) != 0 {
		far++
	}
	return far
}

// purpose is what an implied call is for.
func purpose(v *spaces.Violation) string {
	switch {
	case v.Call.Context&sema.InDefaultArg != 0 && v.Call.Kind != sema.CallTempDtor:
		return "by a default argument"
	case v.Call.Kind == sema.CallLocalDtor, v.Call.Kind == sema.CallArrayDtor, v.Call.Kind == sema.CallStaticDtor:
		return "at the end of the variable's life"
	case v.Call.Kind == sema.CallTempDtor, v.Call.Kind == sema.CallParenDtor:
		return "to destroy a temporary"
	}
	return "here as well"
}

// stage is when the device pass comes to a violation.
func stage(u *sema.Unit, v *spaces.Violation) check.Stage {
	switch {
	case v.Read:
		return check.Reading
	case (v.Latent || v.Inlined) && !v.CallerFunc.Constexpr && v.Call.Context&sema.InCapture == 0 && !ofLocal(u, v):
		return check.BodyRead
	}
	return check.Code
}

// ofLocal reports whether a violation is one of a default argument that a lambda or a local class in the caller's body has.
func ofLocal(u *sema.Unit, v *spaces.Violation) bool {
	fd := u.Definition(v.CallerFunc)
	return v.Call.Context&sema.InDefaultArg != 0 && fd != nil && spaces.Within(v.Call.Arg, fd.Full)
}

// callReport words a violation. It stands at the call; where a default argument makes the call, at
// the default argument, but for what makes the parameter itself (sema.Parameter);
// where a generated function makes it, at what needs that function.
func callReport(p *check.Pass, v *spaces.Violation, fixes *mend.Fixer) check.Report {
	u := p.Unit
	callee, c := v.Call.Callee, v.Call
	name, side := spell.Func(u, callee), kit.SideOf(v.Callee.Space)
	r := check.Report{Site: c.Site, Func: v.CallerFunc, About: []sema.Site{callee.Site()}, Stage: stage(u, v)}
	switch {
	case len(v.Need) > 0:
		first := v.Need[0]
		r.Site, r.Func, r.About = first.Site, first.From, append(r.About, v.CallerFunc.Site())
		if c.Context&sema.InMemberInit != 0 && !c.Site.IsZero() && !c.Site.Chunk.System {
			r.Site = c.Site
		} else if at := writtenNeed(p, v); !at.IsZero() && !at.Chunk.System {
			r.Site = at
		}
		if r.Site != first.Site {
			r.Related = append(r.Related, check.Note{Site: first.Site, Message: "needed here"})
		}
		r.Message = fmt.Sprintf("%s calls %s, which is %s: it cannot be used in %s",
			spell.Func(u, v.CallerFunc), name, side, user(p, first.From, v.Caller.Space))
		if inLibrary(*v) {
			r.Message = fmt.Sprintf("%s, which the host's pass compiles too, calls %s, which is %s", spell.Func(u, v.CallerFunc), name, side)
		}
		for _, step := range v.Need[1:] {
			r.Related = append(r.Related, check.Note{Site: partSite(step.Call, step.Site), Message: needs(p, step.From, step.Call)})
		}
		r.Related = append(r.Related, check.Note{Site: partSite(c, c.Site), Message: needs(p, v.CallerFunc, c)})
	case c.Context&sema.InDefaultArg != 0 && !c.Arg.IsZero() && !c.Arg.Chunk.System && !v.Latent:
		r.Message = fmt.Sprintf("the default argument calls %s, which is %s: it cannot be used by %s",
			name, side, kit.User(p, v.CallerFunc, v.Caller.Space))
		other := check.Note{Site: c.Arg, Message: "the default argument stands here"}
		if c.Context&sema.Parameter == 0 {
			r.Site, other = c.Arg, check.Note{Site: c.Site, Message: fmt.Sprintf("this call in %s uses the default argument", spell.Func(u, v.CallerFunc))}
		}
		r.Related = append(r.Related, other)
	case c.Context&sema.InMemberInit != 0:
		r.Message = fmt.Sprintf("the default member initialiser calls %s, which is %s and cannot be called from %s",
			name, side, kit.User(p, v.CallerFunc, v.Caller.Space))
	case c.Context&sema.InElements != 0:
		r.Message = fmt.Sprintf("%s is %s and cannot be called for the elements of an array in %s",
			name, side, kit.User(p, v.CallerFunc, v.Caller.Space))
	default:
		r.Message = fmt.Sprintf("%s is %s and cannot be called from %s",
			name, side, kit.User(p, v.CallerFunc, v.Caller.Space))
	}
	r.Message += advice(p, v)
	if s := callee.Site(); !s.IsZero() {
		r.Related = append(r.Related, check.Note{Site: s, Message: kit.DeclaredAs(p.Unit, callee, v.Callee)})
	}
	if len(v.Need) == 0 {
		r.Related = append(r.Related, kit.WhySpace(p, v.CallerFunc, v.Caller)...)
	}
	part := "a base"
	if c.Array {
		part = "an array"
	}
	for _, s := range v.Also {
		r.Related = append(r.Related, check.Note{Site: s, Message: "called for " + part + " here too"})
	}
	r.Fixes = fixes.Of(v)
	return r
}

// writtenNeed is the place of the constructor that somebody wrote and that needs what a violation calls, none where that is the body
// which the violation is charged to.
func writtenNeed(p *check.Pass, v *spaces.Violation) sema.Site {
	f := v.CallerFunc
	for i := len(v.Need) - 1; i > 0 && p.Spaces.CallerDefined(f); i-- {
		f = v.Need[i].From
	}
	if fd := p.Unit.Definition(f); fd != nil && !p.Spaces.CallerDefined(f) {
		return fd.Site
	}
	return sema.Site{}
}

// user names the function that needs a generated one. The space that counts is the union of all that need it.
func user(p *check.Pass, f *sema.Func, union cudaspace.Space) string {
	if f == nil {
		return "code that is " + kit.SideOf(union).String()
	}
	own := p.Spaces.Of(f).Space
	text := kit.User(p, f, own)
	if union.OnHost() && union.OnDevice() && kit.SideOf(own) != cudaspace.HostDevice {
		text += " (host code uses it too)"
	}
	return text
}

// partSite is the place of the member that a generated call is about, or of the default argument that it is in, else the call's own.
func partSite(c *sema.Call, own sema.Site) sema.Site {
	if c != nil && c.Context&sema.InDefaultArg != 0 && !c.Arg.IsZero() {
		return c.Arg
	}
	if c != nil && c.Field != nil && !c.Field.Site().IsZero() {
		return c.Field.Site()
	}
	return own
}

// needs says why a generated function makes a call.
func needs(p *check.Pass, f *sema.Func, c *sema.Call) string {
	u := p.Unit
	if c == nil {
		return fmt.Sprintf("%s brings it", spell.Func(u, f))
	}
	callee := spell.Func(u, c.Callee)
	var generated string
	switch {
	case f.Special() == sema.InheritedCtor:
		generated = "is inherited and "
	case f.Implicit:
		generated = "is generated by the compiler and "
	case f.Defaulted:
		generated = "is defaulted and "
	}
	switch {
	case c.Context&sema.InDefaultArg != 0:
		return fmt.Sprintf("%s %scalls %s in a default argument", spell.Func(u, f), generated, callee)
	case c.Field != nil:
		return fmt.Sprintf("%s %scalls %s for its member %s", spell.Func(u, f), generated, callee, u.Text(c.Field.Sym()))
	case c.Base != nil:
		return fmt.Sprintf("%s %scalls %s for its base %s", spell.Func(u, f), generated, callee, c.Base.EntityName())
	}
	return fmt.Sprintf("%s %scalls %s", spell.Func(u, f), generated, callee)
}
