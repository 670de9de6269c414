package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var wgmmaMmaAsyncBadBType = &check.Rule{
	Slug: "wgmma-mma-async-bad-b-type", Number: 20275, Tag: "wgmma_mma_async_bad_B_type",
	Title:    "The second factor of a builtin of warp groups has another type",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "warp-matrix-functions", Chapter: "Device code",
	What: `Reports calls of ~__wgmma_mma_async_~ builtins whose argument B is no ~unsigned long long~.`,
	Why: `The builtins ~__wgmma_mma_async_f16~, ~bf16~, ~tf32~ and ~f8~ are instructions of warp groups. Their arguments are the shape m, n and k,
further constants, the result, and the factors A and B.`,
	Instead: `Call the builtin as it is meant, or write the instruction with ~asm~, which NVIDIA documents.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b, int x) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, a);
}
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, b);
}
`,
	Check: wgmmaRule(func(p *check.Pass, s wgmmaShape, args []sema.Argument) string {
		if !typed(args, s.second()) || longUnsigned(args[s.second()]) {
			return ""
		}
		return fmt.Sprintf("B is an unsigned long long, and %s is none", spell.Type(p.Unit, args[s.second()].Type, nil))
	}),
}
