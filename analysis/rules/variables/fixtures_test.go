package variables_test

import (
	"testing"

	"cudals/analysis/rules/ruletest"
	"cudals/analysis/rules/variables"
)

func TestRules(t *testing.T) { ruletest.Run(t, variables.Rules()) }
