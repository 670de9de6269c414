package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

var anonUnionMemberVariableAccess = &check.Rule{
	Slug: "anon-union-member-variable-access", Number: 20104, Tag: "anon_union_member_variable_access",
	Title:    "Device code names a member of an anonymous union at namespace scope",
	Severity: check.Error, Passes: check.InDevice,
	Section: "anonymous-unions", Chapter: "Variables",
	What: `Reports the name of a member of an anonymous union at namespace scope in a function that runs on the device, whatever is
done with it. Functions that nobody calls count, templates once they are instantiated.`,
	Why:     `The union is a host object without a name; a memory space before it changes nothing. nvcc refuses the program.`,
	Instead: `Give the union a type and the variable a name: ~union Bits { … }; __device__ Bits bits;~. A local anonymous union is fine.`,
	Bad: `
static union {
  unsigned bits;
  float value;
};

__global__ void dump(unsigned *out) { *out = bits; }
`,
	Good: `
union Word {
  unsigned bits;
  float value;
};
__device__ Word word;

__global__ void dump(unsigned *out) { *out = word.bits; }
`,
	Check: checkAnonymousUnions,
}

func checkAnonymousUnions(p *check.Pass) {
	for _, b := range p.Spaces.ReadBodies(p.Bodies()) {
		if b.Func == nil {
			continue
		}
		if sp := p.Spaces.Of(b.Func); !sp.Known || !sp.Space.OnDevice() {
			continue
		}
		report := func(v *sema.Var, at sema.Site) {
			if v == nil || v.Anonymous == nil || v.Kind != sema.NamespaceVar || at.IsZero() {
				return
			}
			p.ReportOnce(check.Report{
				Site: at, Func: b.Func,
				Message: fmt.Sprintf("%s is a member of an anonymous union at namespace scope and cannot be used in %s, which is %s; name the union",
					v.EntityName(), spell.Func(p.Unit, b.Func), kit.SideOf(p.Spaces.Of(b.Func).Space)),
				Related: []check.Note{{Site: v.Site(), Message: v.EntityName() + " is declared here"}},
			})
		}
		for i := range b.Uses {
			if u := &b.Uses[i]; !u.ViaPointer {
				report(u.Var, u.Site)
			}
		}
		for _, m := range b.Mentions { // in operands that are not evaluated
			report(m.Var, m.Site)
		}
	}
}
