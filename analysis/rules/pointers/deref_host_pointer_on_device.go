package pointers

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
)

var derefHostPointerOnDevice = &check.Rule{
	Slug: "deref-host-pointer-on-device", Tag: "deref-host-pointer-on-device",
	Title:    "A kernel dereferences a pointer to host memory",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "pointers", Chapter: "Memory spaces",
	What: `Reports an argument of a launch that certainly points to memory of the host alone: a variable of the host, what ~new~, ~malloc~
or their like gave, the storage of a ~std::vector~. Only where the kernel, or what it calls, dereferences the parameter.
Nothing is said in a file that registers host memory with ~cudaHostRegister~, or asks whether the device can reach pageable
memory.`,
	Why: `On most systems the device cannot reach such memory. The launch succeeds, and a later call fails with an illegal address; no
compiler says so. It can where the system shares pageable memory with its devices: where ~cudaDeviceGetAttribute~ tells 1 for
~cudaDevAttrPageableMemoryAccess~, as on Grace Hopper, and on Linux with heterogeneous memory management.`,
	Happens: `With nvcc 13.0 on an H200: the launch succeeded and the next synchronisation gave ~cudaErrorIllegalAddress~, on a device that
reports no access to pageable memory.`,
	Instead: `Allocate with ~cudaMalloc~ and copy with ~cudaMemcpy~, or allocate with ~cudaMallocManaged~. Pass small things by value. Where the program runs on nothing but systems that share pageable memory, switch
the rule off: ~rules: {ignore: [deref-host-pointer-on-device]}~ in ~.cudals.yaml~.`,
	Bad: `
__global__ void add(int *sum, int x) { atomicAdd(sum, x); }

int run() {
  int sum = 0;
  add<<<1, 32>>>(&sum, 1);
  return sum;
}
`,
	Good: `
#include <cuda_runtime.h>

__global__ void add(int *sum, int x) { atomicAdd(sum, x); }

int run() {
  int *sum = nullptr;
  cudaMallocManaged(&sum, sizeof *sum);
  *sum = 0;
  add<<<1, 32>>>(sum, 1);
  cudaDeviceSynchronize();
  return *sum;
}
`,
	Check: checkHostOnDevice,
}

func checkHostOnDevice(p *check.Pass) {
	u := p.Unit
	for _, use := range hostOnDevice(p.Spaces, kit.Read.Of(p), p.Flows) {
		kernel := use.Launch.Callee
		param := u.Text(u.Flow(kernel).Params[use.Param].Sym())
		r := check.Report{
			Site: use.Site,
			Message: fmt.Sprintf("this points to host memory, which %s cannot reach through its parameter %s unless the system shares pageable memory: "+
				"allocate it with cudaMalloc or cudaMallocManaged", spell.Func(u, kernel), param),
			Related: originNotes(u, use.Values, use.Origins),
		}
		r.Related = append(r.Related, check.Note{Site: use.Deref, Message: spell.Func(u, kernel) + " dereferences " + param + " here"})
		p.ReportOnce(r)
	}
}
