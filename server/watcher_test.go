package server_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cudals/analysis/engine"
	"cudals/analysis/rules"
	"cudals/analysis/source"
	"cudals/analysis/workspace"
)

const (
	hostCall   = "f() is __host__ and cannot be called"
	notFound   = "was not found"
	callsF     = "#include \"k.h\"\n__device__ int g() { return f(); }\n"
	declaresF  = "int f();\n"
	declaresHD = "inline __host__ __device__ int f() { return 1; }\n"
)

// step is something that happens on disk, and what is said afterwards; "" for nothing.
type step struct {
	do   func(e *editor)
	want string
}

// follow does each step until what is said is what is wanted: a folder is perhaps not watched yet when the step is first done.
func (e *editor) follow(name string, steps ...step) {
	e.t.Helper()
	said := func() string {
		all := e.of(name)
		if len(all) == 0 {
			return "?"
		}
		text := ""
		for _, d := range all[len(all)-1].Diagnostics {
			text += d.Message + "\n"
		}
		return text
	}
	is := func(said, want string) bool { return strings.Contains(said, want) && (want != "" || said == "") }
	for i, s := range steps {
		end := time.Now().Add(20 * time.Second)
		for again := time.Now(); !is(said(), s.want); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				e.t.Fatalf("step %d: %q is said, not %q", i, said(), s.want)
			}
			if s.do != nil && time.Now().After(again) {
				s.do(e)
				again = time.Now().Add(time.Second)
			}
		}
	}
}

func saving(name, text string) func(*editor) { return func(e *editor) { e.save(name, text) } }

// replacing writes a file as tools do: beside, and then in its place.
func replacing(name, text string) func(*editor) {
	return func(e *editor) {
		e.save(name+".tmp", text)
		_ = os.Rename(e.path(name+".tmp"), e.path(name))
	}
}

func removing(name string) func(*editor) { return func(e *editor) { _ = os.RemoveAll(e.path(name)) } }

// moving moves a folder, back first where it was moved already.
func moving(from, to string) func(*editor) {
	return func(e *editor) {
		_ = os.Rename(e.path(to), e.path(from))
		_ = os.Rename(e.path(from), e.path(to))
	}
}

// watches starts a session of the real engine.
func watches(t *testing.T, files map[string]string, options ...object) *editor {
	t.Helper()
	e := connect(t, files)
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	e.initialize(options...)
	return e
}

var clientWatches = object{"capabilities": object{"workspace": object{"didChangeWatchedFiles": object{"dynamicRegistration": true}}}}

// TestOwnWatcherOfFolders: folders come and go as files do.
func TestOwnWatcherOfFolders(t *testing.T) {
	t.Parallel()
	e := watches(t, map[string]string{"inc/k.h": declaresF, "compile_flags.txt": "-Iinc\n-Igen/deep\n"})
	e.open("src/a.cu", 1, callsF)
	e.follow("src/a.cu",
		step{want: hostCall},
		step{moving("inc", "inc2"), notFound},
		step{saving("inc/k.h", declaresHD), ""},
		step{saving("inc/k.h", declaresF), hostCall},
		step{removing("inc"), notFound},
		step{saving("gen/deep/k.h", declaresHD), ""}, // a folder that never was
		step{removing("gen"), notFound},
		step{moving("inc2", "inc"), hostCall},
	)
}

// TestOwnWatcherOfCommands: a build is configured after the editor was opened, again, and taken away; through a symbolic link too.
func TestOwnWatcherOfCommands(t *testing.T) {
	t.Parallel()
	const text = "#ifdef Y\nint f();\n__device__ int g() { return f(); }\n#endif\n"
	const with, without = `[{"directory": "/", "file": "FILE", "command": "nvcc -DY -c FILE"}]`, `[{"directory": "/", "file": "FILE", "command": "nvcc -c FILE"}]`
	for _, link := range []bool{false, true} {
		e := watches(t, nil)
		commands := func(text string) func(*editor) {
			return func(e *editor) {
				replacing("build/compile_commands.json", strings.ReplaceAll(text, "FILE", filepath.ToSlash(e.path("src/a.cu"))))(e)
			}
		}
		if link {
			if err := os.Symlink(filepath.Join("disk", "x"), e.path("build")); err != nil {
				t.Skip(err)
			}
			e.save("disk/x/other", "")
		}
		e.open("src/a.cu", 1, text)
		e.follow("src/a.cu",
			step{want: ""},
			step{commands(with), hostCall},
			step{commands(without), ""},
			step{commands(with), hostCall},
			step{removing("build"), ""},
			step{commands(with), hostCall},
		)
	}
}

