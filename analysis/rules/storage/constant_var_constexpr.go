package storage

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var constantVarConstexpr = &check.Rule{
	Slug: "constant-var-constexpr", Tag: "constant-var-constexpr",
	Title:    "A __constant__ variable is constexpr",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Pedantic,
	Section: "constexpr-variables", Chapter: "Variables",
	What: `Reports a ~__constant__~ variable that is declared ~constexpr~.`,
	Why: `The documentation names ~constexpr~ among what such variables may not be. nvcc 12 accepts it, and gives the variable both a place in
device memory and a value that folds. Other versions of the compiler refuse it.`,
	Instead: `Write ~const~, which says the same of a variable that is initialised with a constant; or drop the memory space, where nobody needs
the address.`,
	Bad: `
__constant__ constexpr float taps[3] = {1, 2, 1};

__global__ void fill(float *p) { *p = taps[threadIdx.x]; }
`,
	Good: `
__constant__ const float taps[3] = {1, 2, 1};

__global__ void fill(float *p) { *p = taps[threadIdx.x]; }
`,
	Check: constexprIn(cudaspace.Constant),
}
