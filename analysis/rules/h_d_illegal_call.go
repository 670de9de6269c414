package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hDIllegalCall() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-d-illegal-call", Number: 20016, Tag: "h_d_illegal_call",
			Severity: check.Error, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.Device, false),
	}
}
