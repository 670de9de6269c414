package linkage_test

import (
	"testing"

	"cudals/analysis/rules/linkage"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, linkage.Rules()) }
