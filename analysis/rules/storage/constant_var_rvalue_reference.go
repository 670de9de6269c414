package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/cudaspace"
)

var constantVarRvalueReference = &check.Rule{
	Slug: "constant-var-rvalue-reference", Tag: "constant-var-rvalue-reference",
	Title:    "A __constant__ variable is a reference to a temporary",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "rvalue-references", Chapter: "Variables",
	What: `Reports a ~__constant__~ variable of rvalue reference type that is bound to a temporary.`,
	Why: `The documentation does not allow it, and nvcc's front end is silent. Constant memory then holds a pointer alone: the value stands
in a variable without a name in global memory, read at global memory's cost, and ~cudaMemcpyToSymbol~ overwrites the pointer
where it is meant to set the value.`,
	Happens: `With nvcc 13.0 on an H200: the kernel of the example read the right value, and ~cudaMemcpyToSymbol~ to ~gain~ succeeded.`,
	Instead: `Declare a variable of the referenced type.`,
	Bad: `
__constant__ const float &&gain = 2.f;

__global__ void scale(float *p) { *p *= gain; }
`,
	Good: `
__constant__ const float gain = 2.f;

__global__ void scale(float *p) { *p *= gain; }
`,
	Check: checkConstantVarRvalueReference,
}

func checkConstantVarRvalueReference(p *check.Pass) {
	for _, v := range rvalueReferences(p, cudaspace.Constant) {
		if bindsVariable(p.Unit, v) {
			continue
		}
		p.Report(check.Report{
			Site: v.Site(),
			Message: fmt.Sprintf("%s puts a reference into constant memory, and the temporary that it is bound to elsewhere: "+
				"copies to the symbol overwrite the reference; declare an object", v.EntityName()),
		})
	}
}
