package lambdas

import (
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/token"
)

var extendedLambdaReferenceCapture = &check.Rule{
	Slug: "extended-lambda-reference-capture", Number: 20136, Tag: "extended_lambda_reference_capture",
	Title:    "An extended lambda captures by reference",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports ~[&]~ on an extended lambda, even where nothing is captured, every variable that it captures so at its first
use, and every capture ~&x~ and ~&y = x~.`,
	Why: `The closure is copied to the device. A reference in it would still refer to memory of the host, on whose stack the
variable lives.`,
	Instead: `Capture by value. Results come back through a pointer to memory that both sides reach.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p, float k)
{
    run<<<1, 32>>>([&] __device__(int i) { p[i] *= k; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p, float k)
{
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= k; });
}
`,
	Check: extendedLambdas(referenceCaptures),
}

func referenceCaptures(p *check.Pass, l *spaces.Lambda) []check.Report {
	var out []check.Report
	if l.Expr.Default == token.Amp && l.Within == nil {
		r := lambdaReport(introOrParams(l), extendedName(l)+" captures by reference; what it captures has to be copied to the device")[0]
		r.Fixes = copyByDefault(l)
		out = append(out, r)
	}
	for _, c := range l.Captures {
		if !c.ByRef || c.This || l.Within != nil && !c.Implicit {
			continue
		}
		r := check.Report{
			Site: c.Site, Related: capturedNote(p, c),
			Message: fmt.Sprintf("%s captures %s by reference; it has to be copied to the device", extendedName(l), capturedName(p, c)),
		}
		switch {
		case c.Implicit:
			r.Fixes = copyByDefault(l)
		case l.Expr.Default != token.Assign || c.Init != nil:
			r.Fixes = mend.Remove("Capture "+capturedName(p, c)+" by value", false, firstOf(c.Site))
		}
		out = append(out, r)
	}
	return out
}

// copyByDefault makes [&] to [=]. Where a variable is copied explicitly besides, that would say so twice.
func copyByDefault(l *spaces.Lambda) []check.Mend {
	site, ok := captureDefault(l)
	if !ok || slices.ContainsFunc(l.Captures, func(c *sema.LambdaCapture) bool {
		return !c.Implicit && c.Init == nil && (!c.ByRef || c.This)
	}) {
		return nil
	}
	return []check.Mend{{
		Title: "Capture by value: write [=] for [&]", Changes: []check.Change{{Site: site, Text: "="}},
	}}
}
