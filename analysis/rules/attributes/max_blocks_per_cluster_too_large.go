package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var maxBlocksPerClusterTooLarge = &check.Rule{
	Slug: "max-blocks-per-cluster-too-large", Number: 20249, Tag: "max_blocks_per_cluster_too_large",
	Title:    "The limit of blocks per cluster is too large",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports ~__launch_bounds__~ whose third argument does not fit a signed 32-bit integer, where it depends on template
parameters in instances.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. The third argument says how
many blocks a cluster has at most, and is kept as a 32-bit integer.`,
	Instead: `Write the number of blocks, or leave the argument out.`,
	Bad: `
// flags: -arch=sm_90
__global__ void __launch_bounds__(256, 2, 4294967296) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Good: `
// flags: -arch=sm_90
__global__ void __launch_bounds__(256, 2, 4) relax(float *p) { p[threadIdx.x] *= 0.5f; }
`,
	Check: boundRule(ast.SpecLaunchBounds, func(args []Bound) (string, int) {
		if len(args) > 2 && args[2].large() {
			return "the most blocks that a cluster has have to fit a signed 32-bit integer", 2
		}
		return "", -1
	}),
}
