package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaPackCapture = &check.Rule{
	Slug: "extended-lambda-pack-capture", Number: 20137, Tag: "extended_lambda_pack_capture",
	Title:    "An extended lambda captures a parameter pack",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports a function parameter pack that an extended lambda captures, by ~pack...~ or by using it under ~[=]~. The
template need not be instantiated, and the pack may turn out empty.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries each
captured variable in a member of its own. It has no notation for any number of them.`,
	Instead: `Put the pack into a ~cuda::std::tuple~ and capture that, or, in C++20 and in a ~__device__~ lambda, into an
init-capture: ~[...args = args]~.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class... T>
void host(float *p, T... t)
{
    run<<<1, 32>>>([=] __device__(int i) { p[i] = (t + ...); });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class... T>
void host(float *p, T... t)
{
    auto sum = (t + ...);
    run<<<1, 32>>>([=] __device__(int i) { p[i] = sum; });
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if c.Var == nil || !c.Pack && !c.Var.Pack {
			return nil
		}
		return &check.Report{
			Message: fmt.Sprintf("%s captures the parameter pack %s; put it into a tuple and capture that", extendedName(l), capturedName(p, c)),
			Related: capturedNote(p, c),
		}
	}),
}
