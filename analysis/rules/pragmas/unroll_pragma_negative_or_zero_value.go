package pragmas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var unrollPragmaNegativeOrZeroValue = &check.Rule{
	Slug: "unroll-pragma-negative-or-zero-value", Number: 20168, Tag: "unroll_pragma_negative_or_zero_value",
	Title:    "An unroll factor is zero or negative",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-unroll", Chapter: "Device code",
	What: `Reports ~#pragma unroll~ with a factor of zero or below, in instances of templates too, in a function that is compiled for the
device.`,
	Why:     `The pragma is ignored.`,
	Instead: `Write ~#pragma unroll 1~ to keep a loop as it is.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma unroll 0
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
__global__ void scale(float *v, int n) {
#pragma unroll 1
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: factorRule(func(u *sema.Unroll) string {
		if f, ok := unrollFactor(u); ok && f <= 0 {
			return fmt.Sprintf("#pragma unroll is ignored: the factor is %d; 1 keeps the loop as it is", f)
		}
		return ""
	}),
}
