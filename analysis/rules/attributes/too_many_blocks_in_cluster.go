package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var tooManyBlocksInCluster = &check.Rule{
	Slug: "too-many-blocks-in-cluster", Number: 20250, Tag: "too_many_blocks_in_cluster",
	Title:    "A cluster has more blocks than the launch bounds allow",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "launch-bounds", Chapter: "Attributes",
	What: `Reports a kernel whose cluster dimensions, of ~__cluster_dims__~ or of the second tuple of ~__block_size__~, multiplied, exceed the third argument of its launch bounds, be these on one
declaration or on two.`,
	Why:     `The two attributes contradict each other.`,
	Instead: `Raise the limit, or make the cluster smaller.`,
	Bad: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(4, 2, 1) __launch_bounds__(128, 1, 4) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Good: `
// flags: -arch=sm_90
__global__ void __cluster_dims__(4, 2, 1) __launch_bounds__(128, 1, 8) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Check: kit.DirectiveRule(judgeClusterSize),
}

func judgeClusterSize(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	if d.Func.Args != nil && !d.Func.Specialization && p.Command.Release().QuietInstances {
		return
	}
	var at sema.Site
	here := false
	for _, kind := range []ast.CUDAKind{ast.SpecClusterDims, ast.SpecBlockSize, ast.SpecLaunchBounds} {
		if !here {
			_, at, here = bounds(p.Spaces, d.Decl, kind)
		}
	}
	dims, _ := declaredBounds(p.Spaces, d, ast.SpecClusterDims)
	if sizes, _ := declaredBounds(p.Spaces, d, ast.SpecBlockSize); len(dims) == 0 && !undecided(sizes) && !d.Instance {
		dims = clusterOf(sizes) // what depends on template parameters is never held against the bounds
	}
	limits, _ := declaredBounds(p.Spaces, d, ast.SpecLaunchBounds)
	if !here || len(dims) == 0 || len(limits) < 3 || !limits[2].Known || limits[2].below(1) || limits[2].large() {
		return
	}
	blocks := int64(1)
	for _, b := range dims {
		if !b.Known || b.below(1) || b.large() {
			return
		}
		if blocks *= b.Value; blocks > limits[2].Value {
			say(at, fmt.Sprintf("a cluster has %d blocks at least, and at most %d by the launch bounds", blocks, limits[2].Value))
			return
		}
	}
}
