package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var maxBlocksPerClusterUnsupported = &check.Rule{
	Slug: "max-blocks-per-cluster-unsupported", Number: 20247, Tag: "max_blocks_per_cluster_unsupported",
	Title:    "A limit of blocks per cluster below compute capability 9.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports each declaration whose ~__launch_bounds__~ have a third argument in a device pass for an architecture below
~sm_90~.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. Devices before compute
capability 9.0 do not have them.`,
	Instead: `Leave the argument out, or compile for ~sm_90~.`,
	Bad: `
// flags: -arch=sm_80
__global__ void __launch_bounds__(256, 2, 4) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Good: `
// flags: -arch=sm_80
__global__ void __launch_bounds__(256, 2) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Check: kit.DirectiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if args, _, _ := bounds(p.Spaces, d.Decl, ast.SpecLaunchBounds); len(args) > 2 && !d.Instance && p.ArchBelow(clusterArch) {
			say(args[2].Site, fmt.Sprintf("the third argument of __launch_bounds__ needs compute capability 9.0; this pass is for sm_%d", p.Arch))
		}
	}),
}
