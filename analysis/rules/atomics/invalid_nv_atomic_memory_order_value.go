package atomics

import "cudals/analysis/check"

var invalidNvAtomicMemoryOrderValue = &check.Rule{
	Slug: "invalid-nv-atomic-memory-order-value", Number: 20289, Tag: "invalid_nv_atomic_memory_order_value",
	Title:    "An atomic builtin is given a memory order that there is not",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports a memory order of ~__nv_atomic_~ functions that is none of ~__NV_ATOMIC_RELAXED~ (0) to ~__NV_ATOMIC_SEQ_CST~ (5). A
template parameter by itself is none of them, whatever its value.`,
	Why:     `The number means nothing to the compiler, which refuses the program.`,
	Instead: `Write one of the names.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_add(p, 1, 7); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		for n := range o.orders() {
			if o.param(orderAt[o.name] + n) {
				return "a template parameter by itself is no memory order, whatever its value; write order + 0"
			}
			if v, ok := o.order(n); ok && (v < 0 || v > lastOrder) {
				return "there is no such memory order; write one of __NV_ATOMIC_RELAXED to __NV_ATOMIC_SEQ_CST"
			}
		}
		return ""
	}),
}
