package variables

import "cudals/analysis/check"

var constantWrittenInDevice = &check.Rule{
	Slug: "constant-written-in-device", Tag: "constant-written-in-device",
	Title:    "Device code assigns to a __constant__ variable",
	Severity: check.Error, Passes: check.InHost | check.InDevice, Group: check.Refused,
	Section: "assignment-operator", Chapter: "Variables",
	What: `Reports an assignment to a ~__constant__~ variable in a function that runs on the device, and increments of one.`,
	Why: `Constant memory is read-only for kernels. An assignment to the whole of a scalar is refused, because the variable is no modifiable
lvalue. One to an element or a member is accepted without a word and left out of the program.`,
	Instead: `Set the variable from the host with ~cudaMemcpyToSymbol~ before the launch, or make it ~__device__~.`,
	Bad: `
__constant__ int limit;

__global__ void raise() { limit = 20; }
`,
	Good: `
__device__ int limit;

__global__ void raise() { limit = 20; }
`,
	Check: constantWrite(true),
}
