package device

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var cConstraintExpressionNotAddressOfVariable = &check.Rule{
	Slug: "c-constraint-expression-not-address-of-variable", Number: 20270, Tag: "C_constraint_expression_not_address_of_variable",
	Title:    "The asm operand for a string is a literal",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports an operand with the constraint ~C~ that is a string literal, or a ~constexpr~ pointer to one.`,
	Why:     `The operand becomes part of the instruction's text, so that the compiler must know it.`,
	Instead: `Name a ~static const char~ array that is initialised where it is declared.`,
	Bad: `
// flags: --cuda-version=12.5
__device__ void mark() { asm("// %0" :: "C"("here")); }
`,
	Good: `
// flags: --cuda-version=12.5
static const char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: func(p *check.Pass) {
		asmOperandRule(func(o *sema.AsmOperand) string {
			if o.Constraint == "C" && (o.Literal && o.Type.Kind == types.Pointer || namesLiteral(p.Unit, o) && o.Text.Constexpr) {
				return `the constraint "C" takes a variable, and a literal is none`
			}
			return ""
		})(p)
	},
}
