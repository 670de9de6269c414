package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var wgmmaMmaAsyncMissingArgs = &check.Rule{
	Slug: "wgmma-mma-async-missing-args", Number: 20273, Tag: "wgmma_mma_async_missing_args",
	Title:    "A builtin of warp groups is called without a factor",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "warp-matrix-functions", Chapter: "Device code",
	What: `Reports calls of ~__wgmma_mma_async_~ builtins with too few arguments.`,
	Why: `The builtins ~__wgmma_mma_async_f16~, ~bf16~, ~tf32~ and ~f8~ are instructions of warp groups. Their arguments are the shape m, n and k,
further constants, the result, and the factors A and B.`,
	Instead: `Call the builtin as it is meant, or write the instruction with ~asm~, which NVIDIA documents.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b, int x) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, b);
}
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, b);
}
`,
	Check: wgmmaRule(func(_ *check.Pass, s wgmmaShape, args []sema.Argument) string {
		if len(args) <= s.second() {
			return fmt.Sprintf("there are %d arguments, the last two of which are A and B", s.second()+1)
		}
		return ""
	}),
}
