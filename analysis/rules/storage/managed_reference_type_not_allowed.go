package storage

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var managedReferenceTypeNotAllowed = &check.Rule{
	Slug: "managed-reference-type-not-allowed", Number: 20110, Tag: "managed_reference_type_not_allowed",
	Title:    "A __managed__ variable is a reference",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "managed-memory-space-specifier", Chapter: "Memory spaces",
	What:    `Reports a ~__managed__~ variable of reference type, also where an alias or ~auto &&~ makes it one.`,
	Why:     `A reference has no storage of its own that the two sides could share. nvcc refuses the program.`,
	Instead: `Declare a managed pointer, or use the variable itself.`,
	Bad: `
__managed__ int total;
__managed__ int &alias = total;
`,
	Good: `
__managed__ int total;
__managed__ int *alias = nullptr;
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory&cudaspace.Managed == 0 || kit.Member(d) || kit.TemplateVar(d) {
			return check.Report{}, false
		}
		if b := d.Var.BindingDecl; b != nil && b.Ref == ast.OpPointer || b == nil && !p.Unit.VarType(d.Var).IsRef() {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is __managed__ and cannot be a reference; use a pointer", d.Var.EntityName()),
			Fixes:   dropMemory(p, d),
		}, true
	}),
}
