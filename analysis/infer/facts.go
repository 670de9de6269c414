package infer

import (
	"path/filepath"
	"slices"
	"strings"
)

// maxBuildFile bounds one build file, maxBuildText all of them.
const (
	maxBuildFile = 1 << 20
	maxBuildText = 32 << 20
)

// facts are what one build file says of the files in its folder and below.
type facts struct {
	dir     string
	folders []string // include folders, absolute
	flags   []string // as nvcc takes them
}

func (f facts) equal(o facts) bool {
	return f.dir == o.dir && slices.Equal(f.folders, o.folders) && slices.Equal(f.flags, o.flags)
}

// readers read the build files of each kind.
var readers = []struct {
	matches func(name string) bool
	read    func(b *build, text []byte)
}{}

// isBuild reports whether a file is by its name one of a build system.
func isBuild(name string) bool {
	return slices.ContainsFunc(readers, func(r struct {
		matches func(name string) bool
		read    func(b *build, text []byte)
	},
	) bool {
		return r.matches(name)
	})
}

// IsBuildFile reports whether what a project tells may change with a file of this path.
func IsBuildFile(path string) bool { return isBuild(filepath.Base(path)) }

// build is a build file that is read.
type build struct {
	*Project
	path, dir string
	facts     facts
}

// read reads the build files.
func (p *Project) read(stop func() bool) {
	_ = stop
}

// told is how near a build file stands that names the folder root, relative to the project's, for files of dir; 0 for none.
func (p *Project) told(root, dir string) int {
	folder := filepath.Join(p.Root, filepath.FromSlash(root))
	most := 0
	for i := range p.facts {
		f := &p.facts[i]
		if below(dir, f.dir) && slices.Contains(f.folders, folder) {
			most = max(most, 1+strings.Count(f.dir, string(filepath.Separator)))
		}
	}
	return most
}
