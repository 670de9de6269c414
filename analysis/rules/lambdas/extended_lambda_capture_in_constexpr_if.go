package lambdas

import (
	"fmt"
	"slices"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaCaptureInConstexprIf = &check.Rule{
	Slug: "extended-lambda-capture-in-constexpr-if", Number: 20234, Tag: "extended_lambda_capture_in_constexpr_if",
	Title:    "An extended lambda captures first in an if constexpr",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports a variable, or ~this~, that an extended lambda captures implicitly and whose first use stands in an arm of an
~if constexpr~ of the lambda's body, be it the live arm or not.`,
	Why:     `The passes may choose different arms, and would then disagree about what the closure holds and how large it is.`,
	Instead: `Capture the variable explicitly, or use it once before the ~if constexpr~.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class T>
void scale(T *p, T k)
{
    run<<<1, 32>>>([=] __device__(int i) {
        if constexpr (sizeof(T) == 4)
            p[i] *= k;
    });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class T>
void scale(T *p, T k)
{
    run<<<1, 32>>>([p, k] __device__(int i) {
        if constexpr (sizeof(T) == 4)
            p[i] *= k;
    });
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if !c.InConstexprArm(l.Lambda) {
			return nil
		}
		return &check.Report{
			Message: fmt.Sprintf("%s captures %s by a first use in an if constexpr; capture it explicitly, or use it before", extendedName(l), capturedName(p, c)),
			Related: capturedNote(p, c), Fixes: captureBefore(p, l),
		}
	}),
}

// captureBefore captures at the start of the lambda all that it captures by a first use in an if constexpr: the front end's finding is one.
func captureBefore(p *check.Pass, l *spaces.Lambda) []check.Mend {
	var names, uses []string
	for _, c := range l.Captures {
		if name := capturedName(p, c); c.InConstexprArm(l.Lambda) && !slices.Contains(names, name) {
			names, uses = append(names, name), append(uses, "(void)"+name)
		}
	}
	return []check.Mend{{
		Title:     fmt.Sprintf("Capture %s before the if constexpr, by %s", strings.Join(names, ", "), strings.Join(uses, "; ")),
		Preferred: true,
		Changes:   []check.Change{{Site: l.BraceSite(), How: check.InsertAfter, Text: " " + strings.Join(uses, "; ") + ";"}},
	}}
}
