package toolchain

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	s := includeSearch{m: r.quick, header: r.m.real(header), left: maxIncluded}
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

// Lenders are files whose command a file may borrow, because they include it; none where it has a command of its own, or nothing has.
func (r *Resolver) Lenders(file string) (files []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	db := r.borrowing(file)
	if db == nil {
		return nil
	}
	for _, e := range r.includers(db, file, true) {
		files = append(files, e.File)
	}
	return files
}

// Borrow has a file borrow the command of another one from now on, and reports whether it may.
func (r *Resolver) Borrow(file, lender string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	db := r.borrowing(file)
	if db == nil {
		return false
	}
	e, ok := db.Find(r.m, lender)
	if ok {
		r.sticky[db.Path+"\x00"+file] = e.File
		clear(r.commands)
	}
	return ok
}

// borrowing is the database from which a file borrows a command, nil where it does not.
func (r *Resolver) borrowing(file string) *Database {
	project, _ := r.project(file)
	db, err := r.database(file, project)
	if err != nil || db == nil || r.settings.Flags != nil {
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
		if filepath.Base(name) == filepath.Base(s.header) {
			for _, dir := range dirs {
				if s.m.real(filepath.Join(dir, name)) == s.header {
					return true
				}
			}
		}
		if depth == maxInclude {
			continue
		}
		for _, dir := range dirs {
			if path := filepath.Join(dir, name); s.m.isFile(path) {
				next = append(next, path)
				break
			}
		}
	}
	return slices.ContainsFunc(next, func(path string) bool { return s.includes(path, folders, seen, depth+1) })
}
