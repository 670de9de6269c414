// Package infer tells from a project's own shape how its files are compiled, where nothing says so: its folders, and its build
// files read as data. It runs nothing, reads a bounded part of what is there, and never changes its mind: a project that changed
// is loaded anew.
package infer

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Disk is all that the package may look at. Paths are absolute.
type Disk interface {
	ReadDir(path string) ([]fs.DirEntry, error)
	// ReadFile returns the text of a plain file of at most limit bytes.
	ReadFile(path string, limit int64) ([]byte, error)
	IsFile(path string) bool
	IsDir(path string) bool
	Getenv(name string) string
}

// Project is what a project's folders tell. It is immutable and safe for concurrent use.
type Project struct {
	// Root is the folder of the project.
	Root string
	// Facts are what its build files say, one after the other, nearer to Root first.
	facts []facts
	// templates are the headers that a build makes.
	templates []template
	index     index
	deps      []string
	unfetched []string
	disk      Disk
}

// markers stand in the folder of a project.
var markers = []string{".git", ".hg", ".jj", ".svn", ".cudals.yaml"}

// RootOf is the folder of the project that a folder belongs to: the nearest with a mark of version control, else the outermost
// with a build file or a licence, else the outermost with a README, else the innermost around it of those that a person opened, unless
// all that they have is in there, else "".
func RootOf(disk Disk, dir string, opened []string) string {
	built, papers := "", ""
	home := disk.Getenv("HOME")
	for at := dir; at != filepath.Dir(at) && at != home; at = filepath.Dir(at) {
		for _, name := range markers {
			if path := filepath.Join(at, name); disk.IsDir(path) || disk.IsFile(path) {
				return at
			}
		}
		has := func(name string) bool { return disk.IsFile(filepath.Join(at, name)) }
		if slices.ContainsFunc(rootFiles, has) {
			built = at
		}
		if slices.ContainsFunc(paperFiles, has) {
			papers = at
		}
	}
	if root := cmp.Or(built, papers); root != "" {
		return root
	}
	for _, folder := range opened {
		if Below(dir, folder) && len(folder) > len(built) && !Below(home, folder) {
			built = folder
		}
	}
	return built
}

// rootFiles stand in the outermost folder of a project that is not under version control.
var rootFiles = []string{
	"CMakeLists.txt", "setup.py", "pyproject.toml", "Makefile", "makefile", "GNUmakefile", "meson.build", "WORKSPACE", "MODULE.bazel",
	"BUILD.bazel", "configure.ac", "Cargo.toml", "xmake.lua", "premake5.lua", "LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING",
}

// paperFiles stand in that of one that has none of these; one of them may also tell of several projects.
var paperFiles = []string{"README", "README.md", "README.rst", "README.txt"}

// Load reads a project. stop is asked now and then and ends it early; what was read by then is good.
func Load(disk Disk, root string, stop func() bool) *Project {
	p := &Project{Root: root, disk: disk}
	p.index.walk(disk, root, stop)
	p.deps = dependencies(disk, root)
	p.unfetched = unfetched(disk, root)
	p.read(stop)
	return p
}

// Equal reports whether two projects tell the same.
func (p *Project) Equal(o *Project) bool {
	if p == nil || o == nil || p == o {
		return p == o
	}
	return p.Root == o.Root && p.index.sum == o.index.sum && slices.EqualFunc(p.facts, o.facts, facts.equal) &&
		slices.Equal(p.templates, o.templates) && slices.Equal(p.deps, o.deps) && slices.Equal(p.unfetched, o.unfetched)
}

// Builds are the build files that say something of the files of a folder, Folders the include folders that they name for them.
func (p *Project) Builds(dir string) (builds, folders []string) {
	for i := range p.facts {
		if f := &p.facts[i]; Below(dir, f.dir) {
			builds = append(builds, f.path)
			folders = append(folders, f.folders...)
		}
	}
	slices.Sort(folders)
	return builds, slices.Compact(folders)
}

// Sources are the project's CUDA sources, sorted.
func (p *Project) Sources() []string {
	var files []string
	for name, folders := range p.index.files {
		if filepath.Ext(name) != ".cu" {
			continue
		}
		for _, folder := range folders {
			files = append(files, filepath.Join(p.Root, filepath.FromSlash(folder), name))
		}
	}
	slices.Sort(files)
	return files
}

// Dependencies are the folders outside the project in which headers are looked for.
func (p *Project) Dependencies() []string { return slices.Clone(p.deps) }

// Below reports whether a path is a folder or lies in it.
func Below(path, folder string) bool {
	return path == folder || folder == string(filepath.Separator) ||
		len(path) > len(folder) && path[len(folder)] == filepath.Separator && strings.HasPrefix(path, folder)
}
