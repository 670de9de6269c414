package redeclarations

import "cudals/analysis/check"

var variableRedeclaredWith = &check.Rule{
	Slug: "variable-redeclared-with", Number: 20042,
	Tag:      "variable_redeclared_with",
	Title:    "A variable is declared again with another memory space",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Reports a declaration that gives a variable ~__device__~, ~__constant__~, ~__shared__~ or ~__managed__~ when its
earlier declarations have it live elsewhere: in host memory, or as a plain ~__device__~ variable. Declarations in a
block (~extern~) and definitions of static members count.`,
	Why: `Code between the two declarations was compiled for a variable in other memory. Headers that leave the memory space out
let host code read the variable as if it were the host's.`,
	Instead: `Write the memory space on every declaration, the ~extern~ one in the header too.`,
	Bad: `
extern float taps[9];

__constant__ float taps[9];
`,
	Good: `
extern __constant__ float taps[9];

__constant__ float taps[9];
`,
	Check: varRedeclared(false),
}
