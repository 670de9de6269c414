package atomics

import (
	"fmt"

	"cudals/analysis/check"
)

var invalidNvAtomicCasSize = &check.Rule{
	Slug: "invalid-nv-atomic-cas-size", Number: 20292, Tag: "invalid_nv_atomic_cas_size",
	Title:    "An atomic builtin compares and exchanges an object that has not 2, 4, 8 or 16 bytes",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_compare_exchange~ and ~__nv_atomic_compare_exchange_n~ on an object of another size than 2, 4, 8 or 16 bytes.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an object of such a size.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(unsigned char *p) { unsigned char e = 0; __nv_atomic_compare_exchange_n(p, &e, 1, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(unsigned *p) { unsigned e = 0; __nv_atomic_compare_exchange_n(p, &e, 1, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if o.bare == "compare_exchange" && (o.bare != o.name && o.integer() || o.bare == o.name && o.valid()) && o.sized(2, 4, 8, 16) && !o.odd() {
			return fmt.Sprintf("the object has %d bytes, and 2, 4, 8 or 16 are needed", o.size)
		}
		return ""
	}),
}
