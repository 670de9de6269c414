package calls

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

var dHIllegalCall = &check.Rule{
	Slug: "d-h-illegal-call", Number: 20007, Tag: "d_h_illegal_call",
	Title:    "A host function calls a __device__ function",
	Severity: check.Error, Passes: check.InHost, Everywhere: true,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `Reports a call of a ~__device__~ function in a host function: a written call, an operator or
conversion, the constructor and destructor of a local variable or of ~T(x)~, ~new~ and ~delete~. The
front end looks while it parses, also at functions that nobody calls and at dead code; not at
discarded branches of ~if constexpr~, at unevaluated operands, or at what the compiler generates.`,
	Why:     `A ~__device__~ function exists on the device alone. Host code reaches it through a kernel.`,
	Instead: `Make the callee ~__host__ __device__~, or call it from a kernel and launch that.`,
	Bad: `
__device__ float sum(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += p[i];
  return s;
}

int main() {
  float values[] = {1, 2, 3};
  return sum(values, 3) > 5;
}
`,
	Good: `
__host__ __device__ float sum(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) s += p[i];
  return s;
}

int main() {
  float values[] = {1, 2, 3};
  return sum(values, 3) > 5;
}
`,
	Check: hostCalls(cudaspace.Host, false),
}
