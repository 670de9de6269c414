package templates

import "cudals/analysis/check"

var globalLambdaTemplateArg = &check.Rule{
	Slug: "global-lambda-template-arg", Number: 20125, Tag: "global_lambda_template_arg",
	Title:    "A lambda of host code is an argument of a kernel template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "extended-lambda", Chapter: "Lambdas",
	What: `Reports the first use of a kernel template's instance when the type of a lambda stands among its template arguments,
also inside other types (~Box<L>~, ~L *~). Any use counts: a launch, taking the address, an unevaluated operand.
Lambdas in ~__device__~ functions and kernels are fine, and so are extended lambdas with ~--extended-lambda~: those
marked ~__device__~ or ~__host__ __device__~ in a named function.`,
	Why: `The kernel is compiled on both sides, and both must give the instance the same name. The type of a lambda has none
outside of its function, and a plain lambda of host code cannot run on the device anyway.`,
	Instead: `Compile with ~--extended-lambda~ and mark the lambda ~__device__~, or write a class with an ~operator()~ at namespace
scope.`,
	Bad: `
template <class F>
__global__ void apply(float *v, F f) { v[threadIdx.x] = 0; }

void run(float *v) {
  apply<<<1, 32>>>(v, [](float x) { return 2 * x; });
}
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void apply(float *v, F f) { v[threadIdx.x] = f(v[threadIdx.x]); }

void run(float *v) {
  apply<<<1, 32>>>(v, [] __device__ (float x) { return 2 * x; });
}
`,
	Check: kernelArgs(closureArg),
}
