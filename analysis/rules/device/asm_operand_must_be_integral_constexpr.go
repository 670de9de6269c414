package device

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/types"
)

var asmOperandMustBeIntegralConstexpr = &check.Rule{
	Slug: "asm-operand-must-be-integral-constexpr", Number: 20074, Tag: "asm_operand_must_be_integral_constexpr",
	Title:    "An asm operand is to be a constant",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports an operand with the constraint ~n~ that is no integral constant, in a function that is compiled for the device: a variable or
parameter, or an enumerator.`,
	Why:     `The operand becomes part of the instruction. The compiler refuses the program.`,
	Instead: `Make it a template parameter or a ~constexpr~ integer, or use a register: ~"r"~.`,
	Bad: `
__device__ void copy(unsigned to, const void *from, int bytes) {
  asm("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(to), "l"(from), "n"(bytes));
}
`,
	Good: `
template <int bytes> __device__ void copy(unsigned to, const void *from) {
  asm("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(to), "l"(from), "n"(bytes));
}
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		if asmLetters(o) == "n" && o.Constant == sema.No && o.Scalar == sema.Yes && (o.Type.IsIntegral() || o.Type.Kind == types.Enum) {
			return `the constraint "n" takes an integral constant that is no enumerator`
		}
		return ""
	}),
}
