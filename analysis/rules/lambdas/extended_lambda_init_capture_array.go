package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaInitCaptureArray = &check.Rule{
	Slug: "extended-lambda-init-capture-array", Number: 20139, Tag: "extended_lambda_init_capture_array",
	Title:    "An init-capture of an extended lambda is made of an array",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an init-capture of a ~__device__~ lambda that is initialised straight from an array: a local one, or a member
of an object. Static arrays and string literals, whose addresses are constants, are none of it.`,
	Why: `The init-capture would be a pointer to the array, which lives in host memory.`,
	Instead: `Capture the array itself, ~[a]~, which copies it, or pass a pointer to device memory. Where a pointer is meant, write
~&a[0]~.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    float w[3] = {1.f, 2.f, 1.f};
    run<<<1, 32>>>([p, v = w] __device__(int i) { p[i] *= v[i % 3]; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    float w[3] = {1.f, 2.f, 1.f};
    run<<<1, 32>>>([p, w] __device__(int i) { p[i] *= w[i % 3]; });
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if !c.OfArray || c.ByRef || l.HostDevice() {
			return nil
		}
		return &check.Report{Message: fmt.Sprintf(
			"%s, an init-capture of %s, is made of an array; capture the array itself", capturedName(p, c), extendedName(l))}
	}),
}
