package launches

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var kernelRecursionRdc = &check.Rule{
	Slug: "kernel-recursion-rdc", Tag: "kernel-recursion-rdc",
	Title:    "A kernel launches itself",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Pedantic,
	Section: "function-recursion", Chapter: "Launches",
	What: `Reports a launch of a kernel in its own body, when the file is compiled with ~-rdc=true~. Without, nvcc refuses every
launch in device code.`,
	Why: `The guide says that a kernel may not be recursive. Each level needs a place in the queue of pending launches and, before
CUDA 12, memory for the state of its parent; the depth is limited.`,
	Instead: `Write a loop, or let the host launch the kernel again.`,
	Bad: `
// flags: -rdc=true
__global__ void down(int *p, int n) {
  p[n] = n;
  if (n > 0) down<<<1, 1>>>(p, n - 1);
}
`,
	Good: `
// flags: -rdc=true
__global__ void down(int *p, int n) {
  for (; n >= 0; --n) p[n] = n;
}
`,
	Check: func(p *check.Pass) {
		if !p.Command.RDC.On {
			return
		}
		seen := map[sema.Site]bool{}
		launchesOnDevice(p, func(b *sema.Facts, l *sema.Launch) {
			if l.Kernel == nil || seen[l.Site] || l.Kernel != b.Func {
				return
			}
			seen[l.Site] = true
			p.Report(check.Report{
				Site: l.Site, Func: b.Func,
				Message: spell.Func(p.Unit, l.Kernel) + " launches itself; the guide does not allow kernels to be recursive, and the depth is limited",
			})
		})
	},
}
