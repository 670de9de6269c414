package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hDIllegalCall = &check.Rule{
	Slug: "h-d-illegal-call", Number: 20016, Tag: "h_d_illegal_call",
	Title:    "A __device__ function calls a host function",
	Severity: check.Error, Passes: check.InDevice, Everywhere: true,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `Reports a call of a host function in a ~__device__~ function that is compiled for the device, calls
that nobody wrote included: of constructors and destructors, of default arguments, and those of
members that the compiler generates for device code. A function that nothing needs (an unused
~static~ or inline one, a template that is not instantiated) is not compiled and not checked.
Lambdas in device functions are device functions.`,
	Why:     `A function without annotation exists on the host alone.`,
	Instead: `Make the callee ~__host__ __device__~, or use what CUDA offers in its place.`,
	Bad: `
int next_power_of_two(int n) {
  int p = 1;
  while (p < n) p *= 2;
  return p;
}

__device__ int padded(int n) { return next_power_of_two(n); }
`,
	Good: `
__host__ __device__ int next_power_of_two(int n) {
  int p = 1;
  while (p < n) p *= 2;
  return p;
}

__device__ int padded(int n) { return next_power_of_two(n); }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.Device, false),
}
