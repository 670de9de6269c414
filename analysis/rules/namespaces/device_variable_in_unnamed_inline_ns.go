package namespaces

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var deviceVariableInUnnamedInlineNs = &check.Rule{
	Slug: "device-variable-in-unnamed-inline-ns", Number: 20122, Tag: "device_variable_in_unnamed_inline_ns",
	Title:    "A variable in device memory stands in an inline unnamed namespace",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "inline-unnamed-namespaces", Chapter: "Linkage",
	What: `Reports a variable with a memory space at namespace scope inside ~inline namespace { … }~, in namespaces within it too.
Once a scope holds ~inline namespace {~, its later plain ~namespace {~ is the same namespace. Variables in bodies are
exempt.`,
	Why:     `nvcc needs a name by which host code finds the variable; inside an inline unnamed namespace it can make none.`,
	Instead: `Drop the word ~inline~: an unnamed namespace is searched from outside anyway.`,
	Bad: `
inline namespace {
__device__ int counter;
}
`,
	Good: `
namespace {
__device__ int counter;
}

__device__ int next() { return atomicAdd(&counter, 1); }
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		atNamespace := d.Var.Kind == sema.NamespaceVar || d.Var.Kind == sema.LocalExtern
		if d.Memory == 0 || !atNamespace || kit.TemplateVar(d) || !p.Unit.InUnnamedInline(p.Unit.NamespaceOf(d.Var), d.Site) {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is %s and cannot stand in an inline unnamed namespace; drop the word inline", d.Var.EntityName(), d.Memory),
		}, true
	}),
}
