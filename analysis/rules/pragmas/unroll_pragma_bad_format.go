package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var unrollPragmaBadFormat = &check.Rule{
	Slug: "unroll-pragma-bad-format", Number: 20170, Tag: "unroll_pragma_bad_format",
	Title:    "More than a factor stands after an unroll pragma",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-unroll", Chapter: "Device code",
	What:    `Reports ~#pragma unroll~ with more text after the factor, be it a semicolon, in a function that is compiled for the device.`,
	Why:     `What follows is ignored, and the factor may not be what was meant.`,
	Instead: `Write one expression.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma unroll 4;
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
__global__ void scale(float *v, int n) {
#pragma unroll 4
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: factorRule(func(u *sema.Unroll) string {
		if u.Extra && !u.Varies {
			return "#pragma unroll takes one expression; what follows it is ignored"
		}
		return ""
	}),
}
