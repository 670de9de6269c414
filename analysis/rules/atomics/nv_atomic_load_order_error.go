package atomics

import "cudals/analysis/check"

var nvAtomicLoadOrderError = &check.Rule{
	Slug: "nv-atomic-load-order-error", Number: 20299, Tag: "nv_atomic_load_order_error",
	Title:    "An atomic load releases",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_load~ and ~__nv_atomic_load_n~ with ~__NV_ATOMIC_RELEASE~ or ~__NV_ATOMIC_ACQ_REL~.`,
	Why:     `A load writes nothing that it could release.`,
	Instead: `Use ~__NV_ATOMIC_ACQUIRE~ or ~__NV_ATOMIC_RELAXED~.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { p[1] = __nv_atomic_load_n(p, __NV_ATOMIC_RELEASE); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { p[1] = __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE); }
`,
	Check: atomic(func(o *operation) string {
		if v, ok := o.order(0); ok && o.bare == "load" && (v == release || v == acqRel) {
			return "a load cannot release; use __NV_ATOMIC_ACQUIRE"
		}
		return ""
	}),
}
