package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

const crossText = `void host_only() {}
__global__ void k() {
  host_only();
}
int plain;
`

// crossed is what a client is told of a compiler's verdict.
type crossed struct {
	State, Reason string
	Version       int
	Agreed        int
	Compiler      []struct {
		Range    extent
		Severity int
		Message  string
	}
	Own []struct{ Range extent }
}

func (e *editor) crossed() crossed {
	e.t.Helper()
	var out crossed
	if err := json.Unmarshal(e.notification("cudals/crossCheck").Params, &out); err != nil {
		e.t.Fatal(err)
	}
	return out
}

// fakeCompiler is a program that does what a shell says.
func fakeCompiler(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the fake compiler is a shell's")
	}
	path := filepath.Join(t.TempDir(), "nvcc")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func (e *editor) saved(name string) {
	e.notify("textDocument/didSave", object{"textDocument": object{"uri": e.uri(name)}})
}

func TestCrossCheck(t *testing.T) {
	e := realEditorWith(t, "companion", crossText, object{"cudalsCrossCheck": true})
	file := e.path("a.cu")
	configure := func(compiler string) {
		e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
			"flags": []string{"-std=c++17"}, "crossCheck": object{"compiler": compiler},
		}}})
	}
	configure(fakeCompiler(t, fmt.Sprintf(`echo '%[1]s(3): error: calling a __host__ function("host_only") from a __global__ function("k") is not allowed'
echo '%[1]s(5): error: something else'; echo '  int plain;'; echo '      ^'; exit 2`, file)))
	e.saved("a.cu")
	if got := e.crossed(); got.State != "running" || got.Version != 1 {
		t.Errorf("%+v", got)
	}
	got := e.crossed()
	if got.State != "done" || got.Agreed != 1 || len(got.Compiler) != 1 || len(got.Own) != 0 ||
		got.Compiler[0].Message != "something else" || got.Compiler[0].Range.String() != "4:4-4:9" || got.Compiler[0].Severity != 1 {
		t.Errorf("%+v", got)
	}
	configure(fakeCompiler(t, "exit 0"))
	e.saved("a.cu")
	e.crossed()
	if got = e.crossed(); got.State != "done" || got.Agreed != 0 || len(got.Compiler) != 0 || len(got.Own) != 1 || got.Own[0].Range.String() != "2:2-2:11" {
		t.Errorf("what the compiler accepts: %+v", got)
	}
	configure("nvcc")
	e.saved("a.cu")
	e.crossed()
	if got = e.crossed(); got.State != "failed" || got.Reason == "" {
		t.Errorf("a name without folder: %+v", got)
	}
}

// TestCrossCheckOnce: a document that is saved again is looked at again, and what ran for it is ended.
func TestCrossCheckOnce(t *testing.T) {
	e := realEditorWith(t, "companion", crossText, object{"cudalsCrossCheck": true})
	quick := filepath.Join(t.TempDir(), "quick")
	compiler := fakeCompiler(t, fmt.Sprintf(`if test ! -e %s; then sleep 1000 & wait; fi; exit 0`, quick))
	e.notify("workspace/didChangeConfiguration", object{"settings": object{"cudals": object{
		"flags": []string{"-std=c++17"}, "crossCheck": object{"compiler": compiler},
	}}})
	e.saved("a.cu")
	if got := e.crossed(); got.State != "running" {
		t.Fatalf("%+v", got)
	}
	if err := os.WriteFile(quick, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e.saved("a.cu")
	for i, want := range []string{"running", "done"} {
		if got := e.crossed(); got.State != want {
			t.Errorf("message %d: %+v", i, got)
		}
	}
}

// TestCrossCheckOfUserAlone: what a project's file or a folder's settings say names no compiler.
func TestCrossCheckOfUserAlone(t *testing.T) {
	compiler := fakeCompiler(t, "exit 0")
	e := connect(t, map[string]string{".cudals.yaml": "crossCheck: {compiler: " + compiler + "}\n", "a.cu": crossText})
	e.settings = object{}
	e.folderSettings = map[string]any{e.uri(""): object{"crossCheck": object{"compiler": compiler}, "flags": []string{"-std=c++14"}}}
	e.initialize(object{"capabilities": object{
		"workspace": object{"configuration": true}, "experimental": object{"cudalsCrossCheck": true},
	}})
	e.open("a.cu", 1, crossText)
	e.saved("a.cu")
	e.alive()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.received {
		if m.Method == "cudals/crossCheck" {
			t.Errorf("%s", m.Params)
		}
	}
}
