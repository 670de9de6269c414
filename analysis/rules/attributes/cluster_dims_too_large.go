package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var clusterDimsTooLarge = &check.Rule{
	Slug: "cluster-dims-too-large", Number: 20229, Tag: "cluster_dims_too_large",
	Title:    "A cluster dimension is too large",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports ~__cluster_dims__~ with an argument that does not fit a signed 32-bit integer, where it depends on template
parameters in instances.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. Their dimensions are kept as
32-bit integers; the hardware takes 8 blocks, or 16 where it is asked to.`,
	Instead: `Write the number of blocks.`,
	Bad: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(4294967296ull, 1, 1) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Good: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(4, 1, 1) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Check: boundRule(ast.SpecClusterDims, func(args []Bound) (string, int) {
		return "a cluster dimension has to fit a signed 32-bit integer", slices.IndexFunc(args, Bound.large)
	}),
}
