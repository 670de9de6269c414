package addresses_test

import (
	"testing"

	"cudals/analysis/rules/addresses"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, addresses.Rules()) }
