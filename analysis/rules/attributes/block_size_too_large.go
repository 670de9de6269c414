package attributes

import (
	"slices"

	"cudals/analysis/ast"
	"cudals/analysis/check"
)

var blockSizeTooLarge = &check.Rule{
	Slug: "block-size-too-large", Number: 20332, Tag: "block_size_too_large",
	Title:    "A dimension of __block_size__ is too large",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports ~__block_size__~ with a number that does not fit a signed 32-bit integer, where it depends on template parameters in
instances.`,
	Why:     `The numbers are kept as 32-bit integers. A block has 1024 threads at most, and a cluster eight blocks on all devices.`,
	Instead: `Write how many threads a block has, and how many blocks a cluster.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __block_size__((4294967296, 1, 1)) scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __block_size__((128, 1, 1)) scale(float *p) { p[threadIdx.x] *= 2.f; }
`,
	Check: boundRule(ast.SpecBlockSize, func(args []Bound) (string, int) {
		return "a dimension of a block or a cluster has to fit a signed 32-bit integer", slices.IndexFunc(args, Bound.large)
	}),
}
