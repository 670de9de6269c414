package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var deviceVarStructuredBinding = &check.Rule{
	Slug: "device-var-structured-binding", Number: 20121, Tag: "device_var_structured_binding",
	Title:    "A structured binding has a memory space",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "structured-binding", Chapter: "Variables",
	What: `Reports a structured binding that is declared with ~__device__~, ~__constant__~, ~__shared__~ or ~__managed__~: at namespace
scope, in a body, or in a range-based ~for~.`,
	Why:     `The names of a structured binding belong to an object without a name; nvcc cannot place that in device memory.`,
	Instead: `Declare the object with a name and select its members.`,
	Bad: `
struct Size { int w, h; };
__device__ auto [width, height] = Size{4, 3};
`,
	Good: `
struct Size { int w, h; };
__device__ Size size = {4, 3};
`,
	Check: kit.StorageRule(func(p *check.Pass, d *spaces.VarDecl) (check.Report, bool) {
		if d.Decl != nil || d.Memory == 0 {
			return check.Report{}, false
		}
		return check.Report{
			Message: fmt.Sprintf("a structured binding cannot be %s; declare the object with a name", d.Memory),
			Fixes:   dropMemory(p, d),
		}, true
	}),
}
