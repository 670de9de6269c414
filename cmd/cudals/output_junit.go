package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"cudals/analysis/check"
)

// The JUnit format, as CI services read it: a suite for each file, a case for each finding in it. Findings that do not fail the check are
// cases that pass, with their text as output.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		File      string        `xml:"file,attr,omitempty"`
		Line      int           `xml:"line,attr,omitempty"`
		Failure   *junitProblem `xml:"failure"`
		Error     *junitProblem `xml:"error"`
		Output    string        `xml:"system-out,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

func printJUnit(w io.Writer, o *output) error {
	out := junitSuites{Name: "cudals"}
	suite := func(file string) *junitSuite {
		name := filepath.ToSlash(shorten(file))
		if n := len(out.Suites); n == 0 || out.Suites[n-1].Name != name {
			out.Suites = append(out.Suites, junitSuite{Name: name})
		}
		return &out.Suites[len(out.Suites)-1]
	}
	for i := range o.report.Findings {
		f := &o.report.Findings[i]
		s := suite(f.At.File)
		c := junitCase{
			Name: fmt.Sprintf("%d:%d %s", f.At.Line, f.At.Column, f.Code()), ClassName: s.Name, File: s.Name, Line: f.At.Line,
		}
		text := findingText(f)
		if f.Severity <= o.failOn {
			c.Failure = &junitProblem{Message: f.Message, Type: f.Severity.String(), Text: text}
			s.Failures++
			out.Failures++
		} else {
			c.Output = text
		}
		s.Cases = append(s.Cases, c)
	}
	for _, failure := range o.report.Failures {
		s := suite(failure.Path)
		s.Cases = append(s.Cases, junitCase{
			Name: "not checked", ClassName: s.Name, File: s.Name, Error: &junitProblem{Message: failure.Message, Type: "not checked"},
		})
		s.Errors++
		out.Errors++
	}
	if len(out.Suites) == 0 { // a report without cases is taken for one that was not written
		out.Suites = []junitSuite{{Name: "cudals", Cases: []junitCase{{Name: "no findings", ClassName: "cudals"}}}}
	}
	for i := range out.Suites {
		out.Suites[i].Tests = len(out.Suites[i].Cases)
		out.Tests += out.Suites[i].Tests
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(out); err != nil {
		return fmt.Errorf("JUnit: %w", err)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// findingText is a finding in lines, without marks for a terminal.
func findingText(f *check.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s: %s%s [%s]\n", shorten(f.At.File), f.At.Line, f.At.Column, f.Severity, f.Message, check.ArchsText(f.Archs), f.Code())
	for _, r := range f.Related {
		b.WriteString("    ")
		if r.At.File != "" {
			fmt.Fprintf(&b, "%s:%d:%d: ", shorten(r.At.File), r.At.Line, r.At.Column)
		}
		b.WriteString(r.Message + "\n")
	}
	return b.String()
}
