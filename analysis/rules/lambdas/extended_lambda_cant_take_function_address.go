package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var extendedLambdaCantTakeFunctionAddress = &check.Rule{
	Slug: "extended-lambda-cant-take-function-address", Number: 20143, Tag: "extended_lambda_cant_take_function_address",
	Title:    "An extended lambda in a constructor or destructor",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a constructor or destructor, its initialiser list and lambdas in it included.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. Nobody can take the address of a constructor.`,
	Instead: `Move the code that needs the lambda to a public member function, and call that.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Buffer {
    float *p;
    explicit Buffer(float *q) : p(q)
    {
        run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; });
    }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Buffer {
    float *p;
    explicit Buffer(float *q) : p(q) { clear(); }
    void clear()
    {
        float *q = p;
        run<<<1, 32>>>([q] __device__(int i) { q[i] = 0.f; });
    }
};
`,
	Check: lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		what := "a constructor"
		switch l.Parent.Kind {
		case sema.Constructor:
		case sema.Destructor:
			what = "a destructor"
		default:
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in %s, whose address nobody can take; move it to a public member function", extendedName(l), what),
			parentNote(p, l, "is "+what))
	}),
}
