package calls

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
	"cudals/analysis/sema"
	"cudals/analysis/spaces"
	"cudals/cudaspace"
)

// deducedReferences are what needs the result of a device function that is to be deduced.
var deducedReferences = kit.InHost("deducedReferences", func(p *check.Pass) []spaces.Reference {
	return findDeducedReferences(p.Spaces, p.Declared, p.Bodies())
})

// findDeducedReferences are the references of device functions and kernels whose results are deduced, in the host pass, from anywhere but
// bodies of device functions and kernels, constexpr ones aside: the front end looks at those on the host, too. There the host compiler needs
// a result that only device code can tell. What instances of templates name is not looked at.
func findDeducedReferences(m *spaces.Model, declared sema.Declared, bodies []*sema.Facts) []spaces.Reference {
	var wanted sema.NameSet
	operators := false
	for _, f := range declared.Funcs {
		if m.DeducedOnDevice(f) {
			wanted.Add(f.Sym())
			operators = operators || f.Kind != sema.Ordinary
		}
	}
	if operators {
		wanted = sema.AllNames()
	}
	accept := func(r spaces.Reference) bool {
		return r.Func != nil && !r.Site.Chunk.System && m.DeducedOnDevice(r.Func)
	}
	outside := deducedOutside.Outside(m, func(found func(spaces.Reference)) {
		for _, r := range append(m.Outside(declared, wanted, accept), calledLambdas(m, declared)...) {
			found(r)
		}
	})
	return distinct(slices.Concat(outside, deducedNamed.In(m, bodies, func(b *sema.Facts, found func(spaces.Reference)) {
		if f := b.Func; f != nil {
			if sp := m.Of(f); !sp.Known || sp.Space&cudaspace.Host == 0 && !m.SaidConstant(f) || f.Implicit || ofInstance(f) && !b.Template {
				return
			}
		}
		for _, r := range m.References(b, wanted, accept) {
			found(r)
		}
	})))
}

// ofInstance reports whether a function, or one around it if it is a closure's, is made from a template.
func ofInstance(f *sema.Func) bool {
	return spaces.MadeFromTemplate(f) || f.Closure != nil && spaces.MadeFromTemplate(f.Closure.Func)
}

var (
	deducedNamed   = spaces.NewSearch[spaces.Reference]()
	deducedOutside = spaces.NewSearch[spaces.Reference]()
)

// calledLambdas are the device lambdas with deduced results that default arguments and default member initialisers call at once.
// Those of templates are left to instances.
func calledLambdas(m *spaces.Model, declared sema.Declared) []spaces.Reference {
	var out []spaces.Reference
	add := func(b *sema.Facts) {
		for i := range b.Calls {
			if c := &b.Calls[i]; c.Callee != nil && c.Callee.Closure != nil && m.DeducedOnDevice(c.Callee) {
				out = append(out, spaces.Reference{Func: c.Callee, Site: c.Site})
			}
		}
	}
	for _, f := range declared.Funcs {
		if f.Closure == nil && f.Template == nil && (f.MemberOf == nil || !f.MemberOf.Dependent) {
			add(m.U.DefaultArgs(f))
		}
	}
	for _, c := range declared.Classes {
		if !c.Dependent {
			add(m.U.MemberInits(c))
		}
	}
	return out
}

// distinct drops what is named twice at a site.
func distinct(refs []spaces.Reference) []spaces.Reference {
	type key struct {
		f *sema.Func
		v *sema.Var
		s sema.Site
	}
	seen := make(map[key]bool, len(refs))
	return slices.DeleteFunc(refs, func(r spaces.Reference) bool {
		k := key{r.Func, r.Var, r.Site}
		again := seen[k]
		seen[k] = true
		return again
	})
}
