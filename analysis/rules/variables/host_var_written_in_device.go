package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var hostVarWrittenInDevice = &check.Rule{
	Slug: "host-var-written-in-device", Number: 20095, Tag: "host_var_written_in_device",
	Title:    "A host variable is written in device code",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `A function that runs on the device assigns to a variable that lives in host memory, increments it, or names it as an
output of an ~asm~ statement.`,
	Why: `Device code cannot reach the host's variables. Where the function is compiled for the device, the compiler adds error
#20068, and this finding is one.`,
	Instead: `Write the result to memory that a pointer argument names, or to a ~__device__~ or ~__managed__~ variable.`,
	Bad: `
int found;

__global__ void search(const int *data, int key) {
  if (data[threadIdx.x] == key) found = threadIdx.x;
}
`,
	Good: `
__global__ void search(const int *data, int key, int *found) {
  if (data[threadIdx.x] == key) *found = threadIdx.x;
}
`,
	Check: variableRule(spaces.Writes, "written", hostWriteAdvice),
}
