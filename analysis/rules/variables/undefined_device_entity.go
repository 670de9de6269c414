package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var undefinedDeviceEntity = &check.Rule{
	Slug: "undefined-device-entity", Number: 20069, Tag: "undefined_device_entity",
	Title:    "Device code needs an object of the host that has no name",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a compound literal of GNU C, ~(const int[]){1, 2}~, whose address the initialiser of a ~__device__~, ~__constant__~ or
~__managed__~ variable needs, and the temporary that a structured binding outside of functions refers to where device code uses it.`,
	Why: `Outside of functions such an object is a variable without a name. It lives in host memory, and nothing in device memory answers to it.
The compiler refuses the program.`,
	Instead: `Declare the array or object as a ~__device__~ or ~__constant__~ variable, and use that.`,
	Bad: `
__device__ const int *offsets = (const int[]){0, 4, 12};
`,
	Good: `
__device__ const int table[] = {0, 4, 12};
__device__ const int *offsets = table;
`,
	Stage: check.Code,
	Check: func(p *check.Pass) {
		list := variableUses.Of(p).Undefined
		for i := range list {
			if v := &list[i]; compoundLiteral(v) && v.Of != nil && v.Use.Kind == sema.AddressOf {
				what := "initialised with the address of a compound literal"
				if v.Of.Bound != nil {
					what = "part of a temporary"
				}
				p.Report(check.Report{
					Site: v.Site, Repeats: v.Repeats,
					Message: fmt.Sprintf("%s is %s, which lives in host memory; declare it as a variable in device memory", v.Of.EntityName(), what),
				})
			}
		}
	},
}

// compoundLiteral reports whether what is used has no name that could be undefined.
func compoundLiteral(v *spaces.VarUse) bool { return v.Use != nil && v.Use.Var.Compound }
