package device

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var asmConstraintMustHaveSingleLetter = &check.Rule{
	Slug: "asm-constraint-must-have-single-letter", Number: 20072, Tag: "asm_constraint_must_have_single_letter",
	Title:    "An asm constraint has several letters",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports a constraint of more than one letter, such as ~"rl"~, in a function that is compiled for the device. The modifiers ~=~, ~+~ and
~&~ do not count.`,
	Why:     `For the device the letter is the register's type, of which there is one. The compiler refuses the program.`,
	Instead: `Write one of ~h~, ~r~, ~l~, ~f~, ~d~ and ~n~.`,
	Bad: `
__device__ unsigned mask() {
  unsigned m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=rl"(m));
  return m;
}
`,
	Good: `
__device__ unsigned mask() {
  unsigned m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
  return m;
}
`,
	Check: asmOperandRule(func(o *sema.AsmOperand) string {
		if len(asmLetters(o)) > 1 {
			return fmt.Sprintf("the constraint %q has more than one letter; device code takes one of h, r, l, f, d and n", o.Constraint)
		}
		return ""
	}),
}
