package pragmas

import "cudals/analysis/check"

var nvAbiPragmaDuplicateArg = &check.Rule{
	Slug: "nv-abi-pragma-duplicate-arg", Number: 20322, Tag: "nv_abi_pragma_duplicate_arg",
	Title:    "A pragma nv_abi with an argument twice",
	Severity: check.Error, Passes: check.InDevice,
	Section: "custom-abi-pragmas", Chapter: "Pragmas",
	What: `Reports ~#pragma nv_abi~ with one of its arguments twice.`,
	Why: `The pragma says how many registers a function that is called through a pointer preserves; the compiler refuses one that it cannot
read.`,
	Instead: `Write ~#pragma nv_abi preserve_n_data(16) preserve_n_control(8)~, or one of the two.`,
	Bad: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16) preserve_n_data(8)
__device__ int step();
`,
	Good: `
// flags: --cuda-version=13.0
#pragma nv_abi preserve_n_data(16)
__device__ int step();
`,
	Check: abiRule(abiDuplicate),
}
