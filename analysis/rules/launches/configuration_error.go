package launches

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

var configurationError = &check.Rule{
	Slug: "configuration-error", Number: 20051, Tag: "configuration_error",
	Title:    "A kernel is called without a configuration, or another function with one",
	Severity: check.Error, Passes: check.InHost | check.InDevice, Everywhere: true,
	Section: "execution-configuration", Chapter: "Launches",
	What: `Reports a call of a kernel by its name without ~<<<grid, block>>>~, and a launch of something that is no kernel: a host
or device function, a lambda, an object. Calls through pointers and references are not looked at, as ~(*k)(p)~. In
templates the host compilation judges what depends on no parameter, the device compilation each instance.`,
	Why: `A kernel runs on the device in as many threads as its configuration says; there is no plain call of it. Other functions
run where they are called.`,
	Instead: `Write the configuration, ~k<<<grid, block>>>(p)~. A kernel that calls another one's code should share a ~__device__~
function with it. Call what is no kernel without a configuration, or declare it ~__global__~.`,
	Bad: `
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero(p); }
`,
	Good: `
__global__ void zero(int *p) { *p = 0; }
void run(int *p) { zero<<<1, 32>>>(p); }
`,
	Check: checkConfigurations,
}

func checkConfigurations(p *check.Pass) {
	seen := map[sema.Site]bool{}
	for _, r := range misconfigured.In(p.Spaces, kit.Judged.Of(p), func(b *sema.Facts, found func(check.Report)) {
		for i := range b.Calls {
			if c := &b.Calls[i]; unconfigured(p, b, c) {
				found(callsKernel(p, b, c))
			}
		}
		for i := range b.Launches {
			l := &b.Launches[i]
			if message := notLaunchable(p, b, l); message != "" && l.Context&(sema.Discarded|sema.Undecided) == 0 {
				found(check.Report{Site: l.Site, Message: message, Func: b.Func})
			}
		}
	}) {
		if !seen[r.Site] {
			seen[r.Site] = true
			p.Report(r)
		}
	}
}

var misconfigured = spaces.NewJudgement[check.Report]()

// unconfigured reports whether a call names a kernel that it should launch.
func unconfigured(p *check.Pass, b *sema.Facts, c *sema.Call) bool {
	const elsewhere = sema.Discarded | sema.Undecided | sema.InDefaultArg | sema.InMemberInit
	if c.Callee == nil || c.Context&elsewhere != 0 || !looksForLaunch(p, b, c) {
		return false
	}
	i := p.Spaces.At(c.Callee, b, c.Site)
	return i.Known && i.Space&cudaspace.Global != 0
}

// looksForLaunch reports whether the form of a call is one where the pass asks for a configuration. The device pass does where kernels are
// named, and where it looks for constants.
func looksForLaunch(p *check.Pass, b *sema.Facts, c *sema.Call) bool {
	switch {
	case b.Template:
		return c.Explicit && spaces.DefinitionChecked[c.Kind]
	case p.Kind == toolchain.DevicePass:
		return c.Kind == sema.CallNamed || c.Kind == sema.CallObject || c.Callee.Constexpr && spaces.HostChecked[c.Kind]
	}
	return spaces.HostChecked[c.Kind]
}

func callsKernel(p *check.Pass, b *sema.Facts, c *sema.Call) check.Report {
	name := spell.Func(p.Unit, c.Callee)
	r := check.Report{
		Site: c.Site, Func: b.Func,
		Message: fmt.Sprintf("%s is a kernel and cannot be called like a function; launch it with %s<<<grid, block>>>(...)",
			name, p.Unit.Text(c.Callee.Sym())),
	}
	if b.Func == c.Callee || b.Func != nil && b.Func.Template != nil && b.Func.Template == c.Callee.Template {
		r.Message = fmt.Sprintf("%s is a kernel and cannot call itself like a function; write a loop, or a __device__ function "+
			"that both share", name)
	}
	if c.Callee.MemberOf != nil {
		r.Message = fmt.Sprintf("%s is declared __global__, which no member can be, and cannot be called; leave __global__ out", name)
	}
	if s := c.Callee.Site(); !s.IsZero() {
		r.Related = []check.Note{{Site: s, Message: name + " is declared __global__ here"}}
	}
	return r
}

// notLaunchable says why something cannot be launched; it is empty where it can, or that is not known.
func notLaunchable(p *check.Pass, b *sema.Facts, l *sema.Launch) string {
	u := p.Unit
	if l.Indirect {
		return ""
	}
	if c := u.ClassOf(l.Fn); c != nil && l.Fn.Kind == types.Class && !l.Dependent && !l.Fn.IsDependent() && c.Lambda != nil {
		return "a lambda cannot be launched; call it from a kernel"
	}
	if l.Kernel == nil {
		return ""
	}
	switch i := p.Spaces.At(l.Kernel, b, l.Site); {
	case !i.Known || i.Space&cudaspace.Global != 0:
		return ""
	case l.Fn.Kind == types.Class:
		return fmt.Sprintf("an object cannot be launched, and %s is %s; pass the object to a kernel that calls it", spell.Func(u, l.Kernel), i.Space.Effective())
	default:
		return fmt.Sprintf("%s is %s and cannot be launched; call it without a configuration, or declare it __global__",
			spell.Func(u, l.Kernel), i.Space.Effective())
	}
}
