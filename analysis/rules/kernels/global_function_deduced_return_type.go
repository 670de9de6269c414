package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionDeducedReturnType = &check.Rule{
	Slug: "global-function-deduced-return-type", Number: 20049, Tag: "global_function_deduced_return_type",
	Title:    "The result type of a kernel is deduced",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "functions-with-deduced-return-type", Chapter: "Kernels",
	What: `Reports a kernel that is declared with ~auto~ or ~decltype(auto)~ and no trailing type, whatever its body returns.
Templates are judged in the instances that are named.`,
	Why: `A kernel returns ~void~, and the host compiler, which launches it without reading its body, must know that from the
declaration.`,
	Instead: `Write ~void~.`,
	Bad: `
__global__ auto square(float *v) { *v *= *v; }
`,
	Good: `
__global__ void square(float *v) { *v *= *v; }
`,
	Check: directiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if !kit.IsPattern(d) && p.Unit.HasDeducedResult(d.Func) {
			say(kit.OnLineOf(kernelWord(d), resultSite(d)), spell.Func(p.Unit, d.Func)+" is a kernel and cannot have a deduced result type; write void",
				returnVoid(p, d.Func)...)
		}
	}),
}
