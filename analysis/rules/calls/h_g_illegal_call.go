package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var hGIllegalCall = &check.Rule{
	Slug: "h-g-illegal-call", Number: 20018, Tag: "h_g_illegal_call",
	Title:    "A kernel calls a host function",
	Severity: check.Error, Passes: check.InDevice, Everywhere: true,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `Reports a call of a host function in a kernel, calls that nobody wrote included. Kernels are always
compiled for the device, unused ones too; templates when they are instantiated.`,
	Why:     `A function without annotation exists on the host alone.`,
	Instead: `Make the callee ~__host__ __device__~, or use what CUDA offers in its place.`,
	Bad: `
float relu(float x) { return x > 0 ? x : 0; }

__global__ void forward(float *p) { p[threadIdx.x] = relu(p[threadIdx.x]); }
`,
	Good: `
__host__ __device__ float relu(float x) { return x > 0 ? x : 0; }

__global__ void forward(float *p) { p[threadIdx.x] = relu(p[threadIdx.x]); }
`,
	Stage: check.Code,
	Check: deviceCalls(cudaspace.Global, false),
}
