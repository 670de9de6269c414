package device

import (
	"fmt"
	"strings"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var asmConstraintLetterNotAllowedInDevice = &check.Rule{
	Slug: "asm-constraint-letter-not-allowed-in-device", Number: 20075, Tag: "asm_constraint_letter_not_allowed_in_device",
	Title:    "An asm constraint is for host code",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What:    `Reports the constraints ~m~, ~i~ and ~s~, also among other letters, in a function that is compiled for the device.`,
	Why:     `PTX has neither memory nor symbol operands. The compiler refuses the program.`,
	Instead: `Pass an address with ~"l"~, a constant with ~"n"~.`,
	Bad: `
__device__ int read(int *cell) {
  int v;
  asm("ld.u32 %0, %1;" : "=r"(v) : "m"(*cell));
  return v;
}
`,
	Good: `
__device__ int read(int *cell) {
  int v;
  asm("ld.u32 %0, [%1];" : "=r"(v) : "l"(cell));
  return v;
}
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		letters := asmLetters(o)
		i := strings.IndexAny(letters, hostConstraints)
		switch {
		case i < 0:
			return ""
		case len(letters) == 1:
			return fmt.Sprintf("the constraint %q is for host code; device code passes addresses with l, and constants with n", o.Constraint)
		}
		return fmt.Sprintf("the letter %c of the constraint %q is for host code; device code passes addresses with l, and constants with n", letters[i], o.Constraint)
	}),
}
