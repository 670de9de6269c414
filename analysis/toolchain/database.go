package toolchain

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/source"
)

const (
	maxDatabase        = 256 << 20
	maxDatabaseEntries = 1 << 20
	databaseName       = "compile_commands.json"
	flagsName          = "compile_flags.txt"
)

// Entry is one command of a database: how one file is compiled.
type Entry struct {
	File string // absolute, cleaned
	Dir  string // absolute, cleaned
	Args []string
}

// Database is a compile_commands.json. It is immutable.
type Database struct {
	Path    string
	Entries []Entry // in the order of the file
	// Problems are entries that could not be used.
	Problems []string

	byFile map[string]int      // index of the entry to use
	byName map[string][]string // paths by their last part, in small letters: it may be spelled otherwise on the disk
}

// loadDatabase reads a compile_commands.json. Entries that make no sense are left out with a problem; a file that is no
// database at all is an error.
func loadDatabase(m *Machine, path string) (*Database, error) {
	text, err := m.readOwn(path, maxDatabase)
	if err != nil {
		return nil, err
	}
	return parseDatabase(path, text, m.Windows)
}

// parseDatabase reads the text of a compile_commands.json that stands at path.
func parseDatabase(path string, text []byte, windows bool) (*Database, error) {
	db := &Database{Path: path, byFile: map[string]int{}, byName: map[string][]string{}}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	decoder := json.NewDecoder(bytes.NewReader(text))
	fail := func(err error) (*Database, error) { return nil, misread(path, text, err) }
	start, err := decoder.Token()
	if err != nil {
		return fail(err)
	}
	if start != json.Delim('[') {
		return fail(fmt.Errorf("it is a list and begins with '[', not with %v", start))
	}
	for n := 0; decoder.More(); n++ {
		if n == maxDatabaseEntries {
			db.problem("only the first %d entries are used", n)
			break
		}
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return fail(err)
		}
		entry, err := parseEntry(raw, filepath.Dir(path), windows)
		if err != nil {
			db.problem("entry %d: %v", n+1, err)
			continue
		}
		db.add(entry)
	}
	if _, err := decoder.Token(); err != nil && len(db.Entries) < maxDatabaseEntries {
		return fail(err)
	}
	return db, nil
}

// misread is the error of a database that is none, or of which a tool has written a part as yet.
func misread(path string, text []byte, err error) error {
	at, message := int64(len(bytes.TrimRight(text, " \t\r\n"))), err.Error()
	var wrong *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		message = "the text ends within the list of commands"
	case errors.As(err, &wrong):
		at = wrong.Offset
	default:
		at = 1
	}
	at = max(0, min(at, int64(len(text))))
	file := source.NewFile(path, bytes.Clone(text[:at])) // what comes after it is of no interest, and may be long
	return &FileError{File: file, Faults: []Fault{{
		Span: source.Span{Start: max(0, int(at)-1), End: int(at)}, Message: "not a compilation database: " + message,
	}}}
}

func (db *Database) problem(format string, args ...any) {
	const most = 20
	if len(db.Problems) < most {
		db.Problems = append(db.Problems, db.Path+": "+fmt.Sprintf(format, args...))
	}
}

func parseEntry(raw []byte, base string, windows bool) (Entry, error) {
	var e struct {
		File, Directory, Command string
		Arguments                []string
	}
	if err := json.Unmarshal(raw, &e); err != nil {
		return Entry{}, err
	}
	if e.File == "" {
		return Entry{}, fmt.Errorf("no file is named")
	}
	dir := e.Directory
	if !filepath.IsAbs(dir) && !hasDrive(dir) {
		dir = filepath.Join(base, dir)
	}
	file := e.File
	if !filepath.IsAbs(file) && !hasDrive(file) {
		file = filepath.Join(dir, file)
	}
	entry := Entry{File: filepath.Clean(file), Dir: filepath.Clean(dir), Args: e.Arguments}
	if len(entry.Args) == 0 {
		split := Split
		if windows || hasDrive(e.Directory) {
			split = splitWindows
		}
		// An unbalanced quote still leaves most of the command readable.
		entry.Args, _ = split(e.Command)
	}
	if len(entry.Args) == 0 {
		return Entry{}, fmt.Errorf("%s has no command", e.File)
	}
	return entry, nil
}

