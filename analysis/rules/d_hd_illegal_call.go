package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func dHdIllegalCall() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "d-hd-illegal-call", Number: 20005, Tag: "d_hd_illegal_call",
			Severity: check.Error, Passes: check.InHost,
		},
		Check: callRule(true, cudaspace.HostDevice, false),
	}
}
