package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var managedConstTypeNotAllowed = &check.Rule{
	Slug: "managed-const-type-not-allowed", Number: 20109, Tag: "managed_const_type_not_allowed",
	Title:    "A __managed__ variable is const",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "managed-memory-space-specifier", Chapter: "Memory spaces",
	What: `Reports a ~__managed__~ variable whose own type is ~const~: written, by an alias, as the elements of an array, or by
~constexpr~. A pointer to ~const~ is no such type.`,
	Why:     `Managed memory exists so that both sides can write to it. nvcc refuses the program.`,
	Instead: `Leave ~const~ out, or make the variable ~__constant__~.`,
	Bad: `
__managed__ const int limit = 8;
`,
	Good: `
__constant__ const int limit = 8;
__managed__ const int *table;
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory&cudaspace.Managed == 0 || kit.Member(d) || kit.TemplateVar(d) || !sema.ElementOf(p.Unit.VarType(d.Var)).IsConst() {
			return check.Report{}, false
		}
		fixes := append(dropWord(p, d, "const"), changeMemory(p, d, cudaspace.Constant)...)
		return check.Report{
			Message: fmt.Sprintf("%s is __managed__ and cannot be const; leave const out or make it __constant__", d.Var.EntityName()),
			Fixes:   fixes,
		}, true
	}),
}
