package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cudals/analysis/check"
	"cudals/analysis/engine"
)

// debugCommand shows the steps of an analysis to who works on the engine.
func (a *app) debugCommand() *cobra.Command {
	var f compileFlags
	cmd := &cobra.Command{
		Use:    "debug {" + strings.Join(engine.Dumps, "|") + "} FILE[:LINE] [-- NVCC-STYLE FLAGS]",
		Short:  "Show what a step of the analysis makes of a file or a line",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, flags := split(cmd, args)
			if len(words) != 2 || !slices.Contains(engine.Dumps, words[0]) {
				return status{exitFailed, "debug: one of " + strings.Join(engine.Dumps, ", ") + " and FILE[:LINE] are expected"}
			}
			path, from, to := words[1], 0, math.MaxInt
			if m := placeArgument.FindStringSubmatch(path); m != nil {
				line, _ := strconv.Atoi(m[2]) // too large a line holds nothing
				path, from, to = m[1], line-1, line
			}
			settings, err := f.settings(flags)
			if err != nil {
				return err
			}
			if path, err = filepath.Abs(path); err != nil {
				return fmt.Errorf("finding the file: %w", err)
			}
			ws := a.workspace(settings, check.Selector{}, 0)
			defer ws.Close()
			analysis, err := ws.Snapshot().AnalyzeFile(cmd.Context(), path, false)
			if err != nil {
				return err
			}
			if analysis.Result == nil {
				return status{exitFailed, fmt.Sprintf("%s: %s", shorten(path), analysis.Failure)}
			}
			out := bufio.NewWriter(a.out)
			return cmp.Or(engine.Dump(out, analysis.Result, words[0], from, to), out.Flush())
		},
	}
	f.add(cmd)
	return cmd
}
