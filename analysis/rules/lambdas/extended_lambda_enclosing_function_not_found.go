package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaEnclosingFunctionNotFound = &check.Rule{
	Slug: "extended-lambda-enclosing-function-not-found", Number: 20160, Tag: "extended_lambda_enclosing_function_not_found",
	Title:    "An extended lambda in a lambda that is in no function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in another lambda that stands at namespace scope: in the initialiser of a variable or
static member, a default member initialiser, or the default argument of a function.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. Here there is none.`,
	Instead: `Make a function of the outer lambda.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

auto clear = [](float *p) {
    run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; });
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void clear(float *p)
{
    run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; });
}
`,
	Check: extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Parent != nil || l.Within == nil || l.Within.CallT != nil {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in a lambda that is in no function; make a function of that lambda", extendedName(l)), withinNote(l, "is in no function"))
	}),
}

// withinNote points at the lambda around an extended one.
func withinNote(l *spaces.Lambda, what string) check.Note {
	return check.Note{
		Site: sema.Site{Chunk: l.Within.Site.Chunk, Span: l.Within.Expr.Intro}, Message: "the lambda around it " + what,
	}
}
