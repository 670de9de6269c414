package attributes

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
)

// brokenPromise makes the check of a rule about functions that an attribute says to leave memory alone: they do not write what
// their callers see, and where reads is set they do not read it either.
func brokenPromise(attribute string, reads bool) func(*check.Pass) {
	return func(p *check.Pass) {
		type memory struct{ v, param *sema.Var }
		said := map[sema.Site]bool{} // instances of one template say the same
		for _, b := range kit.Read.Of(p) {
			if b.Func == nil || b.Template {
				continue
			}
			promise, ok := p.Unit.Attribute(b.Func, attribute)
			if sp := p.Spaces.Of(b.Func); !ok || !sp.Known || !sp.Space.OnDevice() {
				continue
			}
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
		memory += ", through " + u.Describe(e.Callee)
	}
	r := check.Report{
		Site: e.Site, Func: f,
		Message: fmt.Sprintf("%s %s %s, but is declared %s: the compiler believes that it %s, and may call it once instead of twice",
			u.Describe(f), does, memory, attribute, may),
		Related: []check.Note{{Site: promise, Message: "is declared " + attribute + " here"}},
	}
	if e.Var != nil && !e.Var.Site().IsZero() {
		r.Related = append(r.Related, check.Note{Site: e.Var.Site(), Message: kit.MemoryNote(u, e.Var)})
	}
	return r
}
