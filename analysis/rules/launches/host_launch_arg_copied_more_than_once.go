package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/objects"
)

var hostLaunchArgCopiedMoreThanOnce = &check.Rule{
	Slug: "host-launch-arg-copied-more-than-once", Tag: "host-launch-arg-copied-more-than-once",
	Title:    "A kernel takes an object whose copies have side effects",
	Severity: check.Hint, Passes: check.InHost, Group: check.Danger,
	Section: "global-function-argument-processing", Chapter: "Launches",
	What: `Reports a kernel that takes an object by value whose copy constructor, or that of a base or member, changes a variable
that others see, allocates memory or prints. It stands at the parameter, and for templates where an instance is
launched.`,
	Why: `The code that nvcc generates for a launch may copy an argument more than once on its way from the caller to the device.
How often the side effect happens is not known, and it differs between versions of the compiler.`,
	Happens: `With nvcc 13.0: the example made one copy, and did no harm. How many there are is documented nowhere.`,
	Instead: `Leave the copy constructor to the compiler, or pass the plain data.`,
	Bad: `
int copies;
struct Counted {
  int n;
  Counted() = default;
  Counted(const Counted &c) : n(c.n) { ++copies; }
};
__global__ void show(Counted c, int *out) { *out = c.n; }
`,
	Good: `
struct Counted {
  int n;
};
__global__ void show(Counted c, int *out) { *out = c.n; }
`,
	Check: effectRule(objects.SideEffect, func(what string) string {
		return what + ", and a launch may copy the argument more than once"
	}),
}
