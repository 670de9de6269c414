package device

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var cConstraintNoModifiers = &check.Rule{
	Slug: "c-constraint-no-modifiers", Number: 20264, Tag: "C_constraint_no_modifiers",
	Title:    "The asm operand for a string has a modifier",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports ~=~, ~+~ and ~&~ before the constraint ~C~, whose operand is a string that becomes part of the instruction.`,
	Why:     `The instruction cannot write it. The compiler refuses the program.`,
	Instead: `Write ~"C"~ alone.`,
	Bad: `
// flags: --cuda-version=12.5
__device__ void mark() {
  static constexpr char text[] = "here";
  asm("// %0" :: "+C"(text));
}
`,
	Good: `
// flags: --cuda-version=12.5
__device__ void mark() {
  static constexpr char text[] = "here";
  asm("// %0" :: "C"(text));
}
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		if len(o.Constraint) > 1 && asmLetters(o) == "C" && strings.ContainsAny(o.Constraint, "=+&") {
			return `the constraint "C" is for a string that is read, and takes no modifier`
		}
		return ""
	}),
}
