package attributes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/cudaspace"
)

var gridConstantUnsupportedArch = &check.Rule{
	Slug: "grid-constant-unsupported-arch", Number: 20246, Tag: "grid_constant_unsupported_arch",
	Title:    "__grid_constant__ below compute capability 7.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports each ~__grid_constant__~ parameter in a device pass for an architecture below ~sm_70~.`,
	Why: `A ~__grid_constant__~ parameter is read where it was passed, in constant memory, by all threads. Devices before
compute capability 7.0 cannot do that.`,
	Instead: `Compile for ~sm_70~ or later, or leave the annotation out.`,
	Bad: `
// flags: -arch=sm_60
struct Params { int n; float k[32]; };
__global__ void step(const __grid_constant__ Params p, float *out) { out[threadIdx.x] = p.k[0]; }
`,
	Good: `
// flags: -arch=sm_60
struct Params { int n; float k[32]; };
__global__ void step(const Params p, float *out) { out[threadIdx.x] = p.k[0]; }
`,
	Check: checkGridConstantArch,
}

func checkGridConstantArch(p *check.Pass) {
	if !p.ArchBelow(gridConstantArch) {
		return
	}
	seen := map[sema.Site]bool{}
	eachGridConstant(p, func(_ sema.Site, words []sema.Site, _ cudaspace.Space) {
		for _, word := range words {
			if !seen[word] {
				seen[word] = true
				p.Report(check.Report{
					Site: word, Message: fmt.Sprintf("__grid_constant__ needs compute capability 7.0; this pass is for sm_%d", p.Arch),
				})
			}
		}
	})
}

// gridConstantArch is the first architecture that knows __grid_constant__.
const gridConstantArch = 70
