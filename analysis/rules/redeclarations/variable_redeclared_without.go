package redeclarations

import "cudals/analysis/check"

var variableRedeclaredWithout = &check.Rule{
	Slug: "variable-redeclared-without", Number: 20043,
	Tag:      "variable_redeclared_without",
	Title:    "A variable is declared again without its memory space",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a declaration that leaves out the memory space that earlier declarations of the variable have. A plain
~__device__~ in the place of ~__constant__~, ~__shared__~ or ~__managed__~ leaves it out too.`,
	Why:     `nvcc keeps the memory space, but whoever reads the definition takes the variable for the host's.`,
	Instead: `Repeat the memory space on every declaration.`,
	Bad: `
extern __device__ int queueHead;

int queueHead = 0;
`,
	Good: `
extern __device__ int queueHead;

__device__ int queueHead = 0;
`,
	Check: varRedeclared(true),
}
