package rules

import (
	"cudals/analysis/check"
	"cudals/cudaspace"
)

func hGIllegalCallConstexpr() *check.Rule {
	return &check.Rule{
		Meta: check.Meta{
			Slug: "h-g-illegal-call-constexpr", Number: 20019, Tag: "h_g_illegal_call_constexpr",
			Severity: check.Error, Passes: check.InDevice,
		},
		Check: callRule(false, cudaspace.Global, true),
	}
}
