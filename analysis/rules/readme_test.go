package rules_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"cudals/analysis/check"
	"cudals/analysis/rules"
)

//go:generate go test -run ^TestReadme$ . -update

var update = flag.Bool("update", false, "write generated texts anew instead of comparing them")

const (
	readme     = "../../README.md"
	tableBegin = "<!-- rules: made by go generate ./analysis/rules -->\n"
	tableEnd   = "<!-- end of rules -->\n"
)

// TestReadme holds the README's table of rules against the registry. "go generate ./analysis/rules" writes it anew.
func TestReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	before, rest, ok := strings.Cut(string(text), tableBegin)
	old, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no lines %q and %q", readme, tableBegin, tableEnd)
	}
	table := rulesTable(rules.All())
	switch {
	case old == table:
	case *update:
		if err := os.WriteFile(readme, []byte(before+tableBegin+table+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of rules in %s is stale; run: go generate ./analysis/rules", readme)
	}
}

// rulesTable is a Markdown table of rules, a row for each.
func rulesTable(list []*check.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<details>\n<summary>All %d rules</summary>\n\n", len(list))
	b.WriteString("| number | tag | severity | pass | what it says |\n|---|---|---|---|---|\n")
	for _, r := range list {
		number := "–" // the front end has no such check
		if r.Number != 0 {
			number = fmt.Sprint(r.Number)
		}
		severity := r.Severity.String()
		if r.Off {
			severity += ", off" // until a pragma or a flag asks for it
		}
		fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", number, r.Tag, severity, r.Passes, cell(r.Title))
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// cell is a text as a Markdown table can hold it.
func cell(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.NewReplacer("|", `\|`, "__", `\_\_`).Replace(s)
}
