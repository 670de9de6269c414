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
	// Own are those of Folders in which something else holds than Compile and Rules.
	Own map[string]FolderConfig
}

// FolderConfig is what holds for the files of one folder.
type FolderConfig struct {
	Compile toolchain.Settings
	Rules   check.Selector
}

// rules are what chooses among the findings about a file.
func (c Config) rules(file string) check.Selector {
	if own, ok := c.Own[innermost(c.Folders, file)]; ok {
		return own.Rules
	}
	return c.Rules
}

// equal reports whether two configurations say the same.
func (c Config) equal(o Config) bool { return reflect.DeepEqual(c, o) }
