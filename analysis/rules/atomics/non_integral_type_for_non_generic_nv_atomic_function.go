package atomics

import (
	"cudals/analysis/check"
	"cudals/analysis/types"
)

var nonIntegralTypeForNonGenericNvAtomicFunction = &check.Rule{
	Slug: "non-integral-type-for-non-generic-nv-atomic-function", Number: 20314, Tag: "non_integral_type_for_non_generic_nv_atomic_function",
	Title:    "An atomic builtin that takes values takes no integer",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports ~__nv_atomic_load_n~, ~__nv_atomic_store_n~, ~__nv_atomic_exchange_n~ and ~__nv_atomic_compare_exchange_n~ on a floating-point
number, an enumeration, a pointer or an object of a class.`,
	Why:     `These functions are for integers alone, and the compiler refuses the program.`,
	Instead: `Use the function without ~_n~, which takes pointers.`,
	Bad: `
// flags: --cuda-version=13.0
__global__ void tally(float *p) { __nv_atomic_store_n(p, 1.f, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
__global__ void tally(float *p) { float v = 1; __nv_atomic_store(p, &v, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if o.bare != o.name && o.on != nil && (o.on.IsFloating() || o.on.Kind == types.Class || o.on.Kind == types.Enum || o.on.Kind == types.Pointer) {
			return "the object is no integer; use " + prefix + o.bare
		}
		return ""
	}),
}
