package storage

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var unsupportedInlineVar = &check.Rule{
	Slug: "unsupported-inline-var", Number: 20191, Tag: "unsupported_inline_var",
	Title:    "An inline variable in device memory has external linkage",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "inline-variables", Chapter: "Linkage",
	What: `Reports an ~inline~ variable, or variable template, with ~__device__~, ~__constant__~ or ~__managed__~, unless it has internal
linkage or the file is compiled with ~-rdc=true~.`,
	Why: `An inline variable is one variable in all translation units. Without relocatable device code each of them is linked for
the device on its own, so there is nothing that could make them one.`,
	Instead: `Compile with ~-rdc=true~, or write ~static~ for a variable in each translation unit.`,
	Bad: `
// flags: -std=c++17 -rdc=false
inline __device__ int counter;
`,
	Good: `
// flags: -std=c++17 -rdc=false
static inline __device__ int counter;

__device__ int next() { return atomicAdd(&counter, 1); }
`,
	Check: kit.StorageRule(inlineVariable),
}

func inlineVariable(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
	rdc := p.Command.RDC
	if rdc.On || !p.Flagged(rdc) || d.Memory&kit.OnDevice == 0 || d.Spec.Flags&ast.Inline == 0 || d.Local() || kit.Member(d) && !d.Pattern ||
		d.Var.Args != nil || d.Var.Static && (!d.Pattern || p.Command.Release().StaticTemplates) || inUnnamed(p, d) {
		return check.Report{}, false
	}
	r := check.Report{Message: fmt.Sprintf(
		"%s is an inline %s variable that other translation units can see; it needs -rdc=true, or make it static", d.Var.EntityName(), d.Memory)}
	if !d.Pattern && d.Spec.Flags&ast.Extern == 0 && !d.Var.CLinkage {
		r.Fixes = addWord(p, d, fmt.Sprintf("Make %s static", d.Var.EntityName()), "static")
	}
	return r, true
}

// inUnnamed reports whether an unnamed namespace gives a variable internal linkage.
func inUnnamed(p *check.Pass, d *spaces.VarDecl) bool {
	ns := p.Unit.NamespaceOf(d.Var)
	for ns != nil {
		if ns.Unnamed && ns.Parent() != nil {
			return true
		}
		ns, _ = ns.Parent().(*sema.Namespace)
	}
	return false
}
