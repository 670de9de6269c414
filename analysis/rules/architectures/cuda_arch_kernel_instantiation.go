package architectures

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema/spell"
	"cudals/analysis/toolchain"
)

var cudaArchKernelInstantiation = &check.Rule{
	Slug: "cuda-arch-kernel-instantiation", Tag: "cuda-arch-kernel-instantiation",
	Title:    "A kernel template is instantiated where __CUDA_ARCH__ is undefined alone",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "cuda-arch", Chapter: "Architectures",
	What: `Reports the launch of an instance of a kernel template that the device pass does not see: the instance is made where
~__CUDA_ARCH__~ is undefined alone. It names the ~#if~ that hides the launch.`,
	Why: `The device pass compiles the instances that it sees. This one does not exist on the device, so the launch fails at run time
with ~cudaErrorInvalidDeviceFunction~. No compiler says so.`,
	Happens: `With nvcc 13.0 on an H200: the launch gave ~cudaErrorInvalidDeviceFunction~, and nothing was written.`,
	Instead: `Let every pass see the launch, or instantiate the kernel explicitly with the same arguments.`,
	Bad: `
template <class T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }

void start(int *p) {
#ifndef __CUDA_ARCH__
  fill<<<1, 32>>>(p, 1);
#endif
}
`,
	Good: `
template <class T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }

void start(int *p) { fill<<<1, 32>>>(p, 1); }
`,
	Compare: compareInstantiations,
}

func compareInstantiations(a, b *check.Pass) {
	if a.Kind != toolchain.HostPass {
		return // what the host launches is compared with each device pass
	}
	for _, l := range oneSidedInstances(side(a), side(b)) {
		a.Report(check.Report{
			Site: l.Site,
			Message: fmt.Sprintf("%s is instantiated where __CUDA_ARCH__ is undefined alone, so it does not exist on the device and the launch fails at run time",
				spell.Func(a.Unit, l.Func)),
			Related: append(ifNotes(l.If), check.Note{Site: l.Func.Site(), Message: "the template is declared here"}),
		})
	}
}
