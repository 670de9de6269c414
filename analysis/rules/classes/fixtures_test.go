package classes_test

import (
	"testing"

	"cudals/analysis/rules/classes"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, classes.Rules()) }
