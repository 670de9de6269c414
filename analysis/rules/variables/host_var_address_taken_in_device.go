package variables

import (
	"cudals/analysis/check"
	"cudals/analysis/spaces"
)

var hostVarAddressTakenInDevice = &check.Rule{
	Slug: "host-var-address-taken-in-device", Number: 20096, Tag: "host_var_address_taken_in_device",
	Title:    "The address of a host variable is taken in device code",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Variables",
	What: `A function that runs on the device needs a host variable itself rather than its value: it takes the address, binds a
reference, lets an array decay to a pointer, iterates over it, or calls a member function or user-defined operator.`,
	Why: `The address of a host variable means nothing on the device. Where the function is compiled for the device, the compiler adds
error #20068, and this finding is one.`,
	Instead: `Pass a pointer to device memory to the kernel, or give the variable a memory space. To pass a single value to a
function that takes a reference, copy it first.`,
	Bad: `
int table[4] = {1, 2, 3, 4};

__device__ int sum(const int *values, int n) { return n ? *values : 0; }
__device__ int total() { return sum(table, 4); }
`,
	Good: `
__constant__ int table[4] = {1, 2, 3, 4};

__device__ int sum(const int *values, int n) { return n ? *values : 0; }
__device__ int total() { return sum(table, 4); }
`,
	Check: variableRule(spaces.Addresses, "used by its address", hostAddressAdvice),
}
