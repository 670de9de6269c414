package ruletest

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"cudals/analysis/check"
	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/toolchain"
	"cudals/analysis/workspace"
	"cudals/cudaspace"
)

// laboratory is one engine for all tests, so that the prelude is read once. Each analysis has a folder of its own.
var laboratory = sync.OnceValue(func() *lab {
	l := &lab{overlay: source.NewOverlay(nothing{})}
	l.engine = engine.New(l.overlay, rules.All(), nil)
	return l
})

type lab struct {
	overlay *source.Overlay
	engine  workspace.Engine
	mu      sync.Mutex
	folders int
}

// nothing is a reader of an empty disk.
type nothing struct{}

func (nothing) ReadFile(path string) (*source.File, error) {
	return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
}

func (nothing) Exists(string) bool { return false }

// onDisk is an engine that reads from disk, for all tests.
var onDisk = sync.OnceValue(func() *lab {
	l := &lab{overlay: source.NewOverlay(source.Disk{})}
	l.engine = engine.New(l.overlay, rules.All(), nil)
	return l
})

const labRoot = "/fixture/"

// fileName is a file's name within its archive.
func fileName(f *source.File) string {
	if rest, ok := strings.CutPrefix(f.Path, labRoot); ok {
		_, name, _ := strings.Cut(rest, "/")
		return name
	}
	return f.Path
}

// analysis is what is said of a fixture's files: each finding once, and the translation units by their names.
type analysis struct {
	diagnostics []check.Diagnostic
	units       map[string]unit
}

type unit struct {
	file   *source.File
	result workspace.Result
}

// analyze analyses the translation units among files. The machine has no toolkit and no host compiler: the embedded prelude
// is all there is, and what the standard library is needed for stands in the fixture. versions, when not nil, are the texts
// that lead up to a translation unit's, each of which is analysed on the basis of the one before, as in an editor.
func analyze(t *testing.T, flags []string, files map[string][]byte, versions func(text []byte) [][]byte) analysis {
	t.Helper()
	l := laboratory()
	l.mu.Lock()
	l.folders++
	dir := fmt.Sprintf("%s%d", labRoot, l.folders)
	l.mu.Unlock()
	var units []*source.File
	for name, text := range files {
		f := source.NewFile(dir+"/"+name, text)
		l.overlay.Set(f)
		if path.Ext(name) == ".cu" {
			units = append(units, f)
		}
	}
	if len(units) == 0 {
		t.Fatal("no translation unit (*.cu)")
	}
	machine := &toolchain.Machine{
		Getenv:   func(string) string { return "" },
		Stat:     func(p string) (fs.FileInfo, error) { return nil, notThere(p) },
		ReadDir:  func(p string) ([]fs.DirEntry, error) { return nil, notThere(p) },
		Open:     func(p string) (io.ReadCloser, error) { return nil, notThere(p) },
		Realpath: func(p string) (string, error) { return p, nil },
	}
	out := analysis{units: map[string]unit{}}
	for _, u := range units {
		in := toolchain.Input{File: u.Path, Dir: dir, Args: flags, Complete: true, Source: u.Path, Toolkit: "none"}
		in.Args, in.Version = versionOf(flags)
		if slices.Equal(flags, []string{"guessed"}) {
			in.Args, in.Complete = nil, false
		}
		command := toolchain.Parse(machine, in)
		for _, p := range command.Problems {
			if !command.Bits32 { // that such targets are not supported is the problem
				t.Errorf("flags: %s", p)
			}
		}
		texts := []*source.File{u}
		if versions != nil {
			texts = nil
			for _, v := range versions(u.Text) {
				texts = append(texts, source.NewFile(u.Path, v))
			}
			texts = append(texts, u)
		}
		var result workspace.Result
		for _, file := range texts {
			l.overlay.Set(file)
			var err error
			if result, err = l.engine.Analyze(t.Context(), workspace.Input{Command: command, File: file, AllArchs: true, Places: true}, result); err != nil {
				t.Fatal(err)
			}
		}
		out.units[fileName(u)] = unit{u, result}
		for _, d := range result.Diagnostics() {
			switch d.Rule {
			case "missing-header", "unused-ignore": // no rule says them
				continue
			case "internal-fault":
				t.Error(d.Message)
			}
			again := slices.ContainsFunc(out.diagnostics, func(o check.Diagnostic) bool {
				return o.Rule == d.Rule && o.Place == d.Place && o.Message == d.Message
			})
			if !again {
				out.diagnostics = append(out.diagnostics, d)
			}
		}
	}
	return out
}

// typed are versions of a text as it is typed: parts of it that end anywhere, and the whole without one line in the middle
// of it, which comes last so that only a body may have changed.
func typed(text []byte) [][]byte {
	const parts = 4
	var out [][]byte
	for i := range parts {
		out = append(out, text[:len(text)*i/parts])
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	middle := len(lines) / 2
	return append(out, slices.Concat(slices.Concat(lines[:middle]...), slices.Concat(lines[middle+1:]...)))
}

// versionOf takes --cuda-version out of a fixture's flags.
func versionOf(flags []string) (rest []string, version cudaspace.Version) {
	for _, flag := range flags {
		if name, ok := strings.CutPrefix(flag, "--cuda-version="); ok {
			version, _ = cudaspace.ParseVersion(name)
		} else {
			rest = append(rest, flag)
		}
	}
	return rest, version
}

func notThere(p string) error { return &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist} }

// renamed are files as a fix leaves them that renames something, in a workspace of their own; reason says why there is no such mend.
func renamed(t *testing.T, flags []string, files map[string][]byte, document, title string) (after map[string][]byte, reason string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args, version := versionOf(flags)
	if args == nil {
		args = []string{}
	}
	w := workspace.New(workspace.Options{
		Engine: onDisk().engine, Files: onDisk().overlay,
		Config: workspace.Config{Folders: []string{dir}, Compile: toolchain.Settings{Toolkit: "none", Flags: args, CUDAVersion: version, Dir: dir}},
	})
	defer w.Close()
	s := w.Snapshot()
	a, err := s.AnalyzeFile(t.Context(), filepath.Join(dir, filepath.FromSlash(document)), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range a.Diagnostics {
		for _, fix := range d.Fixes {
			if fix.Title != title || fix.Rename == nil {
				continue
			}
			edits, _, err := s.Rename(t.Context(), fix.Rename, "", 0)
			if reason, no := workspace.IsRefused(err); no {
				return nil, reason
			}
			if err != nil {
				t.Fatal(err)
			}
			after, err := edited(files, edits, func(f *source.File) string {
				name, _ := filepath.Rel(dir, f.Path)
				return filepath.ToSlash(name)
			})
			if err != nil {
				t.Fatal(err)
			}
			return after, ""
		}
	}
	t.Fatalf("%s: nothing that is said of the file on disk offers %q", document, title)
	return nil, ""
}
