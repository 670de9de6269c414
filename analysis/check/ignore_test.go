package check

import (
	"slices"
	"strings"
	"testing"

	"cudals/analysis/source"
)

func TestIgnored(t *testing.T) {
	for text, want := range map[string]bool{
		"HERE // cudals: ignore":                           true,
		"HERE // cudals: ignore because it is ours":        true,
		"HERE /* cudals:ignore */ x":                       true,
		"HERE // cudals: ignore[20014]":                    true,
		"HERE // cudals: ignore[ 20011 , host-call ] why":  true,
		"HERE // cudals: ignore[unsafe_device_call]":       true,
		"HERE // cudals: ignore[default]":                  true,
		"// cudals: ignore[20014]\nHERE":                   true,
		"// cudals: ignore[20014]\n// that is why\n  HERE": true,
		"/* cudals: ignore */\nHERE":                       true,
		"HERE // cudals: ignore[20011]":                    false,
		"HERE // cudals: ignore[]":                         false,
		"HERE // cudals ignore":                            false,
		"HERE // cudals: ignored":                          false,
		"x; // cudals: ignore\nHERE":                       false,
		"// cudals: ignore\n\nHERE":                        false,
		"HERE\n// cudals: ignore":                          false,
		"HERE cudals: ignore":                              false,
		"":                                                 false,
	} {
		f := source.NewFile("/a.cu", []byte(text))
		at := max(0, strings.Index(text, "HERE"))
		d := &Diagnostic{
			Rule: "host-call", Tag: "unsafe_device_call", Number: 20014, Place: source.Place{File: f, Span: source.Span{Start: at, End: at}},
		}
		by, got := Ignored(d)
		if got != want {
			t.Errorf("%q: %v", text, got)
		}
		if got && !slices.Contains(Ignores(f), by) {
			t.Errorf("%q: no comment is at %v", text, by.Span)
		}
	}
	if _, ignored := Ignored(&Diagnostic{}); ignored {
		t.Error("a finding without a place")
	}
}
