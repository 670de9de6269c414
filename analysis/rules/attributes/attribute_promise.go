package attributes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
	"cudals/analysis/spaces"
)

// brokenPromise makes the check of a rule about functions that an attribute says to leave memory alone: they do not write what
// their callers see, and where reads is set they do not read it either.
func brokenPromise(attribute string, reads bool) func(*check.Pass) {
	promising := spaces.NewSearch[*sema.Facts]()
	return func(p *check.Pass) {
		type memory struct{ v, param *sema.Var }
		said := map[sema.Site]bool{} // instances of one template say the same
		for _, b := range promising.In(p.Spaces, kit.Read.Of(p), func(b *sema.Facts, found func(*sema.Facts)) {
			if b.Func == nil || b.Template {
				return
			}
			if sp := p.Spaces.Of(b.Func); !sp.Known || !sp.Space.OnDevice() {
				return
			}
			if _, ok := p.Unit.Attribute(b.Func, attribute); ok {
				found(b)
			}
		}) {
			promise, _ := p.Unit.Attribute(b.Func, attribute)
			once := map[memory]bool{}
			for _, e := range effects(p.Spaces, p.Flows, b.Func) {
				if m := (memory{e.Var, e.Param}); (e.Write || reads) && !said[e.Site] && !once[m] {
					said[e.Site], once[m] = true, true
					p.Report(promiseReport(p.Unit, b.Func, attribute, e, promise))
				}
			}
		}
	}
}

func promiseReport(u *sema.Unit, f *sema.Func, attribute string, e Effect, promise sema.Site) check.Report {
	does, may := "reads", "does not depend on memory"
	if e.Write {
		does, may = "writes", "changes no memory"
	}
	memory := "its own object"
	if e.Var != nil {
		memory = u.Text(e.Var.Sym())
	} else if e.Param != nil {
		memory = "what its parameter " + u.Text(e.Param.Sym()) + " refers to"
	}
	if e.Callee != nil {
		memory += ", through " + spell.Func(u, e.Callee)
	}
	r := check.Report{
		Site: e.Site, Func: f,
		Message: fmt.Sprintf("%s %s %s, but is declared %s: the compiler believes that it %s, and may call it once instead of twice",
			spell.Func(u, f), does, memory, attribute, may),
		Related: []check.Note{{Site: promise, Message: "is declared " + attribute + " here"}},
	}
	if e.Var != nil && !e.Var.Site().IsZero() {
		r.Related = append(r.Related, check.Note{Site: e.Var.Site(), Message: kit.MemoryNote(u, e.Var)})
	}
	return r
}
