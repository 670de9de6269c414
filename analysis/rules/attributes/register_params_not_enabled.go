package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var registerParamsNotEnabled = &check.Rule{
	Slug: "register-params-not-enabled", Number: 20202, Tag: "register_params_not_enabled",
	Title:    "__nv_register_params__ is written",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Attributes",
	What: `Reports ~__nv_register_params__~, also spelled ~__attribute__((nv_register_params))~, on each declaration of a function, whatever
its execution space.`,
	Why:     `The attribute asks for a calling convention that no public flag of nvcc turns on. The compiler refuses the program.`,
	Instead: `Remove it; the quick-fix does. ~__forceinline__~ keeps arguments out of memory too.`,
	Bad: `
__nv_register_params__ __device__ float fused(float a, float b, float c) { return a * b + c; }
`,
	Good: `
__forceinline__ __device__ float fused(float a, float b, float c) { return a * b + c; }
`,
	Check: registerParams(func(*check.Pass, *spaces.Declaration) string { return "no public flag of nvcc turns it on; remove it" }),
}

// registerParams makes the check of a rule about declarations that say __nv_register_params__. fault is what is wrong with one, ""
// for nothing.
func registerParams(fault func(*check.Pass, *spaces.Declaration) string) func(*check.Pass) {
	return kit.DeclarationRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if d.Instance || !saysRegisterParams(d.Decl) {
			return
		}
		at := kit.CudaSpecifier(d.Decl, isRegisterParams)
		if text := fault(p, d); text != "" {
			say(at, "__nv_register_params__ on "+spell.Func(p.Unit, d.Func)+": "+text, check.Mend{
				Title: "Remove __nv_register_params__", Preferred: true, Changes: []check.Change{{Site: at, How: check.Remove}},
			})
		}
	})
}

func isRegisterParams(k ast.CUDAKind) bool { return k == ast.SpecRegisterParams }

func saysRegisterParams(fd *sema.FuncDecl) bool {
	return slices.ContainsFunc(fd.Spec.CUDA, func(s ast.CUDASpec) bool { return isRegisterParams(s.Kind) })
}
