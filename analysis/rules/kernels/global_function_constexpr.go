package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionConstexpr = &check.Rule{
	Slug: "global-function-constexpr", Number: 20118, Tag: "global_function_constexpr",
	Title:    "A kernel is constexpr",
	Severity: check.Error, Passes: check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Kernels",
	What:    `Reports a kernel, or a template of kernels, that is declared ~constexpr~, used or not.`,
	Why:     `~constexpr~ lets a function run while compiling; a kernel runs when it is launched.`,
	Instead: `Leave ~constexpr~ out. What kernel and host share as a constant goes into a ~constexpr~ function that both call.`,
	Bad: `
constexpr __global__ void ones(float *v) { *v = 1; }
`,
	Good: `
__global__ void ones(float *v) { *v = 1; }
`,
	Check: kit.KernelRule(judgeConstantKernel("constexpr", ast.Constexpr)),
}

// judgeConstantKernel finds a specifier that a kernel may not have.
func judgeConstantKernel(word string, flag ast.SpecFlags) func(*check.Pass, *spaces.Declaration, kit.Say) {
	return func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if d.Instance || d.Decl.Spec.Flags&flag == 0 || d.Func.MemberOf != nil && d.Decl.Head != nil {
			return
		}
		at, ok := specifier(p.Unit, d.Decl, word)
		if !ok {
			at = d.Decl.Site
		}
		say(kit.OnLineOf(d.Decl.Site, at), spell.Func(p.Unit, d.Func)+" is a kernel and cannot be "+word+"; a kernel runs when it is launched",
			dropSpecifiers(p.Unit, d.Func, "Remove "+word, word))
	}
}
