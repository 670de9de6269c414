package windows

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var constVariableTemplateWindows = &check.Rule{
	Slug: "const-variable-template-windows", Number: 20185, Tag: "const_variable_template_windows",
	Title:    "A const variable template in device memory on Windows",
	Severity: check.Error, Passes: check.InDevice, Group: check.Windows,
	Section: "variable-templates", Chapter: "Windows",
	What:    `For Windows targets, reports templates of ~__device__~ and ~__constant__~ variables whose type is const-qualified.`,
	Why:     `nvcc refuses them with Microsoft's compiler.`,
	Instead: `Leave the ~const~ away; a pointer to const is fine.`,
	Bad: `
// flags: --target-platform=windows
template <class T> __device__ const T one = 1;
`,
	Good: `
// flags: --target-platform=windows
template <class T> __device__ T one = 1;
`,
	Check: checkConstVariableTemplates,
}

func checkConstVariableTemplates(p *check.Pass) {
	for _, v := range p.Declared.VarTemplates {
		mem, known := spaces.MemoryOf(p.Unit, v)
		if known && mem&(cudaspace.DeviceMemory|cudaspace.Constant) != 0 && p.Unit.VarType(v).IsConst() {
			p.Report(check.Report{
				Site:    v.Site(),
				Message: fmt.Sprintf("the template of the %s variable %s is const-qualified, which nvcc refuses on Windows", mem, v.EntityName()),
			})
		}
	}
}
