package rules_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"cudals/analysis/check"
	"cudals/analysis/rules"
	"cudals/analysis/rules/ruletest"
)

var update = flag.Bool("update", false, "write generated texts anew instead of comparing them")

const (
	rulesPage  = "../../docs/rules.md"
	statements = "statements.tsv"
)

// TestShared runs the fixtures of rules together, and of the statements of the documentation, each named like its statement.
func TestShared(t *testing.T) { ruletest.Shared(t, "all", "statements", "examples") }

// TestRules runs the fixtures of each rule: one test for all, as each test program is linked with all of the analysis.
func TestRules(t *testing.T) {
	for _, family := range rules.Families() {
		t.Run(family.Name, func(t *testing.T) {
			t.Parallel()
			ruletest.Run(t, family)
		})
	}
}

// TestLists: each folder of rules is in the list of all.
func TestLists(t *testing.T) {
	docs, err := filepath.Glob("*/list.go")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("list.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range docs {
		if call := filepath.Dir(doc) + ".Rules()"; !strings.Contains(string(text), call) {
			t.Errorf("list.go has no %s", call)
		}
	}
}

// TestStatements holds the table of statements against their fixtures: each statement has one that expects something, or a
// reason why nothing is shown, and the table names what the fixtures expect. "go generate ./analysis/rules" writes it anew.
func TestStatements(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("id\tdocument\tsection\tshown\n")
	known := map[string]bool{}
	for _, s := range rules.Statements() {
		known[s.ID] = true
		shown := "- " + s.Reason
		expected := expectedBy(t, s.ID)
		switch {
		case len(expected) > 0 && s.Reason == "":
			shown = strings.Join(expected, " ")
		case s.Reason == "":
			t.Errorf("%s has no fixture that expects something, and no reason why nothing is shown", s.ID)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", s.ID, s.Document, s.Section, shown)
	}
	for _, name := range ruletest.Archives(t, ".", "statements") {
		if id := strings.TrimSuffix(filepath.Base(name), ".txtar"); !known[id] {
			t.Errorf("%s is the fixture of no statement", name)
		}
	}
	generated(t, statements, b.String())
}

// expectedBy lists what the fixture of a statement expects: the rules' slugs, and "hover" for what is shown on request.
func expectedBy(t *testing.T, id string) []string {
	t.Helper()
	name := filepath.Join("testdata", "statements", id+".txtar")
	if _, err := os.Stat(name); err != nil {
		return nil
	}
	return ruletest.Expected(t, name)
}

// TestRulesPage holds docs/rules.md against the registry and the statements. "go generate ./analysis/rules" writes it anew.
func TestRulesPage(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Rules\n\n<!-- made by go generate ./analysis/rules -->\n\n")
	list := rules.All()
	fmt.Fprintf(&b, "There are %d rules, and %d statements of NVIDIA's documentation that they stand for. `cudals explain` tells more of\n"+
		"each, by its name, tag or number, by the name of a statement, or by the title of a section. Groups: `default` is what\n"+
		"nvcc's front end says; `danger` what another tool refuses or what goes wrong at run time; `pedantic`, off unless it is\n"+
		"enabled, what is documented as not allowed and accepted today; `windows` what holds for Windows targets.\n\n", len(list), len(rules.Statements()))
	b.WriteString("- [All rules](#all-rules)\n- [The documentation, statement by statement](#the-documentation-statement-by-statement)\n\n")
	b.WriteString("## All rules\n")
	writeRules(&b, list)
	b.WriteString("\n## The documentation, statement by statement\n")
	writeStatements(t, &b)
	generated(t, rulesPage, b.String())
}

// writeRules writes a table of rules for each chapter.
func writeRules(b *strings.Builder, list []*check.Rule) {
	slices.SortStableFunc(list, func(x, y *check.Rule) int { return cmp.Compare(x.Chapter, y.Chapter) })
	chapter := ""
	for _, r := range list {
		if r.Chapter != chapter {
			chapter = r.Chapter
			fmt.Fprintf(b, "\n### %s\n\n| number | rule | severity | pass | group | CUDA | what it says |\n|---|---|---|---|---|---|---|\n", chapter)
		}
		number := "–"
		if r.Number != 0 {
			number = fmt.Sprint(r.Number)
		}
		severity := r.Severity.String()
		if r.Off {
			severity += ", off" // until a pragma or a flag asks for it
		}
		fmt.Fprintf(b, "| %s | `%s` | %s | %s | %s | %s | %s |\n", number, r.Slug, severity, r.Passes, r.Group, r.Versions(), cell(r.Title))
	}
}

// writeStatements writes a table of statements for each section of the documents.
func writeStatements(t *testing.T, b *strings.Builder) {
	t.Helper()
	document, section := "", ""
	list := rules.Statements()
	slices.SortStableFunc(list, func(x, y rules.Statement) int { return cmp.Compare(x.Document, y.Document) })
	for _, s := range list {
		if s.Document != document {
			document, section = s.Document, ""
			fmt.Fprintf(b, "\n### %s\n", document)
		}
		if s.Section != section {
			section = s.Section
			fmt.Fprintf(b, "\n**%s**\n\n| statement | what cudals shows | test |\n|---|---|---|\n", cell(section))
		}
		shown, test := "nothing: "+s.Reason, ""
		name := filepath.Join("testdata", "statements", s.ID+".txtar")
		if _, err := os.Stat(name); err == nil {
			test = fmt.Sprintf("[%s](../analysis/rules/%s)", s.ID, filepath.ToSlash(name))
		}
		if s.Reason == "" {
			var parts []string
			for _, slug := range s.Rules {
				if r := ruletest.RuleNamed(slug); r != nil {
					parts = append(parts, fmt.Sprintf("%s `%s`", r.Severity, r.Code()))
				} else {
					parts = append(parts, slug)
				}
			}
			shown = strings.Join(parts, ", ")
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", cell(prose(t, s.ID)), cell(shown), test)
	}
}

// prose is the first line of a statement's fixture, which says what the statement is; its name where there is none.
func prose(t *testing.T, id string) string {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "statements", id+".txtar"))
	if err != nil {
		return id
	}
	var words []string
	for line := range strings.Lines(string(archive.Comment)) {
		if key, _, ok := strings.Cut(line, ":"); ok && (key == "flags" || key == "rules") {
			break
		}
		words = append(words, strings.TrimSpace(line))
	}
	return strings.Join(words, " ")
}

// generated holds a generated file against what it should be, or writes it.
func generated(t *testing.T, name, text string) {
	t.Helper()
	old, err := os.ReadFile(name)
	switch {
	case err == nil && strings.ReplaceAll(string(old), "\r\n", "\n") == text:
	case *update:
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale; run: go generate ./analysis/rules", name)
	}
}

// markup are words that Markdown would take for markup, which are code.
var markup = regexp.MustCompile(`[^\s,;()]*(?:__|<)[^\s,;()]*(?:\([^\s()]*\))?`)

// cell is a text as a Markdown table can hold it.
func cell(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	var b strings.Builder
	for i, part := range strings.Split(s, "`") {
		if i%2 == 0 {
			part = strings.ReplaceAll(markup.ReplaceAllString(part, "`$0`"), "__` `__", "__ __")
		}
		if i > 0 {
			b.WriteByte('`')
		}
		b.WriteString(strings.ReplaceAll(part, "|", `\|`))
	}
	return b.String()
}
