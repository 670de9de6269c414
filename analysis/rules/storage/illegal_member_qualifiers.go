package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var illegalMemberQualifiers = &check.Rule{
	Slug: "illegal-member-qualifiers", Number: 20028, Tag: "illegal_member_qualifiers",
	Title:    "A static data member is declared with a memory space",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "data-members", Chapter: "Memory spaces",
	What: `Reports ~__device__~, ~__constant__~, ~__shared__~ or ~__managed__~ on a static data member: in the class, on its definition
outside the class, and in class templates. (On members that are not static the words are ignored, with warning #1835.)`,
	Why:     `Static data members live in host memory. nvcc refuses the program.`,
	Instead: `Declare a variable at namespace scope. A constant can be a ~static constexpr~ member without a memory space.`,
	Bad: `
struct Grid {
  static __constant__ int width;
};
`,
	Good: `
__constant__ int grid_width;

struct Grid {
  static constexpr int max_width = 1024;
};
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if !kit.Member(d) || d.Memory == 0 {
			return check.Report{}, false
		}
		return check.Report{
			Site:    kit.OnLineOf(memoryWord(d), d.Site),
			Message: fmt.Sprintf("%s is a static data member and cannot be %s; declare a variable at namespace scope", d.Var.EntityName(), d.Memory),
			Fixes:   dropMemberMemory(p, d.Var),
		}, true
	}),
}

// dropMemberMemory removes the memory space from all declarations of a static data member that no device code uses.
func dropMemberMemory(p *check.Pass, v *sema.Var) []check.Mend {
	if kit.UsedOn(p, v, cudaspace.Device) {
		return nil
	}
	var changes []check.Change
	for _, d := range p.Unit.VarDecls(v) {
		mem := spaces.WrittenMemory(d.Spec)
		if mem == 0 {
			continue
		}
		dropped := mend.Respecify(p.Unit, d.Full, d.Spec, mend.IsMemorySpace, "")
		if len(dropped) == 0 || !mend.DeclaresAlone(d) {
			return nil
		}
		changes = append(changes, dropped...)
	}
	return mendOf("Remove the memory space", changes)
}
