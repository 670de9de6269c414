package templates

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

// faultyInstances are the instances of kernels and of device variables that cannot be named from outside.
var faultyInstances = kit.InDevice("faultyInstances", func(p *check.Pass) []FaultyInstance {
	return findFaultyInstances(p.Spaces, p.Declared, p.Bodies())
})
