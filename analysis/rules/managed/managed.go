package managed

import (
	"fmt"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/sema/spell"
)

// untimelyUse makes the check of a rule about managed variables that are used before main or after exit.
func untimelyUse(moment Moment) func(*check.Pass) {
	return func(p *check.Pass) {
		list := untimely.Of(p)
		for i := range list {
			if t := &list[i]; t.Moment == moment {
				p.Report(untimelyReport(p, t))
			}
		}
	}
}

// untimelyReport stands at the use, or at the call that leads there, in what the object's initialiser or the function itself
// does; at the object where its destructor does it, or where nothing is written.
func untimelyReport(p *check.Pass, t *Untimely) check.Report {
	u, name := p.Unit, t.Use.Var.EntityName()
	r := check.Report{Site: t.Use.Site}
	if len(t.Steps) > 0 {
		r.Site = t.Steps[0].Site
	}
	var what, when string
	switch t.Moment {
	case staticInit, dynamicInit:
		what, when = "the initialisation of "+t.Object.EntityName(), "before main, where the CUDA runtime may not be ready"
	case threadInit:
		what, when = "the initialisation of thread_local "+t.Object.EntityName(), "where the CUDA runtime may not be ready"
	case destruction:
		what, when = "the destructor of "+t.Object.EntityName(), "after main, where the CUDA runtime may be gone"
		r.Site = rootSite(t)
	case beforeMain:
		what, when = spell.Func(u, t.Func), "before main, where the CUDA runtime may not be ready"
	case afterExit:
		what, when = spell.Func(u, t.Func), "after exit, where the CUDA runtime may be gone"
	}
	if r.Site.IsZero() || r.Site.Chunk.System || len(t.Steps) == 0 && t.Use.Context&sema.InMemberInit != 0 {
		r.Site = rootSite(t)
	}
	r.Message = fmt.Sprintf("%s uses %s, which is __managed__, %s: the access may fail or fault; do it between main's first CUDA call and its end", what, name, when)
	for _, s := range t.Steps {
		if s.Caller == nil {
			r.Related = append(r.Related, check.Note{Site: s.Site, Message: "calls " + spell.Func(u, s.Callee)})
		} else {
			r.Related = append(r.Related, check.Note{Site: s.Site, Message: fmt.Sprintf("%s calls %s", spell.Func(u, s.Caller), spell.Func(u, s.Callee))})
		}
	}
	if t.Use.Site != r.Site {
		r.Related = append(r.Related, check.Note{Site: t.Use.Site, Message: name + " is used here"})
	}
	r.Related = append(r.Related, check.Note{Site: t.Use.Var.Site(), Message: name + " is declared __managed__ here"})
	return r
}

// rootSite is where the object or function is declared.
func rootSite(t *Untimely) sema.Site {
	if t.Object != nil {
		return t.Object.Site()
	}
	return t.Func.Site()
}
