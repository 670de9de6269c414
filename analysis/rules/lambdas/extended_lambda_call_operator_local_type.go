package lambdas

import "cudals/analysis/check"

var extendedLambdaCallOperatorLocalType = &check.Rule{
	Slug: "extended-lambda-call-operator-local-type", Number: 20153, Tag: "extended_lambda_call_operator_local_type",
	Title:    "A __host__ __device__ lambda takes or returns a local type",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended ~__host__ __device__~ lambda one of whose parameter types, or whose result, mentions a type that
is local to a function or the type of a plain lambda. ~__device__~ lambdas are free to. In templates it is said of
instances.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
signature of a ~__host__ __device__~ lambda. A local type has no name outside of its function.`,
	Instead: `Declare the type outside of functions, or make the lambda ~__device__~.`,
	Bad: `
// flags: --extended-lambda
void host(float *p)
{
    struct Pair { float a, b; };
    auto mix = [=] __host__ __device__(Pair q) { p[0] = q.a * q.b; };
    mix(Pair{1.f, 2.f});
}
`,
	Good: `
// flags: --extended-lambda
struct Pair { float a, b; };
void host(float *p)
{
    auto mix = [=] __host__ __device__(Pair q) { p[0] = q.a * q.b; };
    mix(Pair{1.f, 2.f});
}
`,
	Check: hiddenCalls(localType),
}
