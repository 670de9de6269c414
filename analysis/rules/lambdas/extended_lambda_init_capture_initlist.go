package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaInitCaptureInitlist = &check.Rule{
	Slug: "extended-lambda-init-capture-initlist", Number: 20159, Tag: "extended_lambda_init_capture_initlist",
	Title:    "An init-capture of an extended lambda is a std::initializer_list",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an init-capture of a ~__device__~ lambda that turns out to be a ~std::initializer_list~, be it written as a
braced list or copied from one.`,
	Why:     `A ~std::initializer_list~ only refers to its elements. They live on the stack of the host.`,
	Instead: `Use an array, or ~cuda::std::array~.`,
	Bad: `
// flags: --extended-lambda
namespace std { template <class E> class initializer_list { const E *b; decltype(sizeof(0)) n; public: const E *begin() const; }; }
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(int *p)
{
    run<<<1, 3>>>([p, v = {1, 2, 3}] __device__(int i) { p[i] = v.begin()[i]; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(int *p)
{
    int v[] = {1, 2, 3};
    run<<<1, 3>>>([p, v] __device__(int i) { p[i] = v[i]; });
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if c.Init == nil || c.ByRef || l.HostDevice() {
			return nil
		}
		k := p.Unit.ClassOf(p.Unit.VarType(c.Init))
		if k == nil || k.EntityName() != "std::initializer_list" {
			return nil
		}
		return &check.Report{Message: fmt.Sprintf(
			"%s, an init-capture of %s, is a std::initializer_list, whose elements live on the host; use an array", capturedName(p, c), extendedName(l))}
	}),
}
