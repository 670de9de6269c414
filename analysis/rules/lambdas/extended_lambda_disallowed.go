package lambdas

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaDisallowed = &check.Rule{
	Slug: "extended-lambda-disallowed", Number: 20155, Tag: "extended_lambda_disallowed",
	Title:    "A lambda is annotated without --extended-lambda",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports ~__host__~ or ~__device__~ on a lambda, wherever it stands, when the file is not compiled with
~--extended-lambda~.`,
	Why: `nvcc reads the annotation only with the flag.`,
	Instead: `Compile with ~--extended-lambda~. A lambda in a function takes that function's execution space: in device code it
needs no annotation at all.`,
	Bad: `
// flags: -std=c++17
float twice(float x)
{
    auto f = [] __host__ __device__(float v) { return v + v; };
    return f(x);
}
`,
	Good: `
// flags: -std=c++17
float twice(float x)
{
    auto f = [](float v) { return v + v; };
    return f(x);
}
`,
	Check: checkAnnotatedLambdas,
}

func checkAnnotatedLambdas(p *check.Pass) {
	if p.Command.ExtendedLambda.On || !p.Flagged(p.Command.ExtendedLambda) {
		return
	}
	everyLambda(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Lead == 0 {
			return nil
		}
		r := lambdaReport(l.ParamSite(), fmt.Sprintf("a lambda is annotated %s, which needs the flag --extended-lambda", l.Lead))[0]
		if inherited := inherited(p.Spaces, l.Lambda); inherited&l.Lead != 0 {
			r.Fixes = mend.Remove("Remove "+l.Lead.String()+" from the lambda", inherited == l.Lead, leadWords(l)...)
		}
		return []check.Report{r}
	})(p)
}

// leadWords are the execution spaces written behind a lambda's introducer.
func leadWords(l *spaces.Lambda) []sema.Site {
	return spaceWords(l, l.Expr.Spec.CUDA[:l.Expr.Lead])
}

func spaceWords(l *spaces.Lambda, specs []ast.CUDASpec) []sema.Site {
	var out []sema.Site
	for i := range specs {
		switch specs[i].Kind {
		case ast.SpecHost, ast.SpecDevice, ast.SpecGlobal:
			out = append(out, sema.Site{Chunk: l.Site.Chunk, Span: specs[i].Span})
		}
	}
	return out
}
