package redeclarations_test

import (
	"testing"

	"cudals/analysis/rules/redeclarations"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, redeclarations.Rules()) }
