package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var extendedLambdaIllegalParent = &check.Rule{
	Slug: "extended-lambda-illegal-parent", Number: 20134, Tag: "extended_lambda_illegal_parent",
	Title:    "__nv_parent names something else than a function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an argument of ~__nv_parent~, on any lambda, that is a constant and not the address of a function: a number,
~nullptr~, the address of a variable.`,
	Why: `~__nv_parent(f)~ tells nvcc in which function the lambda stands.`,
	Instead: `Give it the address of the function that the lambda stands in, or leave the annotation out: nvcc then finds the
function by itself.`,
	Bad: `
// flags: --extended-lambda
void host(int *p)
{
    auto f = [p] __nv_parent(42) __device__() { *p = 1; };
}
`,
	Good: `
// flags: --extended-lambda
void host(int *p)
{
    auto f = [p] __nv_parent(&host) __device__() { *p = 1; };
}
`,
	Check: lambdaAnnotations(sema.ParentConstant,
		"__nv_parent wants the address of the function that the lambda stands in; this is another constant"),
}
