package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaNoParentFunc = &check.Rule{
	Slug: "extended-lambda-no-parent-func", Number: 20132, Tag: "extended_lambda_no_parent_func",
	Title:    "__nv_parent does not name one function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an argument of ~__nv_parent~, on any lambda, that is no single entity: a name that is not declared, overloaded
functions, or a function template without arguments.`,
	Why: `~__nv_parent(f)~ tells nvcc in which function the lambda stands. It has to be able to take the address of that
function.`,
	Instead: `Name the function, with a cast that chooses among overloads, or leave the annotation out: nvcc then finds the function
by itself.`,
	Bad: `
// flags: --extended-lambda
void step(int);
void step(float);
void host(int *p)
{
    auto f = [p] __nv_parent(step) __device__() { *p = 1; };
}
`,
	Good: `
// flags: --extended-lambda
void host(int *p)
{
    auto f = [p] __nv_parent(&host) __device__() { *p = 1; };
}
`,
	Check: lambdaAnnotations(sema.ParentNone,
		"__nv_parent names no single function here; name the function that the lambda stands in, or leave the annotation out"),
}

// lambdaAnnotations makes the check of a rule about what __nv_parent names.
func lambdaAnnotations(kind sema.ParentKind, message string) func(*check.Pass) {
	return everyLambda(func(_ *check.Pass, l *spaces.Lambda) []check.Report {
		var out []check.Report
		for _, a := range l.Parents {
			if a.Kind == kind && !l.Definition {
				r := lambdaReport(a.Site, message)[0]
				r.Fixes = mend.Remove("Remove __nv_parent", false, a.Site)
				out = append(out, r)
			}
		}
		return out
	})
}
