package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var gridConstantReferenceType = &check.Rule{
	Slug: "grid-constant-reference-type", Number: 20240, Tag: "grid_constant_reference_type",
	Title:    "A __grid_constant__ parameter is a reference",
	Severity: check.Error, Passes: check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports a ~__grid_constant__~ parameter of a kernel that is a reference, in instances also by a template argument.`,
	Why: `A ~__grid_constant__~ parameter is read where it was passed, in constant memory, by all threads. A reference would
itself be what is read there, and refer to memory of the host.`,
	Instead: `Pass it by value: it is not copied.`,
	Bad: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(const __grid_constant__ Params &p, float *out) { out[threadIdx.x] = p.k[0]; }
`,
	Good: `
// flags: -arch=sm_80
struct Params { int n; float k[32]; };
__global__ void step(const __grid_constant__ Params p, float *out) { out[threadIdx.x] = p.k[0]; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		gridConstants(p, d, func(i int, at sema.Site, t *types.Type) {
			if t.IsRef() {
				say(at, kit.ParamName(p.Unit, d, i)+" is __grid_constant__, and cannot be a reference; pass it by value", kit.ByValue(p, d.Func, i)...)
			}
		})
	}),
}
