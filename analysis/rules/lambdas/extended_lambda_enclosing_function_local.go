package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var extendedLambdaEnclosingFunctionLocal = &check.Rule{
	Slug: "extended-lambda-enclosing-function-local", Number: 20135, Tag: "extended_lambda_enclosing_function_local",
	Title:    "An extended lambda in a member function of a local class",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a member function of a class that is itself defined in a function.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. A member of a local class has no name outside of its function.`,
	Instead: `Move the class out of the function.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    struct Step {
        void go(float *q) { run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; }); }
    };
    Step().go(p);
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Step {
    void go(float *q) { run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; }); }
};
void host(float *p) { Step().go(p); }
`,
	Check: lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if !innerLocal(l.Parent.MemberOf) {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in %s, a member of a class that is local to a function; move the class out of the function",
			extendedName(l), spell.Func(p.Unit, l.Parent)), parentNote(p, l, "is a member of a local class"))
	}),
}
