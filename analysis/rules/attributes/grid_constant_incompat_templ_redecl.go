package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var gridConstantIncompatTemplRedecl = &check.Rule{
	Slug: "grid-constant-incompat-templ-redecl", Number: 20242, Tag: "grid_constant_incompat_templ_redecl",
	Title:    "Declarations of a kernel template disagree on __grid_constant__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "grid-constant", Chapter: "Attributes",
	What: `Reports a declaration of a kernel template that says ~__grid_constant__~ of a parameter of which the first declaration
does not, or the reverse.`,
	Why:     `The annotation tells how a kernel gets the parameter. Code that launches it and the kernel itself have to agree.`,
	Instead: `Say the same in all declarations.`,
	Bad: `
// flags: -arch=sm_80
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p);
template <class T>
__global__ void scale(const T k, float *p) { p[threadIdx.x] *= k.value; }
`,
	Good: `
// flags: -arch=sm_80
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p);
template <class T>
__global__ void scale(const __grid_constant__ T k, float *p) { p[threadIdx.x] *= k.value; }
`,
	Check: gridConstantRule("first declaration", func(d *spaces.Declaration) []*sema.FuncDecl {
		qualified := d.Decl.Dtor.Name != nil && len(d.Decl.Dtor.Name.Parts) > 1
		first := d.Func.Decls[:1]
		if !kit.IsPattern(d) || first[0] == d.Decl || qualified || spaces.WrittenAnywhere(first)&cudaspace.Global == 0 {
			return nil
		}
		return first
	}),
}
