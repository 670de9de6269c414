package kernels

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var globalExceptionSpec = &check.Rule{
	Slug: "global-exception-spec", Number: 20190, Tag: "global_exception_spec",
	Title:    "A kernel has an exception specification",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "exception-handling", Chapter: "Kernels",
	What: `Reports a declaration of a kernel with an exception specification: ~noexcept~, also ~noexcept(false)~, ~throw()~, or by
a function type that has one. Explicit specialisations are not looked at.`,
	Why: `Device code has no exceptions, and nobody calls a kernel who could catch one. The host's stub is declared without the
specification and would contradict it.`,
	Instead: `Leave the specification out.`,
	Bad: `
__global__ void zero(int *p) noexcept { *p = 0; }
`,
	Good: `
__global__ void zero(int *p) { *p = 0; }
`,
	Check: directiveRule(judgeExceptionSpec),
}

func judgeExceptionSpec(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	if d.Instance {
		return
	}
	u := p.Unit
	message := spell.Func(u, d.Func) + " is a kernel and cannot have an exception specification; leave it out"
	if d.Func.Specialization || directive(d) {
		// What the template says of them counts.
		if t := d.Func.Template; t != nil && slices.ContainsFunc(t.Func.Decls, func(fd *sema.FuncDecl) bool {
			_, ok := exceptionSpec(u, fd)
			return ok
		}) {
			say(kernelWord(d), message)
		}
	} else if at, ok := exceptionSpec(u, d.Decl); ok {
		m := check.Mend{Title: "Remove the exception specification", Preferred: true}
		for _, fd := range kit.Agreeing(p, d.Func) {
			if s, ok := exceptionSpec(u, fd); ok {
				s.Span.Lo-- // with the space before it
				m.Changes = append(m.Changes, check.Change{Site: s, Text: u.Text(s.Tokens()[0].Sym)})
			}
		}
		say(kit.OnLineOf(kernelWord(d), at), message, m)
	} else if t := u.FuncType(d.Func); d.Decl.Sig == nil && t.Kind == types.Func && t.Noexcept {
		say(kit.OnLineOf(kernelWord(d), d.Decl.Site), message)
	}
}
