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

// includer is the entry of a file that includes a header, directly or not, CUDA's before others; false for none that is found.
func (r *Resolver) includer(db *Database, header string) (Entry, bool) {
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
			return e, true
		}
	}
	return Entry{}, false
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
