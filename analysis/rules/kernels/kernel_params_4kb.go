package kernels

import (
	"cmp"
	"fmt"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/memory"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var kernelParams4kb = &check.Rule{
	Slug: "kernel-params-4kb", Tag: "kernel-params-4kb",
	Title:    "A kernel has more bytes of parameters than fit",
	Severity: check.Error, Passes: check.InDevice, Group: check.Danger,
	Section: "function-parameters", Chapter: "Kernels",
	What: `Reports a kernel whose parameters take more than 4,096 bytes in all; from sm_70 on, with CUDA 12.1, more than 32,764 bytes. The
bytes of padding between parameters do not count.`,
	Why: `Parameters reach the device through constant memory, in a bank of limited size. nvcc's code generator stops with "Formal parameter
space overflowed", long after the front end was content.`,
	Happens: `With nvcc 13.0 on an H200: with 32,780 bytes for sm_90, the code generator refused: "Formal parameter space overflowed".`,
	Instead: `Put the data into global memory, or into a ~__constant__~ variable, and pass a pointer. The biggest parameters are named.`,
	Bad: `
// flags: -arch=sm_60
struct Table { float values[1024]; };
__global__ void look(Table t, float *out, int i) { *out = t.values[i]; }
`,
	Good: `
// flags: -arch=sm_60
struct Table { float values[1024]; };
__global__ void look(const Table *t, float *out, int i) { *out = t->values[i]; }
`,
	Check: func(pass *check.Pass) {
		for _, k := range laidOut.Of(pass) {
			f := k.Func
			if k.Unknown != "" || k.Sum <= k.Arch.Limit || !pass.Command.ArchsGiven && !pass.Command.Given && k.Sum <= memory.MostParams {
				continue
			}
			since := ""
			if k.Arch.Earlier {
				since = " before CUDA 12.1"
			}
			pass.Report(check.Report{
				Site: f.Site(),
				Message: fmt.Sprintf("the parameters of %s take %d bytes, %d more than the %d that sm_%d allows%s: pass a pointer to the data",
					spell.Func(pass.Unit, f), k.Sum, k.Sum-k.Arch.Limit, k.Arch.Limit, pass.Arch, since),
				Related: biggestParams(pass.Unit, k),
			})
		}
	},
}

// biggestParams names the parameters that take most.
func biggestParams(u *sema.Unit, k *memory.Kernel) []check.Note {
	params := slices.Clone(k.Params)
	slices.SortStableFunc(params, func(a, b memory.Param) int { return cmp.Compare(b.Size, a.Size) })
	var notes []check.Note
	for _, p := range params[:min(3, len(params))] {
		if p.Size*10 >= k.Sum {
			notes = append(notes, check.Note{Site: p.Site, Message: fmt.Sprintf("%s takes %d bytes", spell.Type(u, p.Type, k.Func), p.Size)})
		}
	}
	return notes
}
