package managed

import (
	"cudals/analysis/check"
	"cudals/analysis/rules/internal/kit"
)

// untimely are the uses of managed variables by code that runs before main or after exit.
var untimely = kit.InHost("untimely", func(p *check.Pass) []Untimely { return findUntimely(p.Spaces, p.Declared, p.Bodies()) })
