package windows

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

var constVarFloatMicrosoft = &check.Rule{
	Slug: "const-var-float-microsoft", Tag: "const-var-float-microsoft",
	Title:    "Device code reads a const floating variable of the host on Windows",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Windows,
	Section: "const-qualified-variables", Chapter: "Windows",
	What: `For Windows targets, points at uses in device code of the value of a host variable that is ~const~, not ~constexpr~, and of a
floating type.`,
	Why:     `With Microsoft's compiler as the host compiler, such a variable is no constant, and its value is not known on the device.`,
	Instead: `Make it ~constexpr~.`,
	Bad: `
// flags: --target-platform=windows
const float gain = 2.5f;
__device__ float amplify(float x) { return x * gain; }
`,
	Good: `
// flags: --target-platform=windows
constexpr float gain = 2.5f;
__device__ float amplify(float x) { return x * gain; }
`,
	Check: checkFloatConstants,
}

func checkFloatConstants(p *check.Pass) {
	for _, v := range floatConstants(p.Spaces, p.Bodies()) {
		p.Report(check.Report{
			Site: v.Site,
			Message: fmt.Sprintf("the value of %s is not known in device code with Microsoft's compiler, since it is const and of a floating type; make it constexpr",
				v.Use.Var.EntityName()),
			Related: kit.VariableNotes(&v),
		})
	}
}
