package managed_test

import (
	"testing"

	"cudals/analysis/rules/managed"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, managed.Rules()) }
