package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"

	"cudals/analysis/check"
)

// gitlabIssue is an element of GitLab's code quality report.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	} `json:"lines"`
}

var gitlabSeverities = map[check.Severity]string{
	check.Error: "critical", check.Warning: "major", check.Info: "minor", check.Hint: "info",
}

// printGitLab prints GitLab's code quality report. What is on both branches is told from what is new by the fingerprints, which therefore
// are made of what a baseline knows a finding by.
func printGitLab(w io.Writer, o *output) error {
	names, err := identitiesBeside("x")
	if err != nil {
		return err
	}
	issues := []gitlabIssue{}
	seen := map[knownFindings]int{}
	for i := range o.report.Findings {
		f := &o.report.Findings[i]
		key := names.of(f)
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s\x00%s\x00%d", key.File, key.Rule, key.Message, key.Code, seen[key]))
		issue := gitlabIssue{
			Description: f.Message + check.ArchsText(f.Archs), CheckName: f.Code(), Severity: gitlabSeverities[f.Severity],
			Fingerprint: hex.EncodeToString(sum[:16]), Location: gitlabLocation{Path: filepath.ToSlash(shorten(f.At.File))},
		}
		issue.Location.Lines.Begin, issue.Location.Lines.End = f.At.Line, f.At.EndLine
		issues = append(issues, issue)
	}
	return writeJSON(w, issues)
}
