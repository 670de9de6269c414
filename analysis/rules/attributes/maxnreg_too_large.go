package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var maxnregTooLarge = &check.Rule{
	Slug: "maxnreg-too-large", Number: 20261, Tag: "maxnreg_too_large",
	Title:    "The limit of registers is too large",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "maximum-number-of-registers-per-thread", Chapter: "Attributes",
	What: `Reports ~__maxnreg__~ with an argument that does not fit a signed 32-bit integer, where it depends on template
parameters in instances.`,
	Why:     `The limit is kept as a 32-bit integer. A thread has 255 registers at most.`,
	Instead: `Write how many registers a thread may have at most.`,
	Bad: `
// flags: -arch=sm_80
__global__ void __maxnreg__(4294967296) tally(int *p) { atomicAdd(p, 1); }
`,
	Good: `
// flags: -arch=sm_80
__global__ void __maxnreg__(32) tally(int *p) { atomicAdd(p, 1); }
`,
	Check: boundRule(ast.SpecMaxnreg, func(args []Bound) (string, int) {
		return "the most registers that a thread has have to fit a signed 32-bit integer", slices.IndexFunc(args, Bound.large)
	}),
}

// boundRule makes the check of a rule about the arguments of an attribute for launches: fault says what is wrong with one of
// them, and with which; -1 for none.
func boundRule(kind ast.CUDAKind, fault func(args []Bound) (string, int)) func(*check.Pass) {
	return kit.DirectiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		args, at, _ := bounds(p.Spaces, d.Decl, kind)
		if dims, before, ok := bounds(p.Spaces, d.Decl, ast.SpecClusterDims); ok && kind == ast.SpecBlockSize && len(dims) > 0 && before.Span.Lo < at.Span.Lo {
			args = args[:len(args)-len(clusterOf(args))] // what contradicts cluster dimensions is not looked at
		}
		if kit.IsPattern(d) && undecided(args) {
			return // one argument that depends on template parameters leaves them all to instances
		}
		if what, i := fault(args); i >= 0 {
			say(args[i].Site, what)
		}
	})
}
