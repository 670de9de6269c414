package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/spaces"
)

var boundsMaxnregIncompatibleQualifiers = &check.Rule{
	Slug: "bounds-maxnreg-incompatible-qualifiers", Number: 20262, Tag: "bounds_maxnreg_incompatible_qualifiers",
	Title:    "A kernel has launch bounds and a limit of registers",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports a kernel with both ~__launch_bounds__~ and ~__maxnreg__~, on one declaration or on two; from then on each
declaration.`,
	Why:     `Launch bounds let the compiler choose the limit of registers. To be told one as well contradicts that.`,
	Instead: `Keep one of the two.`,
	Bad: `
// flags: -arch=sm_80
__global__ void __launch_bounds__(256) __maxnreg__(32) tally(int *p) { atomicAdd(p, 1); }
`,
	Good: `
// flags: -arch=sm_80
__global__ void __launch_bounds__(256) tally(int *p) { atomicAdd(p, 1); }
`,
	Check: kit.DeclarationRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		limit, _ := declaredBounds(p.Spaces, d, ast.SpecMaxnreg)
		if _, bounded := declaredBounds(p.Spaces, d, ast.SpecLaunchBounds); d.Instance || !bounded || len(limit) == 0 ||
			!limit[0].Known || limit[0].below(1) || limit[0].large() {
			return
		}
		_, at, here := bounds(p.Spaces, d.Decl, ast.SpecMaxnreg)
		var fixes []check.Mend
		if here {
			fixes = mend.Remove("Remove __maxnreg__", false, at)
		} else {
			at = d.Decl.Site
		}
		say(kit.OnLineOf(d.Decl.Site, at), "a kernel has either __launch_bounds__ or __maxnreg__, not both", fixes...)
	}),
}
