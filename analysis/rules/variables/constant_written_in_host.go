package variables

import "cudals/analysis/check"

var constantWrittenInHost = &check.Rule{
	Slug: "constant-written-in-host", Tag: "constant-written-in-host",
	Title:    "Host code assigns to a __constant__ variable",
	Severity: check.Error, Passes: check.InHost, Group: check.Refused,
	Section: "assignment-operator", Chapter: "Variables",
	What: `Reports an assignment to a ~__constant__~ variable of scalar type in host code, and increments of one. Of assignments to its parts
another rule speaks (#20092).`,
	Why:     `To host code the variable is no modifiable lvalue: nvcc refuses the program.`,
	Instead: `Copy the value with ~cudaMemcpyToSymbol~.`,
	Bad: `
__constant__ float gain;

void set(float x) { gain = x; }
`,
	Good: `
__constant__ float gain;

void set(float x) { cudaMemcpyToSymbol(gain, &x, sizeof x); }
`,
	Check: constantWrite(false),
}
