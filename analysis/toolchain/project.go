package toolchain

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"cudals/analysis/source"
	"cudals/cudaspace"
)

// ProjectName is the name of a project's configuration file. It is looked for in a file's folder and those above it.
const ProjectName = ".cudals.yaml"

const maxProject = 1 << 20

// Project is a .cudals.yaml: what a project's people want cudals to know and to say. All keys are optional:
//
//	compile-commands: build/release   # a compile_commands.json, or the folder that holds it
//	toolkit: /usr/local/cuda-12.4     # a CUDA toolkit, or "none" for the built-in declarations
//	cuda-version: "13.0"              # in place of the toolkit's version
//	dialect: nvcc                     # nvcc, clang, hip or nvrtc, when the command does not tell
//	archs: [sm_80, sm_90]             # in place of the command's architectures
//	flags:
//	  add: [-Iinclude, --extended-lambda]
//	  remove: [-Werror*]              # exact, or with a star at the end; a value goes with its option
//	  complete: true                  # without a compile command: the added flags are all there are
//	rules:
//	  select: [20011, device-call]    # only these rules
//	  ignore: [20014]                 # not these
//	  severity: {20011: error}        # error, warning, information or hint
//	exclude: [generated/**]           # files about which nothing is said
//	own: [third_party/ours]           # the project's own, although their folder is named as if they were other people's
//
// Relative paths, also those in flags, are relative to the file's folder. Nothing in it is ever executed.
type Project struct {
	Path string `yaml:"-"` // of the file itself
	Dir  string `yaml:"-"` // the folder that it stands in

	CompileCommands string    `yaml:"compile-commands"`
	Toolkit         string    `yaml:"toolkit"`
	CUDAVersion     string    `yaml:"cuda-version"`
	DialectName     string    `yaml:"dialect"`
	Platform        string    `yaml:"target-platform"`
	Archs           []string  `yaml:"archs"`
	Flags           FlagEdits `yaml:"flags"`
	Rules           RuleEdits `yaml:"rules"`
	Exclude         []string  `yaml:"exclude"`
	Own             []string  `yaml:"own"`

	// RuleNames are where Rules names rules, Ignored those that it ignores. Which rules there are is not known here.
	RuleNames, Ignored []Word `yaml:"-"`
	// Excluding is Exclude.
	Excluding []Word `yaml:"-"`
}

// Word is a word of a .cudals.yaml: what names a rule, its group, its tag or its number, or a pattern.
type Word struct {
	Text string
	At   source.Place
}

// FlagEdits change a file's command.
type FlagEdits struct {
	Add    []string `yaml:"add"`
	Remove []string `yaml:"remove"`
	// Complete: where no compile command is known, Add is the whole command, so that what is absent is known to be off.
	Complete bool `yaml:"complete"`
}

// RuleEdits choose among the rules. A rule is named by its slug, number, tag or group.
type RuleEdits struct {
	Select   []string          `yaml:"select"`
	Enable   []string          `yaml:"enable"`
	Ignore   []string          `yaml:"ignore"`
	Severity map[string]string `yaml:"severity"`
}

// Severities are the words that RuleEdits.Severity takes.
var severities = []string{"error", "warning", "information", "hint"}

var dialectNames = map[string]Dialect{"": DialectUnknown, "nvcc": NVCC, "clang": Clang, "hip": HIP, "nvrtc": NVRTC}

// dialect is the dialect asked for, DialectUnknown when none is.
func (p *Project) dialect() Dialect {
	if p == nil {
		return DialectUnknown
	}
	return dialectNames[p.DialectName]
}

// parseProject reads the text of a .cudals.yaml that stands at path. The error is a *FileError. Keys that do not exist are
// errors, so that a typing mistake is seen.
func parseProject(path string, text []byte) (*Project, error) {
	t := &projectText{file: source.NewFile(path, text)}
	p := &Project{Path: path, Dir: filepath.Dir(path)}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	if err := decoder.Decode(&t.document); err != nil && !errors.Is(err, io.EOF) {
		t.understood(err)
		return nil, t.err()
	}
	if second := new(yaml.Node); decoder.Decode(second) == nil {
		t.wrong(second, "only one document is expected")
		return nil, t.err()
	}
	if len(t.document.Content) > 0 {
		if err := t.document.Decode(p); err != nil {
			t.understood(err)
			if typeError := (*yaml.TypeError)(nil); !errors.As(err, &typeError) {
				return nil, t.err()
			}
		}
		t.keys(t.document.Content[0], reflect.TypeFor[Project](), "")
	}
	p.check(t)
	if err := t.err(); err != nil {
		return nil, err
	}
	p.RuleNames, p.Ignored, p.Excluding = t.ruleNames(), t.words("rules", "ignore"), t.words("exclude")
	p.resolve()
	return p, nil
}

