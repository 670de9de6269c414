package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func dHdIllegalCallConstexpr() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "d-hd-illegal-call-constexpr", Number: 20006, Tag: "d_hd_illegal_call_constexpr",
			Severity: check.Error, Passes: check.InHost,
		},
		Check: callRule(true, cudaspace.HostDevice, true),
	}
}
