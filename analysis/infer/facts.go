package infer

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxBuildFile bounds one build file, maxBuildText all of them, and maxBuilds their number.
const (
	maxBuildFile = 1 << 20
	maxBuildText = 32 << 20
	maxBuilds    = 3000
	maxVariables = 5000
)

// facts are what one build file says of the files in its folder and below.
type facts struct {
	path    string // of the file, and of its folder
	dir     string
	folders []string // include folders, absolute
	defines []define
	flags   Flags
	// cuda are files that are compiled as CUDA whatever their names, absolute.
	cuda []string
}

func (f facts) equal(o facts) bool {
	return f.path == o.path && slices.Equal(f.folders, o.folders) && slices.Equal(f.defines, o.defines) && f.flags.equal(o.flags) &&
		slices.Equal(f.cuda, o.cuda)
}

// readers read the build files of each kind.
var readers = []struct {
	names   []string
	endings []string
	read    func(text string, outer map[string]string) says
}{
	{[]string{"CMakeLists.txt"}, []string{".cmake"}, readCMake},
	{[]string{"setup.py"}, nil, readPython},
	{[]string{"Makefile", "makefile", "GNUmakefile"}, []string{".mk", ".make"}, readMake},
	{[]string{"BUILD", "BUILD.bazel"}, []string{".bzl"}, readBazel},
	{[]string{"meson.build"}, nil, readMeson},
	{nil, []string{".vcxproj", ".props"}, readVisualStudio},
	{nil, templates, readTemplate},
}

// templates are the endings of headers from which a build makes the real ones.
var templates = []string{".h.in", ".hpp.in", ".hh.in", ".h.cmakein", ".h.cmake.in", ".h.cmake", ".cuh.in", ".hpp.cmakein"}

// readerOf is what reads a file of a name, or nil.
func readerOf(name string) func(text string, outer map[string]string) says {
	for _, r := range readers {
		if slices.Contains(r.names, name) || slices.ContainsFunc(r.endings, func(e string) bool { return strings.HasSuffix(name, e) }) {
			return r.read
		}
	}
	return nil
}

// IsBuildFile reports whether what a project tells may change with the text of a file of this path.
func IsBuildFile(path string) bool { return readerOf(filepath.Base(path)) != nil }

// read reads the build files.
func (p *Project) read(stop func() bool) {
	size := 0
	outer := map[string]string{} // variables that build files set; those of outer folders come first, and stay
	for i, file := range p.index.builds {
		if i >= maxBuilds || size >= maxBuildText || stop() {
			return
		}
		text, err := p.disk.ReadFile(file, maxBuildFile)
		if err != nil {
			continue // one that cannot be read says nothing
		}
		size += len(text)
		said := readerOf(filepath.Base(file))(string(text), outer)
		for name, value := range said.variables {
			if _, known := outer[name]; !known && len(outer) < maxVariables && !strings.Contains(value, here) {
				outer[name] = value
			}
		}
		f := facts{path: file, dir: filepath.Dir(file), defines: said.defines, flags: said.flags}
		for _, folder := range said.folders {
			if folder := p.folder(folder, f.dir); folder != "" && !slices.Contains(f.folders, folder) {
				f.folders = append(f.folders, folder)
			}
		}
		for _, name := range said.cuda {
			if file := p.file(name, f.dir); file != "" {
				f.cuda = append(f.cuda, file)
			}
		}
		p.facts = append(p.facts, f)
	}
}

// file is the file of the project that a build file in dir names, or "".
func (p *Project) file(said, dir string) string {
	folder := p.folder(path.Dir(filepath.ToSlash(said)), dir)
	rel, err := filepath.Rel(p.Root, folder)
	if folder == "" || err != nil {
		return ""
	}
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	if name := path.Base(filepath.ToSlash(said)); slices.Contains(p.index.files[name], rel) {
		return filepath.Join(folder, name)
	}
	return ""
}

// CUDAFiles are the files that build files have compiled as CUDA although their names do not tell, sorted.
func (p *Project) CUDAFiles() []string {
	var files []string
	for i := range p.facts {
		files = append(files, p.facts[i].cuda...)
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// folder is the folder of the project that a build file in dir names, or "". Of a variable that is not known it is tried whether it
// is one of the usual two.
func (p *Project) folder(said, dir string) string {
	said = filepath.ToSlash(said)
	tries := []string{path.Join(filepath.ToSlash(dir), said), path.Join(filepath.ToSlash(p.Root), said)}
	if rest, ok := strings.CutPrefix(said, here); ok {
		tries = tries[:1]
		tries[0] = path.Join(filepath.ToSlash(dir), rest)
	} else if rest, ok := strings.CutPrefix(said, there); ok {
		tries = []string{path.Join(filepath.ToSlash(p.Root), rest), path.Join(filepath.ToSlash(dir), rest)}
	} else if strings.HasPrefix(said, "${") {
		_, rest, ok := strings.Cut(said, "}")
		if !ok || strings.Trim(rest, "/") == "" {
			return ""
		}
		tries = []string{path.Join(filepath.ToSlash(p.Root), rest), path.Join(filepath.ToSlash(dir), rest)}
	}
	if strings.HasPrefix(said, "/") {
		tries = []string{path.Clean(said)}
	}
	for _, try := range tries {
		rel, err := filepath.Rel(p.Root, filepath.FromSlash(try))
		if err == nil && filepath.IsLocal(rel) && !strings.Contains(rel, "$") && p.index.folders[filepath.ToSlash(rel)] {
			return filepath.FromSlash(try)
		}
	}
	return ""
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
