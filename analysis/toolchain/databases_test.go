package toolchain

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// onDisk is a project on disk of whose files each is newer than those that were written before.
type onDisk struct {
	t    *testing.T
	root string
	now  time.Time
}

func newOnDisk(t *testing.T, files ...string) *onDisk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &onDisk{t: t, root: root, now: time.Now().Add(-time.Hour)}
	for _, file := range append(files, "p/.git/HEAD") {
		d.write(file, "")
	}
	return d
}

func (d *onDisk) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

// write writes a file that is newer than those before it.
func (d *onDisk) write(name, text string) {
	d.t.Helper()
	path := d.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.now = d.now.Add(time.Second)
	if err := os.Chtimes(path, d.now, d.now); err != nil {
		d.t.Fatal(err)
	}
}

// build writes the database of a build folder; an architecture tells one from the others.
func (d *onDisk) build(folder string, arch int, files ...string) {
	d.t.Helper()
	d.write(folder+"/compile_commands.json", d.database(folder, arch, files...))
}

func (d *onDisk) database(folder string, arch int, files ...string) string {
	var entries []string
	for _, file := range files {
		entries = append(entries, fmt.Sprintf(`{"directory": %q, "file": %q, "command": "nvcc -arch=sm_%d -c x"}`, d.path(folder), d.path(file), arch))
	}
	return "[" + strings.Join(entries, ",\n") + "]"
}

func (d *onDisk) arch(r *Resolver, file string) int {
	c := r.Command(d.path(file), "")
	if !c.Given {
		return 0
	}
	return c.Archs[0]
}

// TestDatabasesOfBuildFolders: the folders that tools build in are found by their names, and those of presets by what they say.
func TestDatabasesOfBuildFolders(t *testing.T) {
	t.Setenv("CUDALS_TEST_OUT", "deep")
	for _, folder := range []string{
		"p", "p/build", "p/cmake-build-debug", "p/cmake-build-release-cuda", "p/out/build/x64-Debug", "p/out/Default", "p/build-gcc", "p/build_debug", "p/build/Release",
		"p/builddir", "p/.build", "p/_build/x", "p/Build", "p-build", "build-p-Debug",
	} {
		d := newOnDisk(t, "p/src/deep/a.cu")
		d.build(folder, 90, "p/src/deep/a.cu")
		if got := d.arch(NewResolver(Local(), Settings{}), "p/src/deep/a.cu"); got != 90 {
			t.Errorf("%s: sm_%d", folder, got)
		}
	}
	d := newOnDisk(t, "p/a.cu")
	for _, folder := range []string{"p/builder", "p/src", "p/outer/build"} {
		d.build(folder, 90, "p/a.cu")
	}
	if got := d.arch(NewResolver(Local(), Settings{}), "p/a.cu"); got != 0 {
		t.Errorf("a folder of no such name: sm_%d", got)
	}
	const presets = `{"version": 4, "include": ["cmake/more.json"], "configurePresets": [
		{"name": "base", "hidden": true, "binaryDir": "${sourceDir}/bin/${presetName}", "environment": {"WHERE": "some"}},
		{"name": "own", "inherits": "base"},
		{"name": "beside", "inherits": ["nothing", "base"], "binaryDir": "${sourceParentDir}/of-${sourceDirName}"},
		{"name": "env", "inherits": "base", "binaryDir": "$env{WHERE}/$penv{CUDALS_TEST_OUT}"},
		{"name": "unknown", "binaryDir": "${sourceDir}/bin/$env{CUDALS_NOT_SET}/x"},
		{"name": "loop", "inherits": "loop"}, null]}`
	for folder, want := range map[string]int{
		"p/bin/own": 90, "of-p": 90, "p/some/deep": 90, "p/cmake/x": 90, "p/bin/base": 0, "p/bin//x": 0, "p/user": 90,
	} {
		d := newOnDisk(t, "p/a.cu")
		d.write("p/CMakePresets.json", presets)
		d.write("p/cmake/more.json", `{"configurePresets": [{"name": "included", "binaryDir": "${fileDir}/x"}], "include": ["more.json", "../CMakePresets.json"]}`)
		d.write("p/CMakeUserPresets.json", `{"configurePresets": [{"name": "mine", "binaryDir": "user"}]}`)
		d.build(folder, 90, "p/a.cu")
		r := NewResolver(Local(), Settings{})
		if got := d.arch(r, "p/a.cu"); got != want {
			t.Errorf("%s: sm_%d", folder, got)
		}
		for _, file := range []string{"p/CMakePresets.json", "p/cmake/more.json", "p/user/compile_commands.json", "p/bin/own/compile_commands.json"} {
			if !slices.Contains(r.LookedFor(), d.path(file)) {
				t.Errorf("%s is not watched", file)
			}
		}
	}
}

