package addresses

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
	"cudals/cudaspace"
)

var kernelAddressHostToDevice = &check.Rule{
	Slug: "kernel-address-host-to-device", Tag: "kernel-address-host-to-device",
	Title:    "A kernel's address goes from the host to the device",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "function-pointers", Chapter: "Kernels",
	What: `Reports a launch from host code that passes the address of a kernel as an argument.`,
	Why: `In host code the name of a kernel means the function that launches it there, with an address of the host. The device has
another address for the kernel, and can do nothing with this one: launching it fails.`,
	Happens: `With nvcc 13.0 on an H200: a kernel that launched what it was given ended with ~cudaErrorIllegalAddress~.`,
	Instead: `Pass something that tells the kernel which one to launch, such as an enumerator, and name the kernels there; or let a
kernel take the address and keep it in a ~__device__~ variable.`,
	Bad: `
using Kernel = void (*)(int *);
__global__ void work(int *p) { *p = 1; }
__global__ void start(Kernel k, int *p) {}
void run(int *p) { start<<<1, 1>>>(work, p); }
`,
	Good: `
__global__ void work(int *p) { *p = 1; }
void run(int *p) { work<<<1, 1>>>(p); }
`,
	Check: checkKernelAddresses,
}

func checkKernelAddresses(p *check.Pass) {
	seen := map[sema.Site]bool{}
	kit.EachBody(p, func(b *sema.Facts) {
		if i := p.Spaces.Of(b.Func); !i.Known || i.Space.OnDevice() {
			return
		}
		for i := range b.Launches {
			for k, a := range b.Launches[i].Args {
				if !isFuncPointer(a.Type) || seen[a.Site] {
					continue
				}
				if k := kernelPassed(p, b, &b.Launches[i], k); k != nil {
					seen[a.Site] = true
					name := spell.Func(p.Unit, k)
					p.Report(check.Report{
						Site: a.Site, Func: b.Func,
						Message: "the address that kernel " + name + " has in host code means nothing on the device, where this launch passes it",
						Related: []check.Note{{Site: k.Site(), Message: name + " is declared __global__ here"}},
					})
				}
			}
		}
	})
}

// kernelPassed is the kernel whose address an argument of a launch is: one that it names, or that initialises the variable which
// it names and which is given no other value.
func kernelPassed(p *check.Pass, b *sema.Facts, l *sema.Launch, arg int) *sema.Func {
	if k := kernelNamed(p, b, l.Args[arg].Site); k != nil {
		return k
	}
	flow := p.Unit.Flow(b.Func)
	if flow == nil || flow.Unclear {
		return nil
	}
	var held *sema.Var
	for _, block := range flow.Blocks {
		for _, e := range block.Events {
			if e.Kind == sema.EventLaunch && e.Site == l.Full && arg < len(e.Call.Args) {
				value := flow.Nodes[e.Call.Args[arg]]
				if value.Kind == sema.NodeLoad {
					held = flow.Nodes[value.X].Var
				}
			}
		}
	}
	if held == nil || held.Kind != sema.LocalVar || len(held.Decls) != 1 || held.Decls[0].Dtor.Init == nil || changed(flow, held) {
		return nil
	}
	return kernelNamed(p, b, sema.Site{Chunk: held.Decls[0].Site.Chunk, Span: held.Decls[0].Dtor.Init.Span})
}

// changed reports whether a variable may get another value than that of its initialiser.
func changed(f *sema.Flow, v *sema.Var) bool {
	given := 0
	for _, block := range f.Blocks {
		for _, e := range block.Events {
			if f.Nodes[e.Place].Var != v {
				continue
			}
			switch e.Kind {
			case sema.EventAssign:
				given++
			case sema.EventEscape:
				return true
			case sema.EventAccess:
				if e.Use != sema.Read {
					return true
				}
			}
		}
	}
	return given > 1
}

// kernelNamed is the kernel whose address a body takes within a place.
func kernelNamed(p *check.Pass, b *sema.Facts, within sema.Site) *sema.Func {
	for i := range b.Refs {
		r := &b.Refs[i]
		if r.Site.Chunk != within.Chunk || r.Site.Span.Lo < within.Span.Lo || r.Site.Span.Hi > within.Span.Hi || r.Unknown {
			continue
		}
		if space := p.Spaces.Of(r.Func); space.Known && space.Space&cudaspace.Global != 0 {
			return r.Func
		}
	}
	return nil
}

func isFuncPointer(t *types.Type) bool { return t.Kind == types.Pointer && t.Elem.Kind == types.Func }
