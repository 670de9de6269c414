package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var clusterDimsMustBePositive = &check.Rule{
	Slug: "cluster-dims-must-be-positive", Number: 20228, Tag: "cluster_dims_must_be_positive",
	Title:    "A cluster dimension is not positive",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports ~__cluster_dims__~ with an argument that is zero or negative, where it depends on template parameters in
instances.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. One of no blocks does not
exist.`,
	Instead: `Write the number of blocks, 1 for a dimension that is not used, or leave the argument out.`,
	Bad: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(2, 0, 1) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Good: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(2, 1, 1) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Check: boundRule(ast.SpecClusterDims, func(args []Bound) (string, int) {
		return "a cluster dimension is positive", slices.IndexFunc(args, func(b Bound) bool { return b.below(1) })
	}),
}
