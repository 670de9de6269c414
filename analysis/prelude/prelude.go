// Package prelude holds headers that stand in for a CUDA toolkit's where none is installed: the built-in variables,
// vector types, functions of the device and of the runtime, each with its true execution spaces, as declarations only; in a
// folder of their own, what is used most of the libraries that come with it; and the macros by which others say what is for the device.
package prelude

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// Dir is the virtual folder under which FS's files are known. No such folder exists on a disk: a reader of files looks
// for paths below it in FS.
const Dir = "/cudals-prelude"

// BuiltinsDir is the folder of what a compiler itself declares, Builtins the one header there. It goes with every toolkit.
const (
	BuiltinsDir = Dir + "/compiler"
	Builtins    = "cudals_builtins.h"
)

// LibraryDir is that of Library's.
const LibraryDir = "/cudals-library"

// OthersDir is that of Others.
const OthersDir = "/cudals-others"

// MacrosDir is that of Macros.
const MacrosDir = "/cudals-macros"

//go:embed include library macros
var files embed.FS

//go:embed library/names.txt
var names string

//go:embed macros/names.txt
var families string

// Holds reports whether a path is that of a header of this package.
func Holds(name string) bool {
	for _, dir := range []string{Dir, LibraryDir, OthersDir, MacrosDir} {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// FS holds the headers, with paths relative to Dir.
func FS() fs.FS {
	sub, err := fs.Sub(files, "include")
	if err != nil {
		panic(err) // the folder is embedded by the line above
	}
	return sub
}

// Library holds headers of Thrust, CUB and libcu++: a project that brings its own copies of them reads those. One header has what
// many of theirs have.
func Library() fs.FS {
	sub, err := fs.Sub(files, "library")
	if err != nil {
		panic(err) // as in FS
	}
	l := &library{sub, map[string]string{}}
	for line := range strings.Lines(names) {
		header, others, _ := strings.Cut(line, ":")
		for name := range strings.FieldsSeq(others) {
			l.same[name] = header
		}
	}
	return l
}

// library is a file system in which some files have several names.
type library struct {
	files fs.FS
	same  map[string]string
}

// Open implements fs.FS.
func (l *library) Open(name string) (fs.File, error) {
	if other, ok := l.same[name]; ok {
		name = other
	}
	return l.files.Open(name)
}

// Macros holds, under the name of each header of some libraries, the macros of that library that decide spaces: for where the header is
// not found.
func Macros() fs.FS {
	sub, err := fs.Sub(files, "macros")
	if err != nil {
		panic(err) // as in FS
	}
	m := &macros{files: sub}
	for line := range strings.Lines(families) {
		library, prefixes, _ := strings.Cut(line, ":")
		for prefix := range strings.FieldsSeq(prefixes) {
			m.families = append(m.families, family{prefix, library})
		}
	}
	return m
}

// macros is a file system in which all names of a library are one file.
type macros struct {
	files    fs.FS
	families []family
}

// family are the headers of a library whose names begin so.
type family struct{ prefix, library string }

// Open implements fs.FS.
func (m *macros) Open(name string) (fs.File, error) {
	for _, f := range m.families {
		if name == f.prefix && path.Ext(name) != "" || strings.HasPrefix(name, f.prefix) && len(name) > len(f.prefix) {
			return m.files.Open(f.library)
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Others holds those of Library's headers that no toolkit brings.
func Others() fs.FS { return others{Library()} }

// others is a file system of some folders of another.
type others struct{ fs.FS }

// Open implements fs.FS.
func (o others) Open(name string) (fs.File, error) {
	switch folder, _, _ := strings.Cut(name, "/"); folder {
	case "ATen", "c10", "glm", "gtest", "hip", "opencv2", "raft", "rmm", "tensorflow", "torch":
		return o.FS.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
