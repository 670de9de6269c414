package calls

import "cudals/analysis/check"

var hHdIllegalCallGeneric = &check.Rule{
	Slug: "h-hd-illegal-call-generic", Number: 20014, Tag: "h_hd_illegal_call_generic",
	Title:    "A __host__ __device__ function that the device does not use calls an inline host function",
	Severity: check.Warning, Passes: check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Calls",
	What: `As 20011, in a function that is not compiled for the device because nothing there needs it, or in
what an ~if constexpr~ discards outside of templates. The
front end sees the call all the same when it could inline the callee: when that is inline (or
defined in its class), and the call has at most one argument that is no constant, or is one of a
constructor. In a function that is compiled for the device it says both numbers; this one shows where
20011 is silenced.`,
	Why:     `The fault is there and waits: the first use in device code makes it an error or a warning of 20011.`,
	Instead: `Make the callee ~__host__ __device__~, or the caller a host function.`,
	Bad: `
inline int scale() { return 4; }

static __host__ __device__ int scaled() { return 2 * scale(); }
`,
	Good: `
__host__ __device__ inline int scale() { return 4; }

static __host__ __device__ int scaled() { return 2 * scale(); }
`,
	Stage: check.BodyRead,
	Check: latentCalls(false),
}
