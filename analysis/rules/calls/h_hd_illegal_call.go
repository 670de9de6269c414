package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hHdIllegalCall = &check.Rule{
	Slug: "h-hd-illegal-call", Number: 20011, Tag: "h_hd_illegal_call",
	Title:    "A __host__ __device__ function calls a host function",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `Reports a call of a host function in a ~__host__ __device__~ function that is compiled for the
device, calls that nobody wrote included: of constructors and destructors, and those of members that
the compiler generates. A generated member runs where all its users run; one that host and device
code need is ~__host__ __device__~.`,
	Why: `Only a warning, because a function that runs on the host alone does no harm. On the device the call
has no target, and a program that reaches it there does not link or goes wrong.`,
	Instead: `Make the callee ~__host__ __device__~, or the caller a host function. Where the two sides are to do
different things, choose with ~#ifdef __CUDA_ARCH__~. ~#pragma nv_exec_check_disable~ before the
caller turns the check off.`,
	Bad: `
int log_level() { return 3; }

__host__ __device__ int verbosity(int wanted) { return wanted < log_level(); }
`,
	Good: `
__host__ __device__ int log_level() { return 3; }

__host__ __device__ int verbosity(int wanted) { return wanted < log_level(); }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.HostDevice, false),
}
