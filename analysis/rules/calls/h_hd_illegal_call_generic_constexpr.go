package calls

import "cudals/analysis/check"

var hHdIllegalCallGenericConstexpr = &check.Rule{
	Slug: "h-hd-illegal-call-generic-constexpr", Number: 20015, Tag: "h_hd_illegal_call_generic_constexpr",
	Title:    "A __host__ __device__ function that the device does not use calls a constexpr host function",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "constexpr-functions-and-function-templates", Chapter: "Calls",
	What:    `As 20014, for a constructor that is ~constexpr~ and not annotated. Calls of other functions are reported as 20013 at once.`,
	Why:     `The fault is there and waits: the first use in device code makes it one of 20013.`,
	Instead: `Compile with ~--expt-relaxed-constexpr~, or make the callee ~__host__ __device__~.`,
	Bad: `
struct Key {
  int k;
  constexpr Key(int x) : k(x * 31) {}
};

static __host__ __device__ int hash(int x) { return Key(x).k; }
`,
	Good: `
// flags: --expt-relaxed-constexpr
struct Key {
  int k;
  constexpr Key(int x) : k(x * 31) {}
};

static __host__ __device__ int hash(int x) { return Key(x).k; }
`,
	Stage: check.BodyRead,
	Check: latentCalls(true),
}
