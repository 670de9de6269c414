package toolchain

import (
	"path/filepath"
	"slices"
	"strings"

	"cudals/analysis/prelude"
	"cudals/analysis/preprocess"
	"cudals/analysis/source"
)

// PreludeDir is the virtual folder of the embedded prelude. Readers of files know it.
const PreludeDir = prelude.Dir

// Predefined is the path of the text that defines the macros of the compiler and of the command line: no file has it.
const Predefined = "/<predefined>"

// Config is what the preprocessor needs to expand a file under a command: the predefined macros of one pass, the search
// folders in the order in which nvcc's preprocessor has them, and the headers that come first.
func Config(c *Command, pass Pass, arch int) *preprocess.Config {
	cfg := &preprocess.Config{
		Predefined: source.NewFile(Predefined, []byte(predefined(c, pass, arch))),
		Date:       "Jan  1 2000",
		Time:       "00:00:00",
	}
	cfg.Guess, cfg.Known = c.guess(), prelude.MacrosDir
	for _, folder := range c.Quote {
		cfg.Quote = append(cfg.Quote, preprocess.Folder{Path: folder, System: c.inToolkit(folder)})
	}
	cfg.Include = c.searchFolders()
	switch {
	case c.Dialect == HIP: // what stands in for its headers is made of CUDA's
		cfg.Last = []preprocess.Folder{{Path: prelude.LibraryDir, System: true}, {Path: PreludeDir, System: true}}
	case c.Toolkit == nil:
		cfg.Last = []preprocess.Folder{{Path: prelude.LibraryDir, System: true}} // a project that has its own reads that
	case !c.Given:
		cfg.Last = []preprocess.Folder{{Path: prelude.OthersDir, System: true}}
	}
	if c.Inferred != nil {
		cfg.Finder, cfg.Mounted = c.Inferred, mounted
		for _, d := range c.Likely {
			name, _, _ := strings.Cut(d, "=")
			cfg.Likely = append(cfg.Likely, strings.TrimSuffix(name, "()"))
		}
	}
	// NVRTC and clang know the same declarations by other means.
	if !c.HostOnly && (c.Dialect == NVCC || c.Dialect == Clang || c.Dialect == NVRTC) {
		cfg.Forced = append(cfg.Forced, runtimeHeader)
	}
	if c.compilerDeclares() {
		cfg.Forced = append(cfg.Forced, prelude.Builtins)
	}
	cfg.Forced = append(cfg.Forced, c.Forced...)
	cfg.Through = c.Through
	return cfg
}

// mounted is where Bazel lays a toolkit's headers: third_party/gpus/cuda/include/cuda.h.
const mounted = "cuda/include/"

// compilerDeclares reports whether the compiler knows functions that no header declares.
func (c *Command) compilerDeclares() bool {
	return !c.HostOnly && (c.Dialect == NVCC || c.Dialect == NVRTC) && c.Release().AtomicBuiltins
}

// guess says what of the command is a guess.
func (c *Command) guess() preprocess.Guess {
	guess := preprocess.Guess(0)
	if c.Toolkit == nil {
		guess |= preprocess.NoToolkit
	}
	if c.Given {
		return guess
	}
	guess |= preprocess.GuessedFlags
	if c.Inferred != nil {
		guess |= preprocess.Inferred
	}
	if !c.StdGiven {
		guess |= preprocess.GuessedStd
	}
	if !c.ArchsGiven {
		guess |= preprocess.GuessedArch
	}
	if !c.VersionKnown() {
		guess |= preprocess.GuessedToolkit
	}
	return guess
}

// searchFolders is gcc's order: -I, the toolkit's folder (which nvcc adds with -I after the command's own), -isystem,
// the compiler's own, -idirafter. As with gcc, the first of several mentions counts, except that a -I folder that is
// a system folder too stays where the system folder is.
func (c *Command) searchFolders() []preprocess.Folder {
	include := c.Include
	embedded := c.Toolkit == nil && c.Dialect != HIP
	switch {
	case c.Toolkit != nil:
		include = append(append(include[:len(include):len(include)], c.Toolkit.Include), c.Toolkit.Further...)
	case embedded && !c.HostOnly:
		include = append(include[:len(include):len(include)], PreludeDir)
	}
	var system []string
	system = append(system, c.System...)
	if c.Toolkit != nil {
		system = append(system, c.Toolkit.System...)
	}
	system = append(system, c.CompilerInclude...)
	system = append(system, c.After...)
	if embedded && c.HostOnly {
		// A plain C++ file finds CUDA's headers only where its own command says; the prelude is a last resort.
		system = append(system, PreludeDir)
	}
	if c.compilerDeclares() {
		system = append(system, prelude.BuiltinsDir)
	}
	isSystem := make(map[string]bool, len(system))
	for _, folder := range system {
		isSystem[folder] = true
	}
	seen := make(map[string]bool, len(include)+len(system))
	var folders []preprocess.Folder
	for _, folder := range include {
		if seen[folder] || isSystem[folder] {
			continue
		}
		seen[folder] = true
		folders = append(folders, preprocess.Folder{Path: folder, System: folder == PreludeDir || c.inToolkit(folder)})
	}
	for _, folder := range system {
		if seen[folder] {
			continue
		}
		seen[folder] = true
		folders = append(folders, preprocess.Folder{Path: folder, System: true})
	}
	return folders
}

// inToolkit reports whether a folder is the toolkit's or lies below it.
func (c *Command) inToolkit(folder string) bool {
	if c.Toolkit == nil {
		return false
	}
	separator := string(filepath.Separator)
	return slices.ContainsFunc(append([]string{c.Toolkit.Include}, c.Toolkit.Further...), func(root string) bool {
		root = strings.TrimSuffix(root, separator)
		return folder == root || strings.HasPrefix(folder, root+separator)
	})
}

// IncludeFolders are the folders of the disk in which an #include is looked for, in order, the includer's own left out.
func (c *Command) IncludeFolders(quoted bool) []string {
	var out []string
	if quoted {
		out = append(out, c.Quote...)
	}
	for _, f := range c.searchFolders() {
		if f.Path != PreludeDir && f.Path != prelude.BuiltinsDir {
			out = append(out, f.Path)
		}
	}
	return out
}
