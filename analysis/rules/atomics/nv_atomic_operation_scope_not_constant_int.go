package atomics

import "cudals/analysis/check"

var nvAtomicOperationScopeNotConstantInt = &check.Rule{
	Slug: "nv-atomic-operation-scope-not-constant-int", Number: 20297, Tag: "nv_atomic_operation_scope_not_constant_int",
	Title:    "The thread scope of an atomic builtin is no integer literal",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports a thread scope of ~__nv_atomic_~ functions that is a variable, constant as it may be, an object, a list in braces or no
integer.`,
	Why:     `The scope is part of the instruction, so that the compiler must know it.`,
	Instead: `Write one of the names, or choose between calls.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p, int v, int scope) { __nv_atomic_add(p, v, __NV_ATOMIC_RELAXED, scope); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p, int v) { __nv_atomic_add(p, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
`,
	Check: atomic(func(o *operation) string {
		if o.variable(orderAt[o.name] + o.orders()) {
			return "the thread scope is no integer literal; variables are none, even if they are constant"
		}
		return ""
	}),
}
