package rules

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// overrides makes the check of a rule about overriders: base is the space of the overridden function, derived that of the overrider.
func overrides(base, derived cudaspace.Space) func(*check.Pass) {
	return func(p *check.Pass) {
		for i := range p.Overrides {
			if o := &p.Overrides[i]; o.OverriddenSpace == base && o.Space == derived {
				p.Report(overrideReport(p, o))
			}
		}
	}
}

func overrideReport(p *check.Pass, o *spaces.Override) check.Report {
	u := p.Unit
	name, base := u.Describe(o.Func), u.Describe(o.Overridden)
	rep := check.Report{
		Site:    o.Func.Decls[0].Site,
		Message: fmt.Sprintf("%s is %s, but %s, which it overrides, is %s; both must say the same", name, o.Space, base, o.OverriddenSpace),
		Fixes: []check.Mend{{
			Title: fmt.Sprintf("Declare %s %s, as %s is", name, o.OverriddenSpace, base), Preferred: true,
			Changes: agreeFuncs(u, o.Func.Decls, o.OverriddenSpace),
		}},
	}
	switch {
	case spaces.CallerDefined(o.Overridden):
		rep.Related = []check.Note{{Site: o.Overridden.MemberOf.Site(), Message: fmt.Sprintf("%s is not written by hand and is %s", base, o.OverriddenSpace)}}
	default:
		rep.Related = []check.Note{{Site: o.Overridden.Site(), Message: fmt.Sprintf("%s is %s", base, declaredWord(o.Overridden.Decls[0].Spec))}}
		rep.Fixes = append(rep.Fixes, check.Mend{
			Title:   fmt.Sprintf("Declare %s %s, as %s is", base, o.Space, name),
			Changes: agreeFuncs(u, o.Overridden.Decls, o.Space),
		})
	}
	return rep
}
