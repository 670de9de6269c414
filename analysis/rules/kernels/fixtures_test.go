package kernels_test

import (
	"testing"

	"cudals/analysis/rules/kernels"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, kernels.Rules()) }
