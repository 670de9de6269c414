package addresses

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

// hostAddresses are those that host code takes of what only device code can use.
var hostAddresses = kit.InHost("hostAddresses", func(p *check.Pass) []HostAddress {
	return findHostAddresses(p.Spaces, p.Declared, p.Bodies())
})
