package pragmas

import "cudals/analysis/check"

var nvAbiPragmaNotConstant = &check.Rule{
	Slug: "nv-abi-pragma-not-constant", Number: 20324, Tag: "nv_abi_pragma_not_constant",
	Title:    "A pragma nv_abi is given no integral constant",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports a value in ~#pragma nv_abi~ that is a variable, or a number that is no integer. Macros are not replaced in the pragma.`,
	Why: `The pragma says how many registers a device function preserves, or the function that a call through a pointer means. So the compiler must know the
number.`,
	Instead: `Write an integer, or a constant expression.`,
	Bad: `
// flags: --cuda-version=13.0
__device__ void run(void (*step)(), int n) {
#pragma nv_abi preserve_n_data(n)
  step();
}
`,
	Good: `
// flags: --cuda-version=13.0
__device__ void run(void (*step)()) {
  constexpr int n = 16;
#pragma nv_abi preserve_n_data(n)
  step();
}
`,
	Check: abiRule(abiNotConstant),
}
