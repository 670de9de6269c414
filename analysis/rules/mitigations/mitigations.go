package mitigations

import (
	"cudals/analysis/check"
	"cudals/analysis/sema"
)

// asked makes the check of a rule that is silent without the option.
func asked(judge func(*check.Pass)) func(*check.Pass) {
	return func(p *check.Pass) {
		if p.Command.CheckMitigations {
			judge(p)
		}
	}
}

// compiled visits the bodies that the device pass compiles, of the person's own functions.
func compiled(p *check.Pass, visit func(*sema.Facts)) {
	for _, f := range p.Emission.Funcs() {
		b := p.Unit.Facts(f)
		if i := p.Spaces.Of(f); b == nil || !i.Known || !i.Space.OnDevice() || f.Site().Chunk == nil || f.Site().Chunk.System {
			continue
		}
		visit(b)
	}
}
