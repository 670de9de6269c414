package classes

import (
	"cudals/analysis/check"
)

// overridden are the virtual functions that contradict those they override.
var overridden = check.NewQuery("overridden", func(p *check.Pass) []Override {
	return findOverrides(p.Spaces, p.Declared, p.Bodies(), p.Emission)
})
