package attributes

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var registerParamsEllipsisFunction = &check.Rule{
	Slug: "register-params-ellipsis-function", Number: 20205, Tag: "register_params_ellipsis_function",
	Title:    "__nv_register_params__ on a function with an ellipsis",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Attributes",
	What:    `Reports ~__nv_register_params__~ on a function that takes a variable number of arguments by an ellipsis.`,
	Why:     `The arguments of such a function lie in memory, where it looks for them. The compiler refuses the program.`,
	Instead: `Remove the attribute; the quick-fix does.`,
	Bad: `
__nv_register_params__ __device__ int log(const char *format, ...);
`,
	Good: `
template <class... Args> __device__ int log(const char *format, Args... args) { return sizeof...(args); }
`,
	Check: registerParams(func(_ *check.Pass, d *spaces.Declaration) string {
		if d.Decl.Sig == nil || !d.Decl.Sig.Variadic {
			return ""
		}
		return "the function takes a variable number of arguments, which lie in memory; remove it"
	}),
}
