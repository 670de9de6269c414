package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
	"cudals/analysis/toolchain"
)

var missingLaunchBounds = &check.Rule{
	Slug: "missing-launch-bounds", Number: 20238, Tag: "missing_launch_bounds",
	Title:    "A kernel is declared without launch bounds",
	Severity: check.Warning, Passes: check.InHost | check.InDevice, Off: true,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports, when ~-Wmissing-launch-bounds~ or ~#pragma nv_diag_warning 20238~ asks for it, each declaration of a kernel
before which, and on which, there are no ~__launch_bounds__~.`,
	Why: `Without bounds the compiler has to reckon with blocks of 1024 threads, and gives each fewer registers than it could
have.`,
	Instead: `Write how many threads a block has at most, on the first declaration.`,
	Bad: `
// flags: -Wmissing-launch-bounds
__global__ void scale(float *p, float k) { p[threadIdx.x] *= k; }
`,
	Good: `
// flags: -Wmissing-launch-bounds
__global__ void __launch_bounds__(256) scale(float *p, float k) { p[threadIdx.x] *= k; }
`,
	Check: kit.KernelRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if d.Instance {
			if p.Kind == toolchain.DevicePass && !d.Named.IsZero() { // the device pass forgets what the template says
				say(d.Named, spell.Func(p.Unit, d.Func)+" is instantiated here, and taken to be without __launch_bounds__")
			}
			return
		}
		if _, bounded := declaredBounds(p.Spaces, d, ast.SpecLaunchBounds); !bounded {
			say(d.Decl.Site, spell.Func(p.Unit, d.Func)+" is declared without __launch_bounds__")
		}
	}),
}
