package pragmas

import "cudals/analysis/check"

var nvAbiPragmaInvalidOption = &check.Rule{
	Slug: "nv-abi-pragma-invalid-option", Number: 20323, Tag: "nv_abi_pragma_invalid_option",
	Title:    "A pragma nv_abi with an unknown option",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports ~#pragma nv_abi~ with another word than ~preserve_n_data~ and ~preserve_n_control~.`,
	Why: `The pragma says how many registers a function that is called through a pointer preserves; the compiler refuses one that it cannot
read.`,
	Instead: `Write ~#pragma nv_abi preserve_n_data(16) preserve_n_control(8)~, or one of the two.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n(16)
__device__ int step();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: abiRule(abiUnknown),
}
