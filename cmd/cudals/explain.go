package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
	"cudals/analysis/rules"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE|TAG|NUMBER|SECTION",
		Short: "Explain a rule, with a bad and a good example, or list the rules of a section of NVIDIA's documentation",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return status{exitFailed, "explain: one rule is expected: its name, tag or number (see cudals rules)"}
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, r := range a.rules {
				names = append(names, r.Slug)
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if rule := check.Find(a.rules, args[0]); rule != nil {
				_, err := fmt.Fprint(a.out, rule.Markdown())
				return err
			}
			stated := rules.Stated(args[0])
			if len(stated) == 0 {
				return status{exitFailed, fmt.Sprintf("no rule has the number, tag or name %q, and no section that title (see cudals rules)", args[0])}
			}
			_, err := fmt.Fprint(a.out, a.statements(stated))
			return err
		},
	}
}

// statements tells what becomes of statements of the documentation: the page of the rule that stands for them all, or a list.
func (a *app) statements(list []rules.Statement) string {
	if len(list) == 1 && len(list[0].Rules) == 1 {
		if rule := check.Find(a.rules, list[0].Rules[0]); rule != nil {
			return rule.Markdown()
		}
	}
	var b strings.Builder
	section := ""
	for _, s := range list {
		if s.Section != section {
			section = s.Section
			fmt.Fprintf(&b, "# %s\n\n%s\n\n", section, s.Document)
		}
		fmt.Fprintf(&b, "- %s: %s\n", s.ID, a.shown(s))
	}
	return b.String()
}

// shown says in a line what is shown for a statement.
func (a *app) shown(s rules.Statement) string {
	if s.Reason != "" {
		return "nothing, because " + s.Reason
	}
	var parts []string
	for _, slug := range s.Rules {
		if rule := check.Find(a.rules, slug); rule != nil {
			parts = append(parts, fmt.Sprintf("%s `%s` (%s)", rule.Severity, rule.Code(), rule.Title))
		} else {
			parts = append(parts, slug)
		}
	}
	return strings.Join(parts, "; ")
}
