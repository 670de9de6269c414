package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"go.lsp.dev/uri"

	"cudals/analysis/check"
	"cudals/analysis/workspace"
)

var sarifLevels = map[check.Severity]string{
	check.Error: "error", check.Warning: "warning", check.Info: "note", check.Hint: "note",
}

// printSARIF prints SARIF 2.1.0.
func printSARIF(w io.Writer, o *output) error {
	run := sarif.NewRun()
	driver := sarif.NewToolComponent().WithName("cudals").WithVersion(o.version)
	run.WithTool(sarif.NewTool().WithDriver(driver)).WithColumnKind("unicodeCodePoints")
	if len(o.report.CUDA) > 0 {
		run.WithProperties(sarif.NewPropertyBag().Add("cuda", o.report.CUDA))
	}
	used := map[string]bool{}
	for i := range o.report.Findings {
		used[o.report.Findings[i].Rule] = true
	}
	index := map[string]int{}
	for _, rule := range o.rules {
		if !used[rule.Slug] {
			continue
		}
		index[rule.Slug] = len(driver.Rules)
		driver.AddRule(sarif.NewReportingDescriptor().
			WithID(rule.Slug).
			WithName(rule.Tag).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(rule.Title)).
			WithHelp(sarif.NewMultiformatMessageString().WithText(rule.Doc()).WithMarkdown(rule.Markdown())).
			WithDefaultConfiguration(sarif.NewReportingConfiguration().WithEnabled(true).WithLevel(sarifLevels[rule.Severity]).WithRank(-1)))
	}
	for i := range o.report.Findings {
		f := &o.report.Findings[i]
		message := f.Message + check.ArchsText(f.Archs)
		result := sarif.NewRuleResult(f.Rule).WithLevel(sarifLevels[f.Severity]).
			WithMessage(sarif.NewTextMessage(message)).
			WithLocations([]*sarif.Location{location(f.At)})
		if n, ok := index[f.Rule]; ok {
			result.WithRuleIndex(n)
		}
		for id, r := range f.Related {
			if r.At.File != "" {
				result.AddRelatedLocation(location(r.At).WithID(id + 1).WithMessage(sarif.NewTextMessage(r.Message)))
			}
		}
		properties := sarif.NewPropertyBag().Add("pass", f.Passes.String()).Add("tag", f.Tag)
		if f.Number != 0 {
			properties.Add("number", f.Number)
		}
		result.WithProperties(properties)
		for _, fix := range f.Fixes {
			result.AddFixe(sarifFix(fix))
		}
		run.AddResult(result)
	}
	if len(o.report.Failures) > 0 {
		run.AddInvocation(notChecked(o.report.Failures))
	}
	out := sarif.NewReport()
	out.AddRun(run)
	if err := out.PrettyWrite(w); err != nil {
		return fmt.Errorf("SARIF: %w", err)
	}
	_, err := fmt.Fprintln(w)
	return err
}

// notChecked notifies of files that could not be checked.
func notChecked(failures []workspace.Failure) *sarif.Invocation {
	out := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, failure := range failures {
		where := sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
			WithArtifactLocation(sarif.NewSimpleArtifactLocation(artifactURI(failure.Path))))
		out.AddToolExecutionNotification(sarif.NewNotification().WithLevel("warning").AddLocation(where).
			WithMessage(sarif.NewTextMessage("not checked: " + failure.Message)))
	}
	return out
}

func location(r check.Region) *sarif.Location {
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(artifactURI(r.File))).
		WithRegion(sarifRegion(r)))
}

func sarifRegion(r check.Region) *sarif.Region {
	return sarif.NewRegion().WithStartLine(r.Line).WithStartColumn(r.Column).WithEndLine(r.EndLine).WithEndColumn(r.EndColumn)
}

// artifactURI is relative below the working folder, as code scanning services want it.
func artifactURI(path string) string {
	path = shorten(path)
	if filepath.IsAbs(path) {
		return string(uri.File(path))
	}
	absolute := string(uri.File("/" + filepath.ToSlash(path)))
	return strings.TrimPrefix(absolute, "file:///")
}

func sarifFix(fix check.RegionFix) *sarif.Fix {
	out := sarif.NewFix().WithDescription(sarif.NewTextMessage(fix.Title))
	changes := map[string]*sarif.ArtifactChange{}
	for _, e := range fix.Edits {
		change := changes[e.At.File]
		if change == nil {
			change = sarif.NewArtifactChange().WithArtifactLocation(sarif.NewSimpleArtifactLocation(artifactURI(e.At.File)))
			changes[e.At.File] = change
			out.AddArtifactChange(change)
		}
		change.AddReplacement(sarif.NewReplacement().WithDeletedRegion(sarifRegion(e.At)).
			WithInsertedContent(sarif.NewArtifactContent().WithText(e.Text)))
	}
	return out
}
