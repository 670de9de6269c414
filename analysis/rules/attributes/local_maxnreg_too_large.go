package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var localMaxnregTooLarge = &check.Rule{
	Slug: "local-maxnreg-too-large", Number: 20330, Tag: "local_maxnreg_too_large",
	Title:    "The limit of registers of one function is too large",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "maximum-number-of-registers-per-thread", Chapter: "Attributes",
	What: `Reports ~__local_maxnreg__~ with an argument that does not fit a signed 32-bit integer, where it depends on template
parameters in instances.`,
	Why:     `The limit is kept as a 32-bit integer. A thread has 255 registers at most.`,
	Instead: `Write how many registers a thread may have at most in the function.`,
	Bad: `
// flags: --cuda-version=13.0
__device__ void __local_maxnreg__(4294967296) tally(int *p) { atomicAdd(p, 1); }
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void __local_maxnreg__(32) tally(int *p) { atomicAdd(p, 1); }
`,
	Check: boundRule(ast.SpecLocalMaxnreg, func(args []Bound) (string, int) {
		return "the most registers that a thread has have to fit a signed 32-bit integer", slices.IndexFunc(args, Bound.large)
	}),
}
