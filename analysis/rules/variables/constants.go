package variables

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

// constantWrite makes the check of a rule about assignments to __constant__ variables, in functions that run on the device or in
// others. What the front end refuses is an error; what it lets pass in device code is dropped later; in host code a rule of
// its own speaks of that.
func constantWrite(device bool) func(*check.Pass) {
	writes := spaces.NewSearch[spaces.VarUse]()
	return func(p *check.Pass) {
		for _, w := range writes.In(p.Spaces, kit.Judged.Of(p), func(b *sema.Facts, found func(spaces.VarUse)) {
			sp := p.Spaces.Of(b.Func)
			if !sp.Known || sp.Space.OnDevice() != device {
				return
			}
			for i := range b.Uses {
				if use := &b.Uses[i]; writesConstant(p.Spaces, use) && (device || refusedWrite(p.Spaces, use)) {
					found(spaces.VarUse{Func: b.Func, Space: sp, Use: use})
				}
			}
		}) {
			p.ReportOnce(constantWriteReport(p, w.Func, w.Space, w.Use))
		}
	}
}

func constantWriteReport(p *check.Pass, f *sema.Func, sp spaces.Info, use *sema.Use) check.Report {
	name := use.Var.EntityName()
	r := check.Report{
		Site: use.Site,
		Message: fmt.Sprintf("%s is __constant__ and cannot be assigned in %s, which is %s; set it from the host with cudaMemcpyToSymbol",
			name, spell.Func(p.Unit, f), kit.SideOf(sp.Space)),
		Related: []check.Note{{Site: use.Var.Site(), Message: name + " is declared __constant__ here"}},
	}
	if !refusedWrite(p.Spaces, use) {
		dropped := check.Warning
		r.Severity = &dropped
		r.Message = fmt.Sprintf("%s is __constant__: the compiler drops this assignment in %s, which is %s; set it from the host with cudaMemcpyToSymbol",
			name, spell.Func(p.Unit, f), kit.SideOf(sp.Space))
	}
	return r
}
