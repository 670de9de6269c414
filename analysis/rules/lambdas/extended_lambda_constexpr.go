package lambdas

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/spaces"
)

var extendedLambdaConstexpr = &check.Rule{
	Slug: "extended-lambda-constexpr", Number: 20163, Tag: "extended_lambda_constexpr",
	Title:    "An extended lambda is constexpr",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What:    `Reports ~constexpr~ or ~consteval~ written on an extended lambda. In device functions lambdas may have it.`,
	Why:     `Host code sees a wrapper in the place of the lambda, which cannot be evaluated by the compiler.`,
	Instead: `Leave out ~constexpr~.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void iota(int *p)
{
    run<<<1, 32>>>([p] __device__(int i) constexpr { p[i] = i; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void iota(int *p)
{
    run<<<1, 32>>>([p] __device__(int i) { p[i] = i; });
}
`,
	Check: extendedLambdas(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Expr.Spec.Flags&(ast.Constexpr|ast.Consteval) == 0 || l.Parent == nil {
			return nil
		}
		word := "constexpr"
		if l.Expr.Spec.Flags&ast.Consteval != 0 {
			word = "consteval"
		}
		r := lambdaReport(l.BraceSite(), fmt.Sprintf("%s cannot be %s", extendedName(l), word))[0]
		r.Fixes = mend.Remove("Remove "+word+" from the lambda", true, lambdaTokens(p, l, word)...)
		return []check.Report{r}
	}),
}
