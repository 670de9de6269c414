package templates

import "cudals/analysis/check"

var localTypeUsedInGlobalFunction = &check.Rule{
	Slug: "local-type-used-in-global-function", Number: 20257, Tag: "local_type_used_in_global_function",
	Title:    "A type local to a host-device function is an argument of a kernel template",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "templates", Chapter: "Kernels",
	What: `Reports a class, enumeration or lambda that is declared in a ~__host__ __device__~ function and stands among the
template arguments of a kernel's instance, also inside other types. The report stands at the type.`,
	Why: `Each side has a local type of its own, so the kernel of one side is not that of the other: launched from host code it
is not found.`,
	Instead: `Declare the type at namespace scope, or as a public member of a class.`,
	Bad: `
template <class T>
__global__ void consume(T item, int *out) { *out = item.id; }

__host__ __device__ void submit() {
  struct Item { int id; };
  void (*kernel)(Item, int *) = consume<Item>;
}
`,
	Good: `
template <class T>
__global__ void consume(T item, int *out) { *out = item.id; }

struct Item { int id; };
__host__ __device__ void submit() {
  void (*kernel)(Item, int *) = consume<Item>;
}
`,
	Check: kernelArgs(sharedLocalArg),
}
