package server_test

import (
	"testing"
)

// TestFolderSettings: each folder of a workspace has the settings that the editor tells of it; a change is asked for again.
func TestFolderSettings(t *testing.T) {
	e := connect(t, nil)
	folder := func(name string) object { return object{"uri": e.uri(name), "name": name} }
	e.settings = object{"flags": []string{"-std=c++11"}}
	e.folderSettings = map[string]any{
		e.uri("a"): object{"flags": []string{"-std=c++14"}, "ignore": []string{"20014"}},
		e.uri("b"): object{"flags": []string{"-std=c++20"}},
		e.uri("d"): object{"flags": []string{"-std=c++23"}},
	}
	e.initialize(object{
		"workspaceFolders": []any{folder("a"), folder("b"), folder("c")},
		"capabilities": object{"workspace": object{
			"configuration": true, "didChangeConfiguration": object{"dynamicRegistration": true},
		}},
	})
	// A document that is opened before the answer is there is analysed again when it is.
	standard := func(name string, want int) {
		t.Helper()
		e.await("the standard of "+name, func(m message) bool {
			var s struct {
				URI string
				Std int
			}
			return m.Method == "cudals/status" && decoded(t, m, &s) && s.URI == e.uri(name) && s.Std == want
		})
	}
	said := func(name string, version, want int) {
		t.Helper()
		e.replace(name, version, bad+"\n")
		if p := e.diagnostics(name, version); len(p.Diagnostics) != want {
			t.Errorf("%s: %+v", name, p.Diagnostics)
		}
	}
	for name, std := range map[string]int{"a/x.cu": 14, "b/x.cu": 20, "c/x.cu": 11, "out.cu": 11} {
		e.open(name, 1, bad)
		standard(name, std)
	}
	said("a/x.cu", 2, 0)
	said("b/x.cu", 2, 1)
	said("c/x.cu", 2, 1)

	e.mu.Lock()
	e.folderSettings = map[string]any{
		e.uri("b"): object{"flags": []string{"-std=c++17"}, "ignore": []string{"20014"}},
		e.uri("d"): object{"flags": []string{"-std=c++23"}},
	}
	e.mu.Unlock()
	e.notify("workspace/didChangeConfiguration", object{"settings": nil})
	standard("a/x.cu", 11)
	standard("b/x.cu", 17)
	said("a/x.cu", 3, 1)
	said("b/x.cu", 3, 0)

	// A folder that comes later is asked for too.
	e.open("d/x.cu", 1, bad)
	standard("d/x.cu", 11)
	e.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []any{folder("d")}, "removed": []any{}}})
	standard("d/x.cu", 23)
}
