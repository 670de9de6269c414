package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var asmOperandModifierNotAllowed = &check.Rule{
	Slug: "asm-operand-modifier-not-allowed", Number: 20210, Tag: "asm_operand_modifier_not_allowed",
	Title:    "An asm operand has a modifier",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports a percent sign with one letter and a digit, as in ~%w0~, in the text of an asm statement with operands in generated device
code. Names of registers that look alike count.`,
	Why:     `It reads as operand 0 with a modifier, of which the device has none. The compiler refuses the program.`,
	Instead: `Write ~%0~; before the name of a register write two percent signs: ~%%r1~.`,
	Bad: `
__device__ unsigned load(const unsigned *p) {
  unsigned v;
  asm("ld.relaxed.gpu.u32 %w0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
`,
	Good: `
__device__ unsigned load(const unsigned *p) {
  unsigned v;
  asm("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
`,
	Stage: check.Code,
	Check: func(p *check.Pass) {
		kit.EachDeviceConstruct(p, func(c *spaces.BodyConstruct) {
			if m := modifierIn(c.Asm.Template); m != "" && len(c.Asm.Operands) > 0 && c.Context&notGenerated == 0 && p.Emission.Contains(c.Func) {
				p.Report(kit.InBody(p, c, "the modifier "+m, "device code has none; a register's name begins with %%"))
			}
		}, sema.AsmStatement)
	},
}
