package lambdas_test

import (
	"testing"

	"cudals/analysis/rules/lambdas"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, lambdas.Rules()) }
