package addresses

import "cudals/analysis/check"

var deviceFunctionAddressInHost = &check.Rule{
	Slug: "device-function-address-in-host", Tag: "device-function-address-in-host",
	Title:    "Host code takes the address of a __device__ function",
	Severity: check.Hint, Passes: check.InHost, Group: check.Pedantic,
	Section: "function-pointers", Chapter: "Calls",
	What: `Reports a host function that names a ~__device__~ function without calling it. Template arguments are fine: the compiler needs no
address for them.`,
	Why: `nvcc accepts it, but the address is that of an empty stub in host code. Called on the host it ends the program; passed to
a kernel and called there it faults.`,
	Instead: `Let device code take the address: initialise a ~__device__~ pointer with it and copy that pointer with ~cudaMemcpyFromSymbol~, or
pass the function as a template argument.`,
	Bad: `
__device__ float relu(float x) { return x > 0.f ? x : 0.f; }

typedef float (*Activation)(float);

__global__ void apply(float *p, Activation f) { *p = f(*p); }

void run(float *p) { apply<<<1, 1>>>(p, &relu); }
`,
	Good: `
__device__ float relu(float x) { return x > 0.f ? x : 0.f; }

template <float (*F)(float)> __global__ void apply(float *p) { *p = F(*p); }

void run(float *p) { apply<relu><<<1, 1>>>(p); }
`,
	Check: hostAddress(functionAddress(true), "it is that of an empty stub; take it in device code"),
}
