package pointers

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
)

var constantUpdateConsistency = &check.Rule{
	Slug: "constant-update-consistency", Tag: "constant-update-consistency",
	Title:    "A constant is updated while a kernel may still read it",
	Severity: check.Hint, Passes: check.InHost | check.InDevice, Group: check.Danger,
	Section: "device-memory", Chapter: "Memory spaces",
	What: `Points to a copy to a ~__constant__~ variable by ~cudaMemcpyToSymbol~ or ~cudaMemcpyToSymbolAsync~ after the launch of a kernel
that reads the variable, in the same function, where the two go to different streams and nothing waits in between. The default
stream waits for a stream that ~cudaStreamCreate~ made, and the other way round; not for one made with ~cudaStreamNonBlocking~,
which a stream that comes from elsewhere may be.`,
	Why:     `There is one copy of the variable for all kernels. One that still runs sees it change halfway.`,
	Happens: `With nvcc 13.0 on an H200: a kernel that was launched before the copy, in another stream, read the new value.`,
	Instead: `Copy in the kernel's stream, or wait with ~cudaStreamSynchronize~, ~cudaStreamWaitEvent~ or ~cudaDeviceSynchronize~ first. Or pass
the value as a parameter: each launch has its own.`,
	Bad: `
#include <cuda_runtime.h>

__constant__ float gain;

__global__ void amplify(float *v) { v[threadIdx.x] *= gain; }

void twice(float *v, const float *gains, cudaStream_t first, cudaStream_t second) {
  amplify<<<1, 32, 0, first>>>(v);
  cudaMemcpyToSymbolAsync(gain, gains, sizeof gain, 0, cudaMemcpyHostToDevice, second);
}
`,
	Good: `
#include <cuda_runtime.h>

__constant__ float gain;

__global__ void amplify(float *v) { v[threadIdx.x] *= gain; }

void twice(float *v, const float *gains, cudaStream_t first) {
  amplify<<<1, 32, 0, first>>>(v);
  cudaMemcpyToSymbolAsync(gain, gains, sizeof gain, 0, cudaMemcpyHostToDevice, first);
}
`,
	Check: checkUpdates,
}

func checkUpdates(p *check.Pass) {
	u := p.Unit
	for _, x := range updates(p.Spaces, kit.Read.Of(p), p.Flows) {
		name, kernel := u.Text(x.Var.Sym()), spell.Func(u, x.Launch.Callee)
		p.ReportOnce(check.Report{
			Site: x.Copy.Site,
			Message: fmt.Sprintf("%s may still be running in another stream and reads %s: wait for it before the copy, or copy in its stream",
				kernel, name),
			Related: []check.Note{
				{Site: x.Launch.Site, Message: kernel + " is launched here"},
				{Site: x.Read, Message: name + " is read here"},
			},
		})
	}
}
