package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var lambdaOperatorAnnotated = &check.Rule{
	Slug: "lambda-operator-annotated", Number: 20164, Tag: "lambda_operator_annotated",
	Title:    "An execution space stands behind the parameters of a lambda",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports ~__host__~, ~__device__~ or ~__global__~ behind the parameters of a lambda, or behind its template parameters.
With or without ~--extended-lambda~, wherever the lambda stands.`,
	Why: `An execution space is written directly behind the introducer, ~[...] __device__ (...)~. Behind the parameters it would
be an attribute of the call operator's type.`,
	Instead: `Move it behind the ~]~.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    run<<<1, 32>>>([p](int i) __device__ { p[i] = 0.f; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    run<<<1, 32>>>([p] __device__(int i) { p[i] = 0.f; });
}
`,
	Check: everyLambda(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Trail == 0 {
			return nil
		}
		r := lambdaReport(l.BraceSite(), fmt.Sprintf("%s stands behind the parameters of a lambda; it belongs behind the ]", l.Trail))[0]
		r.Fixes = moveAnnotation(p, l)
		return []check.Report{r}
	}),
}

// moveAnnotation moves execution spaces from behind a lambda's parameters to where they belong, or away: where that says so already, where
// nothing may stand without the flag, and where the lambda is on the device because it stands there.
func moveAnnotation(p *check.Pass, l *spaces.Lambda) []check.Mend {
	words := spaceWords(l, l.Expr.Spec.CUDA[l.Expr.Lead:])
	keep := l.Trail &^ l.Lead
	onDevice := inherited(p.Spaces, l.Lambda).OnDevice()
	if keep == 0 || l.Trail&cudaspace.Global != 0 || !p.Command.ExtendedLambda.On || onDevice {
		return mend.Remove("Remove "+l.Trail.String()+" from the lambda", keep == 0, words...)
	}
	m := mend.Remove("Move "+l.Trail.String()+" behind the ]", true, words...)
	m[0].Changes = append(m[0].Changes, check.Change{Site: l.IntroSite(), How: check.InsertAfter, Text: " " + keep.String() + " "})
	return m
}
