package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var undefinedDeviceEntity = &check.Rule{
	Slug: "undefined-device-entity", Number: 20069, Tag: "undefined_device_entity",
	Title:    "A device variable points to a compound literal",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a compound literal of GNU C, ~(const int[]){1, 2}~, whose address the initialiser of a ~__device__~, ~__constant__~ or
~__managed__~ variable needs.`,
	Why: `Outside of functions such a literal is a variable without a name. It lives in host memory, and nothing in device memory answers to it.
The compiler refuses the program.`,
	Instead: `Declare the array or object as a ~__device__~ or ~__constant__~ variable, and take its address.`,
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
				p.Report(check.Report{
					Site: v.Site, Repeats: v.Repeats,
					Message: fmt.Sprintf("%s is initialised with the address of a compound literal, which lives in host memory; declare it as a variable in device memory",
						v.Of.EntityName()),
				})
			}
		}
	},
}

// compoundLiteral reports whether what is used has no name that could be undefined.
func compoundLiteral(v *spaces.VarUse) bool { return v.Use != nil && v.Use.Var.Compound }
