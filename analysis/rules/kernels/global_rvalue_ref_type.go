package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/types"
)

var globalRvalueRefType = &check.Rule{
	Slug: "global-rvalue-ref-type", Number: 20063, Tag: "global_rvalue_ref_type",
	Title:    "A kernel parameter is an rvalue reference",
	Severity: check.Error, Passes: check.InDevice,
	Section: "global-functions-and-function-templates", Chapter: "Kernels",
	What: `Reports a kernel parameter that is an rvalue reference once aliases are looked through. A forwarding reference, ~T &&~,
is judged in each instance: it is one for an rvalue argument.`,
	Why: `A reference holds an address of the host's memory, which a kernel cannot use. There is no object on the device that it
could refer to.`,
	Instead: `Take the parameter by value: a launch copies its arguments anyway.`,
	Bad: `
struct Config { int n; };
__global__ void configure(Config &&c, int *out) { *out = c.n; }
`,
	Good: `
struct Config { int n; };
__global__ void configure(Config c, int *out) { *out = c.n; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if kit.IsPattern(d) {
			return // a template is judged by its instances
		}
		for i, t := range kit.ParamTypes(p.Unit, d.Func) {
			if t.Kind == types.RRef && !t.IsDependent() {
				say(kit.ParamSite(d, i), kit.ParamName(p.Unit, d, i)+", a kernel, is an rvalue reference, "+spell.Type(p.Unit, t, d.Func)+
					"; a launch copies its arguments, pass it by value", kit.ByValue(p, d.Func, i)...)
			}
		}
	}),
}
