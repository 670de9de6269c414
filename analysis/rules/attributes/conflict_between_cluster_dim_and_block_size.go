package attributes

import (
	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var conflictBetweenClusterDimAndBlockSize = &check.Rule{
	Slug: "conflict-between-cluster-dim-and-block-size", Number: 20334, Tag: "conflict_between_cluster_dim_and_block_size",
	Title:    "A kernel is told twice how large its clusters are",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports a kernel that has ~__cluster_dims__~ with arguments and a second tuple in ~__block_size__~, on one declaration or on two,
where they depend on template parameters in instances. That both say the same helps nothing.`,
	Why: `The second tuple is the size of a cluster, as ~__cluster_dims__~ is. They differ in what a launch counts: with the second tuple its
grid is one of clusters, and not of blocks.`,
	Instead: `Keep one of the two.`,
	Bad: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __cluster_dims__(2, 1, 1) __block_size__((128, 1, 1), (2, 1, 1)) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Good: `
// flags: --cuda-version=13.0 -arch=sm_90
__global__ void __block_size__((128, 1, 1), (2, 1, 1)) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Check: kit.DirectiveRule(judgeTwoClusterSizes),
}

func judgeTwoClusterSizes(p *check.Pass, d *spaces.Declaration, say kit.Say) {
	_, at, here := bounds(p.Spaces, d.Decl, ast.SpecBlockSize)
	if !here {
		_, at, here = bounds(p.Spaces, d.Decl, ast.SpecClusterDims)
	}
	dims, _ := declaredBounds(p.Spaces, d, ast.SpecClusterDims)
	sizes, _ := declaredBounds(p.Spaces, d, ast.SpecBlockSize)
	if !here || len(dims) == 0 || len(clusterOf(sizes)) == 0 || kit.IsPattern(d) && (undecided(dims) || undecided(sizes)) {
		return
	}
	say(at, "the second tuple of __block_size__ and __cluster_dims__ both say how large a cluster is; keep one of them")
}
