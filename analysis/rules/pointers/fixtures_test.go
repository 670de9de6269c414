package pointers_test

import (
	"testing"

	"cudals/analysis/rules/pointers"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, pointers.Rules()) }
