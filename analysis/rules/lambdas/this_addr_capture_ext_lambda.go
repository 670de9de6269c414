package lambdas

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var thisAddrCaptureExtLambda = &check.Rule{
	Slug: "this-addr-capture-ext-lambda", Number: 20178, Tag: "this_addr_capture_ext_lambda",
	Title:    "An extended lambda captures this implicitly",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Off: true,
	Section: "star-this-capture", Chapter: "Lambdas",
	What: `Reports, when ~-Wext-lambda-captures-this~ or ~#pragma nv_diag_warning 20178~ asks for it, an extended lambda with a
capture-default that names a member, and so captures the ~this~ pointer. Once a lambda.`,
	Why:     `The object usually lives in host memory, which the device cannot read through a copied pointer.`,
	Instead: `Capture ~*this~, which copies the object, or copy what is needed to a variable.`,
	Bad: `
// flags: --extended-lambda -Wext-lambda-captures-this
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Field {
    float k;
    void scale(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] *= k; }); }
};
`,
	Good: `
// flags: --extended-lambda -Wext-lambda-captures-this
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Field {
    float k;
    void scale(float *p) { run<<<1, 32>>>([=, *this] __device__(int i) { p[i] *= k; }); }
};
`,
	Check: lambdaCaptures(func(p *check.Pass, l *spaces.Lambda, c *sema.LambdaCapture) *check.Report {
		if !c.This || !c.Implicit {
			return nil
		}
		r := &check.Report{Message: extendedName(l) + " captures this: a pointer to an object that may live on the host; capture *this"}
		if at, ok := captureDefault(l); ok && p.Command.Std >= 17 {
			r.Fixes = []check.Mend{{
				Title: "Capture a copy of the object: *this", Changes: []check.Change{{Site: at, How: check.InsertAfter, Text: ", *this"}},
			}}
		}
		return r
	}),
}
