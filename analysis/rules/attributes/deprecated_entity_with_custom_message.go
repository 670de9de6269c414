package attributes

import "cudals/analysis/check"

var deprecatedEntityWithCustomMessage = &check.Rule{
	Slug: "deprecated-entity-with-custom-message", Number: 1444, Tag: "deprecated_entity_with_custom_message",
	Title:    "Device code uses something deprecated that says what to use instead",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "deprecation-annotation", Chapter: "Attributes",
	What: `Reports uses of what is marked ~[[deprecated("text")]]~ or ~__attribute__((deprecated("text")))~ in ~__device__~, ~__global__~ and
~__host__ __device__~ functions, as deprecated-entity (#1215) does of what is marked without a text.`,
	Why:     `Who marked it means to remove or change it.`,
	Instead: `What the text says.`,
	Bad: `
[[deprecated("use newHash")]] __device__ int oldHash(int x) { return x * 31; }

__global__ void hash(int *data) { data[threadIdx.x] = oldHash(data[threadIdx.x]); }
`,
	Good: `
[[deprecated("use newHash")]] __device__ int oldHash(int x) { return x * 31; }
__device__ int newHash(int x) { return x * 33; }

__global__ void hash(int *data) { data[threadIdx.x] = newHash(data[threadIdx.x]); }
`,
	Check: deprecatedOnDevice(true),
}
