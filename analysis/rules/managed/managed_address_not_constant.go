package managed

import "cudals/analysis/check"

var managedAddressNotConstant = &check.Rule{
	Slug: "managed-address-not-constant", Tag: "managed-address-not-constant",
	Title:    "The address of a managed variable is a template argument",
	Severity: check.Error, Passes: check.InHost | check.InDevice, Group: check.Refused,
	Section: "managed-memory-space-specifier", Chapter: "Variables",
	What: `Reports a template argument that is the address of a ~__managed__~ variable, or the variable itself for a parameter of reference
type.`,
	Why: `The memory of a managed variable is set up when the program runs, so its address is no constant expression. nvcc refuses the
program.`,
	Instead: `Pass a pointer as an ordinary argument.`,
	Bad: `
__managed__ int counter;

template <int *Where> int load() { return *Where; }

int get() { return load<&counter>(); }
`,
	Good: `
__managed__ int counter;

int load(int *where) { return *where; }

int get() { return load(&counter); }
`,
	Check: checkManagedArguments,
}
