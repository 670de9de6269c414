package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hGIllegalCall() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-g-illegal-call", Number: 20018, Tag: "h_g_illegal_call",
			Severity: check.Error, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.Global, false),
	}
}
