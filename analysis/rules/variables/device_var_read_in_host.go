package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var deviceVarReadInHost = &check.Rule{
	Slug: "device-var-read-in-host", Number: 20091, Tag: "device_var_read_in_host",
	Title:    "A device variable is read in host code",
	Severity: check.Warning, Passes: check.InHost,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Host code reads a ~__device__~, ~__constant__~ or ~__shared__~ variable by its name: its value is converted,
compared, printed, copied or passed on. A compound assignment both reads and writes.`,
	Why: `On the host, the name of a device variable denotes a shadow that the compiler makes for it. The shadow has an
address, so that ~cudaMemcpyFromSymbol~ can find the real variable, but reading it gives a value that has nothing
to do with the one in device memory.`,
	Instead: `Copy the value with ~cudaMemcpyFromSymbol(&value, variable, sizeof value)~, or declare the variable ~__managed__~,
so that both sides see one object. Constants that the compiler can fold, such as ~__device__ const int n = 4~, may be
read on either side; elements of arrays may not.`,
	Bad: `
__device__ int total;

int report() { return total; }
`,
	Good: `
#include <cuda_runtime.h>

__device__ int total;

int report() {
  int value = 0;
  cudaMemcpyFromSymbol(&value, total, sizeof value);
  return value;
}
`,
	Check: variableRule(spaces.Reads, "read directly", fromSymbol),
}
