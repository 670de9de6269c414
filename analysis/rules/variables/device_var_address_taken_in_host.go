package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var deviceVarAddressTakenInHost = &check.Rule{
	Slug: "device-var-address-taken-in-host", Number: 20093, Tag: "device_var_address_taken_in_host",
	Title:    "The address of a shared variable is taken in host code",
	Severity: check.Warning, Passes: check.InHost,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Host code, or the host side of a ~__host__ __device__~ function, takes the address of a ~__shared__~ variable, binds
a reference to it, or lets an array of them decay to a pointer. Addresses of ~__device__~ and ~__constant__~ variables
are accepted: they are how ~cudaMemcpyFromSymbol~ and its like name a variable.`,
	Why: `Shared memory exists once for each thread block, while the block runs. On the host there is no such object, and the
pointer points at nothing.`,
	Instead: `Use the shared variable only in device code: move the code to a ~__device__~ function, or put it under
~#ifdef __CUDA_ARCH__~.`,
	Bad: `
__host__ __device__ int *scratch() {
  __shared__ int buffer[32];
  return buffer;
}
`,
	Good: `
__device__ int *scratch() {
  __shared__ int buffer[32];
  return buffer;
}
`,
	Check: variableRule(spaces.Addresses, "used by its address", sharedAdvice),
}
