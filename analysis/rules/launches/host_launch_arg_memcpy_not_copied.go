package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/objects"
)

var hostLaunchArgMemcpyNotCopied = &check.Rule{
	Slug: "host-launch-arg-memcpy-not-copied", Tag: "host-launch-arg-memcpy-not-copied",
	Title:    "A kernel takes an object that holds its own address",
	Severity: check.Warning, Passes: check.InHost, Group: check.Danger,
	Section: "global-function-argument-processing", Chapter: "Launches",
	What: `Reports a kernel that takes an object by value whose copy constructor, or that of a base or member, stores an address of
the new object in it. It stands at the parameter, and for templates where an instance is launched.`,
	Why: `The host makes a copy of the argument with the copy constructor, and then copies the bytes of that to the device. The
kernel's parameter holds the address that the object had on the host; using it is an illegal memory access.`,
	Happens: `With nvcc 13.0 on an H200: the launch succeeded and the next synchronisation gave ~cudaErrorIllegalAddress~.`,
	Instead: `Store an offset in the place of the pointer, or compute the address in the kernel.`,
	Bad: `
struct Window {
  float data[8];
  float *first;
  Window() : first(data) {}
  Window(const Window &) : first(data) {}
};
__global__ void show(Window w, float *out) { *out = *w.first; }
`,
	Good: `
struct Window {
  float data[8];
  int first;
};
__global__ void show(Window w, float *out) { *out = w.data[w.first]; }
`,
	Check: effectRule(objects.SelfAddressed, func(what string) string {
		return what + ", but a launch copies the bytes of the argument to the device: the kernel gets an address of the host; " +
			"store an offset, or compute the address in the kernel"
	}),
}
