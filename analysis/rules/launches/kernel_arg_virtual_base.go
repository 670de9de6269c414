package launches

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var kernelArgVirtualBase = &check.Rule{
	Slug: "kernel-arg-virtual-base", Tag: "kernel-arg-virtual-base",
	Title:    "A kernel takes an object with a virtual base",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "virtual-base-classes", Chapter: "Launches",
	What: `Reports a kernel that takes an object of a class with a virtual base class by value: one of its own, of a base, or of a
member. It stands at the parameter, and for templates where an instance is launched.`,
	Why: `The guide does not allow it, and nvcc's front end lets it pass. The object finds its virtual base by a table of offsets
that the host made. The launch copies the pointer to that table, and using the base in the kernel reads host memory: it
fails with an illegal memory access, or finds something else. Where the compiler sees which class the object has, it needs no
table, and all is well.`,
	Happens: `With nvcc 13.0 on an H200: the example ended with ~cudaErrorIllegalAddress~; with ~t.id~ in the kernel itself nothing went wrong.`,
	Instead: `Derive without ~virtual~, or pass the plain data.`,
	Bad: `
struct Id { int id; };
struct Tagged : virtual Id { int tag; };
__device__ __noinline__ int idOf(const Tagged &t) { return t.id; }
__global__ void stamp(Tagged t, int *out) { *out = idOf(t); }
`,
	Good: `
struct Id { int id; };
struct Tagged : Id { int tag; };
__global__ void stamp(Tagged t, int *out) { *out = t.id; }
`,
	Check: argumentRule(func(p *check.Pass, a *classArgument) (string, []check.Note) {
		virtual := func(b sema.Base) bool { return b.Virtual }
		c := partOf(p.Unit, a.Class, 0, func(c *sema.Class) bool { return slices.ContainsFunc(c.Bases(), virtual) })
		if c == nil {
			return "", nil
		}
		base := c.Bases()[slices.IndexFunc(c.Bases(), virtual)]
		return whose(p, a, c) + " has a virtual base class, and kernel " + spell.Func(p.Unit, a.Kernel) + " takes it by value: " +
				"there it looks for the base by a table in host memory; derive without virtual, or pass the data",
			[]check.Note{{Site: base.Site, Message: "the virtual base class is named here"}}
	}),
}
