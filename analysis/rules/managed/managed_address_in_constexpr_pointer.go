package managed

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

func managedAddressInConstexprPointer() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "managed-address-in-constexpr-pointer", Tag: "managed-address-in-constexpr-pointer",
			Title:    "A constexpr pointer holds the address of a managed variable",
			Severity: check.Error, Passes: check.InHost | check.InDevice, Group: check.Refused,
			Section: "managed-memory-space-specifier", Chapter: "Variables",
			Doc: kit.Ticks(`
## What it does

Reports a ~constexpr~ pointer or reference that is initialised with a ~__managed__~ variable's address.

## Why is this bad?

The memory of a managed variable is set up when the program runs, so its address is no constant expression. nvcc refuses the
program.

## What to do instead

Drop ~constexpr~, and take the address where the CUDA runtime is ready: in a function.
`),
			Bad: `
__managed__ int counter;

constexpr int *where = &counter;
`,
			Good: `
__managed__ int counter;

int *where() { return &counter; }
`,
		},
		Check: checkManagedConstexpr,
	}
}
