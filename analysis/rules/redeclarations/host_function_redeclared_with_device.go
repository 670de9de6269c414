package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hostFunctionRedeclaredWithDevice = &check.Rule{
	Slug: "host-function-redeclared-with-device", Number: 20039,
	Tag:      "host_function_redeclared_with_device",
	Title:    "A host function is declared again as __device__",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says ~__device__~ of a function that is ~__host__~, or has no execution space in an earlier
declaration. The declarations may be prototypes, definitions, members defined outside their class, friends, prototypes
in a block, and explicit instantiations; explicit specialisations are functions of their own.`,
	Why: `In device code nvcc then takes the function for ~__host__ __device__~; in host code the two passes may disagree about
who can call it.`,
	Instead: `Write the same execution space on every declaration: ~__host__ __device__~ where both sides need the function,
otherwise that of the one side that does.`,
	Bad: `
float half(float x);

__device__ float half(float x) { return x / 2; }
`,
	Good: `
__device__ float half(float x);

__device__ float half(float x) { return x / 2; }
`,
	Check: funcRedeclared(cudaspace.Host, cudaspace.Device),
}
