package lambdas

import "cudals/analysis/check"

var extendedLambdaParentPrivateType = &check.Rule{
	Slug: "extended-lambda-parent-private-type", Number: 20150, Tag: "extended_lambda_parent_private_type",
	Title:    "An extended lambda in a function template that gets a private type",
	Severity: check.Error, Passes: check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in an instance of a function template, one of whose arguments mentions a private or
protected member of a class. Arguments of enclosing class templates do not count.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda, template arguments included. Only the class itself and its friends may name
a private type.`,
	Instead: `Make the type public.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class Op>
void apply(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op::eval(p[i]); }); }

class Driver {
    struct Twice { static __device__ float eval(float x) { return 2 * x; } };
public:
    void go(float *p) { apply<Twice>(p); }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

template <class Op>
void apply(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = Op::eval(p[i]); }); }

class Driver {
public:
    struct Twice { static __device__ float eval(float x) { return 2 * x; } };
    void go(float *p) { apply<Twice>(p); }
};
`,
	Check: hiddenArguments(privateType),
}
