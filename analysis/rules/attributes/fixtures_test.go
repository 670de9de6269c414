package attributes_test

import (
	"testing"

	"cudals/analysis/rules/attributes"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, attributes.Rules()) }
