package addresses

import "cudals/analysis/check"

var addressOfConstantVarOnHost = &check.Rule{
	Slug: "address-of-constant-var-on-host", Tag: "address-of-constant-var-on-host",
	Title:    "Host code takes the address of a __constant__ variable",
	Severity: check.Hint, Passes: check.InHost, Group: check.Pedantic,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What: `Reports ~&v~, ~&v[i]~ and the decay of an array in host code, where ~v~ is a ~__constant__~ variable. What is passed as a symbol to
~cudaMemcpyToSymbol~, ~cudaGetSymbolAddress~ and their like is meant so.`,
	Why: `On the host the name stands for a shadow that holds nothing. nvcc accepts the address without a word, but it is not the address
of the variable on the device: a kernel that gets it faults, and the host reads and writes the shadow.`,
	Instead: `Ask ~cudaGetSymbolAddress~ for the address, copy with ~cudaMemcpyToSymbol~ and its like, or take the address in device code.`,
	Bad: `
__constant__ float gain;

void set(float x) { cudaMemcpy(&gain, &x, sizeof x, cudaMemcpyHostToDevice); }
`,
	Good: `
__constant__ float gain;

void set(float x) { cudaMemcpyToSymbol(gain, &x, sizeof x); }
`,
	Check: hostAddress(variableAddress(true), "it is that of the host's shadow; copy with cudaMemcpyToSymbol"),
}
