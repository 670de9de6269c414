package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var wgmmaMmaAsyncNonconstantArg = &check.Rule{
	Slug: "wgmma-mma-async-nonconstant-arg", Number: 20272, Tag: "wgmma_mma_async_nonconstant_arg",
	Title:    "A builtin of warp groups is given no constant",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "warp-matrix-functions", Chapter: "Device code",
	What: `Reports calls of ~__wgmma_mma_async_~ builtins whose shape, or whose further constants, are variables or missing.`,
	Why: `The builtins ~__wgmma_mma_async_f16~, ~bf16~, ~tf32~ and ~f8~ are instructions of warp groups. Their arguments are the shape m, n and k,
further constants, the result, and the factors A and B.`,
	Instead: `Call the builtin as it is meant, or write the instruction with ~asm~, which NVIDIA documents.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b, int x) {
  __wgmma_mma_async_tf32(64, x, 8, 1, 1, 1, d, a, b);
}
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, b);
}
`,
	Check: wgmmaRule(func(_ *check.Pass, s wgmmaShape, args []sema.Argument) string {
		for i := range shapeNumbers + s.constants {
			if i >= len(args) || args[i].Constant == sema.No {
				return fmt.Sprintf("argument %d must be a constant", i+1)
			}
		}
		return ""
	}),
}
