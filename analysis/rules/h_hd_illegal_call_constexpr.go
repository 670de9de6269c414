package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hHdIllegalCallConstexpr() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-hd-illegal-call-constexpr", Number: 20013, Tag: "h_hd_illegal_call_constexpr",
			Severity: check.Warning, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.HostDevice, true),
	}
}
