package lambdas

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

var extendedLambdaInaccessibleAncestor = &check.Rule{
	Slug: "extended-lambda-inaccessible-ancestor", Number: 20152, Tag: "extended_lambda_inaccessible_ancestor",
	Title:    "An extended lambda inside of a private member class",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "extended-lambda-restrictions", Chapter: "Lambdas",
	What: `Reports an extended lambda in a member function of a class that is, at any level, a private or protected member of
another.`,
	Why: `nvcc replaces an extended lambda by a type of its own in the host code that it generates, and that type carries the
address of the function around the lambda. Only the class itself and its friends may name a private class.`,
	Instead: `Make the class public, or move it out of the other.`,
	Bad: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

class Driver {
    struct Impl {
        void zero(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = 0.f; }); }
    };
public:
    void go(float *p) { Impl().zero(p); }
};
`,
	Good: `
// flags: --extended-lambda
template <class F>
__global__ void run(F f) { f(threadIdx.x); }

struct Impl {
    void zero(float *p) { run<<<1, 32>>>([=] __device__(int i) { p[i] = 0.f; }); }
};
class Driver {
public:
    void go(float *p) { Impl().zero(p); }
};
`,
	Check: lambdaParents(func(p *check.Pass, l *spaces.Lambda) []check.Report {
		for c := l.Parent.MemberOf; c != nil; c, _ = c.Parent().(*sema.Class) {
			if _, member := c.Parent().(*sema.Class); member && restricted(c.Access) {
				return lambdaReport(l.ParamSite(), fmt.Sprintf(
					"%s stands in %s, inside of %s, which is private or protected: host code has to name the function; make the class public",
					extendedName(l), spell.Func(p.Unit, l.Parent), hiddenName(p, c)), hiddenNote(p, c, privateType)...)
			}
		}
		return nil
	}),
}
