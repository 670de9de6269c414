package device

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

var ccClobberInDevice = &check.Rule{
	Slug: "cc-clobber-in-device", Number: 20165, Tag: "cc_clobber_in_device",
	Title:    "An asm statement clobbers cc",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports the clobber ~"cc"~ in a function that is compiled for the device, in definitions of templates too.`,
	Why:     `The condition codes that it stands for are those of the host's processor. The compiler refuses the program.`,
	Instead: `Remove it.`,
	Bad: `
__device__ unsigned add(unsigned a, unsigned b) {
  unsigned r;
  asm("add.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b) : "cc");
  return r;
}
`,
	Good: `
__device__ unsigned add(unsigned a, unsigned b) {
  unsigned r;
  asm("add.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
`,
	Check: func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if slices.Contains(c.Asm.Clobbers, "cc") && (p.Kind == toolchain.DevicePass || !c.Space.Space.OnHost()) {
				p.Report(kit.InBody(p, c, `the clobber "cc"`, "device code has no condition codes; leave it out"))
			}
		}, sema.AsmStatement)
	},
}
