package mitigations_test

import (
	"testing"

	"cudals/analysis/rules/mitigations"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, mitigations.Rules()) }
