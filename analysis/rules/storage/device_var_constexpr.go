package storage

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var deviceVarConstexpr = &check.Rule{
	Slug: "device-var-constexpr", Number: 20120, Tag: "device_var_constexpr",
	Title:    "A __shared__ or __managed__ variable is constexpr",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "constexpr-variables", Chapter: "Variables",
	What: `Reports ~constexpr~ on a ~__shared__~ or ~__managed__~ variable. ~__device__~ and ~__constant__~ variables may be constexpr.`,
	Why: `A constexpr variable has its value before the program runs and keeps it. Shared memory has no value before a block runs,
and managed memory is there to be written.`,
	Instead: `Leave the memory space out: device code can use the value of a plain ~constexpr~ variable. Where its address is needed,
make it ~__constant__~.`,
	Bad: `
__global__ void scale(int *p) {
  __shared__ constexpr int factor = 3;
  *p *= factor;
}
`,
	Good: `
__global__ void scale(int *p) {
  constexpr int factor = 3;
  *p *= factor;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Memory&(cudaspace.Shared|cudaspace.Managed) == 0 || d.Spec.Flags&ast.Constexpr == 0 || kit.TemplateVar(d) {
			return check.Report{}, false
		}
		return check.Report{
			Site:    kit.OnLineOf(memoryWord(d), d.Site),
			Message: fmt.Sprintf("%s is %s and cannot be constexpr; leave the memory space out", d.Var.EntityName(), d.Memory),
			Fixes:   dropMemory(p, d),
		}, true
	}),
}
