package textures_test

import (
	"testing"

	"cudals/analysis/rules/ruletest"
	"cudals/analysis/rules/textures"
)

func TestRules(t *testing.T) { ruletest.Run(t, textures.Rules()) }
