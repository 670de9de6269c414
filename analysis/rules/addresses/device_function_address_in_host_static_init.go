package addresses

import "cudals/analysis/check"

var deviceFunctionAddressInHostStaticInit = &check.Rule{
	Slug: "device-function-address-in-host-static-init", Tag: "device-function-address-in-host-static-init",
	Title:    "A host variable is initialised with the address of a __device__ function",
	Severity: check.Hint, Passes: check.InHost, Group: check.Pedantic,
	Section: "function-pointers", Chapter: "Calls",
	What: `Reports the initialiser of a variable in host memory, outside of functions, that names a ~__device__~ function without calling it.`,
	Why: `nvcc accepts it, but the address is that of an empty stub in host code. Called on the host it ends the program; passed to
a kernel and called there it faults.`,
	Instead: `Let device code take the address: initialise a ~__device__~ pointer with it and copy that pointer with ~cudaMemcpyFromSymbol~, or
pass the function as a template argument.`,
	Bad: `
__device__ float relu(float x) { return x > 0.f ? x : 0.f; }

float (*activation)(float) = relu;
`,
	Good: `
__device__ float relu(float x) { return x > 0.f ? x : 0.f; }

__device__ float (*activation)(float) = relu;
`,
	Check: hostAddress(functionAddress(false), "it is that of an empty stub; make the variable __device__"),
}
