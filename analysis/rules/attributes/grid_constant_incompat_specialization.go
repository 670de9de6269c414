package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var gridConstantIncompatSpecialization = &check.Rule{
	Slug: "grid-constant-incompat-specialization", Number: 20243, Tag: "grid_constant_incompat_specialization",
	Title:    "A specialisation of a kernel template disagrees on __grid_constant__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports an explicit specialisation that says ~__grid_constant__~ of a parameter of which the template does not, or the
reverse.`,
	Why:     `The annotation tells how a kernel gets the parameter. Code that launches it and the kernel itself have to agree.`,
	Instead: `Say the same in the specialisation as in the template.`,
	Bad: `
// flags: -arch=sm_80
struct K { float value; };
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p) { p[threadIdx.x] *= k.value; }
template <>
__global__ void scale<K>(const K k, float *p) { p[threadIdx.x] *= 2.f * k.value; }
`,
	Good: `
// flags: -arch=sm_80
struct K { float value; };
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p) { p[threadIdx.x] *= k.value; }
template <>
__global__ void scale<K>(const __grid_constant__ K k, float *p) { p[threadIdx.x] *= 2.f * k.value; }
`,
	Check: gridConstantRule("template", func(d *spaces.Declaration) []*sema.FuncDecl {
		if d.Words()&cudaspace.Global == 0 {
			return nil
		}
		return spaces.Primary(d.Func)
	}),
}
