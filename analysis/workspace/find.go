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
)

// Found is what Find found.
type Found struct {
	// Files are absolute, sorted and without doubles. Named are those of them that were named and not found in a folder.
	Files, Named []string
}

// Find lists the files to check below paths, which are absolute: a file itself; of a folder its .cu and .cuh files and
// the C++ files below it that its compile_commands.json names. Folders whose name begins with a dot and what the project
// excludes are left out, and so is what exclude matches: patterns that hold for the path relative to the folder, or, when
// they have no slash, for any part of it. Links to folders are not followed.
func (s *Snapshot) Find(ctx context.Context, paths, exclude []string) (Found, error) {
	var out Found
	for _, pattern := range exclude {
		if !doublestar.ValidatePattern(filepath.ToSlash(pattern)) {
			return Found{}, fmt.Errorf("the pattern %q is malformed", pattern)
		}
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return Found{}, fmt.Errorf("%s: %w", path, errors.Unwrap(err))
		case !info.IsDir():
			if !excluded(filepath.Dir(path), path, exclude) {
				out.Files, out.Named = append(out.Files, path), append(out.Named, path)
			}
		default:
			files, err := s.below(ctx, path, exclude)
			if err != nil {
				return Found{}, err
			}
			out.Files = append(out.Files, files...)
		}
	}
	slices.Sort(out.Files)
	out.Files = slices.Compact(out.Files)
	return out, nil
}

// Files are all files to check in the workspace's folders.
func (s *Snapshot) Files(ctx context.Context) ([]string, error) {
	var folders []string
	for _, folder := range s.config.Folders {
		if info, err := os.Stat(folder); err == nil && info.IsDir() {
			folders = append(folders, folder)
		}
	}
	found, err := s.Find(ctx, folders, nil)
	return found.Files, err
}

func (s *Snapshot) below(ctx context.Context, root string, exclude []string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
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
			if path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules" || excluded(root, path, exclude)) {
				return fs.SkipDir
			}
			return nil
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".cu", ".cuh":
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
	database, _ := s.resolver.Database(filepath.Join(root, "x.cu"))
	if database != nil {
		prefix := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
		for _, entry := range database.Entries {
			if strings.HasPrefix(entry.File, prefix) && cxx(entry.File) && !s.unwanted(root, entry.File, exclude) && exists(entry.File) {
				files = append(files, entry.File)
			}
		}
	}
	return files, nil
}

// DatabaseFiles are the files that the database which holds for a folder names, sorted.
func (s *Snapshot) DatabaseFiles(dir string, exclude []string) ([]string, error) {
	database, err := s.resolver.Database(filepath.Join(dir, "x.cu"))
	if err != nil {
		return nil, err
	}
	if database == nil {
		return nil, fmt.Errorf("%s: no compile_commands.json", dir)
	}
	var files []string
	for _, entry := range database.Entries {
		if cxx(entry.File) && !s.unwanted(dir, entry.File, exclude) && exists(entry.File) {
			files = append(files, entry.File)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

func (s *Snapshot) unwanted(root, path string, exclude []string) bool {
	if excluded(root, path, exclude) {
		return true
	}
	project, _ := s.resolver.Project(path)
	return project != nil && project.Excluded(path)
}

func excluded(root, path string, patterns []string) bool {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		rel = path
	}
	rel = filepath.ToSlash(rel)
	for _, pattern := range patterns {
		pattern = strings.TrimSuffix(filepath.ToSlash(pattern), "/")
		if !strings.Contains(pattern, "/") {
			for part := range strings.SplitSeq(rel, "/") {
				if ok, _ := doublestar.Match(pattern, part); ok {
					return true
				}
			}
			continue
		}
		for _, name := range []string{rel, filepath.ToSlash(path)} {
			if ok, _ := doublestar.Match(pattern, name); ok {
				return true
			}
			if ok, _ := doublestar.Match(pattern+"/**", name); ok {
				return true
			}
		}
	}
	return false
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
