package toolchain

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"cudals/analysis/infer"
)

// Where a header has no command, a file that includes it lends its own. Which one does is looked for among the files of the database
// that look nearest, by the #include lines of their texts: their conditions and macros count for nothing.

// Bounds of the search: files of the database, files read for all of them, the bytes of one, and how deep includes are followed.
const (
	maxLenders  = 40
	maxIncluded = 400
	maxIncluder = 1 << 20
	maxInclude  = 4
)

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]{1,400})"|<([^>\n]{1,400})>)`)

// includers are the entries of files that include a header, directly or not, CUDA's before others: the first of them, or as many as are
// found.
func (r *Resolver) includers(db *Database, header string, all bool) (found []Entry) {
	s := r.searchFor(header)
	near := db.nearest(header, maxLenders)
	slices.SortStableFunc(near, func(a, b Entry) int {
		switch {
		case a.cuda() == b.cuda():
			return 0
		case a.cuda():
			return -1
		}
		return 1
	})
	for _, e := range near {
		if isCUDAName(header) && !e.cuda() {
			break // its flags say nothing of CUDA
		}
		compiler, args := splitCompiler(e.Args)
		var folders []string
		for i := 0; i < len(args) && len(folders) < 100; {
			n := width(args[i:], dialectOf(compiler, args, Input{File: e.File}))
			option := absoluteFlags(args[i:i+n], e.Dir, NVCC)
			i += n
			for _, name := range []string{"-isystem", "-iquote", "-I", "--include-path", "--system-include"} {
				if rest, ok := strings.CutPrefix(strings.Join(option, ""), name); ok {
					folders = append(folders, strings.TrimPrefix(rest, "="))
					break
				}
			}
		}
		if s.includes(e.File, folders, map[string]bool{}, 0) {
			if found = append(found, e); !all {
				break
			}
		}
	}
	return found
}

func (r *Resolver) searchFor(header string) includeSearch {
	return includeSearch{m: r.quick, header: r.m.real(header), left: maxIncluded}
}

// among are the CUDA sources of a project that include a header, directly or not: the first of them, or as many as are found.
func (r *Resolver) among(project *infer.Project, header string, all bool) (found []string) {
	s := r.searchFor(header)
	s.find = func(name, dir string) string {
		file, _ := project.Find(name, dir)
		return file
	}
	for _, file := range likest(header, project.Sources(), maxLenders, isCUDAName) {
		if s.includes(file, nil, map[string]bool{}, 0) {
			if found = append(found, file); !all {
				break
			}
		}
	}
	return found
}

// Lenders are files whose command a file may borrow and through which it may be read, because they include it; none where it has a
// command of its own. Where nothing has one they are a project's sources.
func (r *Resolver) Lenders(ctx context.Context, file string) (files []string) {
	c := r.Infer(ctx, r.Command(file, ""))
	r.mu.Lock()
	defer r.mu.Unlock()
	if db := r.borrowing(file); db != nil {
		for _, e := range r.includers(db, file, true) {
			files = append(files, e.File)
		}
		return files
	}
	if c.Inferred != nil && (IsHeader(file) || r.whole(file) != "") {
		files = r.among(c.Inferred, file, true)
	}
	return files
}

// Borrow has a file that has no command of its own borrow that of another one from now on, and be read through it, and reports whether
// it may. A file that is its own lender is read by itself.
func (r *Resolver) Borrow(file, lender string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	db := r.borrowing(file)
	if db != nil && lender != file {
		e, ok := db.Find(r.m, lender)
		if !ok {
			return false
		}
		r.sticky[db.Path+"\x00"+file] = e.File
	}
	r.chosen[file] = lender
	clear(r.commands)
	clear(r.completed)
	return true
}

// borrowing is the database from which a file borrows a command, nil where it does not.
func (r *Resolver) borrowing(file string) *Database {
	project, _ := r.project(file)
	db, _, _ := r.database(file, project)
	if db == nil || r.settings.Flags != nil {
		return nil
	}
	if _, own := db.Find(r.m, file); own {
		return nil
	}
	return db
}

// includeSearch looks for who includes a header.
type includeSearch struct {
	m      *Machine
	header string
	left   int // files that may still be read
	// find, when there is one, tells where a header is that stands in none of the folders.
	find func(name, dir string) string
}

// includes reports whether a file's includes lead to the header.
func (s *includeSearch) includes(file string, folders []string, seen map[string]bool, depth int) bool {
	if seen[file] || s.left <= 0 {
		return false
	}
	seen[file] = true
	s.left--
	text, err := s.m.read(file, maxIncluder)
	if err != nil {
		return false
	}
	var next []string
	for _, found := range includeLine.FindAllSubmatch(text, 1000) {
		name, dirs := string(found[1]), append([]string{filepath.Dir(file)}, folders...)
		if name == "" {
			name, dirs = string(found[2]), folders
		}
		path := ""
		for _, dir := range dirs {
			if at := filepath.Join(dir, name); s.m.isFile(at) {
				path = at
				break
			}
		}
		if path == "" && s.find != nil {
			path = s.find(name, filepath.Dir(file))
		}
		switch {
		case path == "":
		case s.m.real(path) == s.header:
			return true
		case depth < maxInclude:
			next = append(next, path)
		}
	}
	return slices.ContainsFunc(next, func(path string) bool { return s.includes(path, folders, seen, depth+1) })
}
