package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/spaces"
)

var extendedLambdaEnclosingFunctionHdLambda = &check.Rule{
	Slug: "extended-lambda-enclosing-function-hd-lambda", Number: 20162, Tag: "extended_lambda_enclosing_function_hd_lambda",
	Title:    "An extended lambda in a __host__ __device__ lambda",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in another that is ~__host__ __device__~, at any depth. Inside a ~__device__~ lambda
extended ones are fine, and so are plain ones everywhere.`,
	Why: `nvcc hides a ~__host__ __device__~ lambda behind a wrapper for host code, in which no other lambda of its kind can be
named.`,
	Instead: `Leave out the inner annotation: the inner lambda takes the space of the outer.`,
	Bad: `
// flags: --extended-lambda
void host(float *p)
{
    auto outer = [=] __host__ __device__() {
        auto inner = [=] __host__ __device__(int i) { p[i] = 0.f; };
        inner(1);
    };
    outer();
}
`,
	Good: `
// flags: --extended-lambda
void host(float *p)
{
    auto outer = [=] __host__ __device__() {
        auto inner = [=](int i) { p[i] = 0.f; };
        inner(1);
    };
    outer();
}
`,
	Check: extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Within == nil || l.Within.CallT != nil || l.Parent == nil {
			return nil
		}
		r := lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in an extended __host__ __device__ lambda; leave out its annotation", extendedName(l)), withinNote(l, "is __host__ __device__"))[0]
		r.Fixes = mend.Remove("Remove "+l.Lead.String()+" from the lambda", l.HostDevice(), leadWords(l)...)
		return []check.Report{r}
	}),
}
