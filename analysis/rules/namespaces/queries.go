package namespaces

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

// clashes are the names in nvcc's generated code that the host compiler cannot tell apart.
var clashes = kit.InDevice("clashes", func(p *check.Pass) []Clash { return findClashes(p.Spaces, p.Declared, p.Emission) })
