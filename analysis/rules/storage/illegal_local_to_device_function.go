package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var illegalLocalToDeviceFunction = &check.Rule{
	Slug: "illegal-local-to-device-function", Number: 20027, Tag: "illegal_local_to_device_function",
	Title:    "A device function declares an automatic variable in global or constant memory",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What: `Reports a variable with ~__device__~, ~__constant__~ or ~__managed__~ in the body of a function that runs on the device,
unless it is ~static~ or ~extern~. The variable of a ~for~ or ~if~ counts.`,
	Why: `The words say that there is one variable as long as the program runs; an automatic variable exists once for each call.`,
	Instead: `Write ~static~ before it where one variable for all threads is meant, ~__shared__~ for one in each block, and nothing for
one in each thread.`,
	Bad: `
__global__ void count(int *out) {
  __device__ int total;
  total = threadIdx.x;
  *out = total;
}
`,
	Good: `
__global__ void count(int *out) {
  static __device__ int total;
  atomicAdd(&total, 1);
  *out = total;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if !d.Local() || !d.Automatic() || d.Memory&kit.OnDevice == 0 || d.Memory&cudaspace.Shared != 0 || !d.Space.Known || !d.Space.Space.OnDevice() {
			return check.Report{}, false
		}
		fixes := dropMemory(p, d)
		if !d.Var.InRange && d.Decl != nil && standsAsStatement(d) && !p.Unit.VarType(d.Var).IsRef() && p.Unit.IsConstantInit(d.Var) != sema.No {
			fixes = append(addWord(p, d, fmt.Sprintf("Make %s static", d.Var.EntityName()), "static"), fixes...)
		}
		return check.Report{
			Message: fmt.Sprintf("%s is an automatic %s variable %s; make it static, or leave %s out",
				d.Var.EntityName(), d.Memory, inFunc(p, d), d.Memory),
			Func: d.In, Related: kit.WhySpace(p, d.In, d.Space), Fixes: fixes,
		}, true
	}),
}
