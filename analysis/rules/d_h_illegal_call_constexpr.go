package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func dHIllegalCallConstexpr() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "d-h-illegal-call-constexpr", Number: 20008, Tag: "d_h_illegal_call_constexpr",
			Severity: check.Error, Passes: check.InHost,
		},
		Check: callRule(true, cudaspace.Host, true),
	}
}
