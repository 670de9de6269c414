package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var kernelParamRestrictReference = &check.Rule{
	Slug: "kernel-param-restrict-reference", Tag: "kernel-param-restrict-reference",
	Title:    "A kernel has a parameter that is a __restrict__ reference",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Pedantic,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Reports a parameter ~T& __restrict__~ of a ~__global__~ function or function template.`,
	Why: `The documentation does not allow it. nvcc 12 accepts reference parameters of kernels, but what they refer to is the caller's host
memory, which few devices can reach; and other versions of the compiler refuse it.`,
	Instead: `Pass the value, or a ~__restrict__~ pointer to device memory.`,
	Bad: `
__global__ void copyOne(float &__restrict__ to, const float *from) { to = from[0]; }
`,
	Good: `
__global__ void copyOne(float *__restrict__ to, const float *from) { *to = from[0]; }
`,
	Check: kit.KernelRule(judgeRestrictReference),
}

func judgeRestrictReference(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	for i := range kit.ParamTypes(p.Unit, d.Func) {
		param := d.Decl.Param(i)
		if param == nil || len(param.Decl.Ops) == 0 {
			continue
		}
		if op := param.Decl.Ops[len(param.Decl.Ops)-1]; (op.Kind == ast.OpLRef || op.Kind == ast.OpRRef) && op.CV&ast.Restrict != 0 {
			say(kit.ParamSite(d, i), kit.ParamName(p.Unit, d, i)+" is a __restrict__ reference, which the documentation does not allow for kernels; pass a pointer")
		}
	}
}