// TestWhichDatabase: of several the newest that has a command for the file, for as long as it is there.
func TestWhichDatabase(t *testing.T) {
	d := newOnDisk(t, "p/a.cu", "p/b.cu", "p/new.cu", "p/h.cuh", "p/lib/c.cu")
	d.build("p/build", 70, "p/a.cu", "p/b.cu")
	d.build("p/build-x", 80, "p/a.cu")
	d.write("p/build-elsewhere/compile_commands.json", `[{"directory": "/nowhere/build", "file": "/nowhere/a.cu", "command": "nvcc -arch=sm_100 -c x"}]`)
	r := NewResolver(Local(), Settings{})
	tell := func(what string, want map[string]int) {
		t.Helper()
		got := map[string]int{}
		for file := range want {
			got[file] = d.arch(r, "p/"+file)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
		r = r.Next(Settings{})
	}
	tell("the newest", map[string]int{"a.cu": 80, "b.cu": 70, "new.cu": 80, "h.cuh": 80})
	d.build("p/build-y", 90, "p/a.cu", "p/lib/c.cu")
	tell("a newer one", map[string]int{"a.cu": 80, "b.cu": 70, "lib/c.cu": 90, "h.cuh": 80})
	if got := NewResolver(Local(), Settings{}); d.arch(got, "p/a.cu") != 90 {
		t.Error("another session begins with the newest")
	}
	x := d.database("p/build-x", 80, "p/a.cu")
	d.write("p/build-x/compile_commands.json", x[:len(x)-1])
	c := r.Command(d.path("p/a.cu"), "")
	if c.Archs[0] != 80 || len(c.Faults) != 1 || !strings.Contains(c.Faults[0].Error(), "build-x/compile_commands.json:1: not a compilation database: the text ends") {
		t.Errorf("half of it: sm_%d, %v", c.Archs[0], c.Faults)
	}
	r = r.Next(Settings{})
	d.write("p/build-x/compile_commands.json", x)
	tell("whole again", map[string]int{"a.cu": 80})
	if c := r.Command(d.path("p/a.cu"), ""); len(c.Faults) > 0 {
		t.Errorf("whole again: %v", c.Faults)
	}
	r = r.Next(Settings{})
	if err := os.RemoveAll(d.path("p/build-x")); err != nil {
		t.Fatal(err)
	}
	tell("gone", map[string]int{"a.cu": 70, "h.cuh": 70})
	d.write("p/build-x/compile_commands.json", x)
	tell("back", map[string]int{"a.cu": 80, "h.cuh": 80})
	d.build("p", 75, "p/a.cu")
	tell("that of the folder itself", map[string]int{"a.cu": 75, "b.cu": 70, "h.cuh": 75})

	o := r.Origin(d.path("p/a.cu"))
	want := Origin{Path: d.path("p/compile_commands.json"), Others: []Unused{
		{d.path("p/build-elsewhere/compile_commands.json"), "it names no file in " + d.path("p")},
		{d.path("p/build-x/compile_commands.json"), "that of the folder itself goes first"},
		{d.path("p/build-y/compile_commands.json"), "that of the folder itself goes first"},
		{d.path("p/build/compile_commands.json"), "that of the folder itself goes first"},
	}}
	slices.SortFunc(o.Others, func(a, b Unused) int { return strings.Compare(a.Path, b.Path) })
	if diff := cmp.Diff(want, o); diff != "" {
		t.Errorf("origin (-want +got):\n%s", diff)
	}
}

// TestEditorsDatabase: what an editor's own configuration names goes before what is found, where it lists the file.
func TestEditorsDatabase(t *testing.T) {
	t.Setenv("CUDALS_TEST_OUT", "from-env")
	const settings, properties = ".vscode/settings.json", ".vscode/c_cpp_properties.json"
	for _, tt := range []struct{ file, text, folder string }{
		{settings, `{"C_Cpp.default.compileCommands": "${workspaceFolder}/x/compile_commands.json"}`, "x"},
		{settings, `{"C_Cpp.default.compileCommands": ["no", "x"]}`, "x"},
		{settings, "{ // kept by hand\n \"clangd.arguments\": [\"--log=info\", /* \"*/ \"--compile-commands-dir=x/y\",],\n}\n", "x/y"},
		{settings, `{"clangd.arguments": ["-compile-commands-dir", "x", "compile-commands-dir=z"]}`, "x"},
		{settings, `{"editor.tabSize": 4, "cmake.buildDirectory": "${workspaceFolder}/../of-${workspaceFolderBasename}"}`, "../of-p"},
		{settings, `{"cmake.copyCompileCommands": "${workspaceRoot}/tools//* no comment */compile_commands.json"}`, "tools/* no comment *"},
		{settings, `{"clangd.arguments": ["--compile-commands-dir=${env:CUDALS_TEST_OUT}"]}`, "from-env"},
		{properties, `{"configurations": [{"name": "\\"}, {"compileCommands": "x", "includePath": ["${workspaceFolder}/**"]}], "version": 4}`, "x"},
		{properties, `{"configurations": [{"compileCommands": ["${workspaceFolder}/${command:cmake.none}", "x"]}]}`, "x"},
		{settings, `{"C_Cpp.default.compileCommands": "${config:other}/x"}`, ""},
		{settings, `{"clangd.arguments": "--compile-commands-dir=`, ""},
		{settings, `[3] // ` + strings.Repeat("/*,", 1000), ""},
	} {
		d := newOnDisk(t, "p/src/a.cu", "p/src/b.cu")
		d.write("p/"+tt.file, tt.text)
		d.build("p/x", 80, "p/src/a.cu")
		if tt.folder != "" {
			d.build("p/"+tt.folder, 90, "p/src/a.cu")
		}
		d.build("p/build", 70, "p/src/a.cu", "p/src/b.cu")
		d.build("p", 75, "p/src/a.cu")
		want := 90
		if tt.folder == "" {
			want = 75
		}
		r := NewResolver(Local(), Settings{})
		if got := d.arch(r, "p/src/a.cu"); got != want {
			t.Errorf("%s: sm_%d", tt.text, got)
		}
		if got := d.arch(r, "p/src/b.cu"); got != 70 {
			t.Errorf("%s: a file that it does not list: sm_%d", tt.text, got)
		}
		if o := r.Origin(d.path("p/src/a.cu")); tt.folder != "" && (o.Why != "the editor's configuration names it" || len(o.Others) < 2 ||
			o.Others[0].Why != "the editor's configuration names another") {
			t.Errorf("%s: %+v", tt.text, o)
		}
		if file := d.path("p/" + tt.file); !slices.Contains(r.LookedFor(), file) || !IsConfiguration(file) {
			t.Errorf("%s is not followed", tt.file)
		}
	}
}

// TestDatabaseInOtherLetters: on Windows editors, CMake and the disk spell one path in several ways, and a file that is not listed belongs
// to the database all the same.
func TestDatabaseInOtherLetters(t *testing.T) {
	disk := map[string]string{"/C/Proj/.git/HEAD": "", "/C/Proj/Src/Step.cu": "", "/C/Proj/Src/Grid.cuh": ""}
	spelled := func(path string) string {
		for known := range disk {
			for at := known; at != "/"; at = filepath.Dir(at) {
				if strings.EqualFold(at, path) {
					return at
				}
			}
		}
		return path
	}
	disk["/C/Proj/build/compile_commands.json"] = `[{"directory": "/c/proj/build", "file": "../SRC/step.CU", "command": "nvcc -arch=sm_90 -c ../SRC/step.CU"}]`
	m := linux(disk)
	stat, list, open := m.Stat, m.ReadDir, m.Open
	m.Windows = true
	m.Stat = func(path string) (fs.FileInfo, error) { return stat(spelled(path)) }
	m.ReadDir = func(path string) ([]fs.DirEntry, error) { return list(spelled(path)) }
	m.Open = func(path string) (io.ReadCloser, error) { return open(spelled(path)) }
	m.Realpath = func(path string) (string, error) { return spelled(path), nil }
	for _, file := range []string{"/C/Proj/Src/Step.cu", "/c/Proj/Src/Step.cu", "/c/proj/src/step.cu", "/c/Proj/Src/Grid.cuh", "/C/Proj/Src/Grid.cuh"} {
		c := NewResolver(m, Settings{}).Command(file, "")
		if !c.Given || c.Archs[0] != 90 || len(c.Problems) > 0 {
			t.Errorf("%s: given %v, %v, %q", file, c.Given, c.Archs, c.Problems)
		}
	}
}

// TestDatabaseOfAnotherMachine: it is not used, and that is told.
func TestDatabaseOfAnotherMachine(t *testing.T) {
	d := newOnDisk(t, "p/a.cu")
	d.build("p/build", 90, "gone/a.cu", "gone/b.cu")
	c := NewResolver(Local(), Settings{}).Command(d.path("p/a.cu"), "")
	if c.Given || len(c.Problems) != 1 || !strings.Contains(c.Problems[0], "it names no file of this project") {
		t.Errorf("given %v, %q", c.Given, c.Problems)
	}
}

// TestResponsesMatter: what a command's arguments are read from is looked for, there or not.
func TestResponsesMatter(t *testing.T) {
	d := newOnDisk(t, "p/a.cu")
	d.write("p/build/compile_commands.json", fmt.Sprintf(`[{"directory": %q, "file": "../a.cu", "command": "nvcc @a.rsp --options-file b/c.rsp -c ../a.cu"}]`, d.path("p/build")))
	d.write("p/build/a.rsp", "-optf deep.rsp -arch=sm_80")
	r := NewResolver(Local(), Settings{})
	if got := d.arch(r, "p/a.cu"); got != 80 {
		t.Errorf("sm_%d", got)
	}
	for _, file := range []string{"a.rsp", "b/c.rsp", "deep.rsp"} {
		if !slices.Contains(r.LookedFor(), d.path("p/build/"+file)) {
			t.Errorf("%s is not looked for", file)
		}
	}
}
