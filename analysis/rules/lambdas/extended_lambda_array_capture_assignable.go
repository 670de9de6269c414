package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var extendedLambdaArrayCaptureAssignable = &check.Rule{
	Slug: "extended-lambda-array-capture-assignable", Number: 20142, Tag: "extended_lambda_array_capture_assignable",
	Title:    "An extended lambda captures an array whose elements cannot be assigned",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an array that an extended lambda captures, or names in a capture by reference, whose element class cannot be
assigned from a temporary of its own: it has a const or reference member, or the operator is deleted or private. An
array of const elements counts by its class.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries
captured arrays that it first default-constructs and then assigns element by element.`,
	Instead: `Make the class assignable, or wrap the array in a class, which is copied as a whole.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Weight { const float v = 1.f; };
void host(float *p)
{
    Weight w[2];
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= w[i & 1].v; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Weight { float v = 1.f; };
void host(float *p)
{
    Weight w[2];
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= w[i & 1].v; });
}
`,
	Check: capturedElements("cannot be assigned", func(u *sema.Unit, t *types.Type) sema.Tri {
		if t.Kind != types.Class {
			return sema.Yes
		}
		return u.Holds("__is_assignable", u.T.LRef(t), t)
	}),
}
