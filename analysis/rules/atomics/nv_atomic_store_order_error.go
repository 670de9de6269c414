package atomics

import "cudals/analysis/check"

var nvAtomicStoreOrderError = &check.Rule{
	Slug: "nv-atomic-store-order-error", Number: 20300, Tag: "nv_atomic_store_order_error",
	Title:    "An atomic store acquires",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_store~ and ~__nv_atomic_store_n~ with ~__NV_ATOMIC_CONSUME~, ~__NV_ATOMIC_ACQUIRE~ or ~__NV_ATOMIC_ACQ_REL~.`,
	Why:     `A store reads nothing that it could acquire.`,
	Instead: `Use ~__NV_ATOMIC_RELEASE~ or ~__NV_ATOMIC_RELAXED~.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_ACQUIRE); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_RELEASE); }
`,
	Check: atomic(func(o *operation) string {
		if v, ok := o.order(0); ok && o.bare == "store" && (v == consume || v == acquire || v == acqRel) {
			return "a store cannot acquire; use __NV_ATOMIC_RELEASE"
		}
		return ""
	}),
}
