package main

import (
	"github.com/spf13/cobra"
)

func (a *app) whyCommand() *cobra.Command {
	return &cobra.Command{Use: "why", Hidden: true, RunE: func(*cobra.Command, []string) error { return nil }}
}
