package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var blockSizeUnsupported = &check.Rule{
	Slug: "block-size-unsupported", Number: 20333, Tag: "block_size_unsupported",
	Title:    "__block_size__ below compute capability 9.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports each declaration with ~__block_size__~ in a device pass for an architecture below ~sm_90~, also where it names no
cluster.`,
	Why: `The attribute came with clusters of thread blocks, which devices before compute capability 9.0 do not have. The compiler refuses it
there.`,
	Instead: `Compile for ~sm_90~, or put the attribute under ~#if __CUDA_ARCH__ >= 900~.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_80
__global__ void __block_size__((128, 1, 1)) scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_80
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define FIXED_SIZE __block_size__((128, 1, 1))
#else
#define FIXED_SIZE
#endif
__global__ void FIXED_SIZE scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Check: unsupportedRule(ast.SpecBlockSize, "__block_size__"),
}
