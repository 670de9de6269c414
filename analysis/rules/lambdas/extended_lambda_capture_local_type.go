package lambdas

import "cudals/analysis/check"

var extendedLambdaCaptureLocalType = &check.Rule{
	Slug: "extended-lambda-capture-local-type", Number: 20146, Tag: "extended_lambda_capture_local_type",
	Title:    "An extended lambda captures a variable of a local type",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports a variable that an extended lambda captures whose type mentions a class or enumeration that is local to a
function, or the type of a plain lambda: through pointers, arrays and template arguments. In templates it is said of
instances.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
types of the captured variables. A local type has no name outside of its function.`,
	Instead: `Declare the type outside of functions, or capture its members one by one.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

void host(float *p)
{
    struct Params { float k; } prm{2.f};
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= prm.k; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Params { float k; };
void host(float *p)
{
    Params prm{2.f};
    run<<<1, 32>>>([=] __device__(int i) { p[i] *= prm.k; });
}
`,
	Check: hiddenCaptures(localType),
}
