package attributes

import "cudals/analysis/check"

var attributeConstDevice = &check.Rule{
	Slug: "attribute-const-device", Tag: "attribute-const-device",
	Title:    "A device function declared const uses memory",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "const-and-pure-gnu-attributes", Chapter: "Attributes",
	What: `Reports what a device function with ~__attribute__((const))~ certainly reads or writes, itself or through what it calls, of
memory that its caller can see: variables that live longer than the call, the object it is called on, what its parameters refer
to. Constants and ~__constant__~ memory may be read.`,
	Why: `The optimiser believes the attribute. It calls the function once for the same arguments, though the memory has changed in
between. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the example, called twice in a kernel that changes ~scale~ in between, gave 6 and 6 in the place of 6
and 15.`,
	Instead: `Pass what the function reads by value, or use ~__attribute__((pure))~ where it only reads.`,
	Bad: `
__device__ float scale;

__device__ __attribute__((const)) float scaled(float x) { return x * scale; }

__global__ void run(float *p) { p[0] = scaled(p[1]); }
`,
	Good: `
__device__ float scale;

__device__ __attribute__((const)) float scaled(float x, float by) { return x * by; }

__global__ void run(float *p) { p[0] = scaled(p[1], scale); }
`,
	Check: brokenPromise("const", true),
}
