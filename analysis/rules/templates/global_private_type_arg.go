package templates

import "cudals/analysis/check"

var globalPrivateTypeArg = &check.Rule{
	Slug: "global-private-type-arg", Number: 20128, Tag: "global_private_type_arg",
	Title:    "A private member type is an argument of a kernel template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Kernels",
	What: `Reports the first use of a kernel template's instance when a private or protected member type of a class, or a member
of one, stands among its template arguments, also inside other types. A public alias of the type does not help. Classes
that are local to ~__device__~ functions and kernels are exempt.`,
	Why: `The kernel is compiled on both sides, and the code that the host compiler gets names the instance's arguments from
outside of the class.`,
	Instead: `Make the type public, or declare it at namespace scope.`,
	Bad: `
template <class Op>
__global__ void apply(float *v, Op op) { v[threadIdx.x] = op(v[threadIdx.x]); }

class Smoother {
  struct Damp {
    __device__ float operator()(float x) const { return x * 0.9f; }
  };

public:
  void run(float *v) const { apply<<<1, 64>>>(v, Damp()); }
};
`,
	Good: `
template <class Op>
__global__ void apply(float *v, Op op) { v[threadIdx.x] = op(v[threadIdx.x]); }

class Smoother {
public:
  struct Damp {
    __device__ float operator()(float x) const { return x * 0.9f; }
  };
  void run(float *v) const { apply<<<1, 64>>>(v, Damp()); }
};
`,
	Check: kernelArgs(privateArg),
}
