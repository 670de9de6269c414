package pragmas

import (
	"fmt"
	"math"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var unrollPragmaValueOverflow = &check.Rule{
	Slug: "unroll-pragma-value-overflow", Number: 20167, Tag: "unroll_pragma_value_overflow",
	Title:    "An unroll factor is too large",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-unroll", Chapter: "Device code",
	What:    `Reports ~#pragma unroll~ with a factor above 2147483647 in a function that is compiled for the device.`,
	Why:     `The pragma is ignored.`,
	Instead: `Write a small factor, or none to unroll the loop completely.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma unroll 99999999999
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
__global__ void scale(float *v, int n) {
#pragma unroll 8
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: factorRule(func(u *sema.Unroll) string {
		if f, ok := unrollFactor(u); ok && f > math.MaxInt32 {
			return fmt.Sprintf("#pragma unroll is ignored: the factor %d is larger than 2147483647", f)
		}
		return ""
	}),
}
