package atomics

import "cudals/analysis/check"

var nvAtomicOperationOrderNotConstantInt = &check.Rule{
	Slug: "nv-atomic-operation-order-not-constant-int", Number: 20298, Tag: "nv_atomic_operation_order_not_constant_int",
	Title:    "The memory order of an atomic builtin is no integer literal",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports a memory order of ~__nv_atomic_~ functions that is a variable, constant as it may be, an object, a list in braces or no
integer.`,
	Why:     `The order is part of the instruction, so that the compiler must know it.`,
	Instead: `Write one of the names, or choose between calls.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p, int v, int order) { __nv_atomic_add(p, v, order); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p, int v) { __nv_atomic_add(p, v, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		for n := range o.orders() {
			if o.variable(orderAt[o.name] + n) {
				return "the memory order is no integer literal; variables are none, even if they are constant"
			}
		}
		return ""
	}),
}
