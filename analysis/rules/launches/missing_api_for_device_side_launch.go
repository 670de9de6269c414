package launches

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var missingApiForDeviceSideLaunch = &check.Rule{
	Slug: "missing-api-for-device-side-launch", Number: 20065, Tag: "missing_api_for_device_side_launch",
	Title:    "A kernel is launched from device code without the device runtime",
	Severity: check.Error, Passes: check.InDevice,
	Section: "cuda-dynamic-parallelism", Chapter: "Launches",
	What: `Reports the first launch in code for the device with ~-rdc=true~ where the functions that launch there, ~cudaGetParameterBufferV2~ and
~cudaLaunchDeviceV2~, are not declared, though the rest of the runtime is.`,
	Why: `nvcc turns such a launch into calls of these functions. Their header ~cuda_device_runtime_api.h~ is included by itself, unless
its guard ~__CUDA_DEVICE_RUNTIME_API_H__~ is defined already.`,
	Instead: `Do not define the macro, and include no stand-in for the header.`,
	Bad: `
// flags: -rdc=true -D__CUDA_DEVICE_RUNTIME_API_H__
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
`,
	Good: `
// flags: -rdc=true
__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
`,
	Stage: check.BodyRead,
	Check: checkDeviceRuntime,
}

func checkDeviceRuntime(p *check.Pass) {
	u := p.Unit
	declares := func(name string) bool { return u.LookupGlobal(name).State != sema.NotFound }
	if !p.Command.RDC.On || !p.Flagged(p.Command.RDC) || !declares("cudaLaunchKernel") ||
		declares("cudaGetParameterBufferV2") && declares("cudaLaunchDeviceV2") {
		return
	}
	said := false
	launchesOnDevice(p, func(b *sema.Facts, l *sema.Launch) {
		if said || l.Context&(sema.Discarded|sema.InDefaultArg|sema.InMemberInit) != 0 {
			return
		}
		said = true
		p.Report(check.Report{
			Site: l.Site, Func: b.Func,
			Message: fmt.Sprintf("%s launches a kernel, and what does that on the device is not declared: cuda_device_runtime_api.h was kept out",
				spell.Func(u, b.Func)),
		})
	})
}
