package templates

import "cudals/analysis/check"

var globalFuncLocalTemplateArg = &check.Rule{
	Slug: "global-func-local-template-arg", Number: 20126, Tag: "global_func_local_template_arg",
	Title:    "A type local to a host function is an argument of a kernel template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Kernels",
	What: `Reports the first use of a kernel template's instance when a class or enumeration that is declared in a ~__host__~
function stands among its template arguments, also inside other types (~Box<L>~, ~L *~, ~int L::*~). Any use counts: a
launch, taking the address, an unevaluated operand. Types in ~__device__~ functions and kernels are fine.`,
	Why: `The kernel is compiled on both sides, and both must give the instance the same name. A local type has none outside of
its function.`,
	Instead: `Declare the type at namespace scope, or as a public member of a class.`,
	Bad: `
template <class Op>
__global__ void apply(float *v, Op op) { v[threadIdx.x] = op(v[threadIdx.x]); }

void halve(float *v) {
  struct Half {
    __device__ float operator()(float x) const { return x / 2; }
  };
  apply<<<1, 64>>>(v, Half());
}
`,
	Good: `
template <class Op>
__global__ void apply(float *v, Op op) { v[threadIdx.x] = op(v[threadIdx.x]); }

struct Half {
  __device__ float operator()(float x) const { return x / 2; }
};
void halve(float *v) { apply<<<1, 64>>>(v, Half()); }
`,
	Check: kernelArgs(localArg),
}
