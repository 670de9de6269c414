package atomics

import "cudals/analysis/check"

var nvAtomicExchCasB128NotSupported = &check.Rule{
	Slug: "nv-atomic-exch-cas-b128-not-supported", Number: 20307, Tag: "nv_atomic_exch_cas_b128_not_supported",
	Title:    "16 bytes are exchanged below compute capability 9.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_exchange~ and ~__nv_atomic_compare_exchange~ on 16 bytes where the file is compiled for an architecture below ~sm_90~.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Compile for ~sm_90~, or use 8 bytes.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_80
struct __align__(16) Wide { long a, b; };
__global__ void tally(Wide *p, Wide *v, Wide *r) { __nv_atomic_exchange(p, v, r, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_80
struct __align__(8) Small { int a, b; };
__global__ void tally(Small *p, Small *v, Small *r) { __nv_atomic_exchange(p, v, r, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if (o.bare == "exchange" || o.bare == "compare_exchange") && o.size == 16 && (o.bare == o.name && o.valid() || o.integer()) && o.below(90) {
			return "exchanging 16 bytes needs sm_90"
		}
		return ""
	}),
}
