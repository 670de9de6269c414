package storage_test

import (
	"testing"

	"cudals/analysis/rules/ruletest"
	"cudals/analysis/rules/storage"
)

func TestRules(t *testing.T) { ruletest.Run(t, storage.Rules()) }
