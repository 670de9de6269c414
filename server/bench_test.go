package server_test

import (
	"strings"
	"testing"
)

// BenchmarkEdit is a keystroke's way through server and workspace and back, without an analysis to speak of.
func BenchmarkEdit(b *testing.B) {
	e := start(b, nil)
	e.engine.Trivial = true
	e.open("a.cu", 1, strings.Repeat("// a line of some length, as they have it\n", 2000)+bad)
	e.diagnostics("a.cu", 1)
	version := 1
	for b.Loop() {
		version++
		text, end := "x", 0
		if version%2 == 1 {
			text, end = "", 1
		}
		e.change("a.cu", version, edit{1000, 0, 1000, end, text})
		e.diagnostics("a.cu", version)
		e.mu.Lock()
		e.received, e.taken = e.received[:0], e.taken[:0]
		e.mu.Unlock()
	}
}
