package main

import (
	"cmp"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
)

func (a *app) rulesCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			rules := slices.Clone(a.rules)
			slices.SortStableFunc(rules, func(x, y *check.Rule) int {
				return cmp.Or(cmp.Compare(x.Chapter, y.Chapter), cmp.Compare(x.Number, y.Number), cmp.Compare(x.Slug, y.Slug))
			})
			switch format {
			case "text":
				return a.listRules(rules)
			case "json":
				return writeJSON(a.out, rulesJSON(rules))
			case "schema":
				return writeJSON(a.out, projectSchema(a.rules))
			}
			return status{exitFailed, fmt.Sprintf("--format %q: text, json or schema is expected", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`text`, json, or schema for the JSON schema of .cudals.yaml")
	return cmd
}

func (a *app) listRules(rules []*check.Rule) error {
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	chapter := ""
	for i, r := range rules {
		if i == 0 || r.Chapter != chapter {
			if i > 0 {
				fmt.Fprintln(w)
			}
			chapter = r.Chapter
			if chapter != "" {
				fmt.Fprintln(w, chapter)
			}
		}
		number := "-"
		if r.Number != 0 {
			number = fmt.Sprint(r.Number)
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%s\n", number, r.Slug, r.Severity, r.Passes, r.Title)
	}
	return w.Flush()
}

type jsonRule struct {
	Rule     string `json:"rule"`
	Number   int    `json:"number,omitempty"`
	Tag      string `json:"tag"`
	Title    string `json:"title"`
	Severity string `json:"severity"`
	Pass     string `json:"pass"`
	Chapter  string `json:"chapter,omitempty"`
	Group    string `json:"group"`
	Section  string `json:"section,omitempty"`
}

func rulesJSON(rules []*check.Rule) any {
	out := make([]jsonRule, 0, len(rules))
	for _, r := range rules {
		out = append(out, jsonRule{
			Rule: r.Slug, Number: r.Number, Tag: r.Tag, Title: r.Title, Severity: r.Severity.String(),
			Pass: r.Passes.String(), Chapter: r.Chapter, Group: r.Group.String(), Section: r.Section,
		})
	}
	return map[string]any{"version": 1, "rules": out}
}
