package classes

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var vfuncIncompatExecDHd = &check.Rule{
	Slug: "vfunc-incompat-exec-d-hd", Number: 20087, Tag: "vfunc_incompat_exec_d_hd",
	Title:    "A __host__ __device__ function overrides a __device__ function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "virtual-functions", Chapter: "Classes",
	What:    whatOverrides(cudaspace.Device, cudaspace.HostDevice),
	Why:     "A virtual table belongs to one side. nvcc demands that a virtual function and all its overriders say the same.",
	Instead: insteadOfOverriding(cudaspace.Device),
	Bad: `
struct Shape {
  __device__ virtual float area() const { return 0; }
};

struct Square : Shape {
  __host__ __device__ float area() const override { return side * side; }
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
	Check: overrides(cudaspace.Device, cudaspace.HostDevice),
}
