package device

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var cConstraintFoldingFailure = &check.Rule{
	Slug: "c-constraint-folding-failure", Number: 20265, Tag: "C_constraint_folding_failure",
	Title:    "The asm operand for a string is no constant",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports an operand with the constraint ~C~ that is a parameter, a variable that holds a pointer, or an array that is local and not static.`,
	Why:     `The operand becomes part of the instruction's text, so that the compiler must know it.`,
	Instead: `Name a ~static const char~ array that is initialised where it is declared.`,
	Bad: `
// flags: --cuda-version=12.5
__device__ void mark(const char *text) { asm("// %0" :: "C"(text)); }
`,
	Good: `
// flags: --cuda-version=12.5
static const char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: func(p *check.Pass) {
		asmOperandRule(func(o *sema.AsmOperand) string {
			if o.Constraint != "C" {
				return ""
			}
			local := o.Text != nil && o.Text.Kind == sema.LocalVar
			varies := o.Constant == sema.No && o.Type.Kind == types.Pointer && o.Array == nil
			if local || varies || namesLiteral(p.Unit, o) && !o.Text.Constexpr {
				return `the constraint "C" takes a constant: the address of an array of characters`
			}
			return ""
		})(p)
	},
}
