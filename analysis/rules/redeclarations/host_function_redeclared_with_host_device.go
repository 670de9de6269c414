package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hostFunctionRedeclaredWithHostDevice = &check.Rule{
	Slug: "host-function-redeclared-with-host-device", Number: 20040,
	Tag:      "host_function_redeclared_with_host_device",
	Title:    "A host function is declared again as __host__ __device__",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says ~__host__ __device__~ of a function that is ~__host__~, or has no execution space in
an earlier declaration. The declarations may be prototypes, definitions, members defined outside their class, friends,
prototypes in a block, and explicit instantiations; explicit specialisations are functions of their own.`,
	Why: `nvcc takes the function for ~__host__ __device__~ from here on. Code between the two declarations was checked against
the first.`,
	Instead: `Write the same execution space on every declaration: ~__host__ __device__~.`,
	Bad: `
float half(float x);

__host__ __device__ float half(float x) { return x / 2; }
`,
	Good: `
__host__ __device__ float half(float x);

__host__ __device__ float half(float x) { return x / 2; }
`,
	Check: funcRedeclared(cudaspace.Host, cudaspace.HostDevice),
}
