package workspace

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cudals/analysis/check"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// Where no compile command tells where a project's headers are, the project's folders often do.

// mostSearched is how many files and folders are looked at for a header, mostOffered how many folders are proposed.
const (
	mostSearched = 300_000
	mostOffered  = 3
)

// ConfigFixes are the mends of a finding that the project's configuration is for. Of a header that was not found these are flags that
// name folders of the workspace from which it would be found, the nearest to the file first.
func (s *Snapshot) ConfigFixes(ctx context.Context, d *check.Diagnostic) []check.Fix {
	if d.Rule == ForeignCode {
		if fix, err := s.ownFix(d); err == nil {
			return []check.Fix{fix}
		}
	}
	if d.Header == "" || filepath.IsAbs(d.Header) || d.Place.IsZero() {
		return nil
	}
	file := d.Place.File.Path
	root := s.folderOf(file)
	if root == "" {
		return nil
	}
	config, fresh, err := s.projectFile(file, root)
	if err != nil {
		return nil
	}
	var fixes []check.Fix
	for _, folder := range s.w.headerFolders(ctx, root, file, d.Header) {
		flag := "-I" + filepath.ToSlash(folder)
		if rel, err := filepath.Rel(filepath.Dir(config.Path), folder); err == nil {
			flag = "-I" + filepath.ToSlash(rel)
		}
		at, insert, err := toolchain.AddFlag(config.Path, config.Text, flag)
		if err != nil {
			continue
		}
		fixes = append(fixes, check.Fix{
			Title: "Add " + flag + " to " + toolchain.ProjectName, NewFile: fresh,
			Edits: []check.Edit{{Place: source.Place{File: config, Span: source.Span{Start: at, End: at}}, Text: insert}},
		})
	}
	return fixes
}

// IgnoreFix is the mend by which the configuration that holds for a file ignores a rule.
func (s *Snapshot) IgnoreFix(file, rule string) (check.Fix, error) {
	config, fresh, err := s.projectFile(file, cmp.Or(s.folderOf(file), filepath.Dir(file)))
	if err != nil {
		return check.Fix{}, err
	}
	at, insert, err := toolchain.AddIgnored(config.Path, config.Text, rule)
	if err != nil {
		return check.Fix{}, err
	}
	return check.Fix{
		Title: "Ignore " + rule, NewFile: fresh,
		Edits: []check.Edit{{Place: source.Place{File: config, Span: source.Span{Start: at, End: at}}, Text: insert}},
	}, nil
}

// ownFix is the mend by which the configuration that holds for a file says that the folder of other people's code which it is in is the
// project's own.
func (s *Snapshot) ownFix(d *check.Diagnostic) (check.Fix, error) {
	file := d.Place.File.Path
	root := s.folderOf(file)
	config, fresh, err := s.projectFile(file, root)
	if err != nil {
		return check.Fix{}, err
	}
	folder, err := filepath.Rel(filepath.Dir(config.Path), s.resolver.foreign(root, file))
	if err != nil {
		return check.Fix{}, err
	}
	at, insert, err := toolchain.AddOwn(config.Path, config.Text, filepath.ToSlash(folder))
	if err != nil {
		return check.Fix{}, err
	}
	return check.Fix{
		Title: "Show what is found in " + folder + ": own, in " + toolchain.ProjectName, NewFile: fresh,
		Edits: []check.Edit{{Place: source.Place{File: config, Span: source.Span{Start: at, End: at}}, Text: insert}},
	}, nil
}

// folderOf is the innermost folder of the workspace that a file is in, "" for none.
func (s *Snapshot) folderOf(file string) string { return innermost(s.config.Folders, file) }

// projectFile is the configuration that holds for a file; where there is none, a fresh one for the folder.
func (s *Snapshot) projectFile(file, folder string) (config *source.File, fresh bool, err error) {
	project, err := s.resolver.project(file)
	if err != nil {
		return nil, false, err
	}
	if project == nil {
		return source.NewFile(filepath.Join(folder, toolchain.ProjectName), nil), true, nil
	}
	config, err = s.w.opts.Files.ReadFile(project.Path)
	return config, false, err
}

// headerSearch is what a search for a header found, when it ended.
type headerSearch struct {
	root, from, name string
	found            []string
	at               time.Time
}

// freshFor is for how long a search holds: editors ask at each move of the cursor.
const freshFor = 10 * time.Second

// headerFolders are what findHeader finds, or found a moment ago.
func (w *Workspace) headerFolders(ctx context.Context, root, from, name string) []string {
	w.mu.Lock()
	last := w.sought
	w.mu.Unlock()
	if last.root == root && last.from == from && last.name == name && time.Since(last.at) < freshFor {
		return last.found
	}
	found := findHeader(ctx, root, from, name)
	if ctx.Err() == nil {
		w.mu.Lock()
		w.sought = headerSearch{root, from, name, found, time.Now()}
		w.mu.Unlock()
	}
	return found
}

// findHeader lists the folders below root from which an #include of a name finds a file, the nearest to the including file first.
func findHeader(ctx context.Context, root, from, name string) []string {
	name = filepath.Clean(filepath.FromSlash(name))
	var found []string
	searched := 0
	// The walk ends early where it is cancelled or has seen enough; what it found by then is good.
	_ = Walk(root, func(path string, entry fs.DirEntry, err error) error {
		if searched++; ctx.Err() != nil || searched > mostSearched {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return nil //nolint:nilerr // a folder that may not be read holds nothing for us
		case entry.IsDir():
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules") {
				return fs.SkipDir
			}
		case entry.Name() == filepath.Base(name) && regular(entry, path):
			if folder, ok := strings.CutSuffix(path, string(filepath.Separator)+name); ok {
				found = append(found, folder)
			}
		}
		return nil
	})
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(steps(from, a), steps(from, b)) })
	return found[:min(len(found), mostOffered)]
}

// steps is how many folders one goes through from a file to a folder.
func steps(file, folder string) int {
	rel, err := filepath.Rel(filepath.Dir(file), folder)
	if err != nil {
		return len(file)
	}
	return strings.Count(rel, string(os.PathSeparator))
}
