package device

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var cConstraintIncorrectVariableType = &check.Rule{
	Slug: "c-constraint-incorrect-variable-type", Number: 20266, Tag: "C_constraint_incorrect_variable_type",
	Title:    "The asm operand for a string is no array of const char",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports an operand with the constraint ~C~ that is an array of anything but ~const char~.`,
	Why:     `The operand becomes part of the instruction's text, so that the compiler must know it.`,
	Instead: `Name a ~static const char~ array that is initialised where it is declared.`,
	Bad: `
// flags: --cuda-version=12.5
static char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Good: `
// flags: --cuda-version=12.5
static const char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		if o.Constraint == "C" && o.Array != nil {
			if e := o.Array.Elem; e.Kind != types.Unknown && (e.Unqual().Kind != types.Basic || e.Unqual().Basic != ast.CharT || !e.IsConst()) {
				return `the constraint "C" takes an array of const char`
			}
		}
		return ""
	}),
}
