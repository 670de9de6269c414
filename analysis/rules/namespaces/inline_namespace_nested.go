package namespaces

import "cudals/analysis/check"

var inlineNamespaceNested = &check.Rule{
	Slug: "inline-namespace-nested", Tag: "inline-namespace-nested",
	Title:    "A namespace has the name of one in an inline namespace",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "inline-namespaces", Chapter: "Variables",
	What: `Reports a namespace that holds kernels or variables in device memory when an inline namespace beside it holds a namespace or type
of the same name. Also reports the variable or kernel that is then defined twice, because a namespace that was first opened
inside an inline one is opened again from outside: both are parts of one namespace.`,
	Why: `Where the outer namespace comes first, the two are different namespaces. nvcc's own front end says nothing, but the code that it
generates names each kernel and device variable by its qualified name, and the host compiler finds that ambiguous. Where the
inner one comes first they are one namespace, and every compiler refuses a second definition.`,
	Happens: `With nvcc 13.0 on an H200: the host compiler refused the example: "reference to 'detail' is ambiguous", in a file that nvcc had
generated.`,
	Instead: `Give one of the two namespaces, or of the two definitions, another name. The quick-fix renames it in every file of the workspace that
names it; where one of them does so in a way that is not understood, nothing is renamed. Of a variable that is defined twice each
mention keeps the definition that it seems to mean: the inner one inside of the inline namespace and where that is named, else the
outer one.`,
	Bad: `
namespace detail {
__device__ float scratch;
}

inline namespace v2 {
namespace detail {
__device__ float buffer;
}
}
`,
	Good: `
inline namespace v2 {
namespace detail {
__device__ float scratch;
}
}

namespace detail {
__device__ float buffer;
}
`,
	Check: inlineClash(namespaceClash),
}
