package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalClassDecl = &check.Rule{
	Slug: "global-class-decl", Number: 20231, Tag: "global_class_decl",
	Title:    "A member function is a kernel",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "function-members", Chapter: "Kernels",
	What: `Reports each declaration of a kernel that is a member of a class: static or not, a template or not, a constructor or a
conversion.`,
	Why: `A kernel is launched by its name alone, without an object: there is no ~this~ on the device. Static members are excluded
as well.`,
	Instead: `Make the kernel a function outside the class, and pass it what it needs by value. It may be a friend.`,
	Bad: `
struct Simulation {
  float *state;
  __global__ void step(float dt) { *state += dt; }
};
`,
	Good: `
struct Simulation {
  float *state;
};
__global__ void step(Simulation s, float dt) { *s.state += dt; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if !d.Instance && d.Func.MemberOf != nil {
			say(kit.OnLineOf(kernelWord(d), d.Decl.Site), spell.Func(p.Unit, d.Func)+" is a member function and cannot be a kernel; "+
				"declare the kernel outside the class and pass it the object by value")
		}
	}),
}
