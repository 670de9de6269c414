package atomics

import "cudals/analysis/check"

var floatingTypeForLogicalAtomicOperation = &check.Rule{
	Slug: "floating-type-for-logical-atomic-operation", Number: 20313, Tag: "floating_type_for_logical_atomic_operation",
	Title:    "An atomic builtin combines the bits of floating-point numbers",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports the ~__nv_atomic_~ functions for ~and~, ~or~ and ~xor~ on a floating-point number.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an integer of the same size.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(float *p) { __nv_atomic_or(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(unsigned *p) { __nv_atomic_or(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if (o.name == "and" || o.name == "or" || o.name == "xor") && o.on != nil && o.on.IsFloating() {
			return "the object is a floating-point number, whose bits cannot be combined"
		}
		return ""
	}),
}
