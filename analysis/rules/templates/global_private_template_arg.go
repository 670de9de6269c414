package templates

import "cudals/analysis/check"

var globalPrivateTemplateArg = &check.Rule{
	Slug: "global-private-template-arg", Number: 20130, Tag: "global_private_template_arg",
	Title:    "A private member template is an argument of a kernel template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Kernels",
	What: `Reports the first use of a kernel template's instance when one of its template template arguments is a private or
protected member template of a class. Templates that are arguments of classes among the arguments are not looked at.`,
	Why: `The kernel is compiled on both sides, and the code that the host compiler gets names the instance's arguments from
outside of the class.`,
	Instead: `Make the template public, or declare it at namespace scope.`,
	Bad: `
template <template <class> class Policy>
__global__ void reduce(float *v) { v[0] = Policy<float>::init(); }

class Planner {
  template <class T>
  struct Sum {
    __device__ static T init() { return T(0); }
  };

public:
  void go(float *v) { reduce<Sum><<<1, 32>>>(v); }
};
`,
	Good: `
template <template <class> class Policy>
__global__ void reduce(float *v) { v[0] = Policy<float>::init(); }

class Planner {
public:
  template <class T>
  struct Sum {
    __device__ static T init() { return T(0); }
  };
  void go(float *v) { reduce<Sum><<<1, 32>>>(v); }
};
`,
	Check: kernelArgs(privateTemplateArg),
}
