package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var sharedSpecifierInRangeFor = &check.Rule{
	Slug: "shared-specifier-in-range-for", Number: 20192, Tag: "shared_specifier_in_range_for",
	Title:    "The variable of a range-based for is __shared__",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What:    `Reports ~__shared__~ on the variable that a range-based ~for~ declares.`,
	Why:     `Each turn of the loop initialises the variable; a ~__shared__~ variable has no initialiser.`,
	Instead: `Leave the word out. Each thread then has its own loop variable.`,
	Bad: `
__device__ int sum(int (&row)[4]) {
  int s = 0;
  for (__shared__ int x : row) s += x;
  return s;
}
`,
	Good: `
__device__ int sum(int (&row)[4]) {
  int s = 0;
  for (int x : row) s += x;
  return s;
}
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if !d.Var.InRange || d.Memory&cudaspace.Shared == 0 {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("%s is the variable of a range-based for and cannot be __shared__; leave the word out", d.Var.EntityName()),
			Fixes:   dropMemory(p, d),
		}, true
	}),
}
