package lambdas

import "cudals/analysis/check"

var extendedLambdaParentLocalType = &check.Rule{
	Slug: "extended-lambda-parent-local-type", Number: 20149, Tag: "extended_lambda_parent_local_type",
	Title:    "An extended lambda in a function template that gets a local type",
	Severity: check.Error, Passes: check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in an instance of a function template, one of whose arguments mentions a type that is local
to a function or the type of a plain lambda. Arguments of enclosing class templates do not count.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda, template arguments included. A local type has no name outside of its
function.`,
	Instead: `Declare the type outside of functions. Of a lambda make a named functor, or an extended lambda itself.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class Op>
void apply(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op::eval(p[i]); }); }

void host(float *p)
{
    struct Twice { static __device__ float eval(float x) { return 2 * x; } };
    apply<Twice>(p);
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class Op>
void apply(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op::eval(p[i]); }); }

struct Twice { static __device__ float eval(float x) { return 2 * x; } };
void host(float *p) { apply<Twice>(p); }
`,
	Check: hiddenArguments(localType),
}
