package redeclarations

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema/spell"
)

var functionRedefinition = &check.Rule{
	Slug: "function-redefinition", Number: 20002, Tag: "function_redefinition_sq",
	Title:    "A function is defined once for the host and once for the device",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "execution-space-specifiers", Chapter: "Linkage",
	What: `Reports the second of two definitions of a function that differ in their execution space alone. Of two that do not
differ in that either a C++ compiler says the same without CUDA.`,
	Why: `Functions are not overloaded by where they run: nvcc takes both for one function, which may be defined once. Clang does
overload them.`,
	Instead: `Write one ~__host__ __device__~ function, and in it ask for ~__CUDA_ARCH__~ where the two sides differ.`,
	Bad: `
__host__ float weight(float x) { return x; }
__device__ float weight(float x) { return 2 * x; }
`,
	Good: `
__host__ __device__ float weight(float x) {
#ifdef __CUDA_ARCH__
  return 2 * x;
#else
  return x;
#endif
}
`,
	Check: checkFunctionRedefinition,
}

func checkFunctionRedefinition(p *check.Pass) {
	list := redeclared.Of(p).Twice
	for i := range list {
		r := &list[i]
		name := spell.Func(p.Unit, r.Func)
		p.Report(check.Report{
			Site: r.Decl.Site,
			Message: fmt.Sprintf("%s is defined here as %s, but it was defined as %s before; functions are not overloaded by where they run: "+
				"make it one __host__ __device__ function that asks for __CUDA_ARCH__", name, r.Now, r.Was),
			Related: []check.Note{{
				Site: r.Earlier.Site, Message: fmt.Sprintf("%s is %s here", name, mend.DeclaredWord(r.Earlier.Spec)),
			}},
		})
	}
}
