package storage

import (
	"fmt"

	"cudals/analysis/ast"
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/rules/internal/mend"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

var wrongEntityForAttribute = &check.Rule{
	Slug: "wrong-entity-for-attribute", Number: 1835, Tag: "wrong_entity_for_attribute",
	Title:    "A CUDA specifier is written where it means nothing",
	Severity: check.Warning, Passes: check.InHost | check.InDevice,
	Section: "device-memory-space-specifiers", Chapter: "Memory spaces",
	What: `Reports CUDA's specifiers where they mean nothing: a memory space on a data member that is not static, on a parameter, a
typedef or an alias; ~__constant__~, ~__shared__~ or ~__managed__~ on a function; and what belongs to functions, such as
~__host__~, ~__global__~ or ~__noinline__~, on a variable; any of them on a class, or in front of a statement. (#20028 speaks of static
data members.)`,
	Why: `The compiler ignores the word. A member lives where its object does, a parameter where the call is made, what a pointer
points to is not part of its type, and the members of a class have their execution spaces one by one.`,
	Instead: `Leave the word out. To have an object in shared memory, declare a ~__shared__~ variable of its class.`,
	Bad: `
struct Tile {
  __shared__ float cells[32];
};
__device__ float first(__shared__ float *cells) { return cells[0]; }
`,
	Good: `
struct Tile {
  float cells[32];
};
__global__ void fill() {
  __shared__ Tile tile;
  tile.cells[threadIdx.x] = 0;
}
`,
	Check: func(p *check.Pass) {
		for _, m := range misplaced(p.Spaces, p.Declared, p.Bodies(), kit.LocalClasses.Of(p)) {
			p.Report(check.Report{
				Site:    m.Site,
				Message: fmt.Sprintf("%s means nothing on %s; leave it out", m.Kind, m.What),
				Fixes:   preferred(mendOf("Remove "+m.Kind.String(), mend.Respecify(p.Unit, m.Full, m.Spec, func(k ast.CUDAKind) bool { return k == m.Kind }, ""))),
			})
		}
		kit.EachConstruct(p, func(c *spaces.BodyConstruct) {
			word := c.Construct.Space.String()
			p.Report(check.Report{
				Site: c.Site, Message: word + " means nothing on a statement; leave it out", Fixes: mend.Remove("Remove "+word, true, c.Site),
			})
		}, sema.StatementSpecifier)
	},
}
