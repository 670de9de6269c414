package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var gridConstantIncompatInstantiationDirective = &check.Rule{
	Slug: "grid-constant-incompat-instantiation-directive", Number: 20244, Tag: "grid_constant_incompat_instantiation_directive",
	Title:    "An explicit instantiation disagrees on __grid_constant__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports an explicit instantiation, ~extern~ or not, that says ~__grid_constant__~ of a parameter of which the template
does not, or the reverse.`,
	Why:     `The annotation tells how a kernel gets the parameter. Code that launches it and the kernel itself have to agree.`,
	Instead: `Say the same in the instantiation as in the template.`,
	Bad: `
// flags: -arch=sm_80
struct K { float value; };
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p) { p[threadIdx.x] *= k.value; }
template __global__ void scale<K>(const K k, float *p);
`,
	Good: `
// flags: -arch=sm_80
struct K { float value; };
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p) { p[threadIdx.x] *= k.value; }
template __global__ void scale<K>(const __grid_constant__ K k, float *p);
`,
	Check: func(p *check.Pass) {
		for _, f := range p.Declared.Instantiated {
			if f.Template == nil || len(f.Template.Func.Decls) == 0 {
				continue
			}
			template := f.Template.Func.Decls[:1]
			for _, fd := range f.InstSites {
				if (spaces.WrittenAnywhere(template)|spaces.Written(fd.Spec))&cudaspace.Global != 0 {
					compareGridConstants(p, fd, template, "template")
				}
			}
		}
	},
}
