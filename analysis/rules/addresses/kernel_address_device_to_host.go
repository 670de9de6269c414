package addresses

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var kernelAddressDeviceToHost = &check.Rule{
	Slug: "kernel-address-device-to-host", Tag: "kernel-address-device-to-host",
	Title:    "A kernel's address goes from the device to the host",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Danger,
	Section: "function-pointers", Chapter: "Kernels",
	What: `Reports an assignment in device code that stores the address of a kernel in a ~__managed__~ variable, which the host
reads, or in what a kernel's parameter points to, where without ~-rdc=true~ no device code could use it.`,
	Why: `In device code the name of a kernel means the device's own code. The host launches a kernel by the address of a function
of its own, and knows nothing of the other.`,
	Happens: `With nvcc 13.0 on an H200: launching what the host found there gave ~cudaErrorInvalidDeviceFunction~.`,
	Instead: `Store something that tells the host which kernel is meant, such as an enumerator; or choose the kernel in host code.`,
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
	Check: func(p *check.Pass) {
		kit.EachBody(p, func(b *sema.Facts) {
			if i := p.Spaces.Of(b.Func); !i.Known || !i.Space.OnDevice() || len(b.Refs) == 0 {
				return
			}
			checkStoredKernels(p, b)
		})
	},
}

// hostReads is the variable that leads the host to a place which device code writes: a __managed__ variable, or a kernel's
// parameter that points there, where nothing is launched on the device that could use the address.
func hostReads(p *check.Pass, b *sema.Facts, flow *sema.Flow, place sema.Node) (v *sema.Var, where string) {
	n := flow.Nodes[place]
	if n.Kind == sema.NodeVar {
		if memory, known := spaces.MemoryOf(p.Unit, n.Var); known && memory&cudaspace.Managed != 0 {
			return n.Var, n.Var.EntityName()
		}
		return nil, ""
	}
	pointer := flow.Nodes[n.X]
	for pointer.Kind == sema.NodeOffset {
		pointer = flow.Nodes[pointer.X]
	}
	v = flow.Nodes[pointer.X].Var
	if n.Kind != sema.NodePointee || pointer.Kind != sema.NodeLoad || v == nil || v.Kind != sema.ParamVar ||
		p.Spaces.Of(b.Func).Space&cudaspace.Global == 0 || p.Command.RDC.On || !p.Flagged(p.Command.RDC) {
		return nil, ""
	}
	return v, "what " + p.Unit.Text(v.Sym()) + " points to"
}

func checkStoredKernels(p *check.Pass, b *sema.Facts) {
	flow := p.Unit.Flow(b.Func)
	if flow == nil {
		return
	}
	for i := range flow.Blocks {
		for _, e := range flow.Blocks[i].Events {
			if e.Kind != sema.EventAssign || !isFuncPointer(e.Type) {
				continue
			}
			k := kernelNamed(p, b, e.Site)
			v, where := hostReads(p, b, flow, e.Place)
			if k == nil || v == nil {
				continue
			}
			p.Report(check.Report{
				Site: e.Site, Func: b.Func,
				Message: "the address that kernel " + spell.Func(p.Unit, k) + " has in device code means nothing on the host, which reads " + where,
				Related: []check.Note{{Site: v.Site(), Message: p.Unit.Text(v.Sym()) + " is declared here"}},
			})
		}
	}
}
