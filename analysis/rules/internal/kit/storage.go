package kit

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// StorageRule makes the check of a rule about declarations of variables. judge says what is wrong with one; instances of
// one template say it once.
func StorageRule(judge func(*check.Pass, *spaces.VarDecl) (check.Report, bool)) func(*check.Pass) {
	type fault struct {
		at     sema.Site
		report check.Report
	}
	search := spaces.NewJudgement[fault]()
	return func(p *check.Pass) {
		var said map[sema.Site]bool
		search := search.On(p.Spaces)
		for _, part := range VarDecls.Of(p) {
			faults := search.Of(part.Body, func(found func(fault)) {
				for i := range part.List {
					d := &part.List[i]
					if d.Decl != nil && d.Decl.Dtor != nil && d.Decl.Dtor.Unended {
						continue
					}
					if r, wrong := judge(p, d); wrong {
						if r.Site.IsZero() {
							r.Site = d.Site
						}
						found(fault{d.Site, r})
					}
				}
			})
			for _, f := range faults {
				if !said[f.at] {
					if said == nil {
						said = make(map[sema.Site]bool)
					}
					said[f.at] = true
					p.Report(f.report)
				}
			}
		}
	}
}

const OnDevice = cudaspace.DeviceMemory | cudaspace.Constant | cudaspace.Managed

// Member reports whether a static data member is declared: those have rules of their own.
func Member(d *spaces.VarDecl) bool { return d.Var.Kind == sema.StaticMember }

// TemplateVar reports whether a variable template, or an instance of one, is declared: the front end applies few of its
// rules to those.
func TemplateVar(d *spaces.VarDecl) bool { return d.Var.Template != nil && !d.Local() }

// users are the spaces of the code that uses each variable, as written.
var users = check.NewQuery("users", func(p *check.Pass) map[sema.Entity]cudaspace.Space {
	out := map[sema.Entity]cudaspace.Space{}
	for _, b := range p.Spaces.Everything(p.Declared, p.Bodies()) {
		if b == nil {
			continue
		}
		space := cudaspace.Host // of initialisers
		if b.Func != nil {
			space = p.Spaces.Of(b.Func).Space
		}
		if space&cudaspace.Global != 0 {
			space |= cudaspace.Device
		}
		for i := range b.Uses {
			out[sema.Written(b.Uses[i].Var)] |= space
		}
	}
	return out
})

// UsedOn reports whether code that is compiled for a side uses a variable.
func UsedOn(p *check.Pass, v *sema.Var, side cudaspace.Space) bool {
	return users.Of(p)[sema.Written(v)]&side != 0
}

// InitialisedWith reports whether a variable's initialiser has a use of a kind.
func InitialisedWith(p *check.Pass, v *sema.Var, is func(*sema.Use) bool) bool {
	f := p.Unit.VarFacts(v)
	return f != nil && slices.ContainsFunc(f.Uses, func(u sema.Use) bool { return is(&u) })
}
