package launches

import "cudals/analysis/check"

var deviceSideLaunchArgWithUserProvidedDtor = &check.Rule{
	Slug: "device-side-launch-arg-with-user-provided-dtor", Number: 20067, Tag: "device_side_launch_arg_with_user_provided_dtor",
	Title:    "A launch in device code passes an argument that has a destructor",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-side-kernel-launches", Chapter: "Launches",
	What: `Reports a launch in a ~__device__~, ~__global__~ or ~__host__ __device__~ function that passes an object by value whose
destructor is not trivial, or that merely declares one, be it ~~View() = default~. Functions that nobody calls count,
and so do discarded branches.
Without ~-rdc=true~ there are no such launches, see #20023.`,
	Why: `The device runtime copies the arguments of a launch byte by byte into the child's parameters. No destructor runs there,
and the one of the original may run before the child does.`,
	Instead: `Leave the destructor out, or pass the plain data.`,
	Bad: `
// flags: -rdc=true
struct View {
  float *p;
  __device__ ~View() {}
};
__global__ void child(View v) { *v.p = 0; }
__global__ void parent(float *p) {
  View v{p};
  child<<<1, 64>>>(v);
}
`,
	Good: `
// flags: -rdc=true
struct View {
  float *p;
};
__global__ void child(View v) { *v.p = 0; }
__global__ void parent(float *p) {
  View v{p};
  child<<<1, 64>>>(v);
}
`,
	Stage: check.BodyRead,
	Check: checkDeviceLaunchArgs(faultDestroyed),
}
