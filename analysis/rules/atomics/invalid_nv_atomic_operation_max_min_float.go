package atomics

import "cudals/analysis/check"

var invalidNvAtomicOperationMaxMinFloat = &check.Rule{
	Slug: "invalid-nv-atomic-operation-max-min-float", Number: 20295, Tag: "invalid_nv_atomic_operation_max_min_float",
	Title:    "An atomic builtin takes the minimum or maximum of floating-point numbers",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_fetch_min~, ~__nv_atomic_min~, ~__nv_atomic_fetch_max~ and ~__nv_atomic_max~ on a floating-point number.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Compare and exchange the number's bits in a loop.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(float *p) { __nv_atomic_max(p, 1.f, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_max(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if (o.name == "min" || o.name == "max") && o.on != nil && o.on.IsFloating() {
			return "the object is a floating-point number, of which there is no atomic minimum or maximum"
		}
		return ""
	}),
}
