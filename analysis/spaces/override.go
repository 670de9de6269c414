package spaces

import (
	"cudals/analysis/sema"
	"cudals/analysis/toolchain"
)

// LocalClasses are the classes defined in bodies: in the host pass also in templates' definitions, in the device pass
// in their instances.
func (m *Model) LocalClasses(bodies []*sema.Facts, e *Emission) []*sema.Class {
	var out []*sema.Class
	seen := map[*sema.Class]bool{}
	add := func(b *sema.Facts) {
		if b == nil || b.Template && m.Opts.Pass == toolchain.DevicePass {
			return
		}
		for _, c := range b.LocalClasses {
			if s := c.Site(); !seen[c] && s.Chunk != nil && !s.Chunk.System {
				seen[c] = true
				out = append(out, c)
			}
		}
	}
	for _, b := range bodies {
		add(b)
	}
	if e != nil {
		for _, f := range e.Funcs() {
			add(m.U.Facts(f))
		}
	}
	return out
}
