package engine_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage wait: these tests make thousands of models and throw them away, and a third of their time went into looking
// which of them are still there.
func TestMain(m *testing.M) {
	debug.SetGCPercent(300)
	os.Exit(m.Run())
}
