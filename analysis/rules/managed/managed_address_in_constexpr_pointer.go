package managed

import "cudals/analysis/check"

var managedAddressInConstexprPointer = &check.Rule{
	Slug: "managed-address-in-constexpr-pointer", Tag: "managed-address-in-constexpr-pointer",
	Title:    "A constexpr pointer holds the address of a managed variable",
	Severity: check.Error, Passes: check.InHost | check.InDevice, Group: check.Refused,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a ~constexpr~ pointer or reference that is initialised with a ~__managed__~ variable's address.`,
	Why: `The memory of a managed variable is set up when the program runs, so its address is no constant expression. nvcc refuses the
program.`,
	Instead: `Drop ~constexpr~, and take the address where the CUDA runtime is ready: in a function.`,
	Bad: `
__managed__ int counter;

constexpr int *where = &counter;
`,
	Good: `
__managed__ int counter;

int *where() { return &counter; }
`,
	Check: checkManagedConstexpr,
}