// add appends an entry. A file may be compiled more than once (several targets, or by two compilers): the first command
// counts, but a CUDA compiler's goes before any other.
func (db *Database) add(e Entry) {
	db.Entries = append(db.Entries, e)
	n := len(db.Entries) - 1
	old, ok := db.byFile[e.File]
	if ok && (db.Entries[old].cuda() || !e.cuda()) {
		return
	}
	db.byFile[e.File] = n
	if !ok {
		name := strings.ToLower(filepath.Base(e.File))
		db.byName[name] = append(db.byName[name], e.File)
	}
}

// cuda reports whether a command compiles CUDA code.
func (e Entry) cuda() bool {
	compiler, args := splitCompiler(e.Args)
	name := programName(compiler)
	for i, arg := range args {
		if arg == "-xcuda" || arg == "-xcu" || arg == "--x=cu" || arg == "-x=cu" ||
			i > 0 && args[i-1] == "-x" && (arg == "cu" || arg == "cuda") {
			return true
		}
	}
	return strings.EqualFold(filepath.Ext(e.File), ".cu") && (isNvcc(name) || isClang(name) || !isCompiler(name))
}

// Find returns the command of a file. The file is looked for by its path and by its path without symbolic links.
func (db *Database) Find(m *Machine, file string) (Entry, bool) {
	if i, ok := db.byFile[file]; ok {
		return db.Entries[i], true
	}
	target := m.real(file)
	if i, ok := db.byFile[target]; ok {
		return db.Entries[i], true
	}
	// The database may itself use a path with links. Only entries with the same last name can be the file.
	for _, name := range []string{filepath.Base(file), filepath.Base(target)} {
		for _, path := range db.byName[strings.ToLower(name)] {
			if m.real(path) == target {
				return db.Entries[db.byFile[path]], true
			}
		}
	}
	return Entry{}, false
}

// nearest are at most n commands of the files that look most like relatives of the given one, CUDA code's for a CUDA header.
func (db *Database) nearest(file string, n int) []Entry {
	cuda := func(path string) bool { return db.Entries[db.byFile[path]].cuda() }
	var out []Entry
	for _, path := range likest(file, slices.Collect(maps.Keys(db.byFile)), n, cuda) {
		out = append(out, db.Entries[db.byFile[path]])
	}
	return out
}

// likest are at most n files that look most like relatives of the given one: the same name but for the extension, the same folders,
// CUDA code for a CUDA header; the likest first. Ties are broken by path, so that the answer is always the same.
func likest(file string, among []string, n int, cuda func(path string) bool) []string {
	type scored struct {
		path  string
		score int
	}
	var all []scored
	stem := stemOf(file)
	parts := folderParts(file)
	wantCUDA := isCUDAName(file)
	for _, path := range among {
		score := 1
		if cuda(path) {
			score += 3
			if wantCUDA {
				score += 1000
			}
		}
		other := stemOf(path)
		switch {
		case other == stem:
			score += 12
		case len(other) >= 3 && len(stem) >= 3 && (strings.Contains(other, stem) || strings.Contains(stem, other)):
			score += 4
		}
		otherParts := folderParts(path)
		common := 0
		for common < len(parts) && common < len(otherParts) && parts[common] == otherParts[common] {
			common++
		}
		score += 4 * common
		// include/foo/bar.h belongs to src/foo/bar.cu: folders that agree after the fork count too.
		for _, p := range parts[common:] {
			if slices.Contains(otherParts[common:], p) {
				score += 3
			}
		}
		score -= min(len(otherParts)-common, 3)
		all = append(all, scored{path, score})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path)) })
	var out []string
	for _, s := range all[:min(n, len(all))] {
		out = append(out, s.path)
	}
	return out
}

func stemOf(path string) string {
	base := strings.ToLower(filepath.Base(path))
	if i := strings.IndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	return base
}

func folderParts(path string) []string {
	return strings.FieldsFunc(filepath.Dir(path), func(r rune) bool { return r == '/' || r == '\\' })
}

// isCUDAName reports whether a file is CUDA code by its name alone.
func isCUDAName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".cu", ".cuh", ".cui":
		return true
	}
	return strings.HasSuffix(path, ".cu.h")
}
