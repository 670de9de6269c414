package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"cudals/analysis/check"
)

// printGitHub prints workflow commands, which GitHub shows beside the lines of a change.
func printGitHub(w io.Writer, o *output) error {
	level := map[check.Severity]string{
		check.Error: "error", check.Warning: "warning", check.Info: "notice", check.Hint: "notice",
	}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for i := range o.report.Findings {
		f := &o.report.Findings[i]
		message := f.Message + check.ArchsText(f.Archs)
		for _, r := range f.Related {
			message += "\n"
			if r.At.File != "" {
				message += fmt.Sprintf("%s:%d:%d: ", shorten(r.At.File), r.At.Line, r.At.Column)
			}
			message += r.Message
		}
		fmt.Fprintf(w, "::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s\n", level[f.Severity],
			property.Replace(filepath.ToSlash(shorten(f.At.File))), f.At.Line, f.At.EndLine, f.At.Column, f.At.EndColumn,
			property.Replace(f.Code()), data.Replace(message))
	}
	for _, failure := range o.report.Failures {
		fmt.Fprintf(w, "::warning file=%s,title=not checked::%s\n",
			property.Replace(filepath.ToSlash(shorten(failure.Path))), data.Replace(failure.Message))
	}
	return nil
}
