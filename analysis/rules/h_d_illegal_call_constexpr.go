package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hDIllegalCallConstexpr() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-d-illegal-call-constexpr", Number: 20017, Tag: "h_d_illegal_call_constexpr",
			Severity: check.Error, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.Device, true),
	}
}
