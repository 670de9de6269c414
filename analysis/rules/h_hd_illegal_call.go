package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hHdIllegalCall() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-hd-illegal-call", Number: 20011, Tag: "h_hd_illegal_call",
			Severity: check.Warning, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.HostDevice, false),
	}
}
