package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var dHdIllegalCall = &check.Rule{
	Slug: "d-hd-illegal-call", Number: 20005, Tag: "d_hd_illegal_call",
	Title:    "A __host__ __device__ function calls a __device__ function",
	Severity: check.Error, Passes: check.InHost,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `A ~__host__ __device__~ function is compiled twice, for the host and for the device. This reports a
call in it of a function that is only ~__device__~. The front end looks while it parses the host's
side: at functions that nobody calls, at dead code under ~if (false)~, and at the parts of a
template's definition that do not depend on its parameters.`,
	Why: `On the host there is no such function to call, so the host's side of the caller cannot be compiled.`,
	Instead: `Make the callee ~__host__ __device__~, or the caller ~__device__~ alone. Where the two sides are to
do different things, choose with ~#ifdef __CUDA_ARCH__~. A template that only device code
instantiates may call device functions through arguments that depend on its parameters; ~#pragma
nv_exec_check_disable~ before a function turns the check off.`,
	Bad: `
__device__ float fast_tanh(float x) { return __tanf(x) * 0.5f; }

__host__ __device__ float activate(float x) { return fast_tanh(x); }
`,
	Good: `
__device__ float fast_tanh(float x) { return __tanf(x) * 0.5f; }

__host__ __device__ float activate(float x) {
#ifdef __CUDA_ARCH__
  return fast_tanh(x);
#else
  return x / (1.0f + x * x);
#endif
}
`,
	Check: hostCalls(cudaspace.HostDevice, false),
}
