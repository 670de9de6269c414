package pragmas_test

import (
	"testing"

	"cudals/analysis/rules/pragmas"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, pragmas.Rules()) }
