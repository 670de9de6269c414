package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/objects"
)

var hostLaunchArgDestroyedEarly = &check.Rule{
	Slug: "host-launch-arg-destroyed-early", Tag: "host-launch-arg-destroyed-early",
	Title:    "A kernel takes an object that frees memory when it is destroyed",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "global-function-argument-processing", Chapter: "Launches",
	What: `Reports a kernel that takes an object by value whose destructor, or that of a base or member, frees what one of its
pointers points to, whatever else holds. That it looks whether the pointer is null makes no difference. It stands at the
parameter, and for templates where an instance is launched.`,
	Why: `A launch returns before the kernel has run. The host's copy of the argument is destroyed then: the memory is freed while
the kernel still uses it, and where the copy shares it with the original, it is freed twice.`,
	Happens: `With nvcc 13.0 on an H200: after the launch of the example each use of the buffer, and freeing it, gave ~cudaErrorInvalidValue~.`,
	Instead: `Pass a view: a structure with the pointer that frees nothing. Keep the owner until the kernel has finished.`,
	Bad: `
struct Buffer {
  float *p;
  ~Buffer() { cudaFree(p); }
};
__global__ void fill(Buffer b, float v) { b.p[threadIdx.x] = v; }
`,
	Good: `
struct Buffer {
  float *p;
  ~Buffer() { cudaFree(p); }
};
__global__ void fill(float *p, float v) { p[threadIdx.x] = v; }
void run(Buffer &b) {
  fill<<<1, 32>>>(b.p, 1);
  cudaDeviceSynchronize();
}
`,
	Check: effectRule(objects.Freed, func(what string) string {
		return what + ": the copy that a launch makes is destroyed when the launch returns, before the kernel has finished; " +
			"pass the pointer, or a structure that frees nothing"
	}),
}
