package templates_test

import (
	"testing"

	"cudals/analysis/rules/ruletest"
	"cudals/analysis/rules/templates"
)

func TestRules(t *testing.T) { ruletest.Run(t, templates.Rules()) }
