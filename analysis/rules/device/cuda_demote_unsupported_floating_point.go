package device

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var cudaDemoteUnsupportedFloatingPoint = &check.Rule{
	Slug: "cuda-demote-unsupported-floating-point", Number: 20208, Tag: "cuda_demote_unsupported_floating_point",
	Title:    "long double in device code is a double",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "long-double", Chapter: "Device code",
	What: `Reports the words ~long double~ in the body of a ~__device__~, ~__global__~ or ~__host__ __device__~ function, whether or not it is
used, and a constant such as ~1.0L~ that is computed with in generated device code. Parameters, results and members are not
reported, nor constants that are converted to another type at once.`,
	Why: `The device has no type wider than ~double~, and the compiler takes ~double~ for it. On the host the same function computes with
more digits, and where ~long double~ takes 16 bytes, structures have another layout.`,
	Instead: `Write ~double~, which is what it is.`,
	Bad: `
__global__ void mean(const double *x, double *out, int n) {
  long double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  *out = sum / n;
}
`,
	Good: `
__global__ void mean(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  *out = sum / n;
}
`,
	Check: checkLongDouble,
}

func checkLongDouble(p *check.Pass) {
	long := isBasic(ast.LongDouble)
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		if c.Alias || !long(c.Type) {
			return
		}
		r := kit.InBody(p, c, "long double", "device code takes double for it; write double")
		if !c.Space.Space.OnHost() {
			r.Fixes = []check.Mend{{
				Title: "Replace long double by double", Preferred: true,
				Changes: []check.Change{{Site: c.Site, How: check.Replace, Text: "double"}},
			}}
		}
		p.Report(r)
	}, sema.WrittenType)
	kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
		if c.Context&(sema.Unevaluated|sema.Constant|sema.Discarded|sema.Undecided|sema.Folded) != 0 || c.Func.Closure != nil || !p.Emission.Contains(c.Func) {
			return
		}
		r := kit.InBody(p, c, "a constant of type long double", "device code takes double for it; leave the suffix out")
		r.Stage = check.Code
		p.Report(r)
	}, sema.LongDouble)
}
