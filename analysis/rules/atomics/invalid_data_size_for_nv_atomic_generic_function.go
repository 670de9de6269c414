package atomics

import (
	"fmt"

	"cudals/analysis/check"
)

var invalidDataSizeForNvAtomicGenericFunction = &check.Rule{
	Slug: "invalid-data-size-for-nv-atomic-generic-function", Number: 20310, Tag: "invalid_data_size_for_nv_atomic_generic_function",
	Title:    "An atomic builtin is used on an object that has not 1, 2, 4, 8 or 16 bytes",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What:    `Reports ~__nv_atomic_load~, ~__nv_atomic_store~, ~__nv_atomic_exchange~ and ~__nv_atomic_compare_exchange~ on an object of another size than 1, 2, 4, 8 or 16 bytes.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an object of such a size.`,
	Bad: `
// flags: --cuda-version=13.0
struct Three { int a, b, c; };
__global__ void tally(Three *p, Three *v) { __nv_atomic_load(p, v, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
struct Two { int a, b; };
__global__ void tally(Two *p, Two *v) { __nv_atomic_load(p, v, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if !updates[o.name] && o.bare == o.name && o.odd() {
			return fmt.Sprintf("the object has %d bytes, and 1, 2, 4, 8 or 16 are needed", o.size)
		}
		return ""
	}),
}
