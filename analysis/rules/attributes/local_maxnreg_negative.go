package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var localMaxnregNegative = &check.Rule{
	Slug: "local-maxnreg-negative", Number: 20329, Tag: "local_maxnreg_negative",
	Title:    "The limit of registers of one function is not positive",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "maximum-number-of-registers-per-thread", Chapter: "Attributes",
	What:    `Reports ~__local_maxnreg__~ with an argument that is zero or negative, where it depends on template parameters in instances.`,
	Why:     `A thread without registers cannot run.`,
	Instead: `Write how many registers a thread may have at most in the function.`,
	Bad: `
// flags: --cuda-version=13.0
__device__ void __local_maxnreg__(0) tally(int *p) { atomicAdd(p, 1); }
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void __local_maxnreg__(32) tally(int *p) { atomicAdd(p, 1); }
`,
	Check: boundRule(ast.SpecLocalMaxnreg, func(args []Bound) (string, int) {
		return "the most registers that a thread has are positive", slices.IndexFunc(args, func(b Bound) bool { return b.below(1) })
	}),
}
