package architectures

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var cudaArchVariableType = &check.Rule{
	Slug: "cuda-arch-variable-type", Tag: "cuda-arch-variable-type",
	Title:    "The type of a device variable depends on __CUDA_ARCH__",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "cuda-arch", Chapter: "Architectures",
	What: `Compares what the host pass and the device passes make of each ~__device__~, ~__constant__~ and ~__managed__~ variable, and
reports those whose types differ. It shows both types and the ~#if~ that makes the difference.`,
	Why: `The host copies to and from the variable with the size and layout that it sees; the device lays it out otherwise. What is copied
is cut or garbled, or not copied at all. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the variable of the example had 36 bytes to the runtime, and a copy of ~sizeof weights~ from the host,
64 bytes, gave ~cudaErrorInvalidValue~.`,
	Instead: `Give the variable one type for all passes.`,
	Bad: `
#ifdef __CUDA_ARCH__
#define TAPS 9
#else
#define TAPS 16
#endif
__constant__ float weights[TAPS];
__global__ void blur(float *p) { p[threadIdx.x] *= weights[threadIdx.x % 9]; }
`,
	Good: `
#define TAPS 9
__constant__ float weights[TAPS];
__global__ void blur(float *p) { p[threadIdx.x] *= weights[threadIdx.x % 9]; }
`,
	Compare: compareVariableTypes,
}

func compareVariableTypes(a, b *check.Pass) {
	for _, d := range divergingVariables(side(a), side(b)) {
		mem, _ := spaces.MemoryOf(a.Unit, d.A.Var)
		reportDivergence(a, b, &d, fmt.Sprintf(
			"the type of the %s variable %s depends on __CUDA_ARCH__: it is %s in %s, but %s in %s; copies would be garbled",
			mem, d.A.Var.EntityName(), d.A.Type, passName(a), d.B.Type, passName(b)))
	}
}
