package workspace

import (
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// say is what remains of a result's diagnostics when the configuration and the files' projects have had their word: rules
// left out, severities changed, files excluded.
func (w *Workspace) say(config Config, resolver *resolvers, path string, diagnostics []check.Diagnostic) []check.Diagnostic {
	project, _ := resolver.Project(path) // what is wrong with it is said by withFaults
	var rules check.Selector
	severity := map[string]check.Severity{}
	if project != nil {
		rules = check.NewSelector(project.Rules.Select, project.Rules.Enable, project.Rules.Ignore)
		for key, word := range project.Rules.Severity {
			if s, ok := severities[word]; ok {
				severity[key] = s
			}
		}
	}
	excluded := map[string]bool{}
	isExcluded := func(file string) bool {
		no, ok := excluded[file]
		if !ok {
			p, _ := resolver.Project(file)
			no = p != nil && p.Excluded(file)
			excluded[file] = no
		}
		return no
	}
	chosen := config.rules(path)
	unwanted := func(d check.Diagnostic) bool {
		off := d.Group == check.Pedantic && !chosen.Enables(&d) && !rules.Enables(&d)
		return off || !chosen.Chooses(&d) || !rules.Chooses(&d) ||
			!d.Place.IsZero() && isExcluded(d.Place.File.Path)
	}
	if len(severity) == 0 && !slices.ContainsFunc(diagnostics, unwanted) {
		return diagnostics
	}
	diagnostics = slices.DeleteFunc(slices.Clone(diagnostics), unwanted)
	for i := range diagnostics {
		d := &diagnostics[i]
		for key, s := range severity {
			if check.Names(key, d.Rule, d.Tag, d.Number) {
				d.Severity = s
			}
		}
	}
	return diagnostics
}

// withFaults adds what is wrong with the .cudals.yaml that holds for a command's file, at its place there. Nothing can silence that:
// what would is not understood.
func withFaults(diagnostics []check.Diagnostic, cmd *toolchain.Command) []check.Diagnostic {
	if cmd == nil || cmd.ProjectError == nil {
		return diagnostics
	}
	diagnostics = slices.Clip(diagnostics)
	for _, f := range cmd.ProjectError.Faults {
		diagnostics = append(diagnostics, check.Diagnostic{
			Rule: "configuration", Tag: "configuration", Severity: check.Error, Passes: check.InHost | check.InDevice,
			Message: f.Message, Place: source.Place{File: cmd.ProjectError.File, Span: f.Span},
		})
	}
	return diagnostics
}

var severities = map[string]check.Severity{
	"error": check.Error, "warning": check.Warning, "information": check.Info, "hint": check.Hint,
}
