package atomics

import "cudals/analysis/check"

var nvAtomicFunctionsNotSupportedBelowSm60 = &check.Rule{
	Slug: "nv-atomic-functions-not-supported-below-sm60", Number: 20309, Tag: "nv_atomic_functions_not_supported_below_sm60",
	Title:    "Atomic builtins below compute capability 6.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_~ functions where the file is compiled for an architecture below ~sm_60~.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use ~atomicAdd~ and its relatives, or compile for ~sm_60~.`,
	Bad: `
// flags: --cuda-version=12.9 -arch=sm_52
__global__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=12.9 -arch=sm_52
__global__ void tally(int *p) { atomicAdd(p, 1); }
`,
	Check: atomic(func(o *operation) string {
		if o.below(60) {
			return "the function needs sm_60"
		}
		return ""
	}),
}
