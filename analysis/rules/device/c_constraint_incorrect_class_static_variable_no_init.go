package device

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var cConstraintIncorrectClassStaticVariableNoInit = &check.Rule{
	Slug: "c-constraint-incorrect-class-static-variable-no-init", Number: 20269, Tag: "C_constraint_incorrect_class_static_variable_no_init",
	Title:    "The asm operand for a string is a static data member that is not constexpr",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports an operand with the constraint ~C~ that is a static data member without ~constexpr~, also where its class or a definition behind it
initialises the member.`,
	Why:     `The operand becomes part of the instruction's text. The compiler looks for it in the class alone.`,
	Instead: `Name a ~static const char~ array that is initialised where it is declared, or a ~static constexpr~ one in the class.`,
	Bad: `
// flags: --cuda-version=12.5
struct Marks { static const char text[]; };
__device__ void mark() { asm("// %0" :: "C"(Marks::text)); }
`,
	Good: `
// flags: --cuda-version=12.5
static const char text[] = "here";
__device__ void mark() { asm("// %0" :: "C"(text)); }
`,
	Check: textRule(func(_ *check.Pass, v *sema.Var) string {
		if v.MemberOf != nil && !v.Constexpr {
			return `the constraint "C" takes a static data member only where that is constexpr`
		}
		return ""
	}),
}
