package launches_test

import (
	"testing"

	"cudals/analysis/rules/launches"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, launches.Rules()) }
