package namespaces

import "cudals/analysis/check"

var inlineNamespaceDeviceVariable = &check.Rule{
	Slug: "inline-namespace-device-variable", Tag: "inline-namespace-device-variable",
	Title:    "A variable in device memory shares its name with something in an inline namespace",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "inline-namespaces", Chapter: "Variables",
	What: `Reports a ~__device__~ or ~__managed__~ variable at namespace scope when an inline namespace inside its namespace declares
something else of the same name: a variable on either side, a function, a type.`,
	Why: `nvcc's own front end says nothing. The code that it hands to the host compiler registers each variable in device memory and each
kernel with the runtime, and names them for that, used or not. The host compiler looks the name up in the namespace and in its
inline namespaces, finds two, and stops: the build fails in a generated file that nobody wrote.`,
	Happens: `With nvcc 13.0 on an H200: the host compiler refused the example: "reference to 'revision' is ambiguous", in a file that nvcc
had generated.`,
	Instead: `Give one of the two another name. The quick-fix renames it in every file of the workspace that mentions it; where one of them does
so in a way that is not understood, nothing is renamed.`,
	Bad: `
__device__ int revision;

inline namespace v2 {
__device__ int revision;
}
`,
	Good: `
__device__ int revision;

inline namespace v2 {
__device__ int revision2;
}
`,
	Check: inlineClash(variableClash(false)),
}
