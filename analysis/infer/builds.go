package infer

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Bounds on the search for build folders: how many are taken, how many folders in one are looked at, and how deep.
const (
	maxBuildFolders = 64
	maxInBuild      = 64
	maxBuildDepth   = 3 // out/build/<preset>
)

// Marks of a folder that something is built in, which has no other such folders in it.
var built = []string{"compile_commands.json", "build.ninja", "CMakeCache.txt"}

// LooksBuilt reports whether a folder has by its name what is built in it, or folders in which something is.
func LooksBuilt(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	switch name {
	case "build", ".build", "_build", "builds", "builddir", "out":
		return true
	}
	for _, mark := range []string{"build-", "build_", "build.", "cmake-build"} {
		if strings.HasPrefix(name, mark) {
			return true
		}
	}
	return strings.HasSuffix(name, "-build") || strings.HasSuffix(name, "_build")
}

// BuildFolders are the folders that what stands in a folder is built in: those of the names that tools and people give them, and those in
// them; and those that CMake's presets name, which may not be there. presets are the files that were read for
// that. One listing of the folder finds them, and one of each of them in which nothing is built.
func BuildFolders(disk Disk, dir string) (folders, presets []string) {
	entries, err := disk.ReadDir(dir)
	if err != nil {
		return nil, nil
	}
	add := func(folder string) {
		if len(folders) < maxBuildFolders && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	var inside func(folder string, depth int)
	inside = func(folder string, depth int) {
		if slices.ContainsFunc(built, func(name string) bool { return disk.IsFile(filepath.Join(folder, name)) }) {
			add(folder)
			return
		}
		if depth == 0 {
			add(folder) // it may be empty as yet
		}
		if depth+1 == maxBuildDepth {
			return
		}
		entries, err := disk.ReadDir(folder)
		if err != nil {
			return
		}
		left := maxInBuild
		for _, e := range entries {
			if path := filepath.Join(folder, e.Name()); isFolder(disk, e, path) {
				if left--; left < 0 {
					return
				}
				inside(path, depth+1)
			}
		}
	}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); len(folders) < maxBuildFolders && LooksBuilt(path) && isFolder(disk, e, path) {
			inside(path, 0)
		}
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return IsPresets(e.Name()) }) {
		var named []string
		named, presets = presetFolders(disk, dir)
		for _, folder := range named {
			add(folder)
		}
	}
	return folders, presets
}

func isFolder(disk Disk, e fs.DirEntry, path string) bool {
	return e.IsDir() || e.Type()&fs.ModeSymlink != 0 && disk.IsDir(path)
}

// Bounds on the reading of presets.
const (
	maxPresets     = 1 << 20 // bytes of a file
	maxPresetFiles = 32
	maxPresetDepth = 16 // of what presets inherit
)

// presetFiles are those of CMake's presets. The second includes the first.
var presetFiles = []string{"CMakePresets.json", "CMakeUserPresets.json"}

// IsPresets reports whether a file tells by its name the folders that presets build in.
func IsPresets(path string) bool { return slices.Contains(presetFiles, filepath.Base(path)) }

// preset is one of CMake's configure presets.
type preset struct {
	Name        string
	Hidden      bool
	Inherits    oneOrMore
	BinaryDir   string
	Generator   string
	Environment map[string]*string

	dir string // of the file that it stands in
}

// oneOrMore is a text, or a list of some.
type oneOrMore []string

// UnmarshalJSON takes either.
func (l *oneOrMore) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*l = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(l))
}

// presetFolders are the folders that the presets of a folder build in. What cannot be read, or is no text that can be told, is left out.
func presetFolders(disk Disk, dir string) (folders, files []string) {
	p := presets{disk: disk, dir: dir, byName: map[string]*preset{}}
	for _, name := range presetFiles {
		p.read(filepath.Join(dir, name))
	}
	for _, name := range p.names {
		if preset := p.byName[name]; !preset.Hidden {
			if folder := p.folder(preset); folder != "" {
				folders = append(folders, folder)
			}
		}
	}
	return folders, p.files
}

type presets struct {
	disk   Disk
	dir    string
	files  []string
	names  []string // in the order of the files
	byName map[string]*preset
}

func (p *presets) read(path string) {
	if len(p.files) >= maxPresetFiles || slices.Contains(p.files, path) {
		return
	}
	text, err := p.disk.ReadFile(path, maxPresets)
	if err != nil {
		return
	}
	p.files = append(p.files, path)
	var content struct {
		Include          []string
		ConfigurePresets []*preset
	}
	if json.Unmarshal(text, &content) != nil {
		return
	}
	for _, file := range content.Include {
		if file = p.expand(file, &preset{dir: filepath.Dir(path)}); file != "" {
			if !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(path), file)
			}
			p.read(filepath.Clean(file))
		}
	}
	for _, preset := range content.ConfigurePresets {
		if preset != nil && p.byName[preset.Name] == nil {
			preset.dir = filepath.Dir(path)
			p.byName[preset.Name] = preset
			p.names = append(p.names, preset.Name)
		}
	}
}

// inherited is what get finds in a preset, or in the first of those that it inherits from.
func (p *presets) inherited(of *preset, get func(*preset) string, depth int) string {
	if of == nil || depth > maxPresetDepth {
		return ""
	}
	if value := get(of); value != "" {
		return value
	}
	for _, name := range of.Inherits[:min(len(of.Inherits), maxPresetDepth)] {
		if value := p.inherited(p.byName[name], get, depth+1); value != "" {
			return value
		}
	}
	return ""
}

func (p *presets) folder(of *preset) string {
	folder := p.expand(p.inherited(of, func(o *preset) string { return o.BinaryDir }, 0), of)
	if folder == "" {
		return ""
	}
	if folder = filepath.FromSlash(folder); !filepath.IsAbs(folder) {
		folder = filepath.Join(p.dir, folder)
	}
	return filepath.Clean(folder)
}

var presetMacro = regexp.MustCompile(`\$(\w*)\{([^}]*)\}`)

// expand puts the values of macros into a text; "" where one cannot be told.
func (p *presets) expand(text string, of *preset) string {
	return expand(presetMacro, text, func(m []string) string {
		switch name := m[2]; m[1] {
		case "":
			switch name {
			case "sourceDir":
				return p.dir
			case "sourceParentDir":
				return filepath.Dir(p.dir)
			case "sourceDirName":
				return filepath.Base(p.dir)
			case "presetName":
				return of.Name
			case "generator":
				return p.inherited(of, func(o *preset) string { return o.Generator }, 0)
			case "fileDir":
				return of.dir
			case "dollar":
				return "$"
			}
		case "env":
			value := p.inherited(of, func(o *preset) string {
				if v := o.Environment[name]; v != nil && !strings.Contains(*v, "$") {
					return *v
				}
				return ""
			}, 0)
			return cmp.Or(value, p.disk.Getenv(name))
		case "penv":
			return p.disk.Getenv(name)
		}
		return ""
	})
}

// expand puts values in the places of macros; "" where one is "", which cannot be told.
func expand(macro *regexp.Regexp, text string, value func(m []string) string) string {
	known := true
	text = macro.ReplaceAllStringFunc(text, func(found string) string {
		v := value(macro.FindStringSubmatch(found))
		known = known && v != ""
		return v
	})
	if !known {
		return ""
	}
	return text
}
