package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain RULE|TAG|NUMBER",
		Short: "Explain a rule, with a bad and a good example",
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
			rule := check.Find(a.rules, args[0])
			if rule == nil {
				return status{exitFailed, fmt.Sprintf("no rule has the number, tag or name %q (see cudals rules)", args[0])}
			}
			_, err := fmt.Fprint(a.out, rule.Markdown())
			return err
		},
	}
}
