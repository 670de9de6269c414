package classes

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
	"cudals/cudaspace"
)

// callers are, for each function, the spaces of all that calls it: of bodies, and of initialisers, which run on the host.
var callers = check.NewQuery("callers", func(p *check.Pass) map[*sema.Func]cudaspace.Space {
	by := make(map[*sema.Func]cudaspace.Space)
	for _, b := range p.Spaces.Everything(p.Declared, p.Bodies) {
		if b == nil {
			continue
		}
		space := cudaspace.Host
		if b.Func != nil {
			space = p.Spaces.Of(b.Func).Space
		}
		if space&cudaspace.Global != 0 {
			space |= cudaspace.Device
		}
		for i := range b.Calls {
			by[b.Calls[i].Callee] |= space
		}
	}
	return by
})

// overridden are the virtual functions that contradict those they override.
var overridden = check.NewQuery("overridden", func(p *check.Pass) []Override {
	return findOverrides(p.Spaces, p.Declared, p.Bodies, p.Emission)
})
