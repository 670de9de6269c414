package analysis_test

import (
	"os"
	"regexp"
	"slices"
	"testing"
)

// TestMap holds the table of packages in docs/architecture.md against the table of layers.
func TestMap(t *testing.T) {
	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	var mapped []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/*]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		mapped = append(mapped, m[1])
	}
	for _, layer := range layers {
		if !slices.Contains(mapped, layer.name) {
			t.Errorf("docs/architecture.md has no row for %s", layer.name)
		}
	}
	for _, name := range mapped {
		if !slices.ContainsFunc(layers, func(l struct{ name, imports string }) bool { return l.name == name }) {
			t.Errorf("docs/architecture.md has a row for %s, which does not exist", name)
		}
	}
}
