package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var wgmmaMmaAsyncNotEnabled = &check.Rule{
	Slug: "wgmma-mma-async-not-enabled", Number: 20271, Tag: "wgmma_mma_async_not_enabled",
	Title:    "A builtin of warp groups is called on another architecture than 9.0a",
	Severity: check.Error, Passes: check.InDevice,
	Section: "warp-matrix-functions", Chapter: "Device code",
	What: `Reports calls of ~__wgmma_mma_async_~ builtins in a device pass for an architecture other than ~sm_90a~.`,
	Why: `The builtins ~__wgmma_mma_async_f16~, ~bf16~, ~tf32~ and ~f8~ are instructions of warp groups. Their arguments are the shape m, n and k,
further constants, the result, and the factors A and B.`,
	Instead: `Call the builtin as it is meant, or write the instruction with ~asm~, which NVIDIA documents.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_80
__device__ void multiply(float *d, void *a, unsigned long long b, int x) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, b);
}
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90a
__device__ void multiply(float *d, void *a, unsigned long long b) {
  __wgmma_mma_async_tf32(64, 8, 8, 1, 1, 1, d, a, b);
}
`,
	Check: wgmmaRule(func(p *check.Pass, _ wgmmaShape, _ []sema.Argument) string {
		if p.Arch != 0 && (p.Arch != wgmmaArch || p.Command.ArchFeatures[p.Arch] != 'a') {
			return fmt.Sprintf("there is no such instruction on sm_%d, but on sm_90a", p.Arch)
		}
		return ""
	}),
}

const wgmmaArch = 90
