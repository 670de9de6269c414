package analysis_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// The most lines, tests apart, that a package has: who changes one must be able to know it. The core of meaning is larger than all
// else because its parts ask each other; what asks it alone stands in a folder below it.
const (
	mostLines = 6_000
	mostCore  = 20_000
)

func TestSize(t *testing.T) {
	for _, p := range loaded(t) {
		if p.ID != p.PkgPath {
			continue
		}
		most := mostLines
		if path := p.PkgPath + "/"; strings.HasPrefix(path, "cudals/analysis/sema/") {
			most = mostCore
		}
		lines := 0
		for _, name := range p.GoFiles {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > most {
			t.Errorf("%s has %d lines, more than %d: what does it have that need not stand there?", p.PkgPath, lines, most)
		}
	}
}
