package atomics_test

import (
	"testing"

	"cudals/analysis/rules/atomics"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, atomics.Rules()) }
