package storage

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var constexprDeviceVariable = &check.Rule{
	Slug: "constexpr-device-variable", Tag: "constexpr-device-variable",
	Title:    "A __device__ variable is constexpr",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Pedantic,
	Section: "constexpr-variables", Chapter: "Variables",
	What: `Reports a ~__device__~ variable that is declared ~constexpr~.`,
	Why: `The documentation names ~constexpr~ among what such variables may not be. nvcc 12 accepts it, and gives the variable both a place in
device memory and a value that folds. Other versions of the compiler refuse it.`,
	Instead: `Write ~const~, which says the same of a variable that is initialised with a constant; or drop the memory space, where nobody needs
the address.`,
	Bad: `
__device__ constexpr int width = 16;

__global__ void fill(int *p) { *p = width; }
`,
	Good: `
__device__ const int width = 16;

__global__ void fill(int *p) { *p = width; }
`,
	Check: constexprIn(cudaspace.DeviceMemory),
}
