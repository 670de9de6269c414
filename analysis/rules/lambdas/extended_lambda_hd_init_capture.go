package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaHdInitCapture = &check.Rule{
	Slug: "extended-lambda-hd-init-capture", Number: 20158, Tag: "extended_lambda_hd_init_capture",
	Title:    "A __host__ __device__ lambda has an init-capture",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports each init-capture of an extended ~__host__ __device__~ lambda. ~__device__~ lambdas may have them, and
~[*this]~ is none.`,
	Why:     `nvcc hides a ~__host__ __device__~ lambda behind a wrapper that is made of the variables it captures.`,
	Instead: `Declare a variable before the lambda, and capture that.`,
	Bad: `
// flags: --extended-lambda
void host(float *p, int n)
{
    auto f = [p, last = n - 1] __host__ __device__() { p[last] = 0.f; };
    f();
}
`,
	Good: `
// flags: --extended-lambda
void host(float *p, int n)
{
    int last = n - 1;
    auto f = [p, last] __host__ __device__() { p[last] = 0.f; };
    f();
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if !l.HostDevice() || c.Init == nil || l.Within != nil {
			return nil
		}
		return &check.Report{Message: fmt.Sprintf(
			"%s is an init-capture of an extended __host__ __device__ lambda; declare a variable before, and capture that", capturedName(p, c))}
	}),
}
