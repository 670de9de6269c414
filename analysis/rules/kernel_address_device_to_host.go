package rules

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

func kernelAddressDeviceToHost() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "kernel-address-device-to-host", Tag: "kernel-address-device-to-host",
			Title:    "A kernel's address goes from the device to the host",
			Severity: check.Hint, Passes: check.InDevice, Group: check.Danger,
			Section: "function-pointers", Chapter: "Kernels",
			Doc: ticks(`
## What it does

Reports an assignment in device code that stores the address of a kernel in a ~__managed__~ variable, which the host
reads.

## Why is this bad?

In device code the name of a kernel means the device's own code. The host launches a kernel by the address of a function
of its own, and knows nothing of the other.

## What to do instead

Store something that tells the host which kernel is meant, such as an enumerator; or choose the kernel in host code.
`),
			Bad: `
using Kernel = void (*)(int *);
__global__ void work(int *p) { *p = 1; }
__managed__ Kernel chosen;
__global__ void choose() { chosen = work; }
`,
			Good: `
using Kernel = void (*)(int *);
__global__ void work(int *p) { *p = 1; }
__device__ Kernel chosen;
__global__ void choose() { chosen = work; }
`,
		},
		Check: func(p *check.Pass) {
			eachBody(p, func(b *sema.Facts) {
				if i := p.Spaces.Of(b.Func); !i.Known || !i.Space.OnDevice() || len(b.Refs) == 0 {
					return
				}
				checkStoredKernels(p, b)
			})
		},
	}
}

func checkStoredKernels(p *check.Pass, b *sema.Facts) {
	flow := p.Unit.Flow(b.Func)
	if flow == nil {
		return
	}
	for i := range flow.Blocks {
		for _, e := range flow.Blocks[i].Events {
			place := flow.Nodes[e.Place]
			if e.Kind != sema.EventAssign || place.Kind != sema.NodeVar || !isFuncPointer(e.Type) {
				continue
			}
			memory, known := spaces.MemoryOf(p.Unit, place.Var)
			if k := kernelNamed(p, b, e.Site); k != nil && known && memory&cudaspace.Managed != 0 {
				p.Report(check.Report{
					Site: e.Site, Func: b.Func,
					Message: "the address that kernel " + p.Unit.Describe(k) + " has in device code means nothing on the host, which reads " +
						place.Var.EntityName(),
					Related: []check.Note{{Site: place.Var.Site(), Message: place.Var.EntityName() + " is declared __managed__ here"}},
				})
			}
		}
	}
}
