package kernels

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFunctionPackNotLast = &check.Rule{
	Slug: "global-function-pack-not-last", Number: 20116, Tag: "global_function_pack_not_last",
	Title:    "The parameter pack of a kernel template is not its last parameter",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Templates",
	What: `Reports a parameter pack of a kernel template that another template parameter follows. Each declaration counts, those of
friends too.`,
	Why: `The host's stub of a kernel template names its arguments one by one; behind a pack it cannot tell which argument belongs
to which parameter.`,
	Instead: `Put the pack last in the template header. The order of the function's own parameters is free.`,
	Bad: `
template <class... Args, class Op>
__global__ void apply(Op op, Args... args) {}
`,
	Good: `
template <class Op, class... Args>
__global__ void apply(Op op, Args... args) {}
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		packs, last := templatePacks(d)
		if len(packs) > 0 && packs[0] != last {
			say(kit.Part(d, packs[0].Span), "the parameter pack of "+spell.Func(p.Unit, d.Func)+", a kernel template, must be its last "+
				"template parameter")
		}
	}),
}

// templatePacks are the parameter packs of a template's declaration, and its last parameter.
func templatePacks(d *spaces.Declaration) (packs []*ast.TemplateParam, last *ast.TemplateParam) {
	if d.Instance {
		return nil, nil
	}
	for _, p := range d.Decl.TemplateParams() {
		if p.Pack {
			packs = append(packs, p)
		}
		last = p
	}
	return packs, last
}
