package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var extendedLambdaInaccessibleParent = &check.Rule{
	Slug: "extended-lambda-inaccessible-parent", Number: 20151, Tag: "extended_lambda_inaccessible_parent",
	Title:    "An extended lambda in a private member function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a member function that is private or protected. Friends that a class defines are fine.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. Only the class itself and its friends may name a private member.`,
	Instead: `Make the member function public, or move the lambda to a function outside of the class.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

class Buffer {
    void clear(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = 0.f; }); }
public:
    void reset(float *p) { clear(p); }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

class Buffer {
public:
    void clear(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = 0.f; }); }
    void reset(float *p) { clear(p); }
};
`,
	Check: lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		if l.Parent.MemberOf == nil || !restricted(l.Parent.Access) {
			return nil
		}
		return lambdaReport(l.ParamSite(), fmt.Sprintf(
			"%s stands in %s, which is private or protected: host code has to name the function; make it public",
			extendedName(l), spell.Func(p.Unit, l.Parent)), parentNote(p, l, "is private or protected"))
	}),
}
