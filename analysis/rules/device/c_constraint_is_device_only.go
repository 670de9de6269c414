package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var cConstraintIsDeviceOnly = &check.Rule{
	Slug: "c-constraint-is-device-only", Number: 20263, Tag: "C_constraint_is_device_only",
	Title:    "The asm operand for a string stands in host code",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports an asm operand with the constraint ~C~ in a function that is compiled for the host, be it for the device too.`,
	Why:     `It is the device's alone: a string that becomes part of the instruction. The compiler refuses the program.`,
	Instead: `Put the statement into a ~__device__~ function, or under ~#ifdef __CUDA_ARCH__~.`,
	Bad: `
// flags: --cuda-version=12.5
static constexpr char text[] = "here";
void mark() { asm("// %0" :: "C"(text)); }
`,
	Good: `
// flags: --cuda-version=12.5
static constexpr char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: func(p *check.Pass) {
		list := kit.Constructs.Of(p)
		for i := range list {
			c := &list[i]
			if c.Kind != sema.AsmStatement || !c.Own() || !c.Space.Known || !c.Space.Space.OnHost() || p.Emission != nil && c.Space.Space.OnDevice() {
				continue
			}
			for k := range c.Asm.Operands {
				o := &c.Asm.Operands[k]
				if asmLetters(o) == "C" {
					p.ReportOnce(check.Report{Site: o.Site, Func: c.Func, Message: `the constraint "C" is device code's alone, and ` + spell.Func(p.Unit, c.Func) + " runs on the host"})
				}
			}
		}
	},
}
