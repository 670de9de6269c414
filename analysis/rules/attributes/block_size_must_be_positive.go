package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var blockSizeMustBePositive = &check.Rule{
	Slug: "block-size-must-be-positive", Number: 20331, Tag: "block_size_must_be_positive",
	Title:    "A dimension of __block_size__ is not positive",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports ~__block_size__~ with a number that is zero or negative, be it one of the block or of the cluster, where it depends on
template parameters in instances.`,
	Why:     `A block of no threads, or a cluster of no blocks, does not exist.`,
	Instead: `Write how many threads, or blocks, there are, and 1 for a dimension that is not used.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __block_size__((128, 0, 1)) scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __block_size__((128, 1, 1)) scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Check: boundRule(ast.SpecBlockSize, func(args []Bound) (string, int) {
		return "a dimension of a block or a cluster is positive", slices.IndexFunc(args, func(b Bound) bool { return b.below(1) })
	}),
}
