package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var dHIllegalCallConstexpr = &check.Rule{
	Slug: "d-h-illegal-call-constexpr", Number: 20008, Tag: "d_h_illegal_call_constexpr",
	Title:    "A host function calls a constexpr __device__ function",
	Severity: check.Error, Passes: check.InHost,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What: `As 20007, for a callee that is ~constexpr~ and ~__device__~. ~static_assert~, case labels, array
bounds, template arguments and enumerators in the body count as calls; at namespace or class scope
they are accepted.`,
	Why: `Without ~--expt-relaxed-constexpr~ the front end does not tell calls that the compiler evaluates
from others, and on the host there is no such function.`,
	Instead: `Make the callee ~__host__ __device__~, or compile with ~--expt-relaxed-constexpr~.`,
	Bad: `
__device__ constexpr int tile(int n) { return n / 16; }

int host_tiles(int n) { return tile(n); }
`,
	Good: `
// flags: --expt-relaxed-constexpr
__device__ constexpr int tile(int n) { return n / 16; }

int host_tiles(int n) { return tile(n); }
`,
	Check: hostCalls(cudaspace.Host, true),
}
