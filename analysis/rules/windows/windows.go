package windows

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

// layoutRule makes the check of a rule about types that device code and Microsoft's compiler lay out otherwise, for one of
// the reasons: it reports where an object of such a type passes between host and device. because completes the message.
func layoutRule(why LayoutReason, because func(*Doubtful) string) func(*check.Pass) {
	return func(p *check.Pass) {
		for _, c := range crossings(p.Spaces, p.Declared, p.Bodies()) {
			d := microsoftLayout(p.Unit, c.Type)
			if d.Why != why {
				continue
			}
			how := "copied by " + describe(p, c.Copy)
			if c.Kernel != nil {
				how = "passed to kernel " + spell.Func(p.Unit, c.Kernel)
			}
			r := check.Report{
				Site: c.Site,
				Message: fmt.Sprintf("%s is %s, and on Windows host and device may lay it out differently: %s",
					spell.Type(p.Unit, c.Type, c.Kernel), how, because(&d)),
			}
			if !d.At.IsZero() {
				r.Related = []check.Note{{Site: d.At, Message: "declared here"}}
			}
			p.Report(r)
		}
	}
}

// describe names a function, or nothing.
func describe(p *check.Pass, f *sema.Func) string {
	if f == nil {
		return ""
	}
	return spell.Func(p.Unit, f)
}
