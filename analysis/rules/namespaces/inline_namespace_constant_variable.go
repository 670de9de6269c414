package namespaces

import "cudals/analysis/check"

var inlineNamespaceConstantVariable = &check.Rule{
	Slug: "inline-namespace-constant-variable", Tag: "inline-namespace-constant-variable",
	Title:    "A constant in device memory shares its name with something in an inline namespace",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "inline-namespaces", Chapter: "Variables",
	What: `Reports a ~__constant__~ variable at namespace scope when an inline namespace inside its namespace declares something else of
the same name: a variable on either side, a function, a type.`,
	Why: `nvcc's own front end says nothing. The code that it hands to the host compiler registers each variable in device memory and each
kernel with the runtime, and names them for that, used or not. The host compiler looks the name up in the namespace and in its
inline namespaces, finds two, and stops: the build fails in a generated file that nobody wrote.`,
	Happens: `With nvcc 13.0 on an H200: the host compiler refused the example: "reference to 'gain' is ambiguous", in a file that nvcc had
generated.`,
	Instead: `Give one of the two another name. The quick-fix renames it in every file of the workspace that mentions it; where one of them does
so in a way that is not understood, nothing is renamed.`,
	Bad: `
__constant__ float gain;

inline namespace v2 {
__constant__ float gain;
}
`,
	Good: `
inline namespace v1 {
__constant__ float gain;
}

namespace v2 {
__constant__ float gain;
}
`,
	Check: inlineClash(variableClash(true)),
}
