package source_test

import (
	"strings"
	"testing"

	"cudals/analysis/source"
)

func TestColumn(t *testing.T) {
	for text, want := range map[string]int{"a": 0, "  a": 2, "\ta": 4, "  \ta": 4, "    \t a": 9, "x\ta": 2, "\n\ta": 4} {
		at := len(text) - 1
		if got := source.Column([]byte(text), strings.LastIndexByte(text, '\n')+1, at); got != want {
			t.Errorf("%q: column %d, want %d", text, got, want)
		}
	}
}
