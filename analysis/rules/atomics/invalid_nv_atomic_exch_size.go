package atomics

import (
	"fmt"

	"cudals/analysis/check"
)

var invalidNvAtomicExchSize = &check.Rule{
	Slug: "invalid-nv-atomic-exch-size", Number: 20293, Tag: "invalid_nv_atomic_exch_size",
	Title:    "An atomic builtin exchanges an object that has not 4, 8 or 16 bytes",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_exchange~ and ~__nv_atomic_exchange_n~ on an object of another size than 4, 8 or 16 bytes.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an object of such a size.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(short *p) { __nv_atomic_exchange_n(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_exchange_n(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if o.bare == "exchange" && (o.bare != o.name && o.integer() || o.bare == o.name && o.valid()) && o.sized(4, 8, 16) && !o.odd() {
			return fmt.Sprintf("the object has %d bytes, and 4, 8 or 16 are needed", o.size)
		}
		return ""
	}),
}
