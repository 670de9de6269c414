package atomics

import "cudals/analysis/check"

var invalidNvAtomicOperationAddSubSize = &check.Rule{
	Slug: "invalid-nv-atomic-operation-add-sub-size", Number: 20294, Tag: "invalid_nv_atomic_operation_add_sub_size",
	Title:    "An atomic builtin adds to a signed integer of 8 bytes",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_fetch_add~, ~__nv_atomic_add~, ~__nv_atomic_fetch_sub~ and ~__nv_atomic_sub~ on a signed integer of 8 bytes.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an ~unsigned long long~, which adds up to the same bits.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(long long *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(unsigned long long *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if (o.name == "add" || o.name == "sub") && o.integer() && o.size == 8 && o.on.IsSigned() {
			return "the object is a signed integer of 8 bytes; use unsigned long long"
		}
		return ""
	}),
}
