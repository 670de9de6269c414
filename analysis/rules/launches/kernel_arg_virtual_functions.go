package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var kernelArgVirtualFunctions = &check.Rule{
	Slug: "kernel-arg-virtual-functions", Tag: "kernel-arg-virtual-functions",
	Title:    "A kernel takes an object with virtual functions",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "virtual-functions", Chapter: "Launches",
	What: `Reports a kernel that takes an object of a class with virtual functions by value: one of its own, of a base, or of a
member. It stands at the parameter, and for templates where an instance is launched.`,
	Why: `The guide does not allow it, and nvcc's front end lets it pass. The launch copies the bytes of the object, with the
pointer to the table of virtual functions that the host made. A virtual call in the kernel follows that pointer into
host memory and fails with an illegal memory access, or runs something else. Where the compiler sees which class the object
has, it may call the function directly, and all is well.`,
	Happens: `With nvcc 13.0 on an H200: the example ended with ~cudaErrorIllegalAddress~; with ~s.area()~ in the kernel itself nothing went
wrong.`,
	Instead: `Pass the plain data, and make the object on the device: with ~new~, or in memory that a kernel constructs it in.`,
	Bad: `
struct Shape {
  __host__ __device__ virtual float area() const { return 0; }
};
__device__ __noinline__ float areaOf(const Shape &s) { return s.area(); }
__global__ void measure(Shape s, float *out) { *out = areaOf(s); }
`,
	Good: `
struct Square {
  float side;
  __host__ __device__ float area() const { return side * side; }
};
__global__ void measure(Square s, float *out) { *out = s.area(); }
`,
	Check: argumentRule(func(p *check.Pass, a *classArgument) (string, []check.Note) {
		c := partOf(p.Unit, a.Class, 0, func(c *sema.Class) bool { return p.Unit.IsPolymorphic(c) == sema.Yes })
		if c == nil {
			return "", nil
		}
		return whose(p, a, c) + " has virtual functions, and kernel " + spell.Func(p.Unit, a.Kernel) + " takes it by value: " +
				"a virtual call there follows a table in host memory; pass the data and make the object on the device",
			[]check.Note{{Site: c.Site(), Message: "the class is declared here"}}
	}),
}
