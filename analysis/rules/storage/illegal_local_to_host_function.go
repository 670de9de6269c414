package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var illegalLocalToHostFunction = &check.Rule{
	Slug: "illegal-local-to-host-function", Number: 20026, Tag: "illegal_local_to_host_function",
	Title:    "A host function declares a variable in device memory",
	Severity: check.Error, Passes: check.InHost, Everywhere: true,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What: `Reports a variable with ~__device__~, ~__constant__~, ~__shared__~ or ~__managed__~ in the body of a function that runs on
the host: ~static~ or not, in lambdas and definitions of templates too. A ~__host__ __device__~ function runs on the host as
well. A declaration with ~extern~ is allowed.`,
	Why: `Each call of a host function has its own variables in host memory; a variable in device memory cannot be one of them.`,
	Instead: `Declare the variable at namespace scope, or in the kernel that uses it. In a ~__host__ __device__~ function, put it under
~#ifdef __CUDA_ARCH__~.`,
	Bad: `
__global__ void fill(int *p) { *p = 1; }

void run(int *p) {
  __shared__ int tile[32];
  fill<<<1, 32>>>(p);
}
`,
	Good: `
__global__ void fill(int *p) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  p[threadIdx.x] = tile[threadIdx.x];
}

void run(int *p) { fill<<<1, 32>>>(p); }
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if !d.Local() || d.Memory == 0 || d.Var.Kind == sema.LocalExtern || !d.Space.Known || d.Space.Space&cudaspace.Host == 0 {
			return check.Report{}, false
		}
		advice := "move it out of the function"
		if d.Space.Space.OnDevice() {
			advice = "put it under #ifdef __CUDA_ARCH__"
		}
		return check.Report{
			Message: fmt.Sprintf("%s is %s %s variable %s; %s",
				d.Var.EntityName(), storageWord(d), d.Memory, inFunc(p, d), advice),
			Related: kit.WhySpace(p, d.In, d.Space),
			Fixes:   dropMemory(p, d),
		}, true
	}),
}
