package device

import "cudals/analysis/check"

var asmIncompatibleOperandConstraint = &check.Rule{
	Slug: "asm-incompatible-operand-constraint", Number: 20076, Tag: "asm_incompatible_operand_constraint",
	Title:    "The type of an asm operand is not that of its constraint",
	Severity: check.Error, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports an operand whose size or kind is not that of the register which the constraint names: ~h~ 16, ~r~ 32 and ~l~ 64 bits, ~f~ a
~float~ and ~d~ a ~double~. Operands are not promoted: a ~char~, ~bool~ or ~short~ fits no ~r~. Letters that gcc knows and the
device does not are reported too.`,
	Why:     `The instruction would read another register than was filled. The compiler refuses the program.`,
	Instead: `Convert the operand, ~"r"((int)c)~, or choose the letter of its type; pointers are ~l~.`,
	Bad: `
__device__ int load(const int *p) {
  int v;
  asm("ld.global.s32 %0, [%1];" : "=r"(v) : "r"(p));
  return v;
}
`,
	Good: `
__device__ int load(const int *p) {
  int v;
  asm("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
`,
	Check: checkAsmTypes,
}
