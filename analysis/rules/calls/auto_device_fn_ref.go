package calls

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
)

var autoDeviceFnRef = &check.Rule{
	Slug: "auto-device-fn-ref", Number: 20166, Tag: "auto_device_fn_ref",
	Title:    "A device function with a deduced result is named outside of device code",
	Severity: check.Error, Passes: check.InHost,
	Section: "functions-with-deduced-return-type", Chapter: "Calls",
	What: `Reports each place outside of the bodies of ~__device__~ functions and kernels that names a ~__device__~ function whose
result is deduced (~auto~, ~decltype(auto)~): calls, addresses, and unevaluated operands too, in host code, in default
arguments, in types, in initialisers and in the declarations of device functions themselves. The host compiler reads the bodies of ~constexpr~
device functions as well, and a lambda there is such a function. Naming functions that are ~constexpr~, with lambdas written so, or
~__host__ __device__~ is fine, and so is what depends on template parameters.`,
	Why: `The code that the host compiler gets has no body of the function, which it would need to find out the result: there the
function is declared ~void~.`,
	Instead: `Write the result's type, or name the function only where ~__CUDA_ARCH__~ is defined.`,
	Bad: `
__device__ auto half_of(float x) { return 0.5f * x; }
using Half = decltype(half_of(1.f));
`,
	Good: `
__device__ float half_of(float x) { return 0.5f * x; }
using Half = decltype(half_of(1.f));
`,
	Check: func(p *check.Pass) {
		for _, r := range deducedReferences.Of(p) {
			where := "outside of functions"
			if r.Body != nil && r.Body.Func != nil {
				is := kit.SideOf(p.Spaces.Of(r.Body.Func).Space).String()
				if p.Spaces.SaidConstant(r.Body.Func) {
					is = "constexpr, so that the host compiler reads it"
				}
				where = fmt.Sprintf("in %s, which is %s", spell.Func(p.Unit, r.Body.Func), is)
			}
			p.Report(check.Report{
				Site: r.Site,
				Message: fmt.Sprintf("%s is a %s function whose result is deduced; it cannot be named %s: declare its result",
					spell.Func(p.Unit, r.Func), p.Spaces.Of(r.Func).Space, where),
				Related: []check.Note{{Site: r.Func.Site(), Message: spell.Func(p.Unit, r.Func) + " is declared here"}},
			})
		}
	},
}
