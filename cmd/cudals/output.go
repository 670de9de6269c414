package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/fatih/color"

	"cudals/analysis/check"
	"cudals/analysis/workspace"
)

// output is what the formats print.
type output struct {
	report  *workspace.Report
	rules   []*check.Rule
	stats   bool
	failOn  check.Severity // what is graver than that, or as grave, fails the check
	color   bool
	version string
}

// printText prints as compilers do: "file:line:col: severity: message [tag #number]", with the reasons indented below. A hint that
// says the same of one declaration in several places is printed at the first.
func printText(w io.Writer, o *output) error {
	severity := map[check.Severity]*color.Color{
		check.Error:   color.New(color.FgRed, color.Bold),
		check.Warning: color.New(color.FgMagenta, color.Bold),
		check.Info:    color.New(color.FgCyan, color.Bold),
		check.Hint:    color.New(color.FgCyan),
	}
	bold, faint := color.New(color.Bold), color.New(color.Faint)
	for _, c := range []*color.Color{severity[0], severity[1], severity[2], severity[3], bold, faint} {
		if o.color {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	type hint struct {
		rule, message string
		of            check.Region
	}
	places := map[hint]int{}
	about := func(f *check.Finding) (hint, bool) {
		if f.Severity != check.Hint || len(f.Related) == 0 {
			return hint{}, false
		}
		return hint{f.Rule, f.Message, f.Related[0].At}, true
	}
	for i := range o.report.Findings {
		if h, ok := about(&o.report.Findings[i]); ok {
			places[h]++
		}
	}
	for i := range o.report.Findings {
		f := &o.report.Findings[i]
		others := 0
		if h, ok := about(f); ok {
			if others = places[h] - 1; others < 0 {
				continue
			}
			delete(places, h)
		}
		fmt.Fprintf(w, "%s %s %s%s %s\n",
			bold.Sprintf("%s:%d:%d:", shorten(f.At.File), f.At.Line, f.At.Column),
			severity[f.Severity].Sprint(f.Severity.String()+":"),
			f.Message, check.ArchsText(f.Archs), faint.Sprintf("[%s]", f.Code()))
		for _, r := range f.Related {
			if r.At.File == "" {
				fmt.Fprintf(w, "    %s\n", r.Message)
				continue
			}
			fmt.Fprintf(w, "    %s %s\n", faint.Sprintf("%s:%d:%d:", shorten(r.At.File), r.At.Line, r.At.Column), r.Message)
		}
		if others > 0 {
			fmt.Fprintf(w, "    and at %d more, which the other formats list\n", others)
		}
	}
	if o.stats {
		for _, cuda := range o.report.CUDA {
			fmt.Fprintln(w, cuda)
		}
		printStats(w, &o.report.Stats)
	}
	return nil
}

func printStats(w io.Writer, s *workspace.Stats) {
	fmt.Fprintf(w, "files: %d, lines: %d, missing headers: %d\n", s.Files, s.Lines, s.MissingHeaders)
	if s.CutShort > 0 {
		fmt.Fprintf(w, "files whose analysis was cut short: %d\n", s.CutShort)
	}
	for _, side := range []struct {
		name       string
		all, known int
	}{{"device", s.DeviceCalls, s.DeviceCallsKnown}, {"host", s.HostCalls, s.HostCallsKnown}} {
		share := "?" // of no calls nothing is known
		if side.all > 0 {
			share = fmt.Sprintf("%.2f %%", percent(side.known, side.all))
		}
		fmt.Fprintf(w, "calls in %s code: %d, understood: %d (%s)\n", side.name, side.all, side.known, share)
	}
	for _, reason := range reasons(s) {
		fmt.Fprintf(w, "  not understood: %6d  %s\n", s.Unknown[reason], reason)
	}
	for _, u := range s.UnknownAt {
		fmt.Fprintf(w, "    %s:%d:%d: %s\n", shorten(u.At.File), u.At.Line, u.At.Column, u.Reason)
	}
}

// reasons are the reasons why calls are unknown, the most frequent first.
func reasons(s *workspace.Stats) []string {
	return slices.SortedFunc(maps.Keys(s.Unknown), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Unknown[b], s.Unknown[a]), cmp.Compare(a, b))
	})
}
