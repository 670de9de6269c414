package lambdas

import "cudals/analysis/check"

var extendedLambdaCallOperatorPrivateType = &check.Rule{
	Slug: "extended-lambda-call-operator-private-type", Number: 20154, Tag: "extended_lambda_call_operator_private_type",
	Title:    "A __host__ __device__ lambda takes or returns a private type",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended ~__host__ __device__~ lambda one of whose parameter types, or whose result, mentions a private or
protected member of a class. ~__device__~ lambdas are free to. In templates it is said of instances.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
signature of a ~__host__ __device__~ lambda. Only the class itself and its friends may name a private type.`,
	Instead: `Make the type public, or make the lambda ~__device__~.`,
	Bad: `
// flags: --extended-lambda
class Grid {
    struct Cell { int x, y; };
public:
    void mark(float *p)
    {
        auto set = [=] __host__ __device__(Cell c) { p[c.x] = c.y; };
        set(Cell{1, 2});
    }
};
`,
	Good: `
// flags: --extended-lambda
class Grid {
public:
    struct Cell { int x, y; };
    void mark(float *p)
    {
        auto set = [=] __host__ __device__(Cell c) { p[c.x] = c.y; };
        set(Cell{1, 2});
    }
};
`,
	Check: hiddenCalls(privateType),
}
