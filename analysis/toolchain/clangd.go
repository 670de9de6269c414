package toolchain

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// clangdName is the name of clangd's configuration, which is looked for in a file's folder and in all above it.
const clangdName = ".clangd"

// maxFragments bounds the fragments of one file.
const maxFragments = 100

// clangdFile is what a .clangd says of how files are compiled.
type clangdFile struct {
	dir       string
	fragments []fragment
}

// fragment is a document of a .clangd. Keys that tell nothing of commands are left out.
type fragment struct {
	If struct {
		PathMatch   words `yaml:"PathMatch"`
		PathExclude words `yaml:"PathExclude"`
	} `yaml:"If"`
	CompileFlags struct {
		Add                 words  `yaml:"Add"`
		Remove              words  `yaml:"Remove"`
		Compiler            string `yaml:"Compiler"`
		CompilationDatabase string `yaml:"CompilationDatabase"`
	} `yaml:"CompileFlags"`
}

// words are a list, or one word by itself.
type words []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (w *words) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*w = words{n.Value}
		return nil
	}
	return n.Decode((*[]string)(w))
}

// parseClangd reads the text of a .clangd that stands in dir. What cannot be understood says nothing: clangd itself tells what is wrong.
func parseClangd(dir string, text []byte) *clangdFile {
	c := &clangdFile{dir: dir}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for len(c.fragments) < maxFragments {
		var f fragment
		if decoder.Decode(&f) != nil {
			break
		}
		c.fragments = append(c.fragments, f)
	}
	return c
}

// holds reports whether a fragment is for a file.
func (c *clangdFile) holds(f *fragment, file string) bool {
	rel, err := filepath.Rel(c.dir, file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	matches := func(pattern string) bool {
		re, err := regexp.Compile("^(?:" + pattern + ")$")
		return err == nil && re.MatchString(rel)
	}
	return (len(f.If.PathMatch) == 0 || slices.ContainsFunc(f.If.PathMatch, matches)) && !slices.ContainsFunc(f.If.PathExclude, matches)
}

// clangdEdits are what the .clangd files above a file say of its command; those of inner folders come last.
type clangdEdits struct {
	add, remove []string
	// compiler is what stands in the compiler's place, database the folder of a compile_commands.json; "" for nothing.
	compiler, database string
}

// clangd collects what is said of a file.
func (r *Resolver) clangd(file string) clangdEdits {
	var e clangdEdits
	dirs := r.folders(file)
	for i := len(dirs) - 1; i >= 0; i-- {
		dir := dirs[i]
		path := filepath.Join(dir, clangdName)
		l := load(r.m, r.clangds, path, func() (*clangdFile, error) {
			text, err := r.m.read(path, maxProject)
			if err != nil {
				return nil, err
			}
			return parseClangd(dir, text), nil
		})
		if l.err != nil || l.value == nil {
			continue
		}
		for i := range l.value.fragments {
			f := &l.value.fragments[i]
			if !l.value.holds(f, file) {
				continue
			}
			e.add = append(e.add, absoluteFlags(f.CompileFlags.Add, dir, NVCC)...)
			e.remove = append(e.remove, f.CompileFlags.Remove...)
			if f.CompileFlags.Compiler != "" {
				e.compiler = f.CompileFlags.Compiler
			}
			switch database := f.CompileFlags.CompilationDatabase; {
			case database == "" || database == "Ancestors" || database == "None":
			case filepath.IsAbs(database):
				e.database = database
			default:
				e.database = filepath.Join(dir, database)
			}
		}
	}
	return e
}

// fallback are the flags for a file that has no command. A language that clang is to take the file for is left out: the file's
// name and dialect tell. So is what only silences clang.
func (e *clangdEdits) fallback() []string {
	var flags []string
	for i := 0; i < len(e.add); {
		n := width(e.add[i:], Clang)
		option := e.add[i : i+n]
		i += n
		if !strings.HasPrefix(option[0], "-x") && !strings.HasPrefix(option[0], "--language") && !strings.HasPrefix(option[0], "-W") {
			flags = append(flags, option...)
		}
	}
	return flags
}
