package classes

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var vfuncIncompatExecDH = &check.Rule{
	Slug: "vfunc-incompat-exec-d-h", Number: 20088, Tag: "vfunc_incompat_exec_d_h",
	Title:    "A host function overrides a __device__ function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "virtual-functions", Chapter: "Classes",
	What:    whatOverrides(cudaspace.Device, cudaspace.Host),
	Why:     "A call through the base class runs on the device, where the overrider does not exist. Often the keyword was forgotten.",
	Instead: insteadOfOverriding(cudaspace.Device),
	Bad: `
struct Shape {
  __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  float area() const override { return side * side; }
  float side;
};
`,
	Good: `
struct Shape {
  __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  __device__ float area() const override { return side * side; }
  float side;
};
`,
	Check: overrides(cudaspace.Device, cudaspace.Host),
}
