package pragmas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var nvAbiPragmaNextConstruct = &check.Rule{
	Slug: "nv-abi-pragma-next-construct", Number: 20318, Tag: "nv_abi_pragma_next_construct",
	Title:    "A pragma nv_abi stands before something else than a function or an expression",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports ~#pragma nv_abi~ before a variable, a type, a namespace, a member that is no template, or a statement that is no expression.`,
	Why: `The pragma says how many registers a device function preserves, or the function that a call through a pointer means. The compiler refuses it in front
of anything else.`,
	Instead: `Put it right before the declaration of the function, or before the expression statement with the call.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int (*step)();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: placedRule(func(_ *check.Pass, a placedABI) string {
		if a.Next == sema.ABIOther {
			return "stands before a function's declaration or an expression statement, and what follows is neither"
		}
		return ""
	}),
}
