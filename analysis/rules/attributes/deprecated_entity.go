package attributes

import "cudals/analysis/check"

var deprecatedEntity = &check.Rule{
	Slug: "deprecated-entity", Number: 1215, Tag: "deprecated_entity",
	Title:    "Device code uses something deprecated",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "deprecation-annotation", Chapter: "Attributes",
	What: `Reports uses of functions, variables, members, enumerators and types that are marked ~[[deprecated]]~ or
~__attribute__((deprecated))~ in ~__device__~, ~__global__~ and ~__host__ __device__~ functions, used or not: calls that nobody wrote
too, and types where a variable is declared with them. A deprecated function may use what is deprecated.

The host compiler's pragmas do not silence it, ~#pragma nv_diag_suppress~ and ~-Wno-deprecated-declarations~ do;
~-Werror=deprecated-declarations~ makes it an error.`,
	Why:     `Who marked it means to remove or change it.`,
	Instead: `Use what replaces it.`,
	Bad: `
[[deprecated]] __device__ int oldHash(int x) { return x * 31; }

__global__ void hash(int *data) { data[threadIdx.x] = oldHash(data[threadIdx.x]); }
`,
	Good: `
[[deprecated]] __device__ int oldHash(int x) { return x * 31; }
__device__ int newHash(int x) { return x * 33; }

__global__ void hash(int *data) { data[threadIdx.x] = newHash(data[threadIdx.x]); }
`,
	Check: deprecatedOnDevice(false),
}
