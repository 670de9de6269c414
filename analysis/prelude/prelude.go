// Package prelude holds headers that stand in for a CUDA toolkit's where none is installed: the built-in variables,
// vector types, functions of the device and of the runtime, each with its true execution spaces, as declarations only; and, in a
// folder of their own, what is used most of the libraries that come with it.
package prelude

import (
	"embed"
	"io/fs"
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

//go:embed include library
var files embed.FS

//go:embed library/names.txt
var names string

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