// check notes the values that mean nothing.
func (p *Project) check(t *projectText) {
	if _, ok := dialectNames[p.DialectName]; !ok {
		t.wrong(t.at("dialect"), "dialect: %q is none of nvcc, clang, hip, nvrtc", p.DialectName)
	}
	if _, err := cudaspace.ParseVersion(p.CUDAVersion); p.CUDAVersion != "" && err != nil {
		t.wrong(t.at("cuda-version"), "cuda-version: %v", err)
	}
	if p.Platform != "" && !slices.Contains(Platforms, p.Platform) {
		t.wrong(t.at("target-platform"), "target-platform: %q is none of %s", p.Platform, strings.Join(Platforms, ", "))
	}
	for i, arch := range p.Archs {
		var s archSet
		if err := s.add(arch, cudaspace.Of(0)); err != nil {
			t.wrong(item(t.at("archs"), i), "archs: %v", err)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(p.Rules.Severity)) {
		if severity := p.Rules.Severity[rule]; !slices.Contains(severities, severity) {
			t.wrong(t.at("rules", "severity", rule), "rules: severity of %s: %q is none of %s", rule, severity,
				strings.Join(severities, ", "))
		}
	}
	for key, patterns := range map[string][]string{"exclude": p.Exclude, "own": p.Own} {
		for i, pattern := range patterns {
			if !doublestar.ValidatePattern(pattern) {
				t.wrong(item(t.at(key), i), "%s: %q is not a valid pattern", key, pattern)
			}
		}
	}
}

func (p *Project) resolve() {
	abs := func(path string) string {
		if path == "" || filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(p.Dir, path)
	}
	p.CompileCommands = abs(p.CompileCommands)
	if p.Toolkit != NoToolkit {
		p.Toolkit = abs(p.Toolkit)
	}
}

// loadProject reads the .cudals.yaml at path. The error wraps fs.ErrNotExist or is a *FileError.
func loadProject(m *Machine, path string) (*Project, error) {
	text, err := m.readOwn(path, maxProject)
	if err != nil {
		return nil, err
	}
	return parseProject(path, text)
}

// Excluded reports whether the project wants nothing said about a file.
func (p *Project) Excluded(file string) bool {
	return p != nil && MatchGlobs(p.Dir, p.Exclude, file)
}

// Owns reports whether the project says that a file is its own, wherever it lies.
func (p *Project) Owns(file string) bool {
	return p != nil && MatchGlobs(p.Dir, p.Own, file)
}

// MatchGlobs reports whether one of the patterns matches a file, or a folder that it is in. A pattern without a slash is a
// name in any folder below root; others are relative to root, or absolute. Malformed patterns match nothing.
func MatchGlobs(root string, patterns []string, file string) bool {
	rel, err := filepath.Rel(root, file)
	below := err == nil && filepath.IsLocal(rel)
	for _, pattern := range patterns {
		pattern = strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(pattern), "./"), "/")
		if !strings.Contains(pattern, "/") {
			pattern = "**/" + pattern
		}
		name := rel
		switch {
		case strings.HasPrefix(pattern, "/"):
			name = file
		case !below:
			continue
		}
		for _, variant := range []string{pattern, pattern + "/**"} {
			if ok, err := doublestar.Match(variant, filepath.ToSlash(name)); err == nil && ok {
				return true
			}
		}
	}
	return false
}

// removeFlags drops the arguments that match a pattern, each with its value.
func removeFlags(args, patterns []string, dialect Dialect) []string {
	if len(patterns) == 0 {
		return args
	}
	var kept []string
	for i := 0; i < len(args); {
		n := width(args[i:], dialect)
		if !slices.ContainsFunc(patterns, func(p string) bool { return matchFlag(p, args[i:i+n]) }) {
			kept = append(kept, args[i:i+n]...)
		}
		i += n
	}
	return kept
}

// matchFlag matches an option, alone or with its value: "-DNAME", "-D NAME" and "-D=NAME" are the same.
func matchFlag(pattern string, option []string) bool {
	forms := []string{option[0], strings.Join(option, " "), strings.Join(option, ""), strings.Join(option, "=")}
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return slices.ContainsFunc(forms, func(f string) bool { return strings.HasPrefix(f, prefix) })
	}
	return slices.Contains(forms, pattern)
}
