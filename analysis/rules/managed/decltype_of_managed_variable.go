package managed

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

var decltypeOfManagedVariable = &check.Rule{
	Slug: "decltype-of-managed-variable", Number: 20119, Tag: "decltype_of_managed_variable",
	Title:    "decltype of the name of a __managed__ variable",
	Severity: check.Error, Passes: check.InHost | check.InDevice,
	Section: "managed-memory-space-specifier", Chapter: "Memory spaces",
	What: `Reports ~decltype(x)~, and ~decltype(auto)~ where it stands for that, when ~x~ is the bare or qualified name of a ~__managed__~
variable: in bodies, in the types of declarations, and in template arguments. ~decltype((x))~, ~decltype(x + 0)~ and
~decltype(x.member)~ are fine.`,
	Why: `nvcc turns a managed variable into something that the host reaches through a pointer, whose name has another type than the
one that was declared. It refuses the program.`,
	Instead: `Write the type, or ~std::remove_reference_t<decltype((x))>~.`,
	Bad: `
__managed__ int total;
decltype(total) copy;
`,
	Good: `
__managed__ int total;
decltype(total + 0) copy;
`,
	Check: func(p *check.Pass) {
		report := func(list []sema.NamedDecltype) {
			for _, n := range list {
				if mem, _ := spaces.MemoryOf(p.Unit, n.Var); mem&cudaspace.Managed != 0 && !n.Site.Chunk.System {
					p.ReportOnce(check.Report{
						Site: n.Site,
						Message: fmt.Sprintf("%s is __managed__, and its name alone cannot be the operand of decltype; write the type, or decltype((%s))",
							n.Var.EntityName(), n.Var.EntityName()),
						Related: []check.Note{{Site: n.Var.Site(), Message: n.Var.EntityName() + " is declared __managed__ here"}},
					})
				}
			}
		}
		for _, b := range p.Spaces.ReadBodies(p.Bodies()) {
			report(b.Decltypes)
		}
		var managed sema.NameSet
		for _, v := range p.Declared.Vars {
			if mem, _ := spaces.MemoryOf(p.Unit, v); mem&cudaspace.Managed != 0 {
				managed.Add(v.Sym())
			}
		}
		report(p.Unit.Decltypes(p.Declared, managed))
	},
}
