package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
)

// namedOutside looks for built-in variables outside of bodies.
var namedOutside = spaces.NewSearch[sema.Construct]()

var addrOfNvBuiltinVar = &check.Rule{
	Slug: "addr-of-nv-builtin-var", Number: 20079, Tag: "addr_of_nv_builtin_var",
	Title:    "The address of a built-in variable is taken",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "address-operator", Chapter: "Variables",
	What: `Reports ~&~ before ~threadIdx~, ~blockIdx~, ~blockDim~, ~gridDim~ or ~warpSize~, or before a member of one, wherever it stands: in
host functions and initialisers too. A reference to one is accepted.`,
	Why:     `The built-in variables are registers of the thread, which have no address. The compiler refuses the program.`,
	Instead: `Copy the value into a variable of your own, or pass it by value or by ~const~ reference.`,
	Bad: `
__device__ unsigned product(const dim3 *d) { return d->x * d->y; }
__global__ void fill(unsigned *out) { *out = product(reinterpret_cast<const dim3 *>(&blockDim)); }
`,
	Good: `
__device__ unsigned product(dim3 d) { return d.x * d.y; }
__global__ void fill(unsigned *out) { *out = product(blockDim); }
`,
	Check: func(p *check.Pass) {
		say := func(c *sema.Construct) {
			if v, ok := c.Entity.(*sema.Var); ok && c.Kind == sema.AddressTaken && spaces.CompilerVariable(p.Unit, v) {
				p.ReportOnce(check.Report{
					Site:    c.Site,
					Message: fmt.Sprintf("the built-in variable %s has no address: copy its value into a variable of your own", v.EntityName()),
				})
			}
		}
		kit.EachConstruct(p, func(c *spaces.BodyConstruct) { say(c.Construct) }, sema.AddressTaken)
		for _, c := range namedOutside.Outside(p.Spaces, func(found func(sema.Construct)) {
			for _, c := range p.Unit.DeclaredConstructs(p.Declared, spaces.CompilerNames(p.Unit)) {
				found(c)
			}
		}) {
			say(&c)
		}
	},
}
