package namespaces

import "cudals/analysis/check"

var inlineNamespaceKernel = &check.Rule{
	Slug: "inline-namespace-kernel", Tag: "inline-namespace-kernel",
	Title:    "A kernel shares name and signature with a function in an inline namespace",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "inline-namespaces", Chapter: "Kernels",
	What: `Reports a kernel when an inline namespace inside its namespace declares a function of the same name and type, or a variable or
type of that name. Of kernel templates each instance counts: another template gets in its way when the same arguments make a
kernel of the same type.`,
	Why: `nvcc's own front end says nothing. The code that it hands to the host compiler registers each variable in device memory and each
kernel with the runtime, and names them for that, used or not. The host compiler looks the name up in the namespace and in its
inline namespaces, finds two, and stops: the build fails in a generated file that nobody wrote.`,
	Happens: `With nvcc 13.0 on an H200: the host compiler refused the example, in a file that nvcc had generated.`,
	Instead: `Give one of the two another name. The quick-fix renames it in every file of the workspace that mentions it; where one of them does
so in a way that is not understood, nothing is renamed.`,
	Bad: `
__global__ void clear(int *p) { *p = 0; }

inline namespace v2 {
__global__ void clear(int *p) { *p = 1; }
}
`,
	Good: `
__global__ void clear(int *p) { *p = 0; }

inline namespace v2 {
__global__ void clear(float *p) { *p = 0; }
}
`,
	Check: inlineClash(kernelClash),
}
