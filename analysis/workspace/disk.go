package workspace

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/source"
	"cudals/analysis/toolchain"
)

// sourceEndings are those of files that are read as C++.
var sourceEndings = []string{
	"cu", "cuh", "h", "hh", "hpp", "hxx", "inl", "ipp", "tpp", "inc", "c", "cc", "cpp", "cxx", "hip", "tcc", "txx", "icc", "def",
}

// SourceEndings are the endings, without the dot, of the files that are read as C++.
func SourceEndings() []string { return slices.Clone(sourceEndings) }

// IsWatched reports whether a file's name is one of those of which clients are asked to tell.
func IsWatched(path string) bool {
	return toolchain.IsConfiguration(path) || toolchain.IsBuildFile(path) ||
		slices.Contains(sourceEndings, strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
}

// Matters reports whether what happens to a file on disk may matter: by its name, or because it was read or looked for.
func (w *Workspace) Matters(path string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.matters(path) || slices.Contains(w.now.resolver.lookedFor(), path)
}

// matters is Matters but for what commands come from. w.mu is held.
func (w *Workspace) matters(path string) bool {
	if IsWatched(path) || w.graph.includers[path] != nil {
		return true
	}
	name := filepath.Base(path)
	for _, a := range w.last {
		if slices.ContainsFunc(a.Result.Sought(), func(sought string) bool { return filepath.Base(sought) == name }) {
			return true
		}
	}
	return false
}

// FilesChanged tells the workspace what happened on disk. Open documents hide their file. What is deleted may be a folder; of a folder
// that was created the files are to be told.
func (w *Workspace) FilesChanged(created, changed, deleted []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	told := map[string]bool{} // what commands come from, whatever its name
	for _, path := range w.now.resolver.lookedFor() {
		told[path] = true
	}
	idle := func(path string) bool { return !told[path] && !w.matters(path) }
	created = slices.DeleteFunc(slices.Clone(created), idle)
	deleted = slices.DeleteFunc(slices.Concat(deleted, w.below(deleted)), idle)
	if len(created)+len(changed)+len(deleted) == 0 {
		return
	}
	var c change
	reload := false
	for _, list := range [][]string{created, changed, deleted} {
		for _, path := range list {
			reload = reload || told[path] || toolchain.IsConfiguration(path)
			c.builds = c.builds || toolchain.IsBuildFile(path)
			if w.now.docs[path] == nil {
				c.texts = append(c.texts, path)
			}
		}
	}
	c.moved = slices.Concat(created, deleted)
	if c.builds || len(c.moved) > 0 {
		w.now.resolver.rest.Moved(slices.Concat(created, changed, deleted))
	}
	for _, path := range changed {
		if w.now.docs[path] == nil && w.graph.includers[path] == nil {
			c.moved = append(c.moved, path) // it came to be when nobody looked
		}
	}
	if reload {
		// Not Reset: snapshots that are in use keep the commands that they were made with.
		c.resolver = w.now.resolver.next(w.now.config)
	}
	w.apply(c)
}

// linked are other paths of some files, by which analyses read them: symbolic links lead there. w.mu is held.
func (w *Workspace) linked(files []string) []string {
	var others []string
	for _, file := range files {
		for read := range w.graph.named[filepath.Base(file)] {
			if file != read && source.SameFile(file, read) {
				others = append(others, read)
			}
		}
	}
	return others
}

// Walk is filepath.WalkDir of a folder that may be reached through a symbolic link.
func Walk(root string, fn fs.WalkDirFunc) error {
	through := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
	return filepath.WalkDir(through, func(path string, entry fs.DirEntry, err error) error {
		if path == through {
			path = root
		}
		return fn(path, entry, err)
	})
}

// below are the files in some folders that analyses read or commands come from. Whoever deletes or moves a folder is often told of the
// folder alone. w.mu is held.
func (w *Workspace) below(folders []string) []string {
	gone := make(map[string]bool, len(folders))
	for _, folder := range folders {
		gone[folder] = true
	}
	var files []string
	look := func(file string) {
		for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
			if gone[dir] {
				files = append(files, file)
			}
			if gone[dir] || dir == filepath.Dir(dir) {
				return
			}
		}
	}
	if len(gone) == 0 {
		return nil
	}
	for file := range w.graph.includers {
		look(file)
	}
	for _, file := range w.now.resolver.lookedFor() {
		look(file)
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// Appeared are the databases that are there, and were not when commands were looked for.
func (s *Snapshot) Appeared() []string {
	paths := s.resolver.rest.Appeared()
	for _, own := range s.resolver.own {
		paths = append(paths, own.Appeared()...)
	}
	return paths
}

// Origin tells which database a file's command is looked for in, and why.
func (s *Snapshot) Origin(file string) toolchain.Origin { return s.resolver.of(file).Origin(file) }

// Told are the files that tell how a file is compiled, and those that would if they were there.
func (s *Snapshot) Told(file string) []string { return s.resolver.of(file).LookedFor() }
