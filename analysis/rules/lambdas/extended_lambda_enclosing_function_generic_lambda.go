package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var extendedLambdaEnclosingFunctionGenericLambda = &check.Rule{
	Slug: "extended-lambda-enclosing-function-generic-lambda", Number: 20161, Tag: "extended_lambda_enclosing_function_generic_lambda",
	Title:    "An extended lambda in a generic lambda",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a lambda with ~auto~ parameters or template parameters of its own, at any depth.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda, and the types of the lambdas between. A generic lambda has no type that
tells its instances apart.`,
	Instead: `Write the parameter types of the outer lambda, or make a function template of it.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    auto clear = [](auto *q) { run<<<1, 32>>>([q] __device__(int i) { q[i] = 0; }); };
    clear(p);
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    auto clear = [](float *q) { run<<<1, 32>>>([q] __device__(int i) { q[i] = 0; }); };
    clear(p);
}
`,
	Check: extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Within == nil || l.Within.CallT == nil {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in a generic lambda; make a function template of that lambda", extendedName(l)), withinNote(l, "is generic"))
	}),
}
