package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var globalFunctionRedeclaredWithoutGlobal = &check.Rule{
	Slug: "global-function-redeclared-without-global", Number: 20030,
	Tag:      "global_function_redeclared_without_global",
	Title:    "A kernel is declared again without __global__",
	Severity: check.Error, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says nothing of a kernel in an earlier declaration. The declarations may be prototypes,
definitions, members defined outside their class, friends, prototypes in a block, and explicit instantiations;
explicit specialisations are functions of their own.`,
	Why: `A kernel is compiled and called differently from any other function. nvcc stops here in the device compilation; the
host compilation may let the declaration pass, so that the error comes late.`,
	Instead: `Write ~__global__~ on every declaration, or give one of the two functions another name.`,
	Bad: `
__global__ void fill(float *p);

void fill(float *p) { p[threadIdx.x] = 0; }
`,
	Good: `
__global__ void fill(float *p);

__global__ void fill(float *p) { p[threadIdx.x] = 0; }
`,
	Check: funcRedeclared(cudaspace.Global, 0),
}
