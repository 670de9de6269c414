package launches

import "cudals/analysis/check"

var deviceSideLaunchArgWithUserProvidedCctor = &check.Rule{
	Slug: "device-side-launch-arg-with-user-provided-cctor", Number: 20066, Tag: "device_side_launch_arg_with_user_provided_cctor",
	Title:    "A launch in device code copies an argument with a constructor",
	Severity: check.Error, Passes: check.InDevice,
	Section: "device-side-kernel-launches", Chapter: "Launches",
	What: `Reports a launch in a ~__device__~, ~__global__~ or ~__host__ __device__~ function that passes an object by value whose
copy or move constructor is not trivial: written by a person, or generated for a class with virtual functions, virtual
bases, or a member or base of that kind. Functions that nobody calls count, and so do discarded branches.
Without ~-rdc=true~ there are no such launches, see #20023.`,
	Why:     `The device runtime copies the arguments of a launch byte by byte into the child's parameters. No constructor runs.`,
	Instead: `Leave the copy constructor to the compiler, or pass the plain data.`,
	Bad: `
// flags: -rdc=true
struct View {
  float *p;
  __device__ View(float *p) : p(p) {}
  __device__ View(const View &v) : p(v.p) {}
};
__global__ void child(View v) { *v.p = 0; }
__global__ void parent(float *p) {
  View v(p);
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
	Check: checkDeviceLaunchArgs(faultCopied),
}
