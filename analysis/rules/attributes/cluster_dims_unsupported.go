package attributes

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/spaces"
)

var clusterDimsUnsupported = &check.Rule{
	Slug: "cluster-dims-unsupported", Number: 20230, Tag: "cluster_dims_unsupported",
	Title:    "Cluster dimensions below compute capability 9.0",
	Severity: check.Error, Passes: check.InDevice,
	Section: "thread-block-clusters", Chapter: "Attributes",
	What: `Reports each declaration with ~__cluster_dims__~ in a device pass for an architecture below ~sm_90~.`,
	Why: `Clusters are groups of thread blocks that run at the same time on one part of the GPU. Devices before compute
capability 9.0 do not have them.`,
	Instead: `Compile for ~sm_90~, or put the attribute under ~#if __CUDA_ARCH__ >= 900~.`,
	Bad: `
// flags: -arch=sm_80
__global__ void __cluster_dims__(2, 1, 1) exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Good: `
// flags: -arch=sm_80
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define IN_PAIRS __cluster_dims__(2, 1, 1)
#else
#define IN_PAIRS
#endif
__global__ void IN_PAIRS exchange(float *p) { p[threadIdx.x] += 1.f; }
`,
	Check: unsupportedRule(ast.SpecClusterDims, "__cluster_dims__"),
}

// unsupportedRule makes the check of a rule about an attribute that devices without clusters do not have.
func unsupportedRule(kind ast.CUDAKind, word string) func(*check.Pass) {
	return kit.DirectiveRule(func(p *check.Pass, d *spaces.Declaration, say kit.Say) {
		if _, at, ok := bounds(p.Spaces, d.Decl, kind); ok && !d.Instance && p.ArchBelow(clusterArch) {
			say(at, fmt.Sprintf("%s needs compute capability 9.0; this pass is for sm_%d", word, p.Arch))
		}
	})
}

// clusterArch is the first architecture that has clusters.
const clusterArch = 90
