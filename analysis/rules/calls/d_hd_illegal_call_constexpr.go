package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var dHdIllegalCallConstexpr = &check.Rule{
	Slug: "d-hd-illegal-call-constexpr", Number: 20006, Tag: "d_hd_illegal_call_constexpr",
	Title:    "A __host__ __device__ function calls a constexpr __device__ function",
	Severity: check.Error, Passes: check.InHost,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What: `As 20005, for a callee that is ~constexpr~ and ~__device__~. ~static_assert~, case labels, array
bounds, template arguments and enumerators in the body count as calls.`,
	Why: `Without ~--expt-relaxed-constexpr~ the front end does not tell calls that the compiler evaluates
from others, and on the host there is no such function.`,
	Instead: `Make the callee ~__host__ __device__~, or compile with ~--expt-relaxed-constexpr~.`,
	Bad: `
__device__ constexpr int padded(int n) { return (n + 31) / 32 * 32; }

__host__ __device__ int bytes(int n) { return padded(n) * 4; }
`,
	Good: `
__host__ __device__ constexpr int padded(int n) { return (n + 31) / 32 * 32; }

__host__ __device__ int bytes(int n) { return padded(n) * 4; }
`,
	Check: hostCalls(cudaspace.HostDevice, true),
}
