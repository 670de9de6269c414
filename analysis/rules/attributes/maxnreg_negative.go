package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var maxnregNegative = &check.Rule{
	Slug: "maxnreg-negative", Number: 20260, Tag: "maxnreg_negative",
	Title:    "The limit of registers is not positive",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "maximum-number-of-registers-per-thread", Chapter: "Attributes",
	What:    `Reports ~__maxnreg__~ with an argument that is zero or negative, where it depends on template parameters in instances.`,
	Why:     `A thread without registers cannot run.`,
	Instead: `Write how many registers a thread may have at most.`,
	Bad: `
// flags: -arch=sm_80
__global__ void __maxnreg__(0) tally(int *p) { atomicAdd(p, 1); }
`,
	Good: `
// flags: -arch=sm_80
__global__ void __maxnreg__(32) tally(int *p) { atomicAdd(p, 1); }
`,
	Check: boundRule(ast.SpecMaxnreg, func(args []Bound) (string, int) {
		return "the most registers that a thread has are positive", slices.IndexFunc(args, func(b Bound) bool { return b.below(1) })
	}),
}
