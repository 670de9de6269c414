package attributes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var registerParamsUnsupportedArch = &check.Rule{
	Slug: "register-params-unsupported-arch", Number: 20203, Tag: "register_params_unsupported_arch",
	Title:    "__nv_register_params__ for an architecture before sm_80",
	Severity: check.Error, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Attributes",
	What: `Reports ~__nv_register_params__~ on a function where the file is compiled for an architecture below sm_80.`,
	Why: `The calling convention that the attribute asks for does not exist there. The compiler refuses the program, as it does for newer ones
unless the attribute is enabled.`,
	Instead: `Remove it; the quick-fix does.`,
	Bad: `
// flags: -arch=sm_75
__nv_register_params__ __device__ float fused(float a, float b, float c) { return a * b + c; }
`,
	Good: `
// flags: -arch=sm_75
__forceinline__ __device__ float fused(float a, float b, float c) { return a * b + c; }
`,
	Check: registerParams(func(p *check.Pass, _ *spaces.Declaration) string {
		if !p.ArchBelow(80) {
			return ""
		}
		return fmt.Sprintf("sm_%d does not have it, sm_80 is the first that has", p.Arch)
	}),
}
