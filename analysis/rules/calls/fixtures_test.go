package calls_test

import (
	"testing"

	"cudals/analysis/rules/calls"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, calls.Rules()) }
