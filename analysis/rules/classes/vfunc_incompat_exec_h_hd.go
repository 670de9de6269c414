package classes

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var vfuncIncompatExecHHd = &check.Rule{
	Slug: "vfunc-incompat-exec-h-hd", Number: 20086, Tag: "vfunc_incompat_exec_h_hd",
	Title:    "A __host__ __device__ function overrides a host function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "virtual-functions", Chapter: "Classes",
	What:    whatOverrides(cudaspace.Host, cudaspace.HostDevice),
	Why:     "A virtual table belongs to one side. nvcc demands that a virtual function and all its overriders say the same.",
	Instead: insteadOfOverriding(cudaspace.Host),
	Bad: `
struct Shape {
  virtual float area() const { return 0; }
};

struct Square : Shape {
  __host__ __device__ float area() const override { return side * side; }
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
	Check: overrides(cudaspace.Host, cudaspace.HostDevice),
}
