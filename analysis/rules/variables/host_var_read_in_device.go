package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var hostVarReadInDevice = &check.Rule{
	Slug: "host-var-read-in-device", Number: 20094, Tag: "host_var_read_in_device",
	Title:    "A host variable is read in device code",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `A ~__device__~, ~__global__~ or ~__host__ __device__~ function reads a variable that lives in host memory: one at
namespace scope or a static data member without a memory space, that is not ~const~. Reading through a pointer or
reference variable reads that variable first.`,
	Why: `Device code cannot reach the host's variables. Where the function is compiled for the device, the compiler adds error
#20068, and this finding is one; where it is not yet, the fault waits for the first kernel that calls it.`,
	Instead: `Pass the value as an argument of the kernel. If it never changes, make it ~constexpr~: constants are folded on both
sides. Otherwise give the variable a memory space, ~__device__~, ~__constant__~ or ~__managed__~.`,
	Bad: `
int scale = 3;

__global__ void grow(int *data) { data[threadIdx.x] *= scale; }
`,
	Good: `
constexpr int scale = 3;

__global__ void grow(int *data) { data[threadIdx.x] *= scale; }
__global__ void growBy(int *data, int factor) { data[threadIdx.x] *= factor; }
`,
	Check: variableRule(spaces.Reads, "read", hostReadAdvice),
}
