package storage

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var qualifierInNewExpr = &check.Rule{
	Slug: "qualifier-in-new-expr", Number: 20080, Tag: "qualifier_in_new_expr",
	Title:    "A memory space stands in a new-expression",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "operators-new-and-delete", Chapter: "Memory spaces",
	What: `Reports ~__shared__~, ~__device__~, ~__constant__~ or ~__managed__~ in the type of a new-expression, in any function or initialiser.`,
	Why:  `~new~ in device code takes from the heap in global memory; no other memory can be allocated so. The compiler refuses the program.`,
	Instead: `Remove the word. For shared memory declare an array, ~__shared__ float tile[64]~, or ~extern __shared__ float tile[]~ with a size
given at the launch. For managed memory call ~cudaMallocManaged~ on the host.`,
	Bad: `
__global__ void sum(float **out) { *out = new __shared__ float[64]; }
`,
	Good: `
__global__ void sum(float *out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = 0;
  *out = tile[0];
}
`,
	Check: func(p *check.Pass) {
		kit.EachConstruct(p, func(c *spaces.BodyConstruct) {
			word := c.Construct.Space.String()
			p.Report(check.Report{
				Site:    c.Site,
				Message: fmt.Sprintf("%s cannot stand in a new-expression: new allocates in the heap alone", word),
				Fixes: []check.Mend{{
					Title:   "Remove " + word,
					Changes: []check.Change{{Site: c.Site, How: check.Remove}},
				}},
			})
		}, sema.NewQualifier)
	},
}
