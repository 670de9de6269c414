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
	{[]string{"CMakeLists.txt"}, []string{".cmake"}, nil}, // see cmakeRun
	{[]string{"setup.py"}, nil, readPython},
	{[]string{"build.rs"}, nil, readRust},
	{[]string{"Makefile", "makefile", "GNUmakefile"}, []string{".mk", ".make"}, nil}, // see readMake
	{[]string{"BUILD", "BUILD.bazel"}, []string{".bzl"}, readBazel},
	{[]string{"meson.build"}, nil, readMeson},
	{nil, []string{".vcxproj", ".props"}, readVisualStudio},
	{[]string{"xmake.lua", "premake5.lua"}, nil, readLua},
	{nil, templates, readTemplate},
}

// templates are the endings of headers from which a build makes the real ones.
var templates = []string{".h.in", ".hpp.in", ".hh.in", ".h.cmakein", ".h.cmake.in", ".h.cmake", ".cuh.in", ".hpp.cmakein"}

// readerOf is what reads a file of a name; ok: it is a build file.
func readerOf(name string) (read func(text string, outer map[string]string) says, ok bool) {
	for _, r := range readers {
		if slices.Contains(r.names, name) || slices.ContainsFunc(r.endings, func(e string) bool { return strings.HasSuffix(strings.ToLower(name), e) }) {
			return r.read, true
		}
	}
	return nil, false
}

// IsBuildFile reports whether what a project tells may change with the text of a file of this path.
func IsBuildFile(path string) bool {
	_, ok := readerOf(filepath.Base(path))
	return ok
}

// BuildFiles are patterns of the names for which IsBuildFile holds.
func BuildFiles() []string {
	var patterns []string
	for _, r := range readers {
		patterns = append(patterns, r.names...)
		for _, ending := range r.endings {
			patterns = append(patterns, "*"+ending)
		}
	}
	return patterns
}

// read reads the build files.
func (p *Project) read(stop func() bool) {
	size := 0
	outer := map[string]string{} // variables that build files set; those of outer folders come first, and stay
	run := newCMakeRun(p)
	said := map[string]says{}
	included := map[string]bool{} // by makefiles
	lines := 0
	for i, file := range p.index.builds {
		if i >= maxBuilds || size >= maxBuildText || stop() {
			break
		}
		text, err := p.disk.ReadFile(file, maxBuildFile)
		if err != nil || run.done[file] {
			continue // one that cannot be read says nothing
		}
		size += len(text)
		var s says
		switch read, _ := readerOf(filepath.Base(file)); {
		case read != nil:
			s = read(string(text), outer)
		case strings.HasSuffix(file, "CMakeLists.txt") || strings.HasSuffix(file, ".cmake"):
			run.budget = run.commands + (maxCommands-run.commands)/2 // one file does not use up all
			s = *run.readCMake(file, string(text), outer)
		default:
			s = *readMake(p, file, string(text), included, &lines)
		}
		for name, value := range s.variables {
			if _, known := outer[name]; !known && len(outer) < maxVariables && !strings.Contains(value, here) {
				outer[name] = value
			}
		}
		said[file] = s
	}
	for file, s := range run.said {
		said[file] = *s
	}
	for _, file := range p.index.builds {
		s, ok := said[file]
		if !ok || run.done[file] && run.said[file] == nil && !strings.HasSuffix(file, "CMakeLists.txt") {
			continue // what it says counts where it was named
		}
		if included[file] {
			s.defines, s.flags = nil, Flags{} // likewise
		}
		p.facts = append(p.facts, p.fact(file, &s))
	}
}

// fact is what a build file says, in terms of the project.
func (p *Project) fact(file string, said *says) facts {
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
	return f
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
		if Below(dir, f.dir) && slices.Contains(f.folders, folder) {
			most = max(most, 1+strings.Count(f.dir, string(filepath.Separator)))
		}
	}
	return most
}
