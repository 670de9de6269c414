package atomics

import (
	"cudals/analysis/check"
	"cudals/analysis/types"
)

var badTypeForNvSyncFunction = &check.Rule{
	Slug: "bad-type-for-nv-sync-function", Number: 20288, Tag: "bad_type_for_nv_sync_function",
	Title:    "An atomic builtin computes on an object that is no number",
	Severity: check.Error, Passes: check.InDevice,
	Section: "atomic-functions", Chapter: "Atomic functions",
	What: `Reports ~__nv_atomic_~ functions that add, subtract, combine or compare, on an object of a class, or of a scoped
enumeration.`,
	Why:     `There is no instruction that would do it, and the compiler refuses the program.`,
	Instead: `Use an integer, a ~float~ or a ~double~; an object of a class can be exchanged as a whole.`,
	Bad: `
// flags: --cuda-version=13.0
struct Pair { int a, b; };
__global__ void tally(Pair *p, Pair v) { __nv_atomic_add(p, v, __NV_ATOMIC_RELAXED); }
`,
	Good: `
// flags: --cuda-version=13.0
struct Pair { int a, b; };
__global__ void tally(Pair *p, int v) { __nv_atomic_add(&p->a, v, __NV_ATOMIC_RELAXED); }
`,
	Check: atomic(func(o *operation) string {
		if updates[o.name] && o.on != nil && !o.on.IsUnknown() && !o.on.IsDependent() && o.on.Kind != types.Pointer && !o.integer() && !o.on.IsFloating() {
			return "the object is neither an integer nor a floating-point number"
		}
		return ""
	}),
}
