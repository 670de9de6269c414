package atomics

import "cudals/analysis/check"

var invalidNvAtomicThreadScopeValue = &check.Rule{
	Slug: "invalid-nv-atomic-thread-scope-value", Number: 20290, Tag: "invalid_nv_atomic_thread_scope_value",
	Title:    "An atomic builtin is given a thread scope that there is not",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports a thread scope of ~__nv_atomic_~ functions that is none of ~__NV_THREAD_SCOPE_THREAD~ (0) to ~__NV_THREAD_SCOPE_SYSTEM~ (4).`,
	Why:     `The number means nothing to the compiler, which refuses the program.`,
	Instead: `Write one of the names.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED, 9); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE); }
`,
	Check: atomic(func(o *operation) string {
		if o.param(orderAt[o.name] + o.orders()) {
			return "a template parameter by itself is no thread scope, whatever its value; write scope + 0"
		}
		if v, ok := o.scope(); ok && (v < 0 || v > lastScope) {
			return "there is no such thread scope; write one of __NV_THREAD_SCOPE_BLOCK to __NV_THREAD_SCOPE_SYSTEM"
		}
		return ""
	}),
}
