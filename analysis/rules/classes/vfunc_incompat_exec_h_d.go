package classes

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var vfuncIncompatExecHD = &check.Rule{
	Slug: "vfunc-incompat-exec-h-d", Number: 20085, Tag: "vfunc_incompat_exec_h_d",
	Title:    "A __device__ function overrides a host function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "virtual-functions", Chapter: "Classes",
	What:    whatOverrides(cudaspace.Host, cudaspace.Device),
	Why:     "A call through the base class runs on the host, where the overrider does not exist.",
	Instead: insteadOfOverriding(cudaspace.Host),
	Bad: `
struct Shape {
  virtual float area() const { return 0; }
};

struct Square : Shape {
  __device__ float area() const override { return side * side; }
  float side;
};
`,
	Good: `
struct Shape {
  virtual float area() const { return 0; }
};

struct Square : Shape {
  float area() const override { return side * side; }
  float side;
};
`,
	Check: overrides(cudaspace.Host, cudaspace.Device),
}
