package atomics

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

var nvAtomicFunctionNoArgs = &check.Rule{
	Slug: "nv-atomic-function-no-args", Number: 20312, Tag: "nv_atomic_function_no_args",
	Title:    "An atomic builtin is called without arguments",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports a call of an ~__nv_atomic_~ function without any argument, also where it is not evaluated.`,
	Why:     `The first argument says which object is meant, or how memory is ordered; its type chooses the instruction.`,
	Instead: `Give the function its arguments.`,
	Bad: `
// flags: --cuda-version=13.0
__device__ void tally() { __nv_atomic_add(); }
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: func(p *check.Pass) {
		kit.EachBody(p, func(b *sema.Facts) {
			for i := range b.Calls {
				c := &b.Calls[i]
				if c.Callee != nil && isBuiltin(c.Callee) && c.Given != nil && len(c.Given) == 0 {
					p.ReportOnce(check.Report{Site: c.Site, Func: b.Func, Message: c.Callee.EntityName() + " needs an argument at least"})
				}
			}
		})
	},
}
