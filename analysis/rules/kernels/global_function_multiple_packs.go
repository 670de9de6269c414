package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionMultiplePacks = &check.Rule{
	Slug: "global-function-multiple-packs", Number: 20117, Tag: "global_function_multiple_packs",
	Title:    "A kernel template has several parameter packs",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Templates",
	What: `Reports the second and later parameter packs of a kernel template. The first one is reported for not being the last
parameter.`,
	Why:     `The host's stub of a kernel template names its arguments one by one; with two packs it cannot tell where the first ends.`,
	Instead: `Keep one pack, and bundle the others: as members of a structure, or as the arguments of one class template.`,
	Bad: `
template <class... In, class... Out>
__global__ void forward(void (*f)(In...), Out... out) {}
`,
	Good: `
template <class F, class... Out>
__global__ void forward(F f, Out... out) {}
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if packs, _ := templatePacks(d); len(packs) > 1 {
			for _, pack := range packs[1:] {
				say(kit.Part(d, pack.Span), spell.Func(p.Unit, d.Func)+" is a kernel template and can have one parameter pack only")
			}
		}
	}),
}
