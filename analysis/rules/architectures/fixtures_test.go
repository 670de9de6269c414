package architectures_test

import (
	"testing"

	"cudals/analysis/rules/architectures"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, architectures.Rules()) }
