package lambdas

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var extendedLambdaEnclosingFunctionDeducible = &check.Rule{
	Slug: "extended-lambda-enclosing-function-deducible", Number: 20156, Tag: "extended_lambda_enclosing_function_deducible",
	Title:    "An extended lambda in a function with a deduced result",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a host or ~__host__ __device__~ function whose result type is deduced: ~auto~, ~auto *~,
~decltype(auto)~, a conversion to ~auto~. Abbreviated templates with a written result are fine.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. Its type is not known before the body is read, and the body is what is
being read.`,
	Instead: `Write the result type. A function that returns the lambda itself can return a functor instead.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

auto clear(float *p)
{
    run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; });
    return 32;
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

int clear(float *p)
{
    run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; });
    return 32;
}
`,
	Check: lambdaParents(deducedParent),
}

func deducedParent(p *check.Pass, l *spaces.Lambda) []check.Report {
	if !p.Unit.HasDeducedResult(l.Parent) {
		return nil
	}
	r := lambdaReport(l.ParamSite(), fmt.Sprintf("%s stands in %s, whose result is deduced; write the result type",
		extendedName(l), spell.Func(p.Unit, l.Parent)), parentNote(p, l, "has a deduced result"))[0]
	r.Fixes = writeResult(p, l.Parent)
	return []check.Report{r}
}

// writeResult puts the type that is deduced in the place of a function's auto, where it can be written there: qualifiers would be left.
func writeResult(p *check.Pass, f *sema.Func) []check.Mend {
	if len(f.Decls) != 1 || f.Args != nil || f.Kind == sema.Conversion {
		return nil
	}
	d := f.Decls[0]
	a, ok := d.Spec.Type.(*ast.AutoType)
	t := p.Unit.ResultType(f)
	if !ok || a.Decltype || a.Constraint != nil || d.Sig.Trailing != nil || len(d.Dtor.Ops) != 1 || t.IsUnknown() || t.IsDependent() ||
		!t.IsArithmetic() && !t.IsVoid() || t != t.Unqual() {
		return nil
	}
	name := spell.Type(p.Unit, t.Unqual(), f)
	return []check.Mend{{
		Title: "Write the result type " + name, Preferred: true,
		Changes: []check.Change{{Site: sema.Site{Chunk: d.Site.Chunk, Span: a.Span}, Text: name}},
	}}
}
