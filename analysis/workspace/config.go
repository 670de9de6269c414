package workspace

import (
	"reflect"

	"cudals/analysis/check"
	"cudals/analysis/toolchain"
)

// Config is what the outside says about a session: an editor's settings or a command line.
type Config struct {
	// Folders are the workspace's folders, absolute.
	Folders []string
	// Compile says how files are compiled.
	Compile toolchain.Settings
	// Rules chooses what is said, before the project's own choice.
	Rules check.Selector
}

// Equal reports whether two configurations say the same.
func (c Config) Equal(o Config) bool { return reflect.DeepEqual(c, o) }
