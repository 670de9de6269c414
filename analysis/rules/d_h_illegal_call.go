package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func dHIllegalCall() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "d-h-illegal-call", Number: 20007, Tag: "d_h_illegal_call",
			Severity: check.Error, Passes: check.InHost,
		},
		Check: callRule(true, cudaspace.Host, false),
	}
}
