package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var unrollPragmaNotConstant = &check.Rule{
	Slug: "unroll-pragma-not-constant", Number: 20169, Tag: "unroll_pragma_not_constant",
	Title:    "An unroll factor is no integral constant",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "pragma-unroll", Chapter: "Device code",
	What: `Reports ~#pragma unroll~ with a factor that is a variable or of a floating type, in a function that is compiled for the device.
Macros are not expanded in the pragma.`,
	Why:     `The compiler refuses the factor as an expression, and ignores the pragma.`,
	Instead: `Write a number, a constant, or a template parameter.`,
	Bad: `
__global__ void scale(float *v, int n) {
#pragma unroll n
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Good: `
template <int factor> __global__ void scale(float *v, int n) {
#pragma unroll factor
  for (int i = 0; i < n; ++i) v[i] *= 2;
}
`,
	Check: factorRule(func(u *sema.Unroll) string {
		if u.Varies || u.Value.Kind == types.FloatValue {
			return "#pragma unroll is ignored: the factor is no integral constant"
		}
		return ""
	}),
}
