package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hGIllegalCallConstexpr = &check.Rule{
	Slug: "h-g-illegal-call-constexpr", Number: 20019, Tag: "h_g_illegal_call_constexpr",
	Title:    "A kernel calls a constexpr host function",
	Severity: check.Error, Passes: check.InDevice,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What: `As 20018, for a callee that is ~constexpr~ and not annotated. Calls in constant expressions of the
body count too. ~std::move~, ~std::forward~ and the members of ~std::initializer_list~ are exempt.`,
	Why: `Without ~--expt-relaxed-constexpr~ a ~constexpr~ function without annotation is a host function, as
any other.`,
	Instead: `Compile with ~--expt-relaxed-constexpr~, or make the callee ~__host__ __device__~.`,
	Bad: `
constexpr int log2_ceil(int n) { return n <= 1 ? 0 : 1 + log2_ceil((n + 1) / 2); }

__global__ void reduce(int *p, int n) { p[0] = log2_ceil(n); }
`,
	Good: `
// flags: --expt-relaxed-constexpr
constexpr int log2_ceil(int n) { return n <= 1 ? 0 : 1 + log2_ceil((n + 1) / 2); }

__global__ void reduce(int *p, int n) { p[0] = log2_ceil(n); }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.Global, true),
}
