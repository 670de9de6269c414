package templates

import "cudals/analysis/check"

var globalUnnamedTypeArg = &check.Rule{
	Slug: "global-unnamed-type-arg", Number: 20129, Tag: "global_unnamed_type_arg",
	Title:    "An unnamed type is an argument of a kernel template",
	Severity: check.Error, Passes: check.InDevice,
	Section: "templates", Chapter: "Kernels",
	What: `Reports the first use of a kernel template's instance when a class or enumeration without a name stands among its
template arguments, also inside other types. A type that is defined in a typedef or alias has that name. Types in
~__device__~ functions and kernels are exempt.`,
	Why:     `The kernel is compiled on both sides, and both must give the instance the same name.`,
	Instead: `Give the type a name.`,
	Bad: `
enum { kForward, kBackward };

template <class Direction>
__global__ void sweep(float *v, Direction d) { v[threadIdx.x] *= d == 0 ? 1 : -1; }

void run(float *v) { sweep<<<1, 32>>>(v, kForward); }
`,
	Good: `
enum Direction { kForward, kBackward };

template <class D>
__global__ void sweep(float *v, D d) { v[threadIdx.x] *= d == 0 ? 1 : -1; }

void run(float *v) { sweep<<<1, 32>>>(v, kForward); }
`,
	Check: kernelArgs(unnamedArg),
}
