package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var allocaUnsupportedForLowerThanArch52 = &check.Rule{
	Slug: "alloca-unsupported-for-lower-than-arch52", Number: 20227, Tag: "alloca_unsupported_for_lower_than_arch52",
	Title:    "alloca on an architecture that does not have it",
	Severity: check.Error, Passes: check.InDevice,
	Section: "alloca", Chapter: "Device code",
	What: `Reports a call of ~alloca~ in a ~__device__~ or ~__host__ __device__~ function, used or not, when the file is compiled for an
architecture below ~sm_52~. Calls that stand in a kernel itself are not reported.`,
	Why:     `The stack of a thread can grow at run time only from compute capability 5.2 on. The compiler refuses the program.`,
	Instead: `Use an array of a size that is known, or compile for ~sm_52~ or later alone.`,
	Bad: `
// flags: -arch=sm_50
__device__ float middle(const float *x, int n) {
  float *copy = static_cast<float *>(alloca(n * sizeof(float)));
  for (int i = 0; i < n; ++i) copy[i] = x[i];
  return copy[n / 2];
}
`,
	Good: `
// flags: -arch=sm_52
__device__ float middle(const float *x, int n) {
  float *copy = static_cast<float *>(alloca(n * sizeof(float)));
  for (int i = 0; i < n; ++i) copy[i] = x[i];
  return copy[n / 2];
}
`,
	Check: func(p *check.Pass) {
		if p.Arch >= 52 {
			return
		}
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if c.Space.Space&cudaspace.Global == 0 {
				p.Report(kit.InBody(p, c, "alloca", fmt.Sprintf("sm_%d does not have it, sm_52 is the first that has", p.Arch)))
			}
		}, sema.Alloca)
	},
}
