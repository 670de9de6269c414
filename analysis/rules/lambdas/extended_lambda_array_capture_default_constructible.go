package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var extendedLambdaArrayCaptureDefaultConstructible = &check.Rule{
	Slug: "extended-lambda-array-capture-default-constructible", Number: 20141, Tag: "extended_lambda_array_capture_default_constructible",
	Title:    "An extended lambda captures an array whose elements have no default constructor",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an array that an extended lambda captures, or names in a capture by reference, whose element class cannot be
default-constructed: the constructor is missing, deleted or private. A ~__device__~ one satisfies the front end.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries
captured arrays that it first default-constructs and then assigns element by element.`,
	Instead: `Give the class a default constructor, or wrap the array in a class, which is copied as a whole.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Weight { float v; __host__ __device__ explicit Weight(float x) : v(x) {} };
void host(float *p)
{
    Weight w[2] = {Weight(1.f), Weight(2.f)};
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= w[i & 1].v; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Weight { float v; __host__ __device__ explicit Weight(float x = 1.f) : v(x) {} };
void host(float *p)
{
    Weight w[2] = {Weight(1.f), Weight(2.f)};
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= w[i & 1].v; });
}
`,
	Check: capturedElements("has no usable default constructor", func(u *sema.Unit, t *types.Type) sema.Tri {
		return u.Holds("__is_constructible", t)
	}),
}

// capturedElements makes the check of a rule about the element class of captured arrays, which has to have what holds tells.
func capturedElements(lacks string, holds func(*sema.Unit, *types.Type) sema.Tri) func(*check.Pass) {
	return lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if c.Var == nil || l.Definition || byGeneric(l, c) {
			return nil
		}
		rank, elem := arrayRank(p.Unit.VarType(c.Var))
		if rank == 0 || holds(p.Unit, elem.Unqual()) != sema.No {
			return nil
		}
		return &check.Report{
			Message: fmt.Sprintf("%s captures %s, an array of %s, which %s: host code makes the copy element by element; wrap the array in a class",
				extendedName(l), capturedName(p, c), spell.Type(p.Unit, elem, nil), lacks),
			Related: capturedNote(p, c),
		}
	})
}
