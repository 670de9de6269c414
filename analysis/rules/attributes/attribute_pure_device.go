package attributes

import "cudals/analysis/check"

var attributePureDevice = &check.Rule{
	Slug: "attribute-pure-device", Tag: "attribute-pure-device",
	Title:    "A device function declared pure writes memory",
	Severity: check.Warning, Passes: check.InDevice, Group: check.Danger,
	Section: "const-and-pure-gnu-attributes", Chapter: "Attributes",
	What: `Reports what a device function with ~__attribute__((pure))~ certainly writes, itself or through what it calls, of memory that its
caller can see: variables that live longer than the call, the object it is called on, what its parameters refer to.`,
	Why: `The optimiser believes the attribute. Of two calls with the same arguments it keeps one, and a call whose result nobody uses
disappears with its writes. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: of three calls in a kernel one, whose result nobody used, disappeared: the counter went from 10 to
12.`,
	Instead: `Drop the attribute, or return what is written.`,
	Bad: `
__device__ __attribute__((pure)) int next(int *counter) {
  *counter += 1;
  return *counter;
}

__global__ void take(int *counter, int *out) { out[threadIdx.x] = next(counter); }
`,
	Good: `
__device__ __attribute__((pure)) int current(const int *counter) { return *counter; }

__global__ void take(int *counter, int *out) { out[threadIdx.x] = current(counter); }
`,
	Check: brokenPromise("pure", false),
}
