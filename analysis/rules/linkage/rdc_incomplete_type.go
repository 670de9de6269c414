package linkage

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/types"
)

var rdcIncompleteType = &check.Rule{
	Slug: "rdc-incomplete-type", Tag: "rdc-incomplete-type",
	Title:    "A device function is used while a type in its declaration is incomplete",
	Severity: check.Hint, Passes: check.InDevice, Group: check.Danger,
	Section: "function-parameters", Chapter: "Linkage",
	What: `Reports the address of a device function or kernel that is taken when the file is compiled with ~-rdc=true~ and the type
of a parameter, or the result, is a class that is only declared.`,
	Why: `The guide asks for complete types. The device linker needs the layout of the parameters, and where another file defines
the class the two may disagree: nvcc's front end accepts it, and the link fails.`,
	Instead: `Include the definition of the class.`,
	Bad: `
// flags: -rdc=true
struct Job;
__global__ void process(Job job);
void *entry() { return (void *)process; }
`,
	Good: `
// flags: -rdc=true
struct Job {
  int id;
};
__global__ void process(Job job);
void *entry() { return (void *)process; }
`,
	Check: checkIncomplete,
}

func checkIncomplete(p *check.Pass) {
	if !p.Command.RDC.On {
		return
	}
	seen := map[sema.Site]bool{}
	look := func(b *sema.Facts) {
		for i := range b.Refs {
			r := &b.Refs[i]
			space := p.Spaces.Of(r.Func)
			t := p.Unit.FuncType(r.Func)
			if seen[r.Site] || !space.Known || !space.Space.OnDevice() || t.Kind != types.Func {
				continue
			}
			name := spell.Func(p.Unit, r.Func)
			report := func(what string, of *types.Type) {
				if seen[r.Site] || !neverCompleted(p, of) {
					return
				}
				seen[r.Site] = true
				p.Report(check.Report{
					Site: r.Site,
					Message: name + " is used, but the type of " + what + ", " + spell.Type(p.Unit, of, nil) +
						", is incomplete here; the device link fails unless it is defined",
					Related: []check.Note{{Site: p.Unit.ClassOf(of).Site(), Message: "the class is only declared here"}},
				})
			}
			for _, param := range t.Params {
				report("a parameter", param)
			}
			report("its result", t.Elem)
		}
	}
	kit.EachBody(p, look)
	for _, b := range p.Emission.Inits() {
		look(b)
	}
}

// neverCompleted reports whether a type is a class that the file surely does not define.
func neverCompleted(p *check.Pass, t *types.Type) bool {
	c := p.Unit.ClassOf(t)
	return t.Kind == types.Class && c != nil && !c.Dependent && c.Template == nil && len(p.Unit.PP.Missing) == 0 &&
		p.Unit.Complete(c) == sema.Incomplete
}
