package redeclarations

import (
	"cudals/analysis/check"
)

// redeclared are the declarations that contradict earlier ones.
var redeclared = check.NewQuery("redeclared", func(p *check.Pass) Redeclarations {
	return redeclarations(p.Spaces, p.Declared, p.Bodies(), p.Emission)
})
