package atomics

import (
	"fmt"

	"cudals/analysis/check"
)

var invalidNvAtomicOperationSize = &check.Rule{
	Slug: "invalid-nv-atomic-operation-size", Number: 20291, Tag: "invalid_nv_atomic_operation_size",
	Title:    "An atomic builtin computes on an object that has not 4 or 8 bytes",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports ~__nv_atomic_~ functions that add, subtract, combine or compare, on an integer or floating-point number of another size
than 4 or 8 bytes.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an ~int~ or an ~unsigned long long~; smaller objects can be compared and exchanged.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(short *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(int *p) { __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if updates[o.name] && (o.integer() || o.on != nil && o.on.IsFloating()) && o.sized(4, 8) {
			return fmt.Sprintf("the object has %d bytes, and 4 or 8 are needed", o.size)
		}
		return ""
	}),
}
