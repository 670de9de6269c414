package check_test

import (
	"slices"
	"testing"

	"cudals/analysis/check"
)

// Two units speak of the same mistake through different instances of a template.
func TestMergeInstances(t *testing.T) {
	at := check.Region{File: "a.cuh", Line: 3, Column: 9, EndLine: 3, EndColumn: 10}
	of := func(message, fault string, passes check.Passes, archs ...int) check.Finding {
		d := check.Diagnostic{Rule: "r", Number: 20016, Message: message, Fault: fault, Passes: passes, Archs: archs}
		f := check.Flatten(&d)
		f.At = at
		return f
	}
	one, two := of("in f<int>", "f", check.InDevice, 80), of("in f<char>", "f", check.InDevice, 90)
	other := of("in f<int>", "g", check.InHost)
	for _, findings := range [][]check.Finding{{one, two, other}, {other, two, one}} {
		merged := check.Merge(findings)
		if len(merged) != 2 {
			t.Fatalf("%d findings are left of two mistakes: %v", len(merged), merged)
		}
		if m := merged[0]; m.Message != "in f<char>" || !slices.Equal(m.Archs, []int{80, 90}) || m.Passes != check.InDevice {
			t.Errorf("merged to %+v", m)
		}
	}
}
