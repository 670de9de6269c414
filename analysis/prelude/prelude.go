// Package prelude holds headers that stand in for a CUDA toolkit's where none is installed: the built-in variables,
// vector types, functions of the device and of the runtime, each with its true execution spaces, as declarations only.
package prelude

import (
	"embed"
	"io/fs"
)

// Dir is the virtual folder under which FS's files are known. No such folder exists on a disk: a reader of files looks
// for paths below it in FS.
const Dir = "/cudals-prelude"

// BuiltinsDir is the folder of what a compiler itself declares, Builtins the one header there. It goes with every toolkit.
const (
	BuiltinsDir = Dir + "/compiler"
	Builtins    = "cudals_builtins.h"
)

//go:embed include
var files embed.FS

// FS holds the headers, with paths relative to Dir.
func FS() fs.FS {
	sub, err := fs.Sub(files, "include")
	if err != nil {
		panic(err) // the folder is embedded by the line above
	}
	return sub
}
