package device

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

func cConstraintNoModifiers() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "c-constraint-no-modifiers", Number: 20264, Tag: "C_constraint_no_modifiers",
			Title:    "The asm operand for a string has a modifier",
			Severity: check.Error, Passes: check.InDevice,
			Section: "inline-ptx", Chapter: "Device code",
			Doc: kit.Ticks(`
## What it does

Reports ~=~, ~+~ and ~&~ before the constraint ~C~, whose operand is a string that becomes part of the instruction.

## Why is this bad?

The instruction cannot write it. The compiler refuses the program.

## What to do instead

Write ~"C"~ alone.
`),
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
		},
		Check: asmOperandRule(func(o *sema.AsmOperand) string {
			if len(o.Constraint) > 1 && asmLetters(o) == "C" && strings.ContainsAny(o.Constraint, "=+&") {
				return `the constraint "C" is for a string that is read, and takes no modifier`
			}
			return ""
		}),
	}
}
