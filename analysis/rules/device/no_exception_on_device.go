package device

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var noExceptionOnDevice = &check.Rule{
	Slug: "no-exception-on-device", Number: 20060, Tag: "no_exception_on_device",
	Title:    "Device code throws or catches exceptions",
	Severity: check.Error, Passes: check.InDevice,
	Section: "exception-handling", Chapter: "Device code",
	What: `Reports every ~throw~ and every ~try~ in a ~__device__~, ~__global__~ or ~__host__ __device__~ function, in lambdas and local
classes that run there, and in instances of templates, also in what their ~if constexpr~ discards. Whether the function is used
makes no difference.`,
	Why: `A GPU thread has no stack that could be unwound. The compiler refuses the program.`,
	Instead: `Return an error code or write one to memory, and check on the host; end the kernel with ~__trap()~ or ~assert~ where going on
makes no sense. In a ~__host__ __device__~ function, put the ~throw~ under ~#ifndef __CUDA_ARCH__~.`,
	Bad: `
__device__ int checked(int a, int b) {
  if (b == 0) throw "division by zero";
  return a / b;
}
`,
	Good: `
__device__ int checked(int a, int b, bool *failed) {
  *failed = b == 0;
  return *failed ? 0 : a / b;
}

__host__ __device__ int divide(int a, int b) {
#ifndef __CUDA_ARCH__
  if (b == 0) throw "division by zero";
#endif
  return a / b;
}
`,
	Check: kit.DeviceConstructs(func(c *spaces.BodyConstruct) (what, advice string) {
		if c.Kind == sema.Try {
			return "a try block", "device code has no exceptions to catch"
		}
		return "throw", "device code has no exceptions; report the fault by a value, or end the kernel with __trap()"
	}, sema.Throw, sema.Try),
}
