package device

import (
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var asmOperandMustHaveScalarType = &check.Rule{
	Slug: "asm-operand-must-have-scalar-type", Number: 20073, Tag: "asm_operand_must_have_scalar_type",
	Title:    "An asm operand is no scalar",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports an operand of class type, of a pointer to a member, or ~nullptr~, in a function that is compiled for the device. A class with one
conversion function counts as what that yields.`,
	Why:     `An operand is one register. The compiler refuses the program.`,
	Instead: `Pass the members one by one.`,
	Bad: `
__device__ float4 load(const float4 *p) {
  float4 v;
  asm("ld.global.v4.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
`,
	Good: `
__device__ float4 load(const float4 *p) {
  float4 v;
  asm("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		if l := asmLetters(o); len(l) == 1 && o.Scalar == sema.No && !strings.Contains(hostConstraints, l) {
			return "an asm operand is one register: it must have a scalar type"
		}
		return ""
	}),
}
