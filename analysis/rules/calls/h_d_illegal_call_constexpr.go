package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hDIllegalCallConstexpr = &check.Rule{
	Slug: "h-d-illegal-call-constexpr", Number: 20017, Tag: "h_d_illegal_call_constexpr",
	Title:    "A __device__ function calls a constexpr host function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What: `As 20016, for a callee that is ~constexpr~ and not annotated. Calls in constant expressions of the
body count too: ~static_assert~, case labels, array bounds, template arguments, enumerators,
initialisers of ~constexpr~ variables. ~std::move~, ~std::forward~ and the members of
~std::initializer_list~ are exempt.`,
	Why: `Without ~--expt-relaxed-constexpr~ a ~constexpr~ function without annotation is a host function, as
any other.`,
	Instead: `Compile with ~--expt-relaxed-constexpr~, or make the callee ~__host__ __device__~.`,
	Bad: `
constexpr int pack(int a, int b) { return a << 16 | b; }

__device__ int key(int x, int y) { return pack(x, y); }
`,
	Good: `
// flags: --expt-relaxed-constexpr
constexpr int pack(int a, int b) { return a << 16 | b; }

__device__ int key(int x, int y) { return pack(x, y); }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.Device, true),
}