// TestDatabasesComeAndGo: a build folder that a tool makes is found when it is made, its commands are followed with the files that hold a
// part of them, a half-written database changes nothing and is told, and where it goes another one counts.
func TestDatabasesComeAndGo(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]object{"watching": {clientWatches}, "blind": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const text = "#ifdef Y\nint f();\n__device__ int g() { return f(); }\n#endif\n#ifdef Z\nint h();\n__device__ int i() { return h(); }\n#endif\n"
			e := watches(t, map[string]string{"src/a.cu": text, "CMakePresets.json": `{"configurePresets": [{"name": "p", "binaryDir": "bin/${presetName}"}]}`}, options...)
			// A client that watches tells the same that the disk would.
			tells := func(do func(*editor), names ...string) func(*editor) {
				return func(e *editor) {
					there := map[string]bool{}
					for _, name := range names {
						_, err := os.Stat(e.path(name))
						there[name] = err == nil
					}
					do(e)
					for _, file := range names {
						kind := 2
						if _, err := os.Stat(e.path(file)); err != nil {
							kind = 3
						} else if !there[file] {
							kind = 1
						}
						if name == "watching" {
							e.fileEvent(file, kind)
						}
					}
				}
			}
			database := func(folder, flags string) string {
				return `[{"directory": "` + filepath.ToSlash(e.path(folder)) + `", "file": "` + filepath.ToSlash(e.path("src/a.cu")) + `", "command": "nvcc ` + flags + ` -c x"}]`
			}
			writes := func(folder, flags string) func(*editor) {
				file := folder + "/compile_commands.json"
				return tells(replacing(file, database(folder, flags)), folder, file)
			}
			const hostCallOfH = "h() is __host__ and cannot be called"
			writes("elsewhere/x", "-DY")(e) // where nobody looks
			e.open("src/a.cu", 1, text)
			e.follow("src/a.cu",
				step{want: ""},
				step{writes("out/build/x64", "-DY"), hostCall},
				step{tells(removing("out"), "out"), ""},
				step{tells(saving(".vscode/settings.json", `{"clangd.arguments": ["--compile-commands-dir=elsewhere/x"]}`), ".vscode/settings.json"), hostCall},
				step{tells(removing(".vscode"), ".vscode"), ""},
				step{writes("cmake-build-debug", "-DY"), hostCall},
			)
			writes("build-later", "-DZ")(e)
			e.follow("src/a.cu",
				step{tells(removing("cmake-build-debug"), "cmake-build-debug"), hostCallOfH},
				step{tells(removing("build-later"), "build-later"), ""},
				step{writes("bin/p", "-DY @a.rsp"), hostCall},
				step{saving("bin/p/a.rsp", "-UY"), ""},
				step{saving("bin/p/a.rsp", "-UY -DZ"), hostCallOfH},
			)
			const file = "bin/p/compile_commands.json"
			whole := database("bin/p", "-DY @a.rsp")
			e.follow(file, step{tells(saving(file, whole[:len(whole)/2]), file), "not a compilation database: the text ends"})
			e.replace("src/a.cu", 2, text+"\n")
			if p := e.diagnostics("src/a.cu", 2); len(p.Diagnostics) != 1 {
				t.Errorf("half a database: %+v", p)
			}
			e.follow(file, step{tells(saving(file, whole), file), ""})
			// A preset builds beyond the workspace, where the client tells nothing.
			const presets = "CMakePresets.json"
			e.follow("src/a.cu", step{tells(removing("bin"), "bin"), ""})
			tells(saving(presets, `{"configurePresets": [{"name": "q", "binaryDir": "${sourceParentDir}/beyond"}]}`), presets)(e)
			e.follow("src/a.cu", step{replacing("../beyond/compile_commands.json", database("", "-DY")), hostCall})
		})
	}
}

// TestWatchedBeyondTheWorkspace: a client tells what happens in the workspace's folders, and follows no symbolic links.
func TestWatchedBeyondTheWorkspace(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]object{"watching": {clientWatches}, "blind": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := watches(t, map[string]string{"../common/k.h": declaresF, "../linked/k.h": declaresF}, options...)
			if err := os.Symlink(filepath.Join("..", "linked"), e.path("link")); err != nil {
				t.Skip(err)
			}
			for file, include := range map[string]string{"a.cu": "../common/k.h", "b.cu": "link/k.h"} {
				e.open(file, 1, strings.ReplaceAll(callsF, "k.h", include))
				header := filepath.Join("..", map[string]string{"a.cu": "common", "b.cu": "linked"}[file], "k.h")
				e.follow(file,
					step{want: hostCall},
					step{saving(header, declaresHD), ""},
					step{replacing(header, declaresF), hostCall},
				)
			}
		})
	}
}

