package namespaces_test

import (
	"testing"

	"cudals/analysis/rules/namespaces"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, namespaces.Rules()) }
