package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var deviceFunctionRedeclaredWithGlobal = &check.Rule{
	Slug: "device-function-redeclared-with-global", Number: 20034,
	Tag:      "device_function_redeclared_with_global",
	Title:    "A __device__ function is declared again as a kernel",
	Severity: check.Error, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says ~__global__~ of a ~__device__~ function in an earlier declaration. The declarations
may be prototypes, definitions, members defined outside their class, friends, prototypes in a block, and explicit
instantiations; explicit specialisations are functions of their own.`,
	Why: `A kernel is compiled and called differently from any other function. nvcc stops here in the device compilation; the
host compilation may let the declaration pass, so that the error comes late.`,
	Instead: `Write ~__global__~ on every declaration, or give one of the two functions another name.`,
	Bad: `
__device__ void fill(float *p);

__global__ void fill(float *p) { *p = 0; }
`,
	Good: `
__device__ void fillOne(float *p) { *p = 0; }

__global__ void fill(float *p) { fillOne(p + threadIdx.x); }
`,
	Check: funcRedeclared(cudaspace.Device, cudaspace.Global),
}
