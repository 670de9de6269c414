package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var maxBlocksPerClusterNegative = &check.Rule{
	Slug: "max-blocks-per-cluster-negative", Number: 20248, Tag: "max_blocks_per_cluster_negative",
	Title:    "The limit of blocks per cluster is negative",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports ~__launch_bounds__~ with a negative third argument, where it depends on template parameters in instances. Zero
means that there is no limit.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. The third argument says how
many blocks a cluster has at most.`,
	Instead: `Write the number of blocks, or leave the argument out.`,
	Bad: `
// flags: -arch=sm_90
__global__ void __launch_bounds__(256, 2, -4) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Good: `
// flags: -arch=sm_90
__global__ void __launch_bounds__(256, 2, 4) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Check: boundRule(ast.SpecLaunchBounds, func(args []Bound) (string, int) {
		if len(args) > 2 && args[2].below(0) {
			return "the most blocks that a cluster has cannot be negative", 2
		}
		return "", -1
	}),
}
