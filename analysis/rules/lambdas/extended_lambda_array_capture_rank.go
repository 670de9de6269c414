package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaArrayCaptureRank = &check.Rule{
	Slug: "extended-lambda-array-capture-rank", Number: 20140, Tag: "extended_lambda_array_capture_rank",
	Title:    "An extended lambda captures an array of more than seven dimensions",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an array variable of more than seven dimensions, counted through aliases, that an extended lambda captures.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries copies
of captured arrays, which it makes with one loop for each dimension. It knows up to seven.`,
	Instead: `Put the array into a class, or use one dimension and compute the index.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    float w[1][1][1][1][1][1][1][2] = {};
    run<<<1, 32>>>([=] __device__(int i) { p[i] = w[0][0][0][0][0][0][0][1]; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    float w[2] = {};
    run<<<1, 32>>>([=] __device__(int i) { p[i] = w[1]; });
}
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if c.Var == nil {
			return nil
		}
		rank, _ := arrayRank(p.Unit.VarType(c.Var))
		if rank <= maxCapturedRank {
			return nil
		}
		return &check.Report{
			Message: fmt.Sprintf("%s captures %s, an array of %d dimensions; at most %d are possible",
				extendedName(l), capturedName(p, c), rank, maxCapturedRank),
			Related: capturedNote(p, c),
		}
	}),
}

// maxCapturedRank is the most dimensions that a captured array may have.
const maxCapturedRank = 7
