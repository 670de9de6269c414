package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"cudals/analysis/toolchain"
)

// Found is what Find found.
type Found struct {
	// Files are absolute, sorted and without doubles. Named are those of them that were named and not found in a folder.
	Files, Named []string

	// Roots are the folders that were searched, and those of the files that were named.
	Roots   []string
	exclude []string
	// whole are those of Roots that were searched and of which nothing was left out.
	whole    []string
	resolver *resolvers
	// own: other people's code is left out.
	own bool
}

// Excludes reports whether a file, also one that is not among those found, is left out by the patterns of the search. They
// hold relative to each folder that was searched.
func (f *Found) Excludes(path string) bool {
	return f.own && f.foreign(path) != "" || slices.ContainsFunc(f.Roots, func(root string) bool { return toolchain.MatchGlobs(root, f.exclude, path) })
}

// Whole are the folders that were searched and of whose files none was left out, but for what the project itself excludes.
func (f *Found) Whole() []string {
	return f.whole
}

// LeaveForeign leaves out other people's code: what is in a folder of a usual name for that, as third_party, below the folder
// that was searched or beside it. It returns these folders. Where nothing else was found it does nothing.
func (f *Found) LeaveForeign() (folders []string) {
	var files []string
	for _, path := range f.Files {
		if folder := f.foreign(path); folder == "" || slices.Contains(f.Named, path) {
			files = append(files, path)
		} else if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	if len(files) == 0 {
		return nil
	}
	f.Files, f.own = files, true
	if len(folders) > 0 {
		f.whole = nil
	}
	return folders
}

// foreign is the outermost folder of other people's code that a file is in, as seen from the innermost folder searched, or "".
func (f *Found) foreign(path string) string {
	root := innermost(f.Roots, path)
	if root == "" && len(f.Roots) > 0 {
		root = f.Roots[0]
	}
	return f.resolver.foreign(root, path)
}

// foreign is the outermost folder of other people's code that a file is in, as seen from a folder: one of a usual name for that, or a
// submodule; "" where there is none, or where the project says that the file is its own.
func (r *resolvers) foreign(root, path string) string {
	rel, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil || rel == "." {
		return ""
	}
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		root = filepath.Join(root, name)
		if toolchain.IsForeign(name) || name != ".." && exists(filepath.Join(root, ".git")) {
			if project, _ := r.project(path); project.Owns(path) {
				return ""
			}
			return root
		}
	}
	return ""
}

// Find lists the files to check below paths, which are absolute: a file itself; of a folder its .cu, .cuh and .hip files and
// the C++ files below it that its compile_commands.json names. Folders whose name begins with a dot and what the project
// excludes are left out, and so is what exclude matches (see toolchain.MatchGlobs). Links to folders are not followed.
func (s *Snapshot) Find(ctx context.Context, paths, exclude []string) (Found, error) {
	if err := validate(exclude); err != nil {
		return Found{}, err
	}
	out := Found{exclude: exclude, resolver: s.resolver}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return Found{}, fmt.Errorf("%s: %w", path, errors.Unwrap(err))
		case !info.IsDir():
			root := filepath.Dir(path)
			out.Roots = append(out.Roots, root)
			if !toolchain.MatchGlobs(root, exclude, path) {
				out.Files, out.Named = append(out.Files, path), append(out.Named, path)
			}
		default:
			out.Roots, out.whole = append(out.Roots, path), append(out.whole, path)
			files, err := s.below(ctx, path, exclude)
			if err != nil {
				return Found{}, err
			}
			out.Files = append(out.Files, files...)
		}
	}
	slices.Sort(out.Files)
	out.Files = slices.Compact(out.Files)
	if len(exclude) > 0 {
		out.whole = nil
	}
	return out, nil
}

// Command is how a file is compiled, as far as that is known without reading it.
func (s *Snapshot) Command(ctx context.Context, path string) *toolchain.Command {
	return s.resolver.infer(ctx, s.resolver.command(path, ""))
}

// Files are all files to check in the workspace's folders, without other people's code.
func (s *Snapshot) Files(ctx context.Context) ([]string, error) {
	var folders []string
	for _, folder := range s.config.Folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			folders = append(folders, folder)
		}
	}
	found, err := s.Find(ctx, folders, nil)
	found.LeaveForeign()
	return found.Files, err
}

func (s *Snapshot) below(ctx context.Context, root string, exclude []string) ([]string, error) {
	var files []string
	err := Walk(root, func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if path == root {
				return err
			}
			return nil // a folder that may not be read holds nothing for us
		}
		if entry.IsDir() {
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || toolchain.MatchGlobs(root, exclude, path)) {
				return fs.SkipDir
			}
			return nil
		}
		switch name := strings.ToLower(path); {
		case slices.ContainsFunc([]string{".cu", ".cuh", ".hip", ".cu.cc", ".cu.cpp", ".cu.cxx"}, func(e string) bool { return strings.HasSuffix(name, e) }):
			if regular(entry, path) && !s.unwanted(root, path, exclude) {
				files = append(files, path)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("looking for files: %w", err)
	}
	// The database is looked for as it would be for a file of the folder.
	database, _ := s.resolver.database(filepath.Join(root, "x.cu"))
	if database != nil {
		prefix := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
		for _, entry := range database.Entries {
			if strings.HasPrefix(entry.File, prefix) && cxx(entry.File) && !s.unwanted(root, entry.File, exclude) && exists(entry.File) {
				files = append(files, entry.File)
			}
		}
	}
	if command := s.Command(ctx, filepath.Join(root, "x.cu")); command.Inferred != nil {
		for _, path := range command.Inferred.CUDAFiles() {
			if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) && !s.unwanted(root, path, exclude) {
				files = append(files, path)
			}
		}
	}
	return files, nil
}

// FindInDatabase lists the files that the database which holds for a folder names; exclude holds relative to that folder.
func (s *Snapshot) FindInDatabase(dir string, exclude []string) (Found, error) {
	if err := validate(exclude); err != nil {
		return Found{}, err
	}
	database, err := s.resolver.database(filepath.Join(dir, "x.cu"))
	if err != nil {
		return Found{}, err
	}
	if database == nil {
		return Found{}, fmt.Errorf("%s: no compile_commands.json and no build.ninja", dir)
	}
	var files []string
	for _, entry := range database.Entries {
		if cxx(entry.File) && !s.unwanted(dir, entry.File, exclude) && exists(entry.File) {
			files = append(files, entry.File)
		}
	}
	slices.Sort(files)
	return Found{Files: slices.Compact(files), Roots: []string{dir}, exclude: exclude, resolver: s.resolver}, nil
}

func validate(patterns []string) error {
	for _, pattern := range patterns {
		if !doublestar.ValidatePattern(filepath.ToSlash(pattern)) {
			return fmt.Errorf("the pattern %q is malformed", pattern)
		}
	}
	return nil
}

func (s *Snapshot) unwanted(root, path string, exclude []string) bool {
	if toolchain.MatchGlobs(root, exclude, path) {
		return true
	}
	project, _ := s.resolver.project(path)
	return project != nil && project.Excluded(path)
}

func regular(entry fs.DirEntry, path string) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.Type().IsRegular()
	}
	return exists(path)
}

func exists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// cxx reports whether a file is by its name CUDA or C++ source.
func cxx(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cu", ".cuh", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".hip":
		return true
	}
	return filepath.Ext(path) == ".C"
}
