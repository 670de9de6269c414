package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var wgmmaMmaAsyncBadShape = &check.Rule{
	Slug: "wgmma-mma-async-bad-shape", Number: 20276, Tag: "wgmma_mma_async_bad_shape",
	Title:    "A builtin of warp groups is called for a shape that there is not",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "warp-matrix-functions", Chapter: "Device code",
	What: `Reports calls of ~__wgmma_mma_async_~ builtins for a shape other than m = 64, n = 8, 16 … 256, and k = 16 for ~f16~ and ~bf16~, 8 for
~tf32~, 32 for ~f8~.`,
	Why: `The builtins ~__wgmma_mma_async_f16~, ~bf16~, ~tf32~ and ~f8~ are instructions of warp groups. Their arguments are the shape m, n and k,
further constants, the result, and the factors A and B.`,
	Instead: `Call the builtin as it is meant, or write the instruction with ~asm~, which NVIDIA documents.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b, int x) {
  __wgmma_mma_async_tf32(64, 12, 8, 1, 1, 1, d, a, b);
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
			return ""
		}
		var dims [shapeNumbers]int64
		for i := range dims {
			if i >= len(args) || args[i].Constant != sema.Yes {
				return ""
			}
			dims[i] = args[i].Value
		}
		const rows, step, most = 64, 8, 256
		if m, n, k := dims[0], dims[1], dims[2]; m != rows || n < step || n > most || n%step != 0 || k != int64(s.depth) {
			return fmt.Sprintf("there is no shape m%dn%dk%d", m, n, k)
		}
		return ""
	}),
}
