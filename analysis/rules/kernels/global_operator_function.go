package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalOperatorFunction = &check.Rule{
	Slug: "global-operator-function", Number: 20187, Tag: "global_operator_function",
	Title:    "An operator is a kernel",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "operator-function", Chapter: "Kernels",
	What: `Reports a kernel that is an operator function, be it ~operator+~, ~operator()~ or ~operator new~. Conversion functions
are reported for being members; literal operators are accepted.`,
	Why:     `A kernel is launched with a configuration, and an expression with an operator has no place for one.`,
	Instead: `Give the kernel an ordinary name, and launch it in a host operator if the notation matters.`,
	Bad: `
struct Vec { float *p; };
__global__ void operator+=(Vec a, Vec b) { *a.p += *b.p; }
`,
	Good: `
struct Vec { float *p; };
__global__ void add(Vec a, Vec b) { *a.p += *b.p; }
void operator+=(Vec a, Vec b) { add<<<1, 1>>>(a, b); }
`,
	Check: directiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if !d.Instance && d.Func.Kind == sema.OperatorFunc {
			say(d.Decl.Site, spell.Func(p.Unit, d.Func)+" is an operator and cannot be a kernel; give the kernel an ordinary name")
		}
	}),
}
