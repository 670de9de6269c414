package kernels

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var globalFriendDefinition = &check.Rule{
	Slug: "global-friend-definition", Number: 20186, Tag: "global_friend_definition",
	Title:    "A kernel is defined in a friend declaration",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "friend-functions", Chapter: "Kernels",
	What: `Reports a kernel, or a template of kernels, that gets its body in a friend declaration. Friend declarations without a
body are fine.`,
	Why:     `A function that is defined so has no name that the host's stub could use: only argument-dependent lookup finds it.`,
	Instead: `Declare the friend in the class and define the kernel outside.`,
	Bad: `
class Image {
  int n;
  friend __global__ void brighten(Image image, int *out) { *out = image.n; }
};
`,
	Good: `
class Image {
  int n;
  friend __global__ void brighten(Image image, int *out);
};
__global__ void brighten(Image image, int *out) { *out = image.n; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if !d.Instance && d.Decl.FriendIn != nil && d.Decl.Body != nil {
			at := d.Decl.Site
			if friend, ok := specifier(p.Unit, d.Decl, "friend"); ok {
				at = kit.OnLineOf(friend, at)
			}
			say(at, spell.Func(p.Unit, d.Func)+" is a kernel and cannot be defined in a friend declaration; "+
				"declare it here and define it outside the class")
		}
	}),
}