// TestWatchedByOtherNames: clients are asked for files of some names alone, and headers and commands may have any.
func TestWatchedByOtherNames(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]object{"watching": {clientWatches}, "blind": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := object{"initializationOptions": object{"compileCommands": "out/commands"}}
			e := watches(t, map[string]string{"lib/k": declaresF}, append(options, set)...)
			e.open("a.cu", 1, "#ifndef NOT\n"+strings.ReplaceAll(callsF, "k.h", "lib/k")+"#endif\n")
			commands := func(flag string) string {
				file := strings.ReplaceAll(filepath.ToSlash(e.path("a.cu")), "work space", `work\\ space`)
				return `[{"directory": "/", "file": "` + filepath.ToSlash(e.path("a.cu")) + `", "command": "nvcc ` + flag + ` -c ` + file + `"}]`
			}
			e.follow("a.cu",
				step{want: hostCall},
				step{saving("lib/k", declaresHD), ""},
				step{replacing("lib/k", declaresF), hostCall},
				step{replacing("out/commands", commands("-DNOT")), ""},
				step{replacing("out/commands", commands("")), hostCall},
			)
		})
	}
}

// TestClientTellsOfFolders: who moves a folder is told of the folder alone.
func TestClientTellsOfFolders(t *testing.T) {
	t.Parallel()
	e := watches(t, map[string]string{"inc/k.h": declaresF, "compile_flags.txt": "-Iinc\n"}, clientWatches)
	m := e.await("registration", func(m message) bool { return m.Method == "client/registerCapability" })
	if !strings.Contains(string(m.Params), `"**/*"`) {
		t.Errorf("folders are not watched: %s", m.Params)
	}
	e.open("src/a.cu", 1, callsF)
	told := func(from, to string) func(*editor) {
		return func(e *editor) {
			if os.Rename(e.path(from), e.path(to)) == nil {
				e.fileEvent(from, 3)
				e.fileEvent(to, 1)
			}
		}
	}
	e.follow("src/a.cu", step{want: hostCall}, step{told("inc", "inc2"), notFound}, step{told("inc2", "inc"), hostCall})
	// What nothing reads is not looked at.
	before := len(e.of("a.cu"))
	e.save("build/x.o", "")
	e.fileEvent("build", 1)
	e.fileEvent("build/x.o", 3)
	e.open("b.cu", 1, "")
	e.diagnostics("b.cu", 1)
	if after := len(e.of("a.cu")); after != before {
		t.Errorf("analysed again for what nothing reads")
	}
}

// TestRenameThroughLink: a workspace that is opened through a symbolic link has the files of the folder it leads to.
func TestRenameThroughLink(t *testing.T) {
	t.Parallel()
	e := connect(t, map[string]string{"real/k.h": declaresF, "real/a.cu": callsF})
	if err := os.Symlink("real", e.path("link")); err != nil {
		t.Skip(err)
	}
	e.instead = func(files source.Reader) workspace.Engine { return engine.New(files, rules.All(), nil) }
	if err := os.Symlink("a.cu", e.path("real/b.cu")); err != nil {
		t.Skip(err)
	}
	e.initialize(object{"workspaceFolders": []any{object{"uri": e.uri("link"), "name": "w"}}, "initializationOptions": object{"mode": "standalone"}})
	e.open("link/k.h", 1, declaresF)
	e.diagnostics("link/k.h", 1)
	edit := string(e.request("textDocument/rename", object{
		"textDocument": object{"uri": e.uri("link/k.h")}, "position": object{"line": 0, "character": 4}, "newName": "renamed",
	}))
	if strings.Contains(edit, "b.cu") {
		t.Errorf("a file is edited twice: %s", edit)
	}
	if !strings.Contains(edit, e.uri("link/a.cu")) || !strings.Contains(edit, e.uri("link/k.h")) {
		t.Errorf("renamed in %s", edit)
	}
}

// of are the findings that were told of a file, in order.
func (e *editor) of(name string) []published {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []published
	for _, m := range e.received {
		var p published
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == e.uri(name) {
			list = append(list, p)
		}
	}
	return list
}
