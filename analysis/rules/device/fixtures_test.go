package device_test

import (
	"testing"

	"cudals/analysis/rules/device"
	"cudals/analysis/rules/ruletest"
)

func TestRules(t *testing.T) { ruletest.Run(t, device.Rules()) }
