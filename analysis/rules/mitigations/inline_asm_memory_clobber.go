package mitigations

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
)

var inlineAsmMemoryClobber = &check.Rule{
	Slug: "inline-asm-memory-clobber", Number: 20286, Tag: "inline_asm_memory_clobber",
	Title:    "An asm statement with outputs clobbers memory and is not volatile",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "inline-ptx", Chapter: "Device code",
	What: `Reports ~asm~ with outputs and the clobber ~"memory"~ without ~volatile~ in functions that are compiled for the device, where the command has
~-drive-os-5.2.39-check-mitigations-subset~.`,
	Why:     `Compilers of Drive OS 5.2 may drop the statement where nobody reads the outputs, though it changes memory.`,
	Instead: `Write ~asm volatile~.`,
	Bad: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
__device__ int next(int *p) {
  int v;
  asm("atom.add.s32 %0, [%1], 1;" : "=r"(v) : "l"(p) : "memory");
  return v;
}
`,
	Good: `
// flags: --cuda-version=13.0 -drive-os-5.2.39-check-mitigations-subset
__device__ int next(int *p) {
  int v;
  asm volatile("atom.add.s32 %0, [%1], 1;" : "=r"(v) : "l"(p) : "memory");
  return v;
}
`,
	Check: asked(func(p *check.Pass) {
		compiled(p, func(b *sema.Facts) {
			for i := range b.Constructs {
				c := &b.Constructs[i]
				if c.Kind != sema.AsmStatement || !mayBeDropped(c.Asm) {
					continue
				}
				p.ReportOnce(check.Report{
					Site: c.Site, Func: b.Func,
					Message: "asm with outputs that clobbers memory may be dropped by compilers of Drive OS 5.2; make it asm volatile",
					Fixes: []check.Mend{{Title: "Make it asm volatile", Preferred: true, Changes: []check.Change{
						{Site: c.Site, How: check.InsertAfter, Text: " volatile"},
					}}},
				})
			}
		})
	}),
}

func mayBeDropped(a *sema.Asm) bool {
	return !a.Volatile && slices.Contains(a.Clobbers, "memory") &&
		slices.ContainsFunc(a.Operands, func(o sema.AsmOperand) bool { return o.Output })
}
