package architectures

import (
	"fmt"

	"cudals/analysis/check"
)

var cudaArchKernelSignature = &check.Rule{
	Slug: "cuda-arch-kernel-signature", Tag: "cuda-arch-kernel-signature",
	Title:    "A kernel's signature depends on __CUDA_ARCH__",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "cuda-arch", Chapter: "Architectures",
	What: `Compares what the host pass and the device passes make of each ~__global__~ function and function template, and reports
parameters whose types differ. It shows both types and the ~#if~ that makes the difference.`,
	Why: `The host copies the arguments as it sees the parameters, and the device reads them as it sees them: they arrive cut, shifted
or as other values. A kernel of another name on each side cannot be launched at all. No compiler says so, except that the
host compiler may refuse the stub that nvcc makes of a template.`,
	Happens: `With nvcc 13.0 on an H200: the example launched with a factor of 2 wrote zeros, without any error.`,
	Instead: `Give the parameters one type for all passes, and use ~__CUDA_ARCH__~ inside of bodies alone.`,
	Bad: `
#ifdef __CUDA_ARCH__
typedef float real;
#else
typedef double real;
#endif
__global__ void scale(real factor, float *row) { row[threadIdx.x] *= factor; }
`,
	Good: `
typedef float real;
__global__ void scale(real factor, float *row) {
#ifdef __CUDA_ARCH__
  row[threadIdx.x] *= factor;
#endif
}
`,
	Compare: compareKernelSignatures,
}

func compareKernelSignatures(a, b *check.Pass) {
	for _, d := range divergingKernels(side(a), side(b)) {
		what := "its signature is"
		if d.Param > 0 {
			what = fmt.Sprintf("parameter %d is", d.Param)
		}
		reportDivergence(a, b, &d, fmt.Sprintf(
			"the signature of kernel %s depends on __CUDA_ARCH__: %s %s in %s, but %s in %s; arguments would arrive garbled",
			d.A.Func.EntityName(), what, d.A.Type, passName(a), d.B.Type, passName(b)))
	}
}
