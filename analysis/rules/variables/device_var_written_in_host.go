package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var deviceVarWrittenInHost = &check.Rule{
	Slug: "device-var-written-in-host", Number: 20092, Tag: "device_var_written_in_host",
	Title:    "A device variable is written in host code",
	Severity: check.Warning, Passes: check.InHost,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `Host code assigns to a ~__device__~ or ~__shared__~ variable by its name, or increments it.`,
	Why:  `The assignment changes a shadow of the variable in host memory. No kernel ever sees the value.`,
	Instead: `Copy the value with ~cudaMemcpyToSymbol(variable, &value, sizeof value)~, pass it to the kernel as an argument, or
declare the variable ~__managed__~.`,
	Bad: `
__device__ int limit;

void configure(int n) { limit = n; }
`,
	Good: `
#include <cuda_runtime.h>

__device__ int limit;

void configure(int n) { cudaMemcpyToSymbol(limit, &n, sizeof n); }
`,
	Check: variableRule(spaces.Writes, "written directly", toSymbol),
}
