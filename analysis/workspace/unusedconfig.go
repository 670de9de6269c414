package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
)

// Silenced is what a file's analysis tells of the rules that its project ignores.
type Silenced struct {
	// Project is the .cudals.yaml that holds for the file, "" for none; Names are the words under its `ignore` that silenced something.
	Project string
	Names   []string
	// Sure: all that could be silenced in the file is known.
	Sure bool
}

// silenced is what the project that holds for an analysed file silences of its findings.
func (s *Snapshot) silenced(a *Analysis, allArchs bool) Silenced {
	if a.Document == nil {
		return Silenced{}
	}
	project, err := s.resolver.project(a.Document.Path())
	if err != nil || project == nil || len(project.Ignored) == 0 {
		return Silenced{}
	}
	out := Silenced{Project: project.Path}
	if a.Result == nil {
		return out
	}
	stats, diagnostics := a.Result.Stats(), a.Result.Diagnostics()
	out.Sure = a.Command.Given && stats.MissingHeaders+stats.CutShort == 0 && (allArchs || len(a.Command.Archs) == 1)
	for _, n := range project.Ignored {
		only := check.NewSelector(nil, nil, []string{n.Text})
		if slices.ContainsFunc(diagnostics, func(d check.Diagnostic) bool { return !only.Chooses(&d) }) {
			out.Names = append(out.Names, n.Text)
		}
	}
	return out
}

// silencing adds up what the files of each project tell.
type silencing struct {
	used   map[string][]string // by .cudals.yaml
	unsure map[string]bool
}

func (s *silencing) add(o Silenced) {
	if s.used == nil {
		s.used, s.unsure = map[string][]string{}, map[string]bool{}
	}
	if o.Project != "" {
		s.used[o.Project] = append(s.used[o.Project], o.Names...)
		s.unsure[o.Project] = s.unsure[o.Project] || !o.Sure
	}
}

// unusedConfig are hints for what the projects of checked files silence or exclude in vain. They are made of projects all of whose
// files were looked at.
func (r *run) unusedConfig(files []string) []check.Finding {
	projects := map[string]*toolchain.Project{}
	for _, path := range files {
		if p, err := r.snapshot.resolver.project(path); err == nil && p != nil && innermost(r.o.Whole, p.Path) != "" {
			projects[p.Path] = p
		}
	}
	var out []check.Finding
	for path, p := range projects {
		var hints []check.Diagnostic
		hint := func(w toolchain.Word, message string) {
			hints = append(hints, check.Diagnostic{
				Rule: "unused-ignore", Tag: "unused-ignore", Severity: check.Hint, Passes: check.InHost | check.InDevice, Place: w.At, Message: message,
			})
		}
		for _, n := range p.Ignored {
			if r.w.known(n.Text) && !r.silencing.unsure[path] && !slices.Contains(r.silencing.used[path], n.Text) {
				hint(n, "nothing is found in the project that this would silence")
			}
		}
		for _, pattern := range p.Excluding {
			if !matchesAny(p.Dir, pattern.Text) {
				hint(pattern, "no file of the project matches this")
			}
		}
		for _, d := range r.w.say(r.snapshot.config, r.snapshot.resolver, path, hints) {
			out = append(out, check.Flatten(&d))
		}
	}
	return out
}

// matchesAny reports whether a pattern of a project's `exclude` matches a file or folder.
func matchesAny(root, pattern string) bool {
	found := false
	_ = Walk(root, func(path string, _ fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // what may not be read is no file of the project
		case filepath.Base(path) == ".git":
			return fs.SkipDir
		case path != root && toolchain.MatchGlobs(root, []string{pattern}, path):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}
