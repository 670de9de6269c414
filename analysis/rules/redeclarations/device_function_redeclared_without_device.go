package redeclarations

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var deviceFunctionRedeclaredWithoutDevice = &check.Rule{
	Slug: "device-function-redeclared-without-device", Number: 20037,
	Tag:      "device_function_redeclared_without_device",
	Title:    "A __device__ function is declared again without __device__",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports a declaration that says nothing of a ~__device__~ function in an earlier declaration. The declarations may be
prototypes, definitions, members defined outside their class, friends, prototypes in a block, and explicit
instantiations; explicit specialisations are functions of their own.`,
	Why: `In device code nvcc then takes the function for ~__host__ __device__~ and checks its body as such, while in host code
it stays a device function: calls of it from the host remain errors.`,
	Instead: `Write the same execution space on every declaration: ~__device__~, or ~__host__ __device__~ where the host needs the
function too.`,
	Bad: `
struct Counter {
  __device__ void add(int n);
  int total;
};

void Counter::add(int n) { total += n; }
`,
	Good: `
struct Counter {
  __device__ void add(int n);
  int total;
};

__device__ void Counter::add(int n) { total += n; }
`,
	Check: funcRedeclared(cudaspace.Device, 0),
}
