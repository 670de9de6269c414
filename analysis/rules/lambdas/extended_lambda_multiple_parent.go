package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/spaces"
)

var extendedLambdaMultipleParent = &check.Rule{
	Slug: "extended-lambda-multiple-parent", Number: 20133, Tag: "extended_lambda_multiple_parent",
	Title:    "A lambda has several __nv_parent annotations",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What:    `Reports the second and any further ~__nv_parent~ of a lambda, be they equal or not.`,
	Why:     `A lambda stands in one function.`,
	Instead: `Keep one of them, or none: nvcc finds the function by itself.`,
	Bad: `
// flags: --extended-lambda
void host(int *p)
{
    auto f = [p] __nv_parent(&host) __nv_parent(&host) __device__() { *p = 1; };
}
`,
	Good: `
// flags: --extended-lambda
void host(int *p)
{
    auto f = [p] __nv_parent(&host) __device__() { *p = 1; };
}
`,
	Check: everyLambda(multipleParents),
}

func multipleParents(_ *check.Pass, l *spaces.Lambda) []check.Report {
	var out []check.Report
	for i := range l.Parents {
		if i > 0 {
			r := lambdaReport(l.Parents[i].Site, "a lambda has at most one __nv_parent",
				check.Note{Site: l.Parents[0].Site, Message: "the first one stands here"})[0]
			r.Fixes = mend.Remove("Remove this __nv_parent", true, l.Parents[i].Site)
			out = append(out, r)
		}
	}
	return out
}
