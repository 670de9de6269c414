package workspace

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// say is what remains of a result's diagnostics when the configuration and the files' projects have had their word: rules
// left out, severities changed, files excluded.
func (w *Workspace) say(config Config, resolver *resolvers, path string, diagnostics []check.Diagnostic) []check.Diagnostic {
	project, _ := resolver.project(path) // what is wrong with it is said by withFaults
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
			p, _ := resolver.project(file)
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

// quiet leaves out what is found in other people's code, as seen from the folders of the workspace. Of a document there it says so.
func (s *Snapshot) quiet(file *source.File, diagnostics []check.Diagnostic) []check.Diagnostic {
	foreign := map[string]string{}
	within := func(path string) string {
		folder, ok := foreign[path]
		if root := s.folderOf(path); !ok && root != "" {
			folder = s.resolver.foreign(root, path)
			foreign[path] = folder
		}
		return folder
	}
	hidden := 0
	kept := slices.DeleteFunc(slices.Clone(diagnostics), func(d check.Diagnostic) bool {
		no := !d.Place.IsZero() && within(d.Place.File.Path) != ""
		if no && d.Place.File.Path == file.Path && d.Severity != check.Hint {
			hidden++
		}
		return no
	})
	if hidden == 0 {
		return kept
	}
	folder, _ := filepath.Rel(s.folderOf(file.Path), within(file.Path))
	message := fmt.Sprintf("%d findings are not shown: this is other people's code, in %s", hidden, folder)
	if hidden == 1 {
		message = "1 finding is not shown: this is other people's code, in " + folder
	}
	return append(kept, check.Diagnostic{
		Rule: ForeignCode, Tag: ForeignCode, Severity: check.Hint, Passes: check.InHost | check.InDevice, Message: message,
		Place: source.Place{File: file, Span: file.LineSpan(0)},
	})
}

// ForeignCode is the rule of the hint that findings are kept back.
const ForeignCode = "third-party"

// withFaults adds what is wrong with the .cudals.yaml and the database that hold for a command's file, at its place there. Nothing can
// silence that: what would is not understood.
func (w *Workspace) withFaults(
	diagnostics []check.Diagnostic, resolver *resolvers, path string, cmd *toolchain.Command,
) []check.Diagnostic {
	var faults []*toolchain.FileError
	if cmd != nil {
		faults = cmd.Faults
	}
	return append(slices.Clip(diagnostics), w.projectFaults(resolver, path, faults)...)
}

// ProjectFaults is what is wrong with the .cudals.yaml that holds for a file, which may be that itself, as it was saved.
func (s *Snapshot) ProjectFaults(path string) []check.Diagnostic {
	var faults []*toolchain.FileError
	_, err := s.resolver.project(path)
	if fault := (*toolchain.FileError)(nil); errors.As(err, &fault) {
		faults = append(faults, fault)
	}
	return s.w.projectFaults(s.resolver, path, faults)
}

// projectFaults are some faults, and those of the configuration that holds for a file where it can be understood.
func (w *Workspace) projectFaults(resolver *resolvers, path string, faults []*toolchain.FileError) (diagnostics []check.Diagnostic) {
	add := func(severity check.Severity, at source.Place, message string) {
		diagnostics = append(diagnostics, check.Diagnostic{
			Rule: "configuration", Tag: "configuration", Severity: severity, Passes: check.InHost | check.InDevice, Message: message, Place: at,
		})
	}
	for _, fault := range faults {
		severity := check.Warning // what a build wrote, or is writing
		if filepath.Base(fault.File.Path) == toolchain.ProjectName {
			severity = check.Error
		}
		for _, f := range fault.Faults {
			add(severity, source.Place{File: fault.File, Span: f.Span}, f.Message)
		}
	}
	project, err := resolver.project(path)
	if err != nil || project == nil || len(w.opts.Rules) == 0 {
		return diagnostics
	}
	// What another version of the program may know is no reason to leave the whole file out.
	for _, n := range project.RuleNames {
		if w.known(n.Text) {
			continue
		}
		message := fmt.Sprintf("no rule has the name, tag or number `%s`", n.Text)
		if near := toolchain.Nearest(n.Text, w.ruleNames()); near != "" {
			message += fmt.Sprintf("; did you mean `%s`?", near)
		}
		add(check.Warning, n.At, message)
	}
	return diagnostics
}

// known reports whether there is a rule or group of a name.
func (w *Workspace) known(name string) bool {
	return len(check.NewSelector([]string{name}, nil, nil).Unknown(w.opts.Rules)) == 0
}

// ruleNames are all names that rules go by but for their numbers.
func (w *Workspace) ruleNames() []string {
	out := slices.Clone(check.Unruled)
	for i := range w.opts.Rules {
		out = append(out, w.opts.Rules[i].Slug, w.opts.Rules[i].Tag)
	}
	return out
}

var severities = map[string]check.Severity{
	"error": check.Error, "warning": check.Warning, "information": check.Info, "hint": check.Hint,
}
