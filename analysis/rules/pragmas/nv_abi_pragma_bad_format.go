package pragmas

import "cudals/analysis/check"

var nvAbiPragmaBadFormat = &check.Rule{
	Slug: "nv-abi-pragma-bad-format", Number: 20327, Tag: "nv_abi_pragma_bad_format",
	Title:    "An argument of a pragma nv_abi has no value",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports an argument of ~#pragma nv_abi~ without a value in parentheses.`,
	Why: `The pragma says how many registers a function that is called through a pointer preserves; the compiler refuses one that it cannot
read.`,
	Instead: `Write ~#pragma nv_abi preserve_n_data(16) preserve_n_control(8)~, or one of the two.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data
__device__ int step();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: abiRule(abiBadFormat),
}
