package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func vfuncIncompatExecHdH() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "vfunc-incompat-exec-hd-h", Number: 20089, Tag: "vfunc_incompat_exec_hd_h",
			Title:    "A host function overrides a __host__ __device__ function",
			Severity: check.Error, Passes: check.InHost | check.InDevice,
			Section: "virtual-functions", Group: "Classes",
			Doc: ticks(`
## What it does

Reports a member function that is ~__host__~ and overrides a virtual function that is ~__host__ __device__~, on any
level of the base classes. What counts is the declaration in the class; no execution space means ~__host__~, also for
a ~constexpr~ function. A destructor overrides the destructors of the bases. Functions that the compiler generates, or
that are defaulted in the class, take the space they need.

## Why is this bad?

A call through the base class on the device would reach a function that exists on the host alone.

## What to do instead

Declare the overrider ~__host__ __device__~, or change the function of the base class and all its other overriders.
`),
			Bad: `
struct Shape {
  __host__ __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  float area() const override { return side * side; }
  float side;
};
`,
			Good: `
struct Shape {
  __host__ __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  __host__ __device__ float area() const override { return side * side; }
  float side;
};
`,
		},
		Check: overrides(cudaspace.HostDevice, cudaspace.Host),
	}
}
