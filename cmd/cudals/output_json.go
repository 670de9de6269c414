package main

import (
	"encoding/json"
	"io"

	"cudals/analysis/check"
	"cudals/analysis/workspace"
)

// The JSON format. Lines and columns count from 1, columns in characters; ends are not included.
type (
	jsonReport struct {
		Version     int              `json:"version"`
		Diagnostics []jsonDiagnostic `json:"diagnostics"`
		// NotChecked are the files of which nothing is known.
		NotChecked []jsonFailure `json:"notChecked,omitempty"`
		Stats      *jsonStats    `json:"stats,omitempty"`
		// CUDA are the versions of CUDA that files were checked for, in words.
		CUDA []string `json:"cuda,omitempty"`
	}
	jsonDiagnostic struct {
		jsonRegion
		Severity string        `json:"severity"`
		Number   int           `json:"number,omitempty"`
		Tag      string        `json:"tag"`
		Rule     string        `json:"rule"`
		Message  string        `json:"message"`
		Pass     string        `json:"pass"`
		Archs    []int         `json:"archs,omitempty"`
		Waits    bool          `json:"waits,omitempty"`
		Related  []jsonRelated `json:"related"`
		Fixes    []jsonFix     `json:"fixes"`
	}
	jsonRegion struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
	}
	jsonRelated struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Column  int    `json:"column"`
		Message string `json:"message"`
	}
	jsonFix struct {
		Title     string     `json:"title"`
		Preferred bool       `json:"preferred"`
		Edits     []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		jsonRegion
		Text string `json:"text"`
	}
	jsonFailure struct {
		File   string `json:"file"`
		Reason string `json:"reason"`
	}
	jsonStats struct {
		Files            int            `json:"files"`
		Lines            int            `json:"lines"`
		DeviceCalls      int            `json:"deviceCalls"`
		DeviceCallsKnown int            `json:"deviceCallsKnown"`
		HostCalls        int            `json:"hostCalls"`
		HostCallsKnown   int            `json:"hostCallsKnown"`
		MissingHeaders   int            `json:"missingHeaders"`
		CutShort         int            `json:"cutShort,omitempty"`
		Unknown          map[string]int `json:"unknown"`
	}
)

func printJSON(w io.Writer, o *output) error {
	report := jsonReport{Version: 1, Diagnostics: []jsonDiagnostic{}, Stats: statsJSON(&o.report.Stats), CUDA: o.report.CUDA}
	for i := range o.report.Findings {
		report.Diagnostics = append(report.Diagnostics, diagnosticJSON(&o.report.Findings[i]))
	}
	for _, failure := range o.report.Failures {
		report.NotChecked = append(report.NotChecked, jsonFailure{shorten(failure.Path), failure.Message})
	}
	return writeJSON(w, report)
}

func diagnosticJSON(f *check.Finding) jsonDiagnostic {
	d := jsonDiagnostic{
		jsonRegion: regionJSON(f.At), Severity: f.Severity.String(), Number: f.Number, Tag: f.Tag, Rule: f.Rule,
		Message: f.Message, Pass: f.Passes.String(), Archs: f.Archs, Waits: f.Waits, Related: relatedJSON(f.Related), Fixes: []jsonFix{},
	}
	for _, fix := range f.Fixes {
		j := jsonFix{Title: fix.Title, Preferred: fix.Preferred, Edits: []jsonEdit{}}
		for _, e := range fix.Edits {
			j.Edits = append(j.Edits, jsonEdit{jsonRegion: regionJSON(e.At), Text: e.Text})
		}
		d.Fixes = append(d.Fixes, j)
	}
	return d
}

func writeJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func regionJSON(r check.Region) jsonRegion {
	return jsonRegion{File: shorten(r.File), Line: r.Line, Column: r.Column, EndLine: r.EndLine, EndColumn: r.EndColumn}
}

func relatedJSON(list []check.RelatedRegion) []jsonRelated {
	out := []jsonRelated{}
	for _, r := range list {
		related := jsonRelated{Line: r.At.Line, Column: r.At.Column, Message: r.Message}
		if r.At.File != "" {
			related.File = shorten(r.At.File)
		}
		out = append(out, related)
	}
	return out
}

func statsJSON(s *workspace.Stats) *jsonStats {
	unknown := s.Unknown
	if unknown == nil {
		unknown = map[string]int{}
	}
	return &jsonStats{
		Files: s.Files, Lines: s.Lines, DeviceCalls: s.DeviceCalls, DeviceCallsKnown: s.DeviceCallsKnown,
		HostCalls: s.HostCalls, HostCallsKnown: s.HostCallsKnown, MissingHeaders: s.MissingHeaders, CutShort: s.CutShort, Unknown: unknown,
	}
}
