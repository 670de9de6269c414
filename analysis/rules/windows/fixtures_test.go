package windows_test

import (
	"testing"

	"cudals/analysis/rules/ruletest"
	"cudals/analysis/rules/windows"
)

func TestRules(t *testing.T) { ruletest.Run(t, windows.Rules()) }
