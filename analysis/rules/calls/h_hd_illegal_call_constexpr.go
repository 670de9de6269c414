package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hHdIllegalCallConstexpr = &check.Rule{
	Slug: "h-hd-illegal-call-constexpr", Number: 20013, Tag: "h_hd_illegal_call_constexpr",
	Title:    "A __host__ __device__ function calls a constexpr host function",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What: `As 20011, for a callee that is ~constexpr~ and not annotated. Calls in constant expressions of the
body count too.`,
	Why: `Without ~--expt-relaxed-constexpr~ a ~constexpr~ function without annotation is a host function, as
any other.`,
	Instead: `Compile with ~--expt-relaxed-constexpr~, or make the callee ~__host__ __device__~.`,
	Bad: `
constexpr int clamp_index(int i, int n) { return i < n ? i : n - 1; }

__host__ __device__ int at(const int *p, int i, int n) { return p[clamp_index(i, n)]; }
`,
	Good: `
// flags: --expt-relaxed-constexpr
constexpr int clamp_index(int i, int n) { return i < n ? i : n - 1; }

__host__ __device__ int at(const int *p, int i, int n) { return p[clamp_index(i, n)]; }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.HostDevice, true),
}
