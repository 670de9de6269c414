package addresses

import "cudals/analysis/check"

var addressOfDeviceVarOnHost = &check.Rule{
	Slug: "address-of-device-var-on-host", Tag: "address-of-device-var-on-host",
	Title:    "Host code takes the address of a __device__ variable",
	Severity: check.Hint, Passes: check.InHost, Group: check.Pedantic,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What: `Reports ~&v~, ~&v[i]~ and the decay of an array in host code, where ~v~ is a ~__device__~ variable. What is passed as a symbol to
~cudaMemcpyToSymbol~, ~cudaGetSymbolAddress~ and their like is meant so.`,
	Why: `On the host the name stands for a shadow that holds nothing. nvcc accepts the address without a word, but it is not the address
of the variable on the device: a kernel that gets it faults, and the host reads and writes the shadow.`,
	Instead: `Ask ~cudaGetSymbolAddress~ for the address, copy with ~cudaMemcpyToSymbol~ and its like, or take the address in device code.`,
	Bad: `
__device__ float table[256];

__global__ void lookup(const float *t, float *out) { *out = t[threadIdx.x]; }

void run(float *out) { lookup<<<1, 256>>>(&table[0], out); }
`,
	Good: `
__device__ float table[256];

__global__ void lookup(const float *t, float *out) { *out = t[threadIdx.x]; }

void run(float *out) {
  void *address = nullptr;
  cudaGetSymbolAddress(&address, table);
  lookup<<<1, 256>>>((const float *)address, out);
}
`,
	Check: hostAddress(variableAddress(false), "it is that of the host's shadow; ask cudaGetSymbolAddress"),
}
