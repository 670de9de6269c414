package language_test

import (
	"testing"

	"cudals/analysis/rules/language"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, language.Rules()) }
