package rules

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/memory"
)

// leastSaving is how many bytes another order must save to be worth a word.
const leastSaving = 8

func kernelParamsPadding() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "kernel-params-padding", Tag: "kernel-params-padding",
			Title:    "Another order of parameters would save padding",
			Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
			Section: "function-parameters", Chapter: "Kernels",
			Doc: ticks(`
## What it does

Points at a kernel whose parameters would take at least 8 bytes less if those with the strictest alignment came first.

## Why is this bad?

It is not, as long as the parameters fit: every launch copies some bytes more into constant memory.

## What to do instead

Put pointers and doubles first, then 4-byte types, then smaller ones.
`),
			Bad: `
__global__ void blend(bool on, double *to, char mode, double *from, short n) { if (on) *to = *from * n + mode; }
`,
			Good: `
__global__ void blend(double *to, double *from, short n, bool on, char mode) { if (on) *to = *from * n + mode; }
`,
		},
		Check: func(pass *check.Pass) {
			for _, f := range pass.Emission.Funcs {
				if !memory.IsKernel(pass.Spaces, f) || f.Args != nil {
					continue
				}
				k := memory.LayOut(pass.Unit, f, memory.Target{Arch: pass.Arch, CUDA: pass.Command.CUDA()})
				if k.Unknown != "" {
					continue
				}
				if better := k.Reordered(); k.Total-better >= leastSaving {
					pass.Report(check.Report{Site: f.Site(), Message: fmt.Sprintf(
						"the parameters of %s take %d bytes, %d of them padding; from the most aligned to the least they would take %d",
						pass.Unit.Describe(f), k.Total, k.Padding(), better)})
				}
			}
		},
	}
}
