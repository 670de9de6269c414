package classes

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var vfuncIncompatExecHdD = &check.Rule{
	Slug: "vfunc-incompat-exec-hd-d", Number: 20090, Tag: "vfunc_incompat_exec_hd_d",
	Title:    "A __device__ function overrides a __host__ __device__ function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "virtual-functions", Chapter: "Classes",
	What:    whatOverrides(cudaspace.HostDevice, cudaspace.Device),
	Why:     "A call through the base class on the host would reach a function that exists on the device alone.",
	Instead: insteadOfOverriding(cudaspace.HostDevice),
	Bad: `
struct Shape {
  __host__ __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  __device__ float area() const override { return side * side; }
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
	Check: overrides(cudaspace.HostDevice, cudaspace.Device),
}
