package pragmas

import "cudals/analysis/check"

var nvAbiPragmaOverflowValue = &check.Rule{
	Slug: "nv-abi-pragma-overflow-value", Number: 20325, Tag: "nv_abi_pragma_overflow_value",
	Title:    "A number in a pragma nv_abi is too large",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports a number in ~#pragma nv_abi~ that does not fit an ~int~.`,
	Why: `The pragma says how many registers a function that is called through a pointer preserves; the compiler refuses one that it cannot
read.`,
	Instead: `Write ~#pragma nv_abi preserve_n_data(16) preserve_n_control(8)~, or one of the two.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(4294967296)
__device__ int step();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: abiRule(abiOverflow),
}
