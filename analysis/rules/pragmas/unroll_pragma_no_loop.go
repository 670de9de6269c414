package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var unrollPragmaNoLoop = &check.Rule{
	Slug: "unroll-pragma-no-loop", Number: 20058, Tag: "unroll_pragma_no_loop",
	Title:    "An unroll pragma stands before no loop",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-unroll", Chapter: "Device code",
	What: `Reports ~#pragma unroll~ in a function that is compiled for the device, used or not, before a statement that is no loop. A label
before the loop is passed over, and so are other pragmas.`,
	Why:     `The pragma is ignored: what was meant to be unrolled is not.`,
	Instead: `Move the pragma directly before the loop.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma unroll 4
  v += threadIdx.x;
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
__global__ void scale(float *v, int n) {
  v += threadIdx.x;
#pragma unroll 4
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: unrollRule(func(u *sema.Unroll) string {
		if u.Before == sema.NoLoop {
			return "#pragma unroll has no effect: no loop follows"
		}
		return ""
	}),
}
