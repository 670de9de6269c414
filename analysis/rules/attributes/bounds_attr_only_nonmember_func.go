package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var boundsAttrOnlyNonmemberFunc = &check.Rule{
	Slug: "bounds-attr-only-nonmember-func", Number: 20078, Tag: "bounds_attr_only_nonmember_func",
	Title:    "Launch bounds stand on a member function",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports each declaration of a member function that says ~__launch_bounds__~ or ~__maxnreg__~. A member that is no kernel is
reported for that as well, and so is one that says ~__cluster_dims__~.`,
	Why: `These attributes bound the threads of a launch, or the registers of each. Only kernels are launched, and a member
function cannot be a kernel.`,
	Instead: `Put them on the kernels that call the function.`,
	Bad: `
struct Tracer {
  __launch_bounds__(128) __device__ void trace(float *p) { *p = 1; }
};
`,
	Good: `
struct Tracer {
  __device__ void trace(float *p) { *p = 1; }
};
__global__ void __launch_bounds__(128) render(Tracer t, float *p) { t.trace(p); }
`,
	Check: kit.DirectiveRule(judgeMembersBounds),
}

// judgeMembersBounds asks the version whether a register limit is refused for being a member's, which has a number of its own and
// one text with launch bounds.
func judgeMembersBounds(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	const maxnregOnMember = 20259
	kinds := []ast.CUDAKind{ast.SpecLaunchBounds}
	if _, ok := cudaspace.Listed(maxnregOnMember, "", p.Command.Version()); ok {
		kinds = append(kinds, ast.SpecMaxnreg)
	}
	judgeBounds(onMember, kinds...)(p, d, say)
}

func onMember(d *spaces.Declaration) string {
	if d.Func.MemberOf == nil {
		return ""
	}
	return "a member function"
}
