package lambdas

import "cudals/analysis/check"

var extendedLambdaCapturePrivateType = &check.Rule{
	Slug: "extended-lambda-capture-private-type", Number: 20147, Tag: "extended_lambda_capture_private_type",
	Title:    "An extended lambda captures a variable of a private type",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports a variable that an extended lambda captures whose type mentions a private or protected member of a class:
through pointers, arrays and template arguments. A public alias does not help. In templates it is said of instances.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
types of the captured variables. Only the class itself and its friends may name a private type.`,
	Instead: `Make the type public, or declare it outside of the class.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

class Solver {
    struct Params { float k; };
public:
    void step(float *p)
    {
        Params prm{2.f};
        run<<<1, 32>>>([=] __device__(int i) { p[i] *= prm.k; });
    }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

class Solver {
public:
    struct Params { float k; };
    void step(float *p)
    {
        Params prm{2.f};
        run<<<1, 32>>>([=] __device__(int i) { p[i] *= prm.k; });
    }
};
`,
	Check: hiddenCaptures(privateType),
}
