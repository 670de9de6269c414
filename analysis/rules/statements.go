package rules

import (
	_ "embed"
	"strings"
)

// Statement is one sentence of NVIDIA's documentation about CUDA's C++, and what becomes of it.
type Statement struct {
	// ID is the statement's name; its fixture is testdata/statements/<ID>.txtar.
	ID string
	// Document and Section say where the statement stands.
	Document, Section string
	// Rules are the slugs of the rules that its fixture expects; "hover" where a hover shows something.
	Rules []string
	// Reason says why nothing is shown; empty where something is.
	Reason string
}

//go:generate go run ./internal/genlist
//go:generate go test -run "^TestStatements$|^TestRulesPage$" . -update
//go:generate go test -run "^TestSchema$" ../../cmd/cudals -update

//go:embed statements.tsv
var statementTable string

// Statements lists the statements in the order of the documents. Columns of the table are the name, document, section, and
// what is shown: slugs, or a reason after a dash.
func Statements() []Statement {
	var out []Statement
	for line := range strings.Lines(statementTable) {
		column := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(column) != 4 || column[0] == "id" {
			continue
		}
		s := Statement{ID: column[0], Document: column[1], Section: column[2]}
		if reason, ok := strings.CutPrefix(column[3], "- "); ok {
			s.Reason = reason
		} else {
			s.Rules = strings.Fields(column[3])
		}
		out = append(out, s)
	}
	return out
}

// Stated are the statements that key names: one by its name, or all of a section by its title, with its number or without.
func Stated(key string) []Statement {
	var out []Statement
	for _, s := range Statements() {
		_, title, _ := strings.Cut(s.Section, " ")
		if strings.EqualFold(s.ID, key) || strings.EqualFold(s.Section, key) || strings.EqualFold(title, key) ||
			strings.EqualFold(strings.TrimSuffix(s.Section, " "+title), key) && title != "" {
			out = append(out, s)
		}
	}
	return out
}
