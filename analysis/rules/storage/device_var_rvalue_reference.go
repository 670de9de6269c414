package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/cudaspace"
)

var deviceVarRvalueReference = &check.Rule{
	Slug: "device-var-rvalue-reference", Tag: "device-var-rvalue-reference",
	Title:    "A __device__ variable is an rvalue reference",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Pedantic,
	Section: "rvalue-references", Chapter: "Variables",
	What: `Reports a ~__device__~ variable of rvalue reference type.`,
	Why: `The documentation does not allow it. nvcc 12 accepts it, and keeps a temporary that it is bound to in a variable without a
name in device memory. Other versions of the compiler refuse it, and the host has no way to that temporary.`,
	Instead: `Declare a variable of the referenced type.`,
	Bad: `
__device__ float &&bias = 0.5f;

__global__ void fill(float *p) { *p = bias; }
`,
	Good: `
__device__ float bias = 0.5f;

__global__ void fill(float *p) { *p = bias; }
`,
	Check: checkDeviceVarRvalueReference,
}

func checkDeviceVarRvalueReference(p *check.Pass) {
	for _, v := range rvalueReferences(p, cudaspace.DeviceMemory) {
		p.Report(check.Report{
			Site:    v.Site(),
			Message: fmt.Sprintf("%s is __device__ and an rvalue reference, which the documentation does not allow; declare an object", v.EntityName()),
		})
	}
}
