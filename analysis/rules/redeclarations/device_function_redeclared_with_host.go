package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var deviceFunctionRedeclaredWithHost = &check.Rule{
	Slug: "device-function-redeclared-with-host", Number: 20035,
	Tag:      "device_function_redeclared_with_host",
	Title:    "A __device__ function is declared again as __host__",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says ~__host__~ of a ~__device__~ function in an earlier declaration. The declarations may
be prototypes, definitions, members defined outside their class, friends, prototypes in a block, and explicit
instantiations; explicit specialisations are functions of their own.`,
	Why: `In device code nvcc then takes the function for ~__host__ __device__~; in host code too, since ~__host__~ is written
out. The body is compiled twice, and what it calls must exist on both sides.`,
	Instead: `Write the same execution space on every declaration: ~__host__ __device__~ where both sides need the function,
otherwise that of the one side that does.`,
	Bad: `
__device__ float half(float x);

__host__ float half(float x) { return x / 2; }
`,
	Good: `
__host__ __device__ float half(float x);

__host__ __device__ float half(float x) { return x / 2; }
`,
	Check: funcRedeclared(cudaspace.Device, cudaspace.Host),
}
